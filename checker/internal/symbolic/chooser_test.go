package symbolic_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// chooser chooses upon its wake-up over which ports it sends. It restarts in another local
// state than the first.
type chooser struct{}

type chosen struct {
	Awake, Restarted bool
	Heard            int
}

func (chooser) Init(model.Self) chosen                  { return chosen{} }
func (chooser) Observe(model.Self, chosen) model.Status { return model.Status{} }
func (chooser) Restart(model.Self, chosen) chosen       { return chosen{Restarted: true} }
func (chooser) Ready(_ model.Self, s chosen) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (chooser) Step(p *model.Process[string], s chosen, in model.Input[string]) chosen {
	if in.Kind == model.Wake {
		s.Awake = true
		p.Send(model.Port(p.Choose(2)), "first")
		p.Send(1, "second")
	}
	if in.Kind == model.Receive {
		s.Heard++
	}
	return s
}

// TestCountsOfChoosers is TestCounts for steps that choose, and links that lead to the same
// process.
func TestCountsOfChoosers(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"a crash falls within each outcome", model.Network{Faults: model.Faults{Crash: 1}}},
		{"a cut cuts both links", model.Network{Faults: model.Faults{Cut: 1}}},
		{"the first step of all is taken after a restart", model.Network{Faults: model.Faults{Crash: 1, Restart: 1}}},
	} {
		row.net.N, row.net.Topology = 2, model.Ring
		s, err := model.New(chooser{}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		x := symbolic.New(s, compiled.New(s), symbolic.Options{})
		all := x.Explore()
		got := sizesOf(x, all)
		if want := search(s); got != want {
			t.Errorf("%s: %+v, want %+v", row.reason, got, want)
		}
	}
}

// mumbler sends a message to itself for ever.
type mumbler struct{}

func (mumbler) Init(model.Self) bool                  { return false }
func (mumbler) Observe(model.Self, bool) model.Status { return model.Status{} }
func (mumbler) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (mumbler) Step(p *model.Process[string], _ bool, _ model.Input[string]) bool {
	p.Send(0, "message")
	return true
}

// TestNoCrashIsDue says that a loop is fair although a crash could strike within each of its
// steps.
func TestNoCrashIsDue(t *testing.T) {
	s, err := model.New(mumbler{}, model.Network{N: 1, Topology: model.UnidirectionalRing, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	x := symbolic.New(s, compiled.New(s), symbolic.Options{})
	all := x.Explore()
	for _, f := range []model.Fairness{model.Unfair, model.Weak, model.Strong} {
		if x.Loops(all, all, f).Some(all) == diagram.Empty {
			t.Errorf("%v: no loop is fair", f)
		}
	}
}

// wary is a caller that suspects the process behind port 0.
type wary struct{ caller }

func (a wary) Ready(p model.Self, s called) model.Spontaneous {
	ready := a.caller.Ready(p, s)
	if ready.Suspect != 0 {
		ready.Suspect = model.Ports(0)
	}
	return ready
}

// TestPort0IsNoticed is TestCounts for a process behind port 0 that goes down.
func TestPort0IsNoticed(t *testing.T) {
	for _, topology := range []model.Topology{model.Ring, model.Star} {
		s, err := model.New(wary{}, model.Network{N: 2, Topology: topology, Timing: model.Bounded, Faults: model.Faults{Crash: 1}})
		if err != nil {
			t.Fatal(err)
		}
		x := symbolic.New(s, compiled.New(s), symbolic.Options{})
		all := x.Explore()
		got := sizesOf(x, all)
		if want := search(s); got != want {
			t.Errorf("%v: %+v, want %+v", topology, got, want)
		}
	}
}

// TestVacuous says which properties of small graphs are vacuous, and which are not known since
// a bound is reached.
func TestVacuous(t *testing.T) {
	shape := func(holds func(model.Status) bool) properties.Shape { return properties.Shape{Some: holds} }
	won := shape(func(s model.Status) bool { return s.Role == model.Won })
	asks := shape(func(s model.Status) bool { return s.Term == 1 })
	eventually := properties.New("wins", "somebody wins", properties.Eventually, won)
	answered := properties.NewLeadsTo("answered", "who asks wins", asks, won)
	for _, row := range []struct {
		reason   string
		graph    checkertest.Graph
		property properties.Property
		want     engine.Outcome
		cause    reason.Cause
	}{
		{"no execution ends, and none goes on", checkertest.Graph{Awake: true}, properties.New("ends", "all executions end", properties.Terminates, won), engine.Vacuous, 0},
		{"all executions end, and the process wins", checkertest.Graph{Edges: "0 a 1", Won: []int{1}}, eventually, engine.Absent, 0},
		{"nobody asks", checkertest.Graph{Edges: "0 a 1"}, answered, engine.Vacuous, reason.NoTrigger},
		{"nobody asks before a bound is reached", checkertest.Graph{Edges: "0 a 1", Bound: []int{1}}, answered, engine.Open, reason.BoundReachable},
	} {
		s := row.graph.System()
		q := engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{row.property}, Fairness: model.Weak}
		a, err := symbolic.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Outcome != row.want || f.Reason.Cause != row.cause {
			t.Errorf("%s: outcome %d, cause %d, want %d, %d", row.reason, f.Outcome, f.Reason.Cause, row.want, row.cause)
		}
	}
}

// TestRecurs says when it is refuted that somebody wins again and again: not by a loop in which
// nobody has won for a while, but by one that may be stayed in without a winner.
func TestRecurs(t *testing.T) {
	recurs := properties.New("recurs", "somebody wins again and again", properties.Recurs, properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})
	for _, row := range []struct {
		reason string
		graph  checkertest.Graph
		want   engine.Outcome
	}{
		{"the only loop wins, and does not stay so", checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 0", Won: []int{1}}, engine.Absent},
		{"fairness leads out of the loop without a winner", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2; 1 b 2; 2 a 0", Won: []int{2}}, engine.Absent},
		{"the loop behind the winner has none", checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 2", Won: []int{1}}, engine.Found},
		{"the execution ends without a winner", checkertest.Graph{Edges: "0 a 1; 1 a 2", Won: []int{1}}, engine.Found},
		{"the execution ends with one", checkertest.Graph{Edges: "0 a 1; 1 a 2", Won: []int{2}}, engine.Absent},
	} {
		s := row.graph.System()
		q := engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{recurs}, Fairness: model.Weak}
		a, err := symbolic.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Outcome != row.want {
			t.Errorf("%s: outcome %d, want %d", row.reason, f.Outcome, row.want)
		}
	}
}

// pourer wakes and sends as many messages as one of these numbers, which it chooses.
type pourer struct{ amounts [3]int }

func (pourer) Init(model.Self) bool                  { return false }
func (pourer) Observe(model.Self, bool) model.Status { return model.Status{} }
func (pourer) Ready(_ model.Self, done bool) model.Spontaneous {
	return model.Spontaneous{Wake: !done}
}
func (a pourer) Step(p *model.Process[int], _ bool, in model.Input[int]) bool {
	if in.Kind == model.Wake {
		for i := range a.amounts[p.Choose(len(a.amounts))] {
			p.Send(0, i)
		}
	}
	return true
}

// TestMeasureLooksAtAllEnds says that least and greatest amounts do not depend on the order in
// which the ends are found.
func TestMeasureLooksAtAllEnds(t *testing.T) {
	want := engine.Extremes{Finite: true, Least: 1, Greatest: 3}
	for _, amounts := range [][3]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {2, 3, 1}} {
		s, err := model.New(pourer{amounts}, model.Network{N: 2, Topology: model.UnidirectionalRing, Wake: model.WakeSet{Only: []int{0}}})
		if err != nil {
			t.Fatal(err)
		}
		q := engine.Question{System: s, Tables: compiled.New(s)}
		got, err := symbolic.Engine{}.Measure(q, engine.Messages, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: error %v (-want +got):\n%s", amounts, err, diff)
		}
	}
}

// TestLiveness says which liveness properties of small graphs are refuted: not one whose goal holds
// where its trigger does, or in between, nor one by an execution that stops at a bound.
func TestLiveness(t *testing.T) {
	won := properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }}
	asks := properties.Shape{Some: func(s model.Status) bool { return s.Term == 1 }}
	answered := properties.NewLeadsTo("answered", "who asks wins", asks, won)
	eventually := properties.New("wins", "somebody wins", properties.Eventually, won)
	both := properties.New("both", "somebody wins, and nobody asks", properties.Eventually, properties.Shape{Some: won.Some, Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Term != 1 }})
	for _, row := range []struct {
		reason   string
		graph    checkertest.Graph
		property properties.Property
		want     engine.Outcome
	}{
		{"who asks wins, and goes on for ever", checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 2", Asks: []int{0}, Won: []int{1}}, answered, engine.Absent},
		{"who asks wins, and ends", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{0}, Won: []int{1}}, answered, engine.Absent},
		{"who asks goes on without winning", checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{0}, Won: []int{2}}, answered, engine.Found},
		{"who asks has won, and does not win later", checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{0}, Won: []int{0}}, answered, engine.Absent},
		{"a bound stops the execution", checkertest.Graph{Edges: "0 a 1", Bound: []int{1}}, eventually, engine.Open},
		{"it stops by itself", checkertest.Graph{Edges: "0 a 1"}, eventually, engine.Found},
		{"somebody wins, and asks", checkertest.Graph{Edges: "0 a 1", Won: []int{1}, Asks: []int{1}}, both, engine.Found},
		{"somebody wins, and does not ask any more", checkertest.Graph{Edges: "0 a 1", Won: []int{1}, Asks: []int{0}}, both, engine.Absent},
	} {
		s := row.graph.System()
		q := engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{row.property}, Fairness: model.Weak}
		a, err := symbolic.Engine{}.Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Outcome != row.want {
			t.Errorf("%s: %s: outcome %d, want %d", row.reason, row.property.Name, f.Outcome, row.want)
		}
	}
}

// TestAllThatAreDownAreNoticed compares the counts where two processes are down from the start: a third
// one suspects the first of them.
func TestAllThatAreDownAreNoticed(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 3, Topology: model.Ring, Timing: model.Bounded, Down: []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	x := symbolic.New(s, compiled.New(s), symbolic.Options{})
	all := x.Explore()
	got := sizesOf(x, all)
	if want := search(s); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestStepsThatStay says that a property of steps is left open if an event which changes no status may
// refute it: whichever status that is.
func TestStepsThatStay(t *testing.T) {
	for _, row := range []struct {
		reason string
		won    []int
		want   engine.Outcome
	}{
		{"nobody ever wins", nil, engine.Absent},
		{"a winner may go on", []int{1}, engine.Open},
	} {
		s := checkertest.Graph{Edges: "0 a 1; 1 a 1", Won: row.won}.System()
		p := properties.NewAlwaysStep("moves", "no winner goes on", properties.Shape{Step: func(before, after model.Status) bool { return before.Role != model.Won }})
		q := engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{p}, Fairness: model.Weak}
		a, err := symbolic.Engine{}.Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Outcome != row.want {
			t.Errorf("%s: outcome %d, want %d", row.reason, f.Outcome, row.want)
		}
	}
}
