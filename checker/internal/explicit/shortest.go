package explicit

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// goal specifies where a shortest path may end.
type goal struct {
	// state reports whether a path may end in s.
	state func(s compose.State, obligatory bool) bool
	// event, if not nil, replaces state: it reports whether the last event of a
	// path may lead from s to next.
	event func(s, next compose.State) bool
	// edge, if not nil, restricts the last event too: the path goes on by it from where state holds.
	edge func(s compose.State, e compose.Edge) bool
	// stop reports whether every path stops at s, like search.goal.
	stop func(s compose.State, obligatory bool) bool
	mask mask // the bit that the search sets where it meets the goal, for paths of searches on disk
}

// shortest returns the least path that refutes (witnesses) property i. The search
// must have met a configuration or an event that refutes (witnesses) it.
func (p *pass) shortest(i int) (walk, error) {
	bit := mask(1) << i
	g := goal{mask: bit, stop: p.search.goal, state: func(s compose.State, obligatory bool) bool {
		f := p.machine.Facts(s)
		return p.judge.lookUp(viewKey(f, terminal(f, obligatory)), f, terminal(f, obligatory))&bit != 0
	}}
	switch property := p.judge.properties[i]; {
	case property.SeesConfiguration():
		g.state = func(s compose.State, obligatory bool) bool {
			f := p.machine.Facts(s)
			return !f.Failed && property.DecidedIn(p.machine.Shown(s), terminal(f, obligatory))
		}
	case property.SeesStep():
		g.edge = func(s compose.State, e compose.Edge) bool {
			return !p.machine.Facts(e.Next).Failed && property.RefutedBy(p.machine.ShownStep(s, e))
		}
		g.state = func(s compose.State, _ bool) bool {
			return slices.ContainsFunc(p.machine.Edges(s, nil), func(e compose.Edge) bool { return g.edge(s, e) })
		}
	case property.Form == properties.LeadsTo:
		g.state = func(s compose.State, obligatory bool) bool {
			f := p.machine.Facts(s)
			return terminal(f, obligatory) && !p.judge.isBounded(f) && p.machine.pending(s, obligatory) != 0 &&
				p.judge.satisfied(p.judge.lookUp(viewKey(f, true), f, true))&bit != 0
		}
	case property.Form == properties.AlwaysStep:
		g.event = func(s, next compose.State) bool {
			return p.judge.step(p.machine.Facts(s), p.machine.Facts(next))&bit != 0
		}
	}
	w, err := p.pathTo(g)
	if m := p.question.Properties[i].Monitor(); m != nil && m.CountsMessages() { // those that the deliveries send count
		w.schedule, w.between = w.whole(), nil
	}
	return w, err
}

// pathTo returns the least of the shortest paths to the goal. It searches again and
// keeps the levels up to the first one that meets the goal. A backward pass finds the
// configurations of each level that lead to the goal. A forward pass follows the least
// events through them.
func (p *pass) pathTo(g goal) (walk, error) {
	defer p.budget.Enter("counterexample", p.search.seen.Bytes())()
	if levels := p.search.keptLevels(); levels != nil {
		return p.pathIn(levels, g)
	}
	s := p.newSearch()
	s.free, s.keep, s.wants, s.goal = true, true, g.event != nil, g.stop
	var hit atomic.Bool
	s.visit = func(_ *worker, c compose.State, next []compose.State, obligatory bool) {
		if !hit.Load() && g.met(c, next, obligatory) {
			hit.Store(true)
		}
	}
	s.stop = hit.Load
	if err := s.run(); err != nil {
		return walk{}, err
	}
	p.budget.Poll()
	wanted, err := p.wanted(g, len(s.levels)-1, func(d int) level { return s.levels[d] })
	if err != nil {
		return walk{}, err
	}
	return p.forward(g, wanted), nil
}

// wanted returns the configurations of each level that lie on a path to the goal, which the last of them
// is the first to meet.
func (p *pass) wanted(g goal, last int, of func(depth int) level) (wanted []*visited.Set, err error) {
	wanted = make([]*visited.Set, last+1)
	if wanted[last], err = p.inAllParts(func() *visited.Set { return p.filter(of(last), g.met) }); err != nil {
		return nil, err
	}
	for d := last - 1; d >= 0; d-- {
		ahead := wanted[d+1]
		wanted[d], err = p.inAllParts(func() *visited.Set {
			return p.filter(of(d), func(c compose.State, next []compose.State, obligatory bool) bool {
				return (g.stop == nil || !g.stop(c, obligatory)) &&
					slices.ContainsFunc(next, func(n compose.State) bool { return ahead.Has(uint64(p.machine.Representative(0, n))) })
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return wanted, nil
}

// met reports whether c, or an event from it, meets the goal.
func (g goal) met(c compose.State, next []compose.State, obligatory bool) bool {
	if g.event == nil {
		return g.state(c, obligatory)
	}
	return slices.ContainsFunc(next, func(n compose.State) bool { return g.event(c, n) })
}

// filter returns the configurations of a level that satisfy keep.
func (p *pass) filter(l level, keep func(compose.State, []compose.State, bool) bool) *visited.Set {
	set := visited.New()
	var next []compose.State
	var space []visited.Block
	for i := range l.parts() {
		for _, b := range l.part(i, &space) {
			p.budget.Poll()
			for key := range b.Keys(l.turned) {
				var obligatory bool
				next, obligatory = p.machine.Successors(0, compose.State(key), next[:0])
				if keep(compose.State(key), next, obligatory) {
					set.Add(key)
				}
			}
		}
	}
	return set
}

// forward follows the least events through the wanted configurations of each level, from the
// first start that is wanted. They
// are representatives, but it keeps the names of the system: it takes an event into a
// configuration whose representative is wanted. If confluent deliveries are taken at
// once, that need not be possible, as which closed process is taken alone depends on
// names. Then it goes from representative to representative, and notes the names.
func (p *pass) forward(g goal, wanted []*visited.Set) walk {
	w := walk{pass: p, start: slices.IndexFunc(p.machine.Initials(), func(s compose.State) bool {
		return wanted[0].Has(uint64(p.machine.Representative(0, s)))
	})}
	w.at = p.machine.Initials()[w.start]
	w.passes = p.question.Reduction.Confluent != nil && p.question.Reduction.Symmetry != nil
	if w.passes && p.machine.Folds() {
		w.names = make([]int, p.question.System.Network().N)
		for q := range w.names {
			w.names[q] = q
		}
		w.rename()
	}
	for _, ahead := range wanted[1:] {
		p.budget.Poll()
		w.take(func(n compose.State) bool { return ahead.Has(uint64(p.machine.Representative(0, n))) })
	}
	if g.event != nil {
		at := w.at
		w.take(func(n compose.State) bool { return g.event(at, n) })
	}
	if g.edge != nil {
		at := w.at
		w.takeEdge(func(e compose.Edge) bool { return g.edge(at, e) })
	}
	return w
}

// walk is a path in the system.
type walk struct {
	pass     *pass
	start    int // a number in Semantics.Starts
	schedule model.Schedule
	at       compose.State
	names    []int          // the name in the system of each process of at; nil: its own
	passes   bool           // the schedule has the confluent deliveries
	between  model.Schedule // if so: those between the last event and at
}

// take takes the least event into a configuration that satisfies ok.
func (w *walk) take(ok func(compose.State) bool) {
	w.takeEdge(func(e compose.Edge) bool { return ok(e.Next) })
}

// takeEdge takes the least event that satisfies ok.
func (w *walk) takeEdge(ok func(compose.Edge) bool) {
	m, s := w.pass.machine, w.at
	e := w.pass.leastEdge(m.Edges(s, nil), ok)
	w.schedule, w.between, w.at = append(w.whole(), w.named(m.Label(e.Label).Event)), nil, e.Next
	if w.passes {
		for _, d := range m.Between(s&^m.marked, e.Label) {
			w.between = append(w.between, w.named(d))
		}
	}
	if w.names != nil {
		w.rename()
	}
}

// whole returns the schedule as far as at.
func (w *walk) whole() model.Schedule { return slices.Concat(w.schedule, w.between) }

// named returns an event of w.at, or of a loop that begins there, with the names of the
// system.
func (w *walk) named(e model.Event) model.Event {
	if w.names == nil {
		return e
	}
	return w.pass.machine.EventAfter(w.names, e)
}

// rename goes to the representative of the configuration.
func (w *walk) rename() {
	var names []int
	for _, old := range w.pass.machine.Renaming(w.at &^ w.pass.machine.marked) {
		names = append(names, w.names[old])
	}
	w.at, w.names = w.pass.machine.Representative(0, w.at), names
}

// leastEdge returns the edge of a list with the least event of those that satisfy ok. There
// must be one.
func (p *pass) leastEdge(list []compose.Edge, ok func(compose.Edge) bool) (least compose.Edge) {
	var best model.Event
	found := false
	for _, e := range list {
		if !ok(e) {
			continue
		}
		if event := p.machine.Label(e.Label).Event; !found || event.Compare(best) < 0 {
			best, least, found = event, e, true
		}
	}
	if !found {
		panic("explicit: no event leads to the next level of the path")
	}
	return least
}
