package goroutines_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

func TestMain(m *testing.M) {
	goroutines.ChildMain(codeOf)
	os.Exit(m.Run())
}

// codeOf makes the codes that run in children.
func codeOf(child string) (goroutines.Code, error) {
	kind, name, _ := strings.Cut(child, " ")
	switch kind {
	case "chang":
		return changCode, nil
	case "lease":
		return leases(6 * time.Second), nil
	case "gambling":
		return gambling, nil
	case "cause", "cause-tried":
		code, err := causeCode(name)
		if code.Repeats = 1; kind == "cause-tried" {
			code.Tries = 3
		}
		return code, err
	case "second":
		return second, nil
	case "manyPs":
		code := manyPs
		code.Tries, code.Repeats = 2, 1
		return code, nil
	case "chatty":
		return chatty, nil
	case "casting":
		return casting, nil
	case "end":
		return endCode(name)
	case "stop":
		code, err := crashCode("stop")
		code.Ends = time.Second
		return code, err
	case "snapshot":
		return passers(passingOn{snaps: true}), nil
	case "repeater":
		return repeaters(false), nil
	case "crash":
		return crashCode(name)
	}
	return goroutines.Code{}, fmt.Errorf("no code %q", child)
}

// A tally is an Own, and part of messages, with unexported fields and an interface.
type tally struct {
	heads, tails int
	last         any
}

// casting are processes that cast coins and tell each other, by pointers and maps.
var casting = goroutines.Code{Name: "casting", Asleep: model.Status{Own: tally{}}, Start: func(e *goroutines.Endpoint) goroutines.Process {
	s := &shown{Status: model.Status{Own: tally{}}}
	go func() {
		e.Send(0, &tally{heads: e.Choose(2), tails: e.Choose(3), last: map[string][]model.ID{"id": {7}}})
		for {
			select {
			case <-e.Context().Done():
				return
			case d := <-e.Inbox():
				got := d.Value.(*tally)
				s.set(func(s *model.Status) {
					s.Own = tally{got.heads + 1, got.tails, got.last.(map[string][]model.ID)["id"][0]}
				})
			}
		}
	}()
	return goroutines.Process{Observe: s.get}
}}

// TestChild compares searches whose bubbles run in a child with those that run here.
func TestChild(t *testing.T) {
	for _, c := range []struct {
		child, reason string
		net           model.Network
	}{
		{"chang", "messages are numbers", ring(5)},
		{"end goroutine flawed", "the end of processes is judged", model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}}},
		{"lease", "calls, errors and time", star(2, model.Faults{Loss: 1})},
		{"casting", "messages and statuses have pointers, maps, interfaces and unexported fields; the code chooses",
			model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}}},
	} {
		code, _ := codeOf(c.child)
		list := []properties.Property{properties.Uniqueness(), properties.LeaderReachable()}
		if code.Ends > 0 {
			list = goroutines.Endings()
		}
		here := algorithm(t, code)
		want := check(t, system(t, here, c.net), list...)
		code.Child = c.child
		there := algorithm(t, code)
		got := check(t, system(t, there, c.net), list...)
		there.Close()
		if got.Configurations != want.Configurations || got.Events != want.Events || got.Depth != want.Depth {
			t.Errorf("%s: %d configurations, %d events, depth %d in a child; %d, %d, %d here (%s)", c.child,
				got.Configurations, got.Events, got.Depth, want.Configurations, want.Events, want.Depth, c.reason)
		}
		if diff := cmp.Diff(here.Counts().Histories, there.Counts().Histories); diff != "" {
			t.Errorf("%s: histories (-here +there):\n%s", c.child, diff)
		}
		for i := range list {
			if got.Verdicts[i].Result != want.Verdicts[i].Result {
				t.Errorf("%s: %v is %v in a child, %v here", c.child, list[i].Name, got.Verdicts[i].Result, want.Verdicts[i].Result)
			}
		}
	}
}

// gambling is a process that panics, or else wins.
var gambling = goroutines.Code{Name: "gambling", Start: func(e *goroutines.Endpoint) goroutines.Process {
	s := &shown{}
	go func() {
		if e.Choose(2) == 0 {
			panic("lost")
		}
		s.set(func(s *model.Status) { s.Role = model.Won })
	}()
	return goroutines.Process{Observe: s.get}
}}

// TestChoiceBeforeCrash takes every outcome of a choice after which a child ends.
func TestChoiceBeforeCrash(t *testing.T) {
	code := gambling
	code.Child = "gambling"
	a := algorithm(t, code)
	defer a.Close()
	s := system(t, a, model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}})
	if next := s.Successors(s.Initial()); len(next) != 2 {
		t.Errorf("%d events, want two: one for each outcome", len(next))
	}
}

// TestStopEndsChild judges a panic in a goroutine, which ends the child when the process is
// stopped.
func TestStopEndsChild(t *testing.T) {
	code, err := codeOf("stop")
	if err != nil {
		t.Fatal(err)
	}
	code.Child = "stop"
	a := algorithm(t, code)
	defer a.Close()
	v := check(t, system(t, a, model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}}), goroutines.Endings()...).Verdicts[2]
	if v.Result != checker.Violated || length(v) != 1 {
		t.Fatalf("%s: %v in %d events, want violated in 1", v.Property.Name, v.Result, length(v))
	}
	if chart, want := counterexamples.Chart(*v.Execution), "stopped: panics in a goroutine: close of closed channel in goroutines_test."; !strings.Contains(chart, want) {
		t.Errorf("the chart does not say %q:\n%s", want, chart)
	}
}

// TestChildIsRefused names a code that ChildMain does not make, or makes otherwise.
func TestChildIsRefused(t *testing.T) {
	for child, want := range map[string]string{
		"nothing": `chang: cannot start a child process: "nothing": no code "nothing"`,
		"chang":   `chang: cannot start a child process: "chang" is other code there: `,
	} {
		code := changCode
		code.Child, code.Operations = child, 1
		_, err := checker.Check(t.Context(), system(t, algorithm(t, code), ring(2)), checker.Options{Properties: []properties.Property{properties.Uniqueness()}, MaxConfigurations: 100})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// BenchmarkChild searches leases with bubbles in a child, and here.
func BenchmarkChild(b *testing.B) {
	for _, child := range []string{"", "lease"} {
		b.Run("child="+child, func(b *testing.B) {
			code, bubbles := leases(6*time.Second), 0
			code.Child = child
			for b.Loop() {
				a := algorithm(b, code)
				v := check(b, system(b, a, star(2, model.Faults{Loss: 2})), properties.Uniqueness()).Verdicts[0]
				a.Close()
				if bubbles += a.Counts().Bubbles; v.Result != checker.Violated {
					b.Fatalf("%v, want violated", v.Result)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(bubbles), "us/bubble")
			b.ReportMetric(float64(bubbles)/float64(b.N), "bubbles")
		})
	}
}
