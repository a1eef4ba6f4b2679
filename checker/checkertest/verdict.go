package checkertest

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// judge returns the verdict of a property on the graph of its pairs.
func judge(g *graph, p properties.Property, f model.Fairness) Verdict {
	v := judgeForm(g, p, f)
	if v.Result == checker.Holds && v.Finite == nil && (g.isDead() || p.HasTrigger() && !g.isTriggered(p)) {
		v.Result = checker.Vacuous
	}
	return v
}

// isDead reports whether no execution has an event, not even a wake-up before the first.
func (g *graph) isDead() bool {
	return !slices.ContainsFunc(g.places, func(x *place) bool { return len(x.edges) > 0 }) &&
		!slices.ContainsFunc(g.starts, func(s *model.System) bool { return len(s.Semantics().Startup().Steps) > 0 })
}

// isTriggered reports whether the trigger of p, which has TriggeredBy, holds somewhere.
func (g *graph) isTriggered(p properties.Property) bool {
	return slices.ContainsFunc(g.places, func(x *place) bool { return !failed(x) && p.IsTriggeredIn(x.view) })
}

// judgeForm judges by the form of a property.
func judgeForm(g *graph, p properties.Property, f model.Fairness) Verdict {
	holds := func(x *place) bool { return !failed(x) && p.Holds(x.view, x.monitor) }
	switch p.Form {
	case properties.Always:
		return refutedBy(g.least(func(x *place) bool { return !failed(x) && !holds(x) }), checker.Holds)
	case properties.AlwaysStep:
		return refutedBy(g.leastStep(p), checker.Holds)
	case properties.Reachable:
		if least := g.least(holds); least != nil {
			return Verdict{Result: checker.Holds, Finite: least}
		}
		return Verdict{Result: checker.Violated}
	case properties.AtEnd:
		if g.least(terminal) == nil {
			return Verdict{Result: checker.Vacuous}
		}
		return refutedBy(g.least(func(x *place) bool { return terminal(x) && !holds(x) }), checker.Holds)
	}
	return judgeLiveness(g, p, f)
}

func judgeLiveness(g *graph, p properties.Property, f model.Fairness) Verdict {
	fails := func(x *place) bool { return !p.Holds(x.view, x.monitor) }
	ends := func(x *place) bool { return terminal(x) && satisfied(p, x) }
	var v Verdict
	switch p.Form {
	case properties.LeadsTo:
		return leadsTo(g, p, f)
	case properties.Recurs:
		v.end(g.leastPlace(func(x *place) bool { return ends(x) && fails(x) && !bounded(x) }))
		region := set{}
		for i, x := range g.places {
			if fails(x) && !bounded(x) {
				region[i] = true
			}
		}
		v.loop(g.assumed(p, region, f), g.length)
	case properties.Eventually:
		region, length := g.reachable(fails)
		v.Finite, v.start = g.leastWithin(region, ends)
		v.loop(g.assumed(p, g.unbounded(region), f), func(i int) int { return length[i] })
	case properties.Stabilises:
		v.Finite = g.least(func(x *place) bool { return terminal(x) && p.DecidedAt(x.view, x.monitor) })
		v.loop(slices.DeleteFunc(slices.Clone(g.anywhere(p, f)), func(component set) bool {
			for i := range component {
				if fails(g.places[i]) {
					return false
				}
			}
			return true
		}), g.length)
	case properties.Terminates:
		v.loop(g.anywhere(p, f), g.length)
	}
	return v.decided(unrefuted(g, p, f))
}

// end notes the place at which the least finite execution that refutes the property ends; nil:
// there is none.
func (v *Verdict) end(x *place) {
	if x != nil {
		v.Finite, v.start = x.least.schedule(), x.start
	}
}

// loop notes the fair components in which an infinite execution refutes the property, and how
// many events the shortest way to one of them has.
func (v *Verdict) loop(components []set, length func(place int) int) {
	for _, component := range components {
		for i := range component {
			if !v.Loop || length(i) < v.Stem {
				v.Loop, v.Stem = true, length(i)
			}
		}
	}
}

// length returns the length of the least execution to a place.
func (g *graph) length(i int) int { return g.places[i].least.length }

// decided returns v with its result, given that of a property that nothing refutes.
func (v Verdict) decided(otherwise checker.Result) Verdict {
	v.Result = otherwise
	if v.Finite != nil || v.Loop {
		v.Result = checker.Violated
	}
	return v
}

// unrefuted returns the result of a liveness property that nothing refutes.
func unrefuted(g *graph, p properties.Property, f model.Fairness) checker.Result {
	switch {
	case g.least(bounded) != nil:
		return checker.Unknown
	case g.least(func(x *place) bool { return terminal(x) && satisfied(p, x) }) == nil && len(g.anywhere(p, f)) == 0:
		return checker.Vacuous
	}
	return checker.Holds
}

// doubt returns the verdicts for a system with a step that is not well-formed: the least
// execution to one refutes WellFormed, and no other property holds.
func doubt(verdicts []Verdict, list []properties.Property, least model.Schedule) []Verdict {
	asked := false
	for i, p := range list {
		switch {
		case p.Name == properties.WellFormed().Name:
			verdicts[i], asked = Verdict{Result: checker.Violated, Finite: least}, true
		case verdicts[i].Result != checker.Violated || p.Form == properties.Reachable:
			verdicts[i] = Verdict{Result: checker.Unknown}
		}
	}
	if !asked {
		verdicts = append(verdicts, Verdict{Result: checker.Violated, Finite: least})
	}
	return verdicts
}

// unlessCut returns the verdict of a property, of a search that a constraint has cut at so many places: unknown unless an
// execution decides it.
func unlessCut(v Verdict, cut int64) Verdict {
	if cut > 0 && v.Finite == nil && !v.Loop {
		return Verdict{Result: checker.Unknown}
	}
	return v
}

func refutedBy(least model.Schedule, otherwise checker.Result) Verdict {
	if least == nil {
		return Verdict{Result: otherwise}
	}
	return Verdict{Result: checker.Violated, Finite: least}
}

func terminal(x *place) bool { return x.view.Terminal }

// failed reports whether a step on the way here was not well-formed.
func failed(x *place) bool { return x.configuration.Failed() }

func bounded(x *place) bool { return x.view.Bounded() }

// unbounded returns the places of s that are not bounded.
func (g *graph) unbounded(s set) set {
	rest := set{}
	for i := range s {
		if !bounded(g.places[i]) {
			rest[i] = true
		}
	}
	return rest
}

// least returns the least execution to a place that satisfies like, nil if there is none.
func (g *graph) least(like func(*place) bool) model.Schedule {
	if x := g.leastPlace(like); x != nil {
		return x.least.schedule()
	}
	return nil
}

// leastPlace returns the place to which that execution leads, nil if there is none.
func (g *graph) leastPlace(like func(*place) bool) *place {
	if i := slices.IndexFunc(g.places, like); i >= 0 {
		return g.places[i]
	}
	return nil
}

// leastStep returns the least execution whose last event refutes p, nil if there is none.
// It is empty if a wake-up before the first event refutes p.
func (g *graph) leastStep(p properties.Property) model.Schedule {
	for _, s := range g.starts {
		startup := s.Semantics().Startup()
		for i, step := range startup.Steps {
			if !step.Next.Failed() && !p.HoldsStep(s.View(startup.At(i)), s.View(step.Next)) {
				return model.Schedule{}
			}
		}
	}
	for _, x := range g.places {
		before := x.view
		before.Terminal = false
		for _, e := range x.edges {
			after := g.places[e.to].view
			after.Terminal = false
			if !failed(g.places[e.to]) && !p.HoldsStep(before, after) {
				last := x.least.then(e.step.Event)
				return last.schedule()
			}
		}
	}
	return nil
}

// reachable returns the places that are reachable from the starts through places that
// satisfy like, and after how many events.
func (g *graph) reachable(like func(*place) bool) (region set, length map[int]int) {
	region, length = set{}, map[int]int{}
	var queue []int
	for _, i := range g.begin {
		if like(g.places[i]) && !region[i] {
			region[i] = true
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, e := range g.places[queue[0]].edges {
			if !region[e.to] && like(g.places[e.to]) {
				region[e.to], length[e.to] = true, length[queue[0]]+1
				queue = append(queue, e.to)
			}
		}
	}
	return region, length
}

// leastWithin returns the least execution within the region that ends in a place that
// satisfies ends and is not bounded, nil if there is none, and its start.
func (g *graph) leastWithin(region set, ends func(*place) bool) (model.Schedule, int) {
	type path struct {
		start, to int
		least     way
	}
	seen := set{}
	var queue []path
	for start, i := range g.begin {
		if region[i] && !seen[i] {
			seen[i] = true
			queue = append(queue, path{start, i, way{}})
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if ends(g.places[at.to]) && !bounded(g.places[at.to]) {
			return at.least.schedule(), at.start
		}
		for _, e := range g.places[at.to].edges {
			if region[e.to] && !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, path{at.start, e.to, at.least.then(e.step.Event)})
			}
		}
	}
	return nil, 0
}

// everywhere returns the fair components of all places that are not bounded. All calls
// have the same fairness.
func (g *graph) everywhere(f model.Fairness) []set {
	if !g.asked {
		all := set{}
		for i := range g.places {
			all[i] = true
		}
		g.fair, g.asked = g.fairComponents(g.unbounded(all), f), true
	}
	return g.fair
}
