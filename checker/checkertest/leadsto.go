package checkertest

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// leadsTo judges p, a LeadsTo, on the graph of the pairs of a place and whether p is
// due there: its trigger has held, and its goal has not held since.
func leadsTo(g *graph, p properties.Property, f model.Fairness) Verdict {
	h, due := g.due(p)
	region := set{}
	for i := range due {
		if !bounded(h.places[i]) {
			region[i] = true
		}
	}
	var v Verdict
	v.loop(h.assumed(p, region, f), h.length)
	for i, x := range h.places {
		if region[i] && terminal(x) && satisfied(p, x) {
			v.end(x)
			break
		}
	}
	otherwise := unrefuted(g, p, f)
	if otherwise == checker.Holds && !g.triggers(p) {
		otherwise = checker.Vacuous
	}
	return v.decided(otherwise)
}

// triggers reports whether the trigger of p, a LeadsTo, holds somewhere.
func (g *graph) triggers(p properties.Property) bool {
	return slices.ContainsFunc(g.places, func(x *place) bool { return !failed(x) && p.Triggers(x.view, x.monitor) })
}

// due returns the graph of the pairs of a place and whether p, a LeadsTo, is due there.
// It also returns the pairs in which p is due.
func (g *graph) due(p properties.Property) (*graph, set) {
	type pair struct {
		place int
		due   bool
	}
	h, due := &graph{starts: g.starts}, set{}
	index, pairs := map[pair]int{}, []pair{}
	visit := func(start, to int, was bool, least way) int {
		of := g.places[to]
		at := pair{to, false}
		if !p.Holds(of.view, of.monitor) {
			at.due = was || p.Triggers(of.view, of.monitor)
		}
		i, ok := index[at]
		if !ok {
			i = len(pairs)
			index[at], pairs = i, append(pairs, at)
			h.places = append(h.places, &place{start, of.configuration, of.monitor, of.view, least, nil})
			if at.due {
				due[i] = true
			}
		}
		return i
	}
	for start, i := range g.begin {
		visit(start, i, false, way{})
	}
	for i := 0; i < len(pairs); i++ {
		from := h.places[i]
		for _, e := range g.places[pairs[i].place].edges {
			to := visit(from.start, e.to, pairs[i].due, from.least.then(e.step.Event))
			from.edges = append(from.edges, &edge{e.step, to, e.cause, e.class})
		}
	}
	return h, due
}
