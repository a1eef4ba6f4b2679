package explicit

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// few is the least number of times that a case must be met.
const few = 5

var fairnesses = []model.Fairness{model.Unfair, model.Weak, model.Strong}

// coloured returns a predicate of the colours of a table.
func coloured(colours ...int) func(model.View) bool {
	return func(v model.View) bool { return slices.Contains(colours, v.Status[0].Term) }
}

// TestLevelsOfTables searches random graphs with one worker and two, to the end and to some depth, and compares levels and counts with those of the
// shortest paths.
func TestLevelsOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for trial := range 60 {
		x := randomTable(t, r, 2+r.IntN(300))
		depths := x.depths(nil)
		most := slices.Max(depths)
		for _, bound := range []int{0, max(1, most/2)} {
			p := x.question(t, model.Unfair, 1+trial%2)
			p.budget.Bounds.Depth = bound
			p.search = p.newSearch()
			p.search.keep, p.search.visit = true, func(*worker, compose.State, []compose.State, bool) {}
			p.budget.Thresholds.Turned = int64(r.IntN(2) * 20)
			if err := p.search.run(); err != nil {
				t.Fatal(err)
			}
			deepest, want := most, engine.Counts{}
			if bound > 0 {
				deepest = min(most, bound)
			}
			levels := make([][]compose.State, deepest+1)
			for i, depth := range depths {
				if depth >= 0 && depth <= deepest {
					want.Configurations++
					want.Events += int64(len(x.edges[i]))
					levels[depth] = append(levels[depth], x.names[i])
				}
			}
			want.Depth = deepest
			got := make([][]compose.State, len(p.search.levels))
			for depth, l := range p.search.levels {
				got[depth] = slices.Collect(l.all())
				slices.Sort(got[depth])
			}
			for _, l := range levels {
				slices.Sort(l)
			}
			if diff := cmp.Diff(want, p.search.counts()); diff != "" {
				t.Fatalf("trial %d, at most %d levels (-want +got):\n%s", trial, bound, diff)
			}
			if diff := cmp.Diff(levels, got); diff != "" {
				t.Fatalf("trial %d, at most %d levels (-want +got):\n%s", trial, bound, diff)
			}
			if cut := p.search.stopped.Cause == reason.MaxDepth; cut != (bound > 0 && bound < most) {
				t.Fatalf("trial %d: a search of %d levels stops at depth %d: %t", trial, most, bound, cut)
			}
		}
	}
}

// expected is a finding by the definition.
type expected struct {
	engine.Outcome
	stem  model.Schedule    // the least; nil: any
	loops bool              // it goes round for ever
	in    func(at int) bool // where the loop stays
	on    func(at int) bool // where it comes once at least
	past  func(at int) bool // where stem and loop may be; nil: everywhere
}

// by returns the finding about a property that a path from the start refutes, to where ends holds, or a loop of one of some sets.
func (x *table) by(past func(int) bool, ends func(int) bool, components []uint, in, on func(int) bool) expected {
	leaves := func(i int) bool { return past != nil && !past(i) }
	if stem := x.shortest(leaves, func(_, at int) bool { return ends(at) && !leaves(at) }); stem != nil {
		return expected{Outcome: engine.Found, stem: stem}
	}
	var all uint
	for _, set := range components {
		list := members(set)
		if !slices.ContainsFunc(list, func(i int) bool { return !in(i) }) && slices.ContainsFunc(list, on) {
			all |= set
		}
	}
	if stem := x.shortest(leaves, func(_, at int) bool { return all>>at&1 == 1 && !leaves(at) }); stem != nil {
		return expected{engine.Found, stem, true, in, on, past}
	}
	return expected{Outcome: engine.Absent}
}

// forms are properties of each form, with the definition of each.
func (x *table) forms(f model.Fairness) (list []properties.Property, want []expected) {
	met, components := x.depths(nil), x.endComponents(f, func(int) bool { return true })
	all := func(int) bool { return true }
	is := func(colours ...int) func(int) bool {
		return func(i int) bool { return slices.Contains(colours, x.colours[i]) }
	}
	not := func(of func(int) bool) func(int) bool {
		return func(i int) bool { return !of(i) && x.colours[i] != failed }
	}
	ends := x.some(met, x.isTerminal)
	vacuousUnless := func(possible bool, e expected) expected {
		if e.Outcome == engine.Absent && !possible {
			e.Outcome = engine.Vacuous
		}
		return e
	}
	terminal := func(and func(int) bool) func(int) bool {
		return func(i int) bool { return x.isTerminal(i) && and(i) }
	}
	step := expected{Outcome: engine.Absent}
	if stem := x.shortest(nil, func(before, at int) bool { return is(1)(before) && is(0)(at) && before != at }); stem != nil {
		step = expected{Outcome: engine.Found, stem: stem}
	}
	return []properties.Property{
			properties.NewAlways("always", "", coloured(0, 1, 2, failed)),
			properties.NewReachable("reachable", "", coloured(2)),
			properties.NewAtEnd("at the end", "", coloured(0, 1)),
			properties.NewAlwaysStep("step", "", func(before, after model.View) bool { return !coloured(1)(before) || !coloured(0)(after) }),
			properties.NewEventually("eventually", "", coloured(1)),
			properties.NewStabilises("stabilises", "", coloured(1, 2)),
			properties.NewRecurs("recurs", "", coloured(3)),
			properties.NewAlways("never", "", coloured(0, 1, 2, 3, failed)), // so that the search goes on to the end
		}, []expected{
			x.by(nil, not(is(0, 1, 2)), nil, all, all),
			x.by(nil, is(2), nil, all, all),
			vacuousUnless(ends, x.by(nil, terminal(not(is(0, 1))), nil, all, all)),
			step,
			vacuousUnless(ends || x.anyMet(met, components), x.by(not(is(1)), terminal(all), components, not(is(1)), all)),
			vacuousUnless(ends || x.anyMet(met, components), x.by(nil, terminal(not(is(1, 2))), components, all, not(is(1, 2)))),
			vacuousUnless(ends || x.anyMet(met, components), x.by(nil, terminal(not(is(3))), components, not(is(3)), all)),
			{Outcome: engine.Absent},
		}
}

// some reports whether a predicate holds in a configuration that is met.
func (x *table) some(depths []int, holds func(i int) bool) bool {
	for i, depth := range depths {
		if depth >= 0 && holds(i) {
			return true
		}
	}
	return false
}

// anyMet reports whether there is a component that is met.
func (x *table) anyMet(depths []int, components []uint) bool {
	return slices.ContainsFunc(components, func(set uint) bool { return depths[members(set)[0]] >= 0 })
}

// TestFindingsOfTables asks about properties of each form in random graphs, and compares outcomes, least paths and loops with
// the definitions.
func TestFindingsOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	met := map[string]int{}
	for trial := range 300 {
		x := randomTable(t, r, 1+r.IntN(7))
		f := fairnesses[trial%3]
		list, want := x.forms(f)
		p := x.question(t, f, 1+r.IntN(2), list...)
		if err := p.findOut(); err != nil {
			t.Fatal(err)
		}
		for i, e := range want {
			got := p.answer.Findings[i]
			about := fmt.Sprintf("trial %d, %v fairness, %s", trial, f, list[i].Name)
			if got.Outcome != e.Outcome {
				t.Fatalf("%s: outcome %d, want %d", about, got.Outcome, e.Outcome)
			}
			met[fmt.Sprintf("%s %d %t", list[i].Name, e.Outcome, e.loops)]++
			if e.Outcome != engine.Found {
				continue
			}
			if diff := cmp.Diff(e.stem, got.Lasso.Stem, cmpopts.EquateEmpty()); diff != "" || e.loops != (len(got.Lasso.Loop) > 0) {
				t.Fatalf("%s: loop %v, wanted: %t (-want +got stem):\n%s", about, got.Lasso.Loop, e.loops, diff)
			}
			if e.loops {
				x.checkLoop(t, about, f, got.Lasso, e)
			}
		}
		failure := x.shortest(nil, func(_, at int) bool { return x.colours[at] == failed })
		if diff := cmp.Diff(failure, p.answer.Failure.Lasso.Stem, cmpopts.EquateEmpty()); diff != "" || (failure != nil) != (p.answer.Failure.Outcome == engine.Found) {
			t.Fatalf("trial %d: the step that is not well-formed (-want +got):\n%s", trial, diff)
		}
	}
	for _, name := range []string{"always", "reachable", "at the end", "step", "eventually", "stabilises", "recurs"} {
		if met[name+" 1 false"] < few || met[name+" 2 false"] < few {
			t.Errorf("%s: refuted %d times, %d times not: too few to test anything", name, met[name+" 1 false"], met[name+" 2 false"])
		}
	}
	for _, name := range []string{"eventually 1 true", "stabilises 1 true", "recurs 1 true", "at the end 3 false", "eventually 3 false"} {
		if met[name] < few {
			t.Errorf("%s: %d: too few to test anything", name, met[name])
		}
	}
}

// checkLoop checks a loop by the definition: it comes back, stays where it should, and is fair.
func (x *table) checkLoop(t *testing.T, about string, f model.Fairness, l model.Lasso, e expected) {
	t.Helper()
	stem, ok := x.run(0, l.Stem)
	if !ok || e.past != nil && slices.ContainsFunc(stem, func(i int) bool { return !e.past(i) }) {
		t.Fatalf("%s: the stem leads through %v", about, stem)
	}
	first := stem[len(stem)-1]
	loop, ok := x.run(first, l.Loop)
	if !ok || loop[len(loop)-1] != first || slices.ContainsFunc(loop, func(i int) bool { return !e.in(i) }) || !slices.ContainsFunc(loop, e.on) {
		t.Fatalf("%s: from %d the loop leads through %v", about, first, loop)
	}
	taken, enabled := map[int]bool{}, map[int]int{}
	for i, at := range loop[:len(loop)-1] {
		edge, _ := x.event(at, l.Loop[i])
		taken[x.labels[edge.Label].Class] = true
		here := map[int]bool{}
		for _, edge := range x.edges[at] {
			here[x.labels[edge.Label].Class] = true
		}
		for class := range here {
			enabled[class]++
		}
	}
	for class, count := range enabled {
		if class >= 0 && !taken[class] && (f == model.Strong || f == model.Weak && count == len(loop)-1) {
			t.Fatalf("%s: the loop %v starves process %d", about, loop, class)
		}
	}
}

// TestLeadsToOfTables asks about one LeadsTo, and about two, and compares outcomes with those of the graph whose configurations know
// whether the property was pending before.
func TestLeadsToOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	met := map[string]int{}
	for trial := range 300 {
		x := randomTable(t, r, 1+r.IntN(6))
		f := fairnesses[trial%3]
		list := []properties.Property{
			properties.NewLeadsTo("2 to 1", "", coloured(2), coloured(1)),
			properties.NewLeadsTo("0 to 3", "", coloured(0), coloured(3)),
		}[:1+r.IntN(2)]
		p := x.question(t, f, 1+r.IntN(2), list...)
		if err := p.findOut(); err != nil {
			t.Fatal(err)
		}
		for i, of := range [][2]int{{2, 1}, {0, 3}}[:len(list)] {
			want, got := x.leadsTo(f, of[0], of[1]), p.answer.Findings[i]
			met[fmt.Sprint(want, len(list))]++
			if got.Outcome != want {
				t.Fatalf("trial %d, %v fairness, %s of %d: outcome %d, want %d", trial, f, list[i].Name, len(list), got.Outcome, want)
			}
			if got.Outcome != engine.Found {
				continue
			}
			stem, ok := x.run(0, got.Lasso.Stem)
			at := stem[len(stem)-1]
			if loops := len(got.Lasso.Loop) > 0; !ok || !loops && !x.isTerminal(at) {
				t.Fatalf("trial %d, %s: the stem %v ends in no terminal configuration", trial, list[i].Name, stem)
			} else if loops {
				e := expected{in: func(j int) bool { return x.colours[j] != of[1] }, on: func(int) bool { return true }}
				x.checkLoop(t, list[i].Name, f, got.Lasso, e)
			}
			last := -1 // where the trigger held last
			for k, j := range stem {
				if x.colours[j] == of[1] {
					last = -1
				} else if x.colours[j] == of[0] {
					last = k
				}
			}
			if last < 0 {
				t.Fatalf("trial %d, %s: not pending at the end of the stem %v", trial, list[i].Name, stem)
			}
		}
	}
	for _, key := range []string{"1 1", "1 2", "2 1", "2 2", "3 1", "3 2"} {
		if met[key] < few {
			t.Errorf("%q: %d: too few to test anything", key, met[key])
		}
	}
}

// leadsTo returns the outcome of a LeadsTo by the definition.
func (x *table) leadsTo(f model.Fairness, trigger, goal int) engine.Outcome {
	type place struct {
		at      int
		pending bool
	}
	at := func(i int, before bool) place {
		return place{i, x.colours[i] != goal && x.colours[i] != failed && (before || x.colours[i] == trigger)}
	}
	met, queue := map[place]bool{at(0, false): true}, []place{at(0, false)}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, e := range x.edges[queue[0].at] {
			if next := at(x.numbers[e.Next], queue[0].pending); !met[next] {
				met[next] = true
				queue = append(queue, next)
			}
		}
	}
	components := x.endComponents(f, func(int) bool { return true })
	triggered, terminals := false, false
	for s := range met {
		triggered = triggered || x.colours[s.at] == trigger
		terminals = terminals || x.isTerminal(s.at)
		if s.pending && (x.isTerminal(s.at) || slices.ContainsFunc(components, func(set uint) bool {
			return set>>s.at&1 == 1 && !slices.ContainsFunc(members(set), func(i int) bool { return x.colours[i] == goal })
		})) {
			return engine.Found
		}
	}
	if !triggered || !terminals && len(components) == 0 {
		return engine.Vacuous
	}
	return engine.Absent
}

// TestMeasureOfTables measures random graphs, and compares the extremes with those of all executions.
func TestMeasureOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	met := map[string]int{}
	for trial := range 300 {
		x := randomTable(t, r, 1+r.IntN(7))
		f, of := fairnesses[trial%3], []engine.Quantity{engine.Messages, engine.Length}[r.IntN(2)]
		if slices.Contains(x.colours, failed) {
			continue
		}
		p := x.question(t, f, 1)
		got, err := p.measureAll(of)
		if err != nil {
			t.Fatal(err)
		}
		depths := x.depths(nil)
		onCycle := func(i int) bool { return x.leads(i, i) }
		if x.some(depths, func(i int) bool {
			return slices.ContainsFunc(x.edges[i], func(e compose.Edge) bool {
				return amount(of, x.labels[e.Label]) > 0 && (x.numbers[e.Next] == i || x.leads(x.numbers[e.Next], i))
			})
		}) {
			met["no greatest"]++
			if diff := cmp.Diff(engine.Extremes{}, got); diff != "" {
				t.Fatalf("trial %d: a cycle adds to the quantity (-want +got):\n%s", trial, diff)
			}
			continue
		}
		fair := x.endComponents(f, func(int) bool { return true })
		stays := func(i int) bool { return slices.ContainsFunc(fair, func(set uint) bool { return set>>i&1 == 1 }) }
		least, greatest := x.amounts(of, stays)[0], x.amounts(of, onCycle)[0]
		lo, hi := slices.Min(slices.Collect(maps.Keys(least))), slices.Max(slices.Collect(maps.Keys(greatest)))
		if !got.Finite || got.Least != lo || got.Greatest != hi {
			t.Fatalf("trial %d: %+v, want %d to %d", trial, got, lo, hi)
		}
		met[fmt.Sprint("endless ", got.Endless)]++
		for schedule, want := range map[*model.Schedule]int64{&got.LeastBy: lo, &got.GreatestBy: hi} {
			path, ok := x.run(0, *schedule)
			sum, last := int64(0), path[len(path)-1]
			for i, at := range path[:len(path)-1] {
				e, _ := x.event(at, (*schedule)[i])
				sum += amount(of, x.labels[e.Label])
			}
			if !ok || sum != want || !x.isTerminal(last) && !onCycle(last) {
				t.Fatalf("trial %d: %v has the amount %d, want %d", trial, *schedule, sum, want)
			}
		}
	}
	for _, key := range []string{"no greatest", "endless true", "endless false"} {
		if met[key] < few {
			t.Errorf("%s: %d: too few to test anything", key, met[key])
		}
	}
}
