package explicit

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// still has the layers over a plain state space that do nothing.
type still struct{}

func (still) Shown(compose.State) properties.Configuration          { panic("nothing is shown") }
func (still) ShownStep(compose.State, compose.Edge) properties.Step { panic("nothing is shown") }
func (still) NewShowing() *compose.Showing                          { panic("nothing is shown") }
func (still) Expands() bool                                         { return false }
func (still) Expand(int, []visited.Block, bool, *compose.Expansion) { panic("no block is expanded") }
func (still) Folds() bool                                           { return false }
func (still) Order() int                                            { return 1 }
func (still) Representative(_ int, s compose.State) compose.State   { return s }
func (still) Orbit(s compose.State) []compose.State                 { return []compose.State{s} }
func (still) Renaming(compose.State) []int                          { panic("there is one name") }
func (still) EventAfter(_ []int, e model.Event) model.Event         { return e }
func (still) Elements() []int                                       { return nil }
func (still) Generators() []int                                     { return nil }
func (still) Image(int) []int                                       { panic("there is one name") }
func (still) ViewAfter(model.View) func(int) model.View             { return nil }
func (still) Refuse()                                               { panic("there is nothing to refuse") }
func (still) Broken() bool                                          { return false }
func (still) Learn() bool                                           { return false }
func (still) SeesSteps() bool                                       { return true }
func (still) Closes() bool                                          { return false }
func (still) Alone(compose.State) bool                              { return false }
func (still) Whole(compose.State)                                   { panic("nothing is left out") }
func (still) NewExposure(int) *compose.Exposure                     { panic("nothing is left out") }
func (still) Between(compose.State, uint32) []model.Event           { return nil }
func (still) Bytes() int64                                          { return 0 }
func (still) Numbered() (left, right int64)                         { return 1, 1 }
func (still) Renewable() int64                                      { return 0 }
func (still) Renew(iter.Seq[compose.State]) func(compose.State) compose.State {
	panic("nothing is renewed")
}
func (still) Droppable() int64                                      { return 0 }
func (still) Drop()                                                 { panic("nothing is dropped") }
func (still) MayRecut() bool                                        { return false }
func (still) Cut() int                                              { return 1 }
func (still) Halves(iter.Seq[compose.State]) []int64                { panic("nothing is cut") }
func (still) Recut(int, func(func(compose.State) compose.State))    { panic("nothing is cut") }
func (still) Unmonitored(_ iter.Seq[uint64], length, _ int64) int64 { return length }
func (still) Record() bool                                          { return false }
func (still) TakeRecord() ([]byte, uint64)                          { panic("nothing is recorded") }
func (still) Replay([]byte) error                                   { panic("nothing is recorded") }

// table is a state space that is written by hand, with a colour for each configuration, which predicates see. The first configuration is initial.
type table struct {
	still
	system  *model.System // says how many processes there are, and has no other part in the table
	names   []compose.State
	numbers map[compose.State]int // of names
	colours []int
	edges   [][]compose.Edge // by number of the configuration
	labels  []compose.Label
}

// failed is the colour of configurations after a step that is not well-formed, from which no event leads.
const failed = 9

func (x *table) Initials() []compose.State                                   { return x.names[:1] }
func (x *table) Label(n uint32) compose.Label                                { return x.labels[n] }
func (x *table) Labels() []compose.Label                                     { return x.labels }
func (x *table) MayCycle() bool                                              { return true }
func (x *table) Passed() []uint32                                            { return []uint32{0} }
func (x *table) Weighed(s compose.State, list []compose.Edge) []compose.Edge { return x.Edges(s, list) }

func (x *table) Edges(s compose.State, list []compose.Edge) []compose.Edge {
	return append(list, x.edges[x.numbers[s]]...)
}

func (x *table) Successors(_ int, s compose.State, list []compose.State) (_ []compose.State, obligatory bool) {
	for _, e := range x.edges[x.numbers[s]] {
		list, obligatory = append(list, e.Next), obligatory || x.labels[e.Label].Obligatory
	}
	return list, obligatory
}

// InTurn says that no timer takes a turn: there are none.
func (x *table) InTurn(compose.State) bool { return false }

func (x *table) Facts(s compose.State) compose.Facts {
	colour := x.colours[x.numbers[s]]
	return compose.Facts{LeftView: uint32(colour), Started: true, Failed: colour == failed}
}

func (x *table) View(f compose.Facts) (model.View, any) {
	list := make([]model.Status, x.system.Network().N)
	list[0] = model.Status{Term: int(f.LeftView), Failed: f.Failed}
	return x.system.Semantics().ViewOf(list), nil
}

// newTable returns a table of n configurations without events. Their names are far apart, or in common blocks.
func newTable(t *testing.T, r *rand.Rand, n int) *table {
	t.Helper()
	s, err := model.New(pacer{}, model.Network{N: 3, Topology: model.UnidirectionalRing})
	if err != nil {
		t.Fatal(err)
	}
	x := &table{system: s, numbers: map[compose.State]int{}, edges: make([][]compose.Edge, n)}
	apart := compose.State(1 + r.IntN(3)*40)
	for i := range n {
		name := compose.State(i/7)<<32 | compose.State(i%7)*apart
		x.numbers[name] = i
		x.names, x.colours = append(x.names, name), append(x.colours, r.IntN(4))
	}
	return x
}

// add adds an event of process p to configuration from, with its outcomes.
func (x *table) add(from, p int, obligatory bool, sends int, to ...int) {
	e := model.Event{Kind: model.Timeout, Process: p}
	class := -1
	if obligatory {
		class = p
	}
	for i, next := range to {
		if len(to) > 1 {
			e.Choices = []int{i}
		}
		l := compose.Label{Event: e, Obligatory: obligatory, Class: class, Cause: uint32(p), Sends: sends}
		n := slices.IndexFunc(x.labels, func(k compose.Label) bool {
			return k.Event.Compare(e) == 0 && k.Obligatory == obligatory && k.Sends == sends
		})
		if n < 0 {
			n = len(x.labels)
			x.labels = append(x.labels, l)
		}
		x.edges[from] = append(x.edges[from], compose.Edge{Next: x.names[next], Label: uint32(n)})
	}
}

// randomTable returns a table with random events: for each process one at most, with one outcome or two. Few of them lead back.
func randomTable(t *testing.T, r *rand.Rand, n int) *table {
	t.Helper()
	x := newTable(t, r, n)
	back := r.IntN(4)
	target := func(from int) int {
		if to := from + 1 + r.IntN(3); to < n && r.IntN(6) >= back {
			return to
		}
		return r.IntN(n)
	}
	fails, chooses := r.IntN(5) == 0, r.IntN(2) == 0
	for i := range n {
		if fails && i > 0 && r.IntN(4) == 0 {
			x.colours[i] = failed
			continue
		}
		for _, p := range r.Perm(3)[:r.IntN(4)] {
			to := []int{target(i)}
			if chooses && r.IntN(3) == 0 {
				to = append(to, target(i))
			}
			x.add(i, p, r.IntN(4) > 0, r.IntN(2), to...)
		}
	}
	return x
}

// question returns a pass over the table that asks about some properties.
func (x *table) question(t *testing.T, f model.Fairness, workers int, list ...properties.Property) *pass {
	t.Helper()
	q := engine.Question{System: x.system, Properties: list, Fairness: f, Workers: workers}
	p := &pass{question: q, budget: engine.NewBudget(context.Background(), engine.Bounds{}, nil), answer: &engine.Answer{Findings: make([]engine.Finding, len(list))}}
	if err := p.over(x); err != nil {
		t.Fatal(err)
	}
	return p
}

// event returns the edge of a configuration with an event, and false if there is none.
func (x *table) event(from int, e model.Event) (compose.Edge, bool) {
	for _, edge := range x.edges[from] {
		if x.labels[edge.Label].Event.Compare(e) == 0 {
			return edge, true
		}
	}
	return compose.Edge{}, false
}

// run returns the configurations that a schedule leads through, the first one included. It reports false if there is no such event.
func (x *table) run(from int, schedule model.Schedule) (path []int, ok bool) {
	path = []int{from}
	for _, e := range schedule {
		edge, ok := x.event(from, e)
		if !ok {
			return path, false
		}
		from = x.numbers[edge.Next]
		path = append(path, from)
	}
	return path, true
}

// TestClassesOfTables says that the numbers of classes in a table are those of the classes of its events, which loops are judged by.
func TestClassesOfTables(t *testing.T) {
	x := randomTable(t, rand.New(rand.NewPCG(1, 1)), 40)
	numbers := map[fairness.Class]int{}
	for _, l := range x.labels {
		if !l.Obligatory {
			continue
		}
		class := fairness.ClassOf(x.system, l.Event)
		if n, known := numbers[class]; known && n != l.Class {
			t.Errorf("%v has the numbers %d and %d", class, n, l.Class)
		}
		numbers[class] = l.Class
	}
	if len(numbers) != 3 {
		t.Errorf("%d classes, want one for each process", len(numbers))
	}
}
