package checkertest

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// judge says what is true of a property on the graph of its pairs.
func judge(g *graph, p properties.Property, f model.Fairness) Verdict {
	holds := func(x *place) bool { return p.Holds(x.view, x.monitor) }
	switch p.Form {
	case properties.Always:
		return refutedBy(g.nearest(func(x *place) bool { return !holds(x) }), checker.Holds)
	case properties.AlwaysStep:
		return refutedBy(g.nearestStep(p), checker.Holds)
	case properties.Reachable:
		if d := g.nearest(holds); d >= 0 {
			return Verdict{Result: checker.Holds, Finite: d}
		}
		return Verdict{Result: checker.Violated, Finite: -1}
	case properties.AtEnd:
		if g.nearest(terminal) < 0 {
			return Verdict{Result: checker.Vacuous, Finite: -1}
		}
		return refutedBy(g.nearest(func(x *place) bool { return terminal(x) && !holds(x) }), checker.Holds)
	}
	return judgeLiveness(g, p, f)
}

func judgeLiveness(g *graph, p properties.Property, f model.Fairness) Verdict {
	fails := func(x *place) bool { return !p.Holds(x.view, x.monitor) }
	v := Verdict{Finite: -1}
	switch p.Form {
	case properties.Eventually:
		region := g.reachable(fails)
		for i, d := range region {
			if terminal(g.places[i]) && (v.Finite < 0 || d < v.Finite) {
				v.Finite = d
			}
		}
		v.Loop = len(g.fairComponents(keys(region), f)) > 0
	case properties.Stabilises:
		v.Finite = g.nearest(func(x *place) bool { return terminal(x) && fails(x) })
		for _, component := range g.fairComponents(g.all(), f) {
			for i := range component {
				v.Loop = v.Loop || fails(g.places[i])
			}
		}
	case properties.Terminates:
		v.Loop = len(g.fairComponents(g.all(), f)) > 0
	}
	v.Result = unrefuted(g, f)
	if v.Finite >= 0 || v.Loop {
		v.Result = checker.Violated
	}
	return v
}

// unrefuted says what is true of a liveness property that nothing refutes.
func unrefuted(g *graph, f model.Fairness) checker.Result {
	bounded := func(s model.Status) bool { return s.Bounded }
	switch {
	case g.nearest(func(x *place) bool { return slices.ContainsFunc(x.view.Status, bounded) }) >= 0:
		return checker.Unknown
	case g.nearest(terminal) < 0 && len(g.fairComponents(g.all(), f)) == 0:
		return checker.Vacuous
	}
	return checker.Holds
}

func refutedBy(length int, otherwise checker.Result) Verdict {
	if length < 0 {
		return Verdict{Result: otherwise, Finite: -1}
	}
	return Verdict{Result: checker.Violated, Finite: length}
}

func terminal(x *place) bool { return x.view.Terminal }

// nearest returns the depth of the nearest place like that, -1 if there is
// none.
func (g *graph) nearest(like func(*place) bool) int {
	least := -1
	for _, x := range g.places {
		if like(x) && (least < 0 || x.depth < least) {
			least = x.depth
		}
	}
	return least
}

// nearestStep returns the length of the shortest execution whose last event
// refutes p, -1 if there is none.
func (g *graph) nearestStep(p properties.Property) int {
	least := -1
	for _, x := range g.places {
		before := x.view
		before.Terminal = false
		for _, e := range x.edges {
			after := g.places[e.to].view
			after.Terminal = false
			if !p.HoldsStep(before, after) && (least < 0 || x.depth+1 < least) {
				least = x.depth + 1
			}
		}
	}
	return least
}

// reachable returns the places that can be reached from the first through
// places like that only, with their distance.
func (g *graph) reachable(like func(*place) bool) map[int]int {
	distance := map[int]int{}
	if !like(g.places[0]) {
		return distance
	}
	distance[0] = 0
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, e := range g.places[queue[0]].edges {
			if _, seen := distance[e.to]; !seen && like(g.places[e.to]) {
				distance[e.to] = distance[queue[0]] + 1
				queue = append(queue, e.to)
			}
		}
	}
	return distance
}

func (g *graph) all() set {
	s := set{}
	for i := range g.places {
		s[i] = true
	}
	return s
}

func keys(m map[int]int) set {
	s := set{}
	for i := range m {
		s[i] = true
	}
	return s
}
