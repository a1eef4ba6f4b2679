package realcode_test

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
)

// second returns the shortest execution of voters in which two win.
func second(t *testing.T, fault string, g realcode.Granularity) (*realcode.Algorithm, model.Execution) {
	t.Helper()
	a, err := realcode.New(voters(fault, g))
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(a, model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Crash: 1, Restart: 1}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{properties.UniquenessEver()}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdicts[0].Execution == nil {
		t.Fatalf("%s: %v", fault, r.Verdicts[0].Result)
	}
	return a, *r.Verdicts[0].Execution
}

// TestMoments repeats the moments on fresh objects, which then do the same; a
// restart starts from the data persisted before the crash.
func TestMoments(t *testing.T) {
	for _, c := range []struct {
		fault, reason string
		g             realcode.Granularity
	}{
		{"not persisted", "whole steps", realcode.Whole},
		{"sent too early", "a crash between two effects", realcode.Split},
	} {
		t.Run(c.fault, func(t *testing.T) {
			a, x := second(t, c.fault, c.g)
			moments, err := a.Moments(x)
			if err != nil {
				t.Fatal(err)
			}
			code, objects, disks := voters(c.fault, c.g), map[int]realcode.Object{}, map[int]string{}
			var happened []string
			for _, m := range moments {
				switch m.Kind {
				case realcode.Happens:
					happened = append(happened, m.Event.String())
				case realcode.Constructs:
					if m.Disk != disks[m.Process] {
						t.Errorf("%v; persisted: %q", m, disks[m.Process])
					}
					objects[m.Process] = code.New(m.Place, m.Disk)
				case realcode.Takes:
					if diff := cmp.Diff(m.Effects, objects[m.Process].Take(m.In)); diff != "" {
						t.Errorf("%v (-moment +object):\n%s", m, diff)
					}
				case realcode.CarriesOut:
					if m.Effect.Kind == realcode.Persisting {
						disks[m.Process] = m.Effect.Disk
					}
				}
			}
			var events []string
			for _, e := range x.Lasso().Events() {
				events = append(events, e.String())
			}
			if diff := cmp.Diff(events, happened); diff != "" {
				t.Errorf("%s: events (-schedule +moments):\n%s", c.reason, diff)
			}
			for p, o := range objects {
				if got, want := o.Observe().Role, x.System.Status(x.Last(), p).Role; !x.Last().Down[p] && got != want {
					t.Errorf("p%d is %v at the end, want %v", p, got, want)
				}
			}
		})
	}
}

// TestMomentsLost marks the sends that a crash within a step prevents.
func TestMomentsLost(t *testing.T) {
	a, err := realcode.New(voters("", realcode.Whole))
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(a, model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Crash: 1, Restart: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var l model.Lasso
	for _, text := range []string{"crash p0 during wake after 1", "restart p0"} {
		e, err := model.ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		l.Stem = append(l.Stem, e)
	}
	x, err := s.Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	moments, err := a.Moments(x)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range moments[3:] {
		got = append(got, m.String())
	}
	want := []string{
		"crash p0 during wake after 1",
		`p0 takes wake: [persist "1" then saved]`,
		`p0: persist "1" then saved`,
		"p0 takes done saved: [send:1 ask1 send:2 ask1]",
		"p0: send:1 ask1",
		"p0: lost: send:2 ask1",
		"restart p0",
		`p0 starts from "1"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	other, err := realcode.New(voters("", realcode.Whole))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Moments(x); err == nil || !strings.Contains(err.Error(), "of another algorithm") {
		t.Errorf("moments by another algorithm: %v", err)
	}
}

// counter counts up by the number of the operation that is invoked.
type counter struct{ Sum int }

func (c *counter) Take(in realcode.Input) []realcode.Effect {
	c.Sum += int(in.Operation)
	return nil
}

func (c *counter) Ready() model.Spontaneous {
	if c.Sum > 0 {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Operations: 3}
}

func (c *counter) Observe() model.Status { return model.Status{Own: c.Sum} }

// TestMomentsOfOperations replays an operation other than the first.
func TestMomentsOfOperations(t *testing.T) {
	a := algorithm(t, realcode.Code{Name: "counter", New: func(realcode.Place, string) realcode.Object { return &counter{} }})
	s, err := model.New(a, model.Network{Topology: model.Complete, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: []model.Event{{Kind: model.Invoke, Operation: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	moments, err := a.Moments(x)
	if err != nil {
		t.Fatal(err)
	}
	if last := moments[len(moments)-1].String(); last != "p0 takes invoke:2: []" {
		t.Errorf("the last moment is %q", last)
	}
}

// TestGoTest writes a test with a statement for each input, in order.
func TestGoTest(t *testing.T) {
	a, x := second(t, "not persisted", realcode.Whole)
	moments, err := a.Moments(x)
	if err != nil {
		t.Fatal(err)
	}
	inputs := 0
	g := realcode.GoTest{Header: "package voter\n\nimport \"testing\"", Name: "TestTwoWin", Begin: "c := newCluster(t)",
		Statement: func(m realcode.Moment) (string, error) {
			switch m.Kind {
			case realcode.Happens:
				return "// " + m.Event.String(), nil
			case realcode.Constructs:
				return fmt.Sprintf("c.start(%d,%q)", m.Place.ID, m.Disk), nil
			case realcode.Takes:
				inputs++
				return fmt.Sprintf("c.take(%d, %q, %q)", m.Process, m.In, fmt.Sprint(m.Effects)), nil
			}
			return "", nil
		}, End: "c.oneWinner()"}
	source, err := g.Source(moments)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", source, 0); err != nil {
		t.Errorf("%v in\n%s", err, source)
	}
	if got := strings.Count(string(source), "\tc.take("); got != inputs || inputs == 0 {
		t.Errorf("%d inputs, want %d:\n%s", got, inputs, source)
	}
	g.Begin = "c := )"
	if _, err := g.Source(moments); err == nil || !strings.HasPrefix(err.Error(), "test TestTwoWin: ") {
		t.Errorf("source that is not Go: %v", err)
	}
	g.Statement = func(realcode.Moment) (string, error) { return "", fmt.Errorf("no statement") }
	if _, err := g.Source(moments); err == nil || !strings.HasPrefix(err.Error(), `moment 1, p0 starts from "": no statement`) {
		t.Errorf("a moment without a statement: %v", err)
	}
}
