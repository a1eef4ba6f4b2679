package explicit_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// listed is a configuration of a list that the definition makes.
type listed struct {
	model.Configuration
	depth    int   // in events
	next     []int // by event: the place of the configuration after it in the list
	events   []model.Event
	terminal bool
}

// list returns all configurations of s in the order in which a search by levels meets them. It reports false if there
// are more than most.
func list(s *model.System, most int) (all []listed, ok bool) {
	places := map[string]int{}
	place := func(c model.Configuration, depth int) int {
		i, known := places[c.Key()]
		if !known {
			i = len(all)
			places[c.Key()] = i
			all = append(all, listed{Configuration: c, depth: depth, terminal: s.Terminal(c)})
		}
		return i
	}
	place(s.Initial(), 0)
	for i := 0; i < len(all); i++ {
		if len(all) > most {
			return nil, false
		}
		for _, x := range s.Successors(all[i].Configuration) {
			j := place(x.Next, all[i].depth+1)
			all[i].next, all[i].events = append(all[i].next, j), append(all[i].events, x.Event)
		}
	}
	return all, true
}

// within returns the counts of a search that expands configurations of at most that depth.
func within(all []listed, depth int) (c engine.Counts) {
	for _, x := range all {
		if x.depth <= depth {
			c.Configurations++
			c.Events += int64(len(x.next))
			c.Depth = max(c.Depth, x.depth)
		}
	}
	return c
}

// TestCountsByDefinition compares the counts of searches of random systems with those of the list: of the whole search,
// with one worker and two, and of searches that stop at each depth.
func TestCountsByDefinition(t *testing.T) {
	compared, stopped := 0, 0
	for seed := range uint64(60) {
		s, about := checkertest.Random(seed)
		all, ok := list(s, 120)
		if !ok {
			continue
		}
		compared++
		deepest := all[len(all)-1].depth
		for _, depth := range slices.Compact(slices.Sorted(slices.Values([]int{0, 1, 2, deepest / 2, max(0, deepest-1), deepest, deepest + 1}))) {
			q := engine.Question{System: s, Tables: compiled.New(s), Workers: 1 + depth%2}
			a, err := explicit.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{Depth: depth}, nil))
			if err != nil {
				t.Fatal(about, err)
			}
			want := within(all, depth)
			if depth == 0 { // no bound
				want = within(all, deepest)
			}
			if diff := cmp.Diff(want, a.Searches[0]); diff != "" {
				t.Errorf("%s: depth at most %d (-definition +search):\n%s", about, depth, diff)
			}
			cut := depth > 0 && depth < deepest
			if cut {
				stopped++
			}
			if got := a.Stop.Cause == reason.MaxDepth; got != cut || !cut && a.Stop != (reason.Reason{}) {
				t.Errorf("%s: depth at most %d of %d: stopped because of %v", about, depth, deepest, a.Stop)
			}
		}
	}
	if compared < 20 || stopped < 40 {
		t.Errorf("%d systems, %d searches that stop before the end: too few to test anything", compared, stopped)
	}
}

// TestBoundOnConfigurations says that a search that may have fewer configurations than there are stops at the end of
// the level in which it meets more, and that one that may have all of them does not.
func TestBoundOnConfigurations(t *testing.T) {
	stopped := 0
	for seed := range uint64(40) {
		s, about := checkertest.Random(seed)
		all, ok := list(s, 120)
		if !ok {
			continue
		}
		met := func(depth int) int { // by a search that has expanded the level of that depth
			return len(all) - len(slices.DeleteFunc(slices.Clone(all), func(x listed) bool { return x.depth <= depth+1 }))
		}
		for _, most := range []int{1, len(all) / 3, len(all) - 1, len(all)} {
			if most < 1 {
				continue
			}
			last := 0
			for last < all[len(all)-1].depth && met(last) <= most {
				last++
			}
			q := engine.Question{System: s, Tables: compiled.New(s), Workers: 1}
			a, err := explicit.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{Configurations: int64(most)}, nil))
			if err != nil {
				t.Fatal(about, err)
			}
			if diff := cmp.Diff(within(all, last), a.Searches[0]); diff != "" {
				t.Errorf("%s: at most %d of %d configurations (-definition +search):\n%s", about, most, len(all), diff)
			}
			if cut := a.Stop.Cause == reason.MaxConfigurations; cut != (most < len(all) && last < all[len(all)-1].depth) {
				t.Errorf("%s: at most %d of %d configurations: stopped because of %v", about, most, len(all), a.Stop)
			} else if cut {
				stopped++
			}
		}
	}
	if stopped < 20 {
		t.Errorf("%d searches stopped: too few to test anything", stopped)
	}
}

// lost is the predicate that process 0 has lost, won0 that it has won.
func lost(v model.View) bool { return v.Status[0].Role == model.Lost }
func won0(v model.View) bool { return v.Status[0].Role == model.Won }

// TestExecutionsAreLeast says of random systems that an execution to a goal is one of the shortest, that it is an execution by the
// definition, and that it ends in the goal. If the search finds none, the list has none.
func TestExecutionsAreLeast(t *testing.T) {
	found, absent := 0, 0
	goals := []struct {
		p  properties.Property
		at func(x listed, v model.View) bool
	}{
		{properties.NewAlways("lost", "", func(v model.View) bool { return !lost(v) }), func(_ listed, v model.View) bool { return lost(v) }},
		{properties.NewReachable("won", "", won0), func(_ listed, v model.View) bool { return won0(v) }},
		{properties.NewAtEnd("ends", "", func(v model.View) bool { return !lost(v) }), func(x listed, v model.View) bool { return x.terminal && lost(v) }},
	}
	for seed := range uint64(90) {
		s, about := checkertest.Random(seed)
		all, ok := list(s, 120)
		if !ok || slices.ContainsFunc(all, func(x listed) bool { return x.Failed() }) {
			continue
		}
		for _, g := range goals {
			least := -1
			for _, x := range all {
				if v := s.View(x.Configuration); !v.Bounded() && g.at(x, v) {
					least = x.depth
					break
				}
			}
			f := findings(t, s, model.Weak, g.p)[0]
			switch {
			case slices.ContainsFunc(all, func(x listed) bool { return s.View(x.Configuration).Bounded() }):
			case least < 0 && f.Outcome != engine.Absent && f.Outcome != engine.Vacuous:
				t.Errorf("%s: %s: %v, but no configuration is the goal", about, g.p.Name, f)
			case least < 0:
				absent++
			case f.Outcome != engine.Found || len(f.Lasso.Stem) != least || len(f.Lasso.Loop) > 0:
				t.Errorf("%s: %s: outcome %d by %v, want %d events", about, g.p.Name, f.Outcome, f.Lasso, least)
			default:
				found++
				at := 0
				for _, e := range f.Lasso.Stem {
					i := slices.IndexFunc(all[at].events, func(x model.Event) bool { return fmt.Sprint(x) == fmt.Sprint(e) })
					if i < 0 {
						t.Fatalf("%s: %s: %v is no event of %v", about, g.p.Name, e, all[at].Configuration)
					}
					at = all[at].next[i]
				}
				if !g.at(all[at], s.View(all[at].Configuration)) {
					t.Errorf("%s: %s: the execution ends in %v", about, g.p.Name, all[at].Configuration)
				}
			}
		}
	}
	if found < 30 || absent < 30 {
		t.Errorf("%d goals found, %d absent: too few to test anything", found, absent)
	}
}

// layered is a question with the layers of a search.
type layered struct {
	name string
	ask  func(s *model.System, list []properties.Property) engine.Question
}

// TestLayersDecideAlike asks random systems with each layer by itself: the properties are decided as without, except that
// normal forms may leave a liveness property open, if there is a loop. No layer adds a configuration.
func TestLayersDecideAlike(t *testing.T) {
	list := []properties.Property{properties.Uniqueness(), properties.LeaderReachable(), properties.Quiescence(), properties.Elected()}
	layers := []layered{
		{"normal forms", func(s *model.System, list []properties.Property) engine.Question { return question(s, list, true) }},
		{"orbits", func(s *model.System, list []properties.Property) engine.Question {
			q := question(s, list, false)
			q.Reduction.Symmetry = symmetry.New(s)
			return q
		}},
	}
	fewer, outcomes := map[string]int{}, map[engine.Outcome]int{}
	for seed := range uint64(60) {
		s, about := checkertest.AnonymousCommuting(seed)
		want := searched(t, question(s, list, false), 2_000, 0)
		if want.Stop != (reason.Reason{}) {
			continue
		}
		for _, l := range layers {
			got := searched(t, l.ask(s, list), 2_000, 0)
			switch a, b := got.Searches[0].Configurations, want.Searches[0].Configurations; {
			case a > b:
				t.Errorf("%s, %s: %d configurations, %d without the layer", about, l.name, a, b)
			case a < b:
				fewer[l.name]++
			}
			for i, p := range list {
				outcomes[got.Findings[i].Outcome]++
				if a, b := got.Findings[i].Outcome, want.Findings[i].Outcome; a != b && !(a == engine.Open && p.Form.IsLiveness() && l.name == "normal forms") {
					t.Errorf("%s, %s, %s: outcome %d, %d without the layer", about, l.name, p.Name, a, b)
				}
			}
		}
	}
	for _, l := range layers {
		if fewer[l.name] < 8 {
			t.Errorf("%s: fewer configurations in %d systems: too few to test anything", l.name, fewer[l.name])
		}
	}
	if outcomes[engine.Found] < 20 || outcomes[engine.Absent] < 20 {
		t.Errorf("outcomes %v: too few of some kind to test anything", outcomes)
	}
}
