package sorted_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/sorted"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var (
	seeds = flag.Uint64("seeds", 6, "how many seeds of random systems are searched")
	first = flag.Uint64("first", 0, "the first of them")
)

// reached calls visit for the statuses of each configuration of s, found by the definition of the model. It
// reports false if there are more than so many.
func reached(s *model.System, most int, visit func(c model.Configuration, statuses []model.Status)) bool {
	starts, err := s.Semantics().Starts()
	if err != nil {
		return false
	}
	met := map[string]bool{}
	var list []model.Configuration
	add := func(c model.Configuration) {
		if key := fmt.Sprintf("%#v", c); !met[key] {
			met[key] = true
			list = append(list, c)
		}
	}
	for _, start := range starts {
		add(start.Initial())
	}
	for i := 0; i < len(list); i++ {
		if len(list) > most {
			return false
		}
		if list[i].Failed() {
			continue
		}
		visit(list[i], s.View(list[i]).Status)
		for _, y := range s.Successors(list[i]) {
			add(y.Next)
		}
	}
	return true
}

// TestTuplesAreMet says of random systems that a sorted search meets the statuses of each configuration, whatever the stages are.
func TestTuplesAreMet(t *testing.T) {
	systems, met, more := 0, 0, int64(0)
	list := []uint64{10, 13, 143, 5002} // where processes answer before their first step, others are down from the start or crash, or crash within a step
	for seed := *first; seed < *first+*seeds; seed++ {
		list = append(list, seed)
	}
	for _, seed := range list {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Balloting, checkertest.Random, checkertest.RandomStarts, checkertest.Dull,
			checkertest.Commuting, checkertest.Circling, checkertest.Deferring} {
			s, about := generator(seed)
			if (sorted.Engine{}).Refuses(s).Cause != 0 {
				continue
			}
			x, complete := sorted.Sorted(s, int(seed%3), 20_000)
			if !complete || x.Unfit {
				continue
			}
			tuples := map[string]bool{}
			if !reached(s, 2_000, func(c model.Configuration, statuses []model.Status) {
				tuples[fmt.Sprint(statuses)] = true
				if !x.Has(statuses) {
					t.Fatalf("%s: the search has not met %v, the statuses of %v", about, statuses, c)
				}
			}) {
				continue
			}
			if _, err := certificate.CheckSorted(t.Context(), s, x.Certificate(), certificate.Options{MaxConfigurations: 2_000}); err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			systems++
			met += len(tuples)
			more += x.Size() - int64(len(tuples))
		}
	}
	t.Logf("%d systems, %d tuples of statuses, %d others that only sorted searches have met", systems, met, more)
	if systems < int(*seeds) || met < 5*systems {
		t.Error("too little to test anything")
	}
}

// TestElectionsAreMetExactly searches elections that lost messages, and late ones, do not disturb: it meets as many tuples of
// statuses as there are.
func TestElectionsAreMetExactly(t *testing.T) {
	for _, row := range []struct {
		reason, name string
		n            int
		limits       string
		faults       model.Faults
	}{
		{"two ballots each", "paxos", 2, "rounds=2", model.Faults{}},
		{"three ballots, of which any two meet", "paxos", 3, "rounds=1", model.Faults{}},
		{"a process forgets that it proposes, and comes back", "paxos", 2, "rounds=1", model.Faults{Crash: 1, Restart: 1}},
		{"terms", "raft", 3, "terms=1", model.Faults{}},
		{"terms, and a leader of an old one", "raft", 2, "terms=3", model.Faults{Loss: 1}},
	} {
		s := election(t, row.name, row.n, row.limits, row.faults)
		x, complete := sorted.Sorted(s, 0, 0)
		tuples := map[string]bool{}
		whole := reached(s, 20_000, func(_ model.Configuration, statuses []model.Status) { tuples[fmt.Sprint(statuses)] = true })
		if !complete || !whole || x.Size() != int64(len(tuples)) {
			t.Errorf("%s, %s n=%d %s %v: %d tuples of statuses, %t %t; want %d", row.reason, row.name, row.n, row.limits, row.faults, x.Size(), complete, whole, len(tuples))
		}
	}
}

// election returns a corrected election of the catalogue, with descending identities.
func election(t *testing.T, name string, n int, limits string, faults model.Faults) *model.System {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.ParseChoice("corrected", "", limits)
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(n)
	net.Faults = faults
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	s, err := e.New(v, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFindings says which properties of Paxos with three processes a sorted search confirms: those that hold, and that it is able to see.
func TestFindings(t *testing.T) {
	has := func(r model.Role) func(model.Status) bool { return func(s model.Status) bool { return s.Role == r } }
	won := has(model.Won)
	always := func(name string, h properties.Shape) properties.Property { return properties.NewAlways(name, "", h) }
	step := func(name string, h func(before, after model.Status) bool) properties.Property {
		return properties.NewAlwaysStep(name, "", properties.Shape{Step: h})
	}
	watch := func(name string, next func(state int, o properties.Observation) int) properties.Property {
		return properties.NewAlways(name, "", properties.Watch(func(model.View) int { return 0 }, next, func(state int) bool { return state < 2 }))
	}
	for _, row := range []struct {
		reason   string
		property properties.Property
		want     engine.Outcome
	}{
		{"it holds of any two", properties.Uniqueness(), engine.Absent},
		{"at the end as everywhere", properties.Agreement(), engine.Absent},
		{"who has decided learns no other choice: that event exists, and never happens", properties.Irrevocability(), engine.Absent},
		{"the winners are the same in any order", properties.UniquenessEver(), engine.Absent},
		{"somebody is a candidate", always("each", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != model.Candidate }}), engine.Open},
		{"two candidates", always("both", properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool {
			return s.Role != model.Candidate || u.Role != model.Candidate
		}}), engine.Open},
		{"at first nobody is", always("some", properties.Shape{Some: has(model.Candidate)}), engine.Open},
		{"while one has won not all others have too", always("some-other", properties.Shape{Some: func(s model.Status) bool { return !won(s) }}), engine.Absent},
		{"one wins at most", always("most", properties.Shape{Counted: won, Most: 1}), engine.Absent},
		{"one wins", always("nobody", properties.Shape{Counted: won, Most: 0}), engine.Open},
		{"two do not", always("least", properties.Shape{Counted: func(s model.Status) bool { return !won(s) }, Least: 2, Most: 3}), engine.Absent},
		{"three lose or are undecided at first only", always("least-of-all", properties.Shape{Counted: func(s model.Status) bool { return !won(s) }, Least: 3, Most: 3}), engine.Open},
		{"a candidate becomes none", step("candidate", func(b, a model.Status) bool { return b.Role != model.Candidate || a.Role == model.Candidate }), engine.Open},
		{"an event that changes nothing is one too", step("changes", func(b, a model.Status) bool { return b != a }), engine.Open},
		{"whoever has won may receive something that changes nothing", step("won", func(b, a model.Status) bool { return b != a || !won(b) }), engine.Open},
		{"a candidate wins", watch("wins", func(n int, o properties.Observation) int {
			if o.After.Role == model.Won {
				return 2
			}
			return n
		}), engine.Open},
		{"the order of candidates makes a difference", watch("order", func(n int, o properties.Observation) int {
			switch {
			case o.After.Role != model.Candidate || o.Before.Role == model.Candidate:
				return n
			case o.Process == 1:
				return 1
			}
			return 0
		}), engine.Open},
		{"events that change nothing are seen", watch("sees", func(n int, o properties.Observation) int {
			if o.Before == o.After && o.Sends == 0 {
				return 1
			}
			return n
		}), engine.Open},
		{"a predicate without a shape", properties.NewAlways("plain", "", func(model.View) bool { return true }), engine.Open},
		{"a sorted search knows no end", properties.NewEventually("goes-on", "", properties.Shape{Some: won}), engine.Open},
	} {
		s := election(t, "paxos", 3, "rounds=1", model.Faults{})
		a, err := sorted.Engine{}.Search(engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{row.property.Guarded()}},
			engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if err != nil || a.Stop.Cause != 0 || a.Findings[0].Outcome != row.want {
			t.Errorf("%s: %v, %v, %v; want %v", row.reason, a.Findings, a.Stop, err, row.want)
		}
	}
}
