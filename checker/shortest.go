package checker

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// target says what a shortest execution is to end in.
type target struct {
	// state reports whether s is wanted.
	state func(s compose.State, obligatory bool) bool
	// event, if not nil, reports whether an event from s is wanted last.
	event func(s, next compose.State) bool
	// goal stops the search at configurations, as in search.
	goal func(s compose.State, obligatory bool) bool
}

// shortest returns the least execution that refutes (witnesses) property i,
// which some configuration or event is known to do.
func (p *pass) shortest(i int) (*model.Execution, error) {
	bit := mask(1) << i
	t := target{state: func(s compose.State, obligatory bool) bool {
		f := p.machine.Facts(s)
		return p.judge.look(viewKey(f, terminal(f, obligatory)), f, terminal(f, obligatory))&bit != 0
	}}
	if p.judge.properties[i].Form == properties.AlwaysStep {
		t.event = func(s, next compose.State) bool {
			return p.judge.step(p.machine.Facts(s), p.machine.Facts(next))&bit != 0
		}
		t.state = nil
	}
	path, _, err := p.path(t)
	if err != nil {
		return nil, err
	}
	return p.execution(i, model.Lasso{Stem: path})
}

// path returns the least schedule that leads to a target, and where it ends.
// It searches once more, keeping the levels up to the first that has a target,
// goes back from its targets, and then forth along the least events.
func (p *pass) path(t target) (model.Schedule, compose.State, error) {
	defer p.limits.enter("counterexample", p.search.seen.Bytes())()
	s := p.newSearch()
	s.free, s.keep, s.goal = true, true, t.goal
	var hit atomic.Bool
	s.visit = func(_ *worker, c compose.State, next []compose.State, obligatory bool) {
		if !hit.Load() && t.wanted(c, next, obligatory) {
			hit.Store(true)
		}
	}
	s.stop = hit.Load
	if err := s.run(); err != nil {
		return nil, 0, err
	}
	p.limits.poll()
	last := len(s.levels) - 1
	wanted := make([]*visited.Set, last+1)
	wanted[last] = p.filter(s.levels[last], t.wanted)
	for d := last - 1; d >= 0; d-- {
		ahead := wanted[d+1]
		wanted[d] = p.filter(s.levels[d], func(c compose.State, next []compose.State, obligatory bool) bool {
			return (t.goal == nil || !t.goal(c, obligatory)) &&
				slices.ContainsFunc(next, func(n compose.State) bool { return ahead.Has(uint64(n)) })
		})
	}
	return p.forth(t, wanted)
}

// wanted reports whether c, or an event from it, is a target.
func (t target) wanted(c compose.State, next []compose.State, obligatory bool) bool {
	if t.event == nil {
		return t.state(c, obligatory)
	}
	return slices.ContainsFunc(next, func(n compose.State) bool { return t.event(c, n) })
}

// filter returns the configurations of a level that satisfy keep.
func (p *pass) filter(level []chunk, keep func(compose.State, []compose.State, bool) bool) *visited.Set {
	set := visited.New()
	var next []compose.State
	for _, c := range level {
		for i, key := range c {
			if i%lookEvery == 0 {
				p.limits.poll()
			}
			var obligatory bool
			next, obligatory = p.machine.Successors(0, compose.State(key), next[:0])
			if keep(compose.State(key), next, obligatory) {
				set.Add(visited.ShardOf(key), []uint64{key}, nil)
			}
		}
	}
	return set
}

// forth follows the least events through the wanted configurations.
func (p *pass) forth(t target, wanted []*visited.Set) (model.Schedule, compose.State, error) {
	at, schedule := p.machine.Initial(), model.Schedule{}
	for _, ahead := range wanted[1:] {
		p.limits.poll()
		e, next := p.least(at, func(n compose.State) bool { return ahead.Has(uint64(n)) })
		schedule, at = append(schedule, e), next
	}
	if t.event != nil {
		e, next := p.least(at, func(n compose.State) bool { return t.event(at, n) })
		schedule, at = append(schedule, e), next
	}
	return schedule, at, nil
}

// least returns the least event from s that leads to a configuration that
// satisfies ok; there is one.
func (p *pass) least(s compose.State, ok func(compose.State) bool) (model.Event, compose.State) {
	return p.leastEdge(s, func(e compose.Edge) bool { return ok(e.Next) })
}

// leastEdge returns the least event from s that satisfies ok, and what it leads
// to; there is one.
func (p *pass) leastEdge(s compose.State, ok func(compose.Edge) bool) (model.Event, compose.State) {
	var best model.Event
	var next compose.State
	found := false
	for _, e := range p.machine.Edges(s, nil) {
		if !ok(e) {
			continue
		}
		if event := p.machine.Label(e.Label).Event; !found || event.Compare(best) < 0 {
			best, next, found = event, e.Next, true
		}
	}
	if !found {
		panic("checker: a level of the search leads nowhere")
	}
	return best, next
}
