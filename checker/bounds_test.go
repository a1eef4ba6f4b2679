package checker_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// never fails in every configuration with a leader: its counterexamples are
// executions to a leader.
func never() properties.Property {
	return properties.NewAlways("nobody-wins", "nobody ever wins", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Role == model.Won {
				return false
			}
		}
		return true
	})
}

// someone is the shape of some process with a role.
func someone(r model.Role) properties.Shape {
	return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
}

// responses are properties of the forms recurs and leads-to.
func responses() []properties.Property {
	return []properties.Property{
		properties.NewRecurs("wins-again", "somebody wins again and again", someone(model.Won)),
		properties.NewLeadsTo("lost-won", "after a loss somebody wins", someone(model.Lost), someone(model.Won)),
		properties.NewLeadsTo("won-undecided", "after somebody has won somebody is undecided", someone(model.Won), someone(model.Undecided)),
	}
}

// doubler sends one message at first, and two for each that it receives.
type doubler struct{}

func (doubler) Init(model.Self) bool { return false }
func (doubler) Observe(_ model.Self, awake bool) model.Status {
	return model.Status{Role: map[bool]model.Role{true: model.Won}[awake]}
}
func (doubler) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}

func (doubler) Step(p *model.Process[int], _ bool, in model.Input[int]) bool {
	p.Send(0, 0)
	if in.Kind == model.Receive {
		p.Send(0, 0)
	}
	return true
}

// TestLongRoundsAreCutShort says that a search ends at a round in which a process sends too many messages, and
// that a verdict before it stands.
func TestLongRoundsAreCutShort(t *testing.T) {
	s, err := model.New(doubler{}, model.Network{N: 2, Topology: model.Ring, Timing: model.Lockstep})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		report, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{never(), properties.Quiescence()}, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if report.Stopped.String() != "a process sends more than 128 messages in one round" || !report.CutShort() {
			t.Errorf("%d workers: stopped: %q", workers, report.Stopped)
		}
		results := []checker.Result{report.Verdicts[0].Result, report.Verdicts[1].Result}
		if diff := cmp.Diff([]checker.Result{checker.Violated, checker.Unknown}, results); diff != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}
}

// TestBoundsGiveUnknown says that a search that is cut short never says holds,
// and names the bound.
func TestBoundsGiveUnknown(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		reason  string
		ctx     context.Context
		options checker.Options
		stopped string
	}{
		{"depth is counted in events", t.Context(), checker.Options{MaxDepth: 10}, "max-depth 10"},
		{"configurations are counted between levels", t.Context(), checker.Options{MaxConfigurations: 1000}, "max-configurations 1000"},
		{"memory is that of the search's own structures", t.Context(), checker.Options{MaxMemory: 1}, "max-memory 1 bytes (largest part: tables of steps)"},
		{"time is that of the whole check", t.Context(), checker.Options{MaxTime: time.Nanosecond}, "max-time 1ns"},
		{"an interrupt", interrupted, checker.Options{}, "interrupted"},
	} {
		t.Run(row.stopped, func(t *testing.T) {
			o := row.options
			o.Properties = append(properties.Standard(properties.Greatest), responses()...)
			o.Fairness = model.Weak
			r, err := checker.Check(row.ctx, specSystem(t, "LCR", 8), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete || r.Stopped.String() != row.stopped {
				t.Errorf("%s: complete=%t stopped %q, want %q", row.reason, r.Complete, r.Stopped, row.stopped)
			}
			for _, v := range r.Verdicts {
				if v.Result != checker.Unknown {
					t.Errorf("%s: %s %v after a search cut short by %s", row.reason, v.Property.Name, v.Result, row.stopped)
				}
			}
		})
	}
}

// TestBoundsThatAreNotReached says that a bound that the search stays within
// changes nothing.
func TestBoundsThatAreNotReached(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 5), checker.Options{
		Properties: []properties.Property{properties.Uniqueness()}, Workers: 2,
		MaxDepth: 21, MaxConfigurations: 254, MaxMemory: 1 << 30, MaxTime: time.Hour})
	if err != nil || !r.Complete || r.Verdicts[0].Result != checker.Holds {
		t.Errorf("complete=%t %v stopped %q, error %v", r.Complete, r.Verdicts, r.Stopped, err)
	}
}

// TestDepthIsKept says that a search goes as deep as it may, and no deeper.
func TestDepthIsKept(t *testing.T) {
	for _, most := range []int{1, 3} {
		r, err := checker.Check(t.Context(), specSystem(t, "LCR", 5), checker.Options{Properties: []properties.Property{properties.Uniqueness()}, MaxDepth: most})
		if err != nil || r.Depth != most || r.Complete {
			t.Errorf("depth %d of at most %d, complete=%t, error %v", r.Depth, most, r.Complete, err)
		}
	}
}

// weary wakes once, and has lost then. A bound keeps it from going on, unless it
// is free.
type weary struct{ free bool }

func (weary) Init(model.Self) bool { return false }
func (w weary) Observe(_ model.Self, awake bool) model.Status {
	if awake {
		return model.Status{Role: model.Lost, Bounded: !w.free}
	}
	return model.Status{}
}
func (weary) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (weary) Step(*model.Process[bool], bool, model.Input[bool]) bool { return true }

// TestWhereABoundEndsExecutions says that a property of the end is also judged where a
// bound of the instance is reached, and that a liveness property is not refuted there.
func TestWhereABoundEndsExecutions(t *testing.T) {
	s, err := model.New(weary{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	no := func(model.View) bool { return false }
	none := properties.Shape{Some: func(model.Status) bool { return false }}
	for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic} {
		list := []properties.Property{properties.NewAtEnd("at-end", "", none), properties.NewEventually("eventually", "", none),
			properties.NewStabilises("stabilises", "", none)}
		if engine == checker.Explicit {
			list = append(list, properties.NewAtEnd("no-end", "", no), properties.NewEventually("never", "", no))
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}, Properties: list})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			if violated := v.Result == checker.Violated; violated != (v.Property.Form == properties.AtEnd) {
				t.Errorf("%v: %s %v", engine, v.Property.Name, v.Result)
			}
		}
	}
}

// TestExtremesGoOnWhereTheyMayEnd says that the greatest execution goes on from
// a configuration that is terminal while that adds to it.
func TestExtremesGoOnWhereTheyMayEnd(t *testing.T) {
	s, err := model.New(weary{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	x, err := checker.Measure(t.Context(), s, checker.Length, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x.Least != 1 || len(x.LeastBy.Steps) != 1 || x.Greatest != 2 || len(x.GreatestBy.Steps) != 2 {
		t.Errorf("%d..%d events, by executions of %d and %d: want 1..2", x.Least, x.Greatest, len(x.LeastBy.Steps), len(x.GreatestBy.Steps))
	}
}

// TestEventuallyNeedsTheWholeSearch says that nothing holds where the search of
// all configurations was cut, though the one that avoids the predicate ended.
func TestEventuallyNeedsTheWholeSearch(t *testing.T) {
	s, err := model.New(weary{free: true}, model.Network{N: 8})
	if err != nil {
		t.Fatal(err)
	}
	awake := properties.NewEventually("awake", "somebody wakes", func(v model.View) bool {
		return slices.Contains(v.Status, model.Status{Role: model.Lost})
	})
	for most, want := range map[int64]checker.Result{50: checker.Unknown, 0: checker.Holds} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Explicit}, MaxConfigurations: most, Properties: []properties.Property{awake}})
		if err != nil || r.Verdicts[0].Result != want {
			t.Errorf("at most %d configurations: %v %q, want %v (error %v)", most, r.Verdicts[0].Result, r.Verdicts[0].Note(), want, err)
		}
	}
}

// TestMaxMemoryIsKept says that a search stays near its bound: its memory at the
// end is within one doubling of a shard and the buffers.
func TestMaxMemoryIsKept(t *testing.T) {
	const limit = 4 << 20
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 12), checker.Options{
		Properties: []properties.Property{properties.Uniqueness()}, MaxMemory: limit})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Bytes > limit*3/2 {
		t.Errorf("complete=%t with %d bytes, limit %d", r.Complete, r.Bytes, limit)
	}
}

// TestViolationBeatsBound says that a counterexample found before the search
// was cut short is reported.
func TestViolationBeatsBound(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 5), checker.Options{
		Properties: []properties.Property{never(), properties.Decided()}, MaxDepth: 18})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdicts[0].Result != checker.Violated || r.Verdicts[1].Result != checker.Unknown {
		t.Errorf("got %v and %v, want violated and unknown", r.Verdicts[0].Result, r.Verdicts[1].Result)
	}
}

// TestEverythingDecided says that a search ends when nothing is left to be
// found out.
func TestEverythingDecided(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 8), checker.Options{Properties: []properties.Property{never()}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Configurations >= 9_940 || r.Stopped.Cause != reason.AllDecided {
		t.Errorf("complete=%t after %d configurations, stopped %q", r.Complete, r.Configurations, r.Stopped)
	}
}

// TestCountsWhereEverythingIsDecided says that the counts of a search that ends
// early are those of one that reached its counterexamples.
func TestCountsWhereEverythingIsDecided(t *testing.T) {
	nothing := properties.Watch(
		func(model.View) int { return 0 },
		func(sent int, o properties.Observation) int { return sent + o.Sends },
		func(sent int) bool { return sent == 0 })
	for _, test := range []struct {
		reason   string
		list     []properties.Property
		complete bool
	}{
		{"always", []properties.Property{never()}, false},
		{"an Eventually has a search of its own, when the last level is met, in which executions end",
			[]properties.Property{properties.NewEventually("two-win", "two win", func(model.View) bool { return false })}, true},
		{"a LeadsTo has a search of its own",
			[]properties.Property{properties.NewLeadsTo("two-win", "two win after one", someone(model.Won), func(model.View) bool { return false })}, false},
		{"a monitor has a search of its own", []properties.Property{properties.MessagesAtMost(12)}, false},
		{"one with a monitor beside one that is refuted at once", []properties.Property{properties.MessagesAtMost(12),
			properties.NewAlways("none", "nothing is so", func(model.View) bool { return false })}, false},
		{"at the end, with a monitor", []properties.Property{properties.NewAtEnd("none-at-end", "nothing was sent", nothing)}, false},
	} {
		for workers := 1; workers <= 2; workers++ {
			r, err := checker.Check(t.Context(), specSystem(t, "LCR", 5), checker.Options{Properties: test.list, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			longest := 0
			for _, v := range r.Verdicts {
				if v.Result != checker.Violated {
					t.Fatalf("%s: %s %v", test.reason, v.Property.Name, v.Result)
				}
				longest = max(longest, len(v.Execution.Steps))
			}
			if r.Complete != test.complete || (r.Stopped.Cause != reason.AllDecided) != test.complete {
				t.Errorf("%s: complete=%t, stopped %q", test.reason, r.Complete, r.Stopped)
			}
			if r.Depth != longest || r.Configurations <= int64(longest) || r.Events < r.Configurations-1 {
				t.Errorf("%s: depth %d, %d configurations, %d events beside a counterexample of %d events", test.reason, r.Depth, r.Configurations, r.Events, longest)
			}
		}
	}
}

// TestMonitoredAlone says that a search for a property that only a monitor sees
// ends when the property is refuted, however many configurations are left.
func TestMonitoredAlone(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 12), checker.Options{Properties: []properties.Property{properties.MessagesAtMost(3)}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdicts[0].Result != checker.Violated || len(r.Verdicts[0].Execution.Steps) != 3 || r.Complete || r.Configurations > 10_000 {
		t.Errorf("%v, complete=%t after %d configurations", r.Verdicts[0].Result, r.Complete, r.Configurations)
	}
	r, err = checker.Check(t.Context(), specSystem(t, "LCR", 5), checker.Options{Properties: []properties.Property{properties.MessagesAtMost(20)}})
	if err != nil || r.Verdicts[0].Result != checker.Holds || r.Configurations != 254 || !r.Complete {
		t.Errorf("%v, complete=%t after %d configurations (error %v); want the plain search's 254", r.Verdicts[0].Result, r.Complete, r.Configurations, err)
	}
}

// TestWorkersAgree says that the report, counterexamples to the letter, does not
// depend on the number of workers.
func TestWorkersAgree(t *testing.T) {
	list := append(append(properties.Standard(properties.Greatest), never(), properties.MessagesAtMost(12)), responses()...)
	for _, name := range []string{"LCR", "HS"} {
		for _, n := range []int{2, 4, 6} {
			s := specSystem(t, name, n)
			var want string
			for workers := 1; workers <= 4; workers++ {
				r, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Weak, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if got := reportText(r); want == "" {
					want = got
				} else if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s n=%d: 1 worker and %d differ (-1 +%d):\n%s", name, n, workers, workers, diff)
				}
			}
		}
	}
}

// reportText writes all of a report that is the same for every run.
func reportText(r checker.Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Configurations, r.Events, r.Depth, r.Complete, r.Stopped, r.Steps)
	for _, v := range r.Verdicts {
		fmt.Fprintln(&b, v.Property.Name, v.Result, v.Note())
		if v.Execution != nil {
			fmt.Fprintln(&b, v.Execution.Lasso())
		}
	}
	return b.String()
}

// TestStepsAreCalledOnce says that a step is called once for each distinct
// process, local state and input.
func TestStepsAreCalledOnce(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 8), checker.Options{Workers: 2})
	if err != nil || r.Events != 47_822 || r.Steps != 60 {
		t.Errorf("%d events from %d calls of Step, want 47822 from 60 (error %v)", r.Events, r.Steps, err)
	}
}

// TestImpureStep says that a step that is not a function of its arguments is
// an error that shows both results.
func TestImpureStep(t *testing.T) {
	calls := 0
	s, err := model.New(&impure{calls: &calls}, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = checker.Check(t.Context(), s, checker.Options{Repeat: true})
	var e *model.ImpureError
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "process 0") {
		t.Errorf("got error %v, want a *model.ImpureError about process 0", err)
	}
}

// impure counts its calls.
type impure struct{ calls *int }

func (*impure) Init(model.Self) int                     { return 0 }
func (*impure) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (*impure) Observe(model.Self, int) model.Status    { return model.Status{} }
func (a *impure) Step(*model.Process[int], int, model.Input[int]) int {
	*a.calls++
	return *a.calls % 7
}

// impatient is a context that is done once it has been asked so often.
type impatient struct {
	context.Context
	asked, patience int
}

func (c *impatient) Err() error {
	if c.asked++; c.asked > c.patience {
		return context.Canceled
	}
	return nil
}

// TestInterruptedLookingForCycles says that the search for cycles is cut short too,
// and that a liveness property is then unknown. There is no such search if the
// steps of single processes show that there is no cycle.
func TestInterruptedLookingForCycles(t *testing.T) {
	for _, row := range []struct {
		name, variant string
		want          checker.Result
		reason        string
	}{
		{"afa", "printed", checker.Unknown, "the last message may go round for ever"},
		{"lcr", "corrected", checker.Holds, "a process only passes on greater identities, once each"},
	} {
		s := catalogued(t, row.name, row.variant, 7, func(*model.Network) error { return nil })
		search := &impatient{Context: t.Context(), patience: math.MaxInt}
		if _, err := checker.Check(search, s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}}); err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(&impatient{Context: t.Context(), patience: search.asked + 1}, s,
			checker.Options{Properties: []properties.Property{properties.Uniqueness(), properties.Quiescence()}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete != (row.want == checker.Holds) || r.Verdicts[0].Result != checker.Holds || r.Verdicts[1].Result != row.want {
			t.Errorf("%s: complete=%t stopped %q, %v and %v; want holds and %v: %s", row.name, r.Complete, r.Stopped, r.Verdicts[0].Result, r.Verdicts[1].Result, row.want, row.reason)
		}
		if row.want == checker.Unknown && r.Stopped.String() != "interrupted" {
			t.Errorf("%s: stopped %q, want interrupted", row.name, r.Stopped)
		}
	}
}
