package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/lasso"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// suspects are the configurations in which the executions that refute a liveness
// property end or stay.
type suspects struct {
	states
	ends   diagram.Set // terminal ones that refute it
	region diagram.Set // a loop that refutes it stays here
	wanted diagram.Set // and has one of these
	from   diagram.Set // of a LeadsTo: those with the trigger and without the goal
}

// liveness decides a liveness property: first by the terminal configurations, then
// by the fair loops.
func (s *search) liveness(p properties.Property, x states, shape *properties.Shape) (engine.Finding, error) {
	var c suspects
	switch p.Form {
	case properties.Eventually:
		if x.system.Failing(x.system.Initial(), shape) == diagram.Empty {
			return s.unrefuted(x), nil
		}
		part := s.avoiding(p, x, shape)
		c = suspects{states: part, ends: part.system.Terminal(part.all), region: part.all, wanted: part.all}
	case properties.LeadsTo:
		triggered := x.system.holding(x.all, p.TriggerShape())
		if triggered == diagram.Empty && !x.system.Bounded() {
			return engine.Finding{Outcome: engine.Vacuous, Reason: reason.Reason{Cause: reason.NoTrigger}}, nil
		}
		c = x.waiting(triggered, x.system.Failing(x.all, shape))
	case properties.Recurs:
		failing := x.system.Failing(x.all, shape)
		c = suspects{states: x, ends: x.system.Terminal(x.all), region: failing, wanted: failing}
	case properties.Stabilises:
		c = suspects{states: x, ends: x.system.Terminal(x.all), region: x.all, wanted: x.system.Failing(x.all, shape)}
	default:
		c = suspects{states: x, region: x.all, wanted: x.all}
	}
	return s.judge(p, c, x)
}

// avoiding returns the states that an execution can reach while the predicate of p, an
// Eventually, fails. If the predicate is that of some process, saturation avoids it.
func (s *search) avoiding(p properties.Property, x states, shape *properties.Shape) states {
	if shape.Some != nil && shape.Each == nil && shape.Both == nil && shape.Counted == nil {
		return s.explore(p.Monitor(), func(_ int, status model.Status) bool { return shape.Some(status) })
	}
	from := x.system.Sets.Held(x.system.Failing(x.system.Initial(), shape))
	return states{x.system, x.system.onward(from, x.system.Failing(x.all, shape))}
}

// judge decides a liveness property of x by its suspects.
func (s *search) judge(p properties.Property, c suspects, x states) (engine.Finding, error) {
	ends := c.system.Unbounded(c.system.Sets.Held(c.system.Sets.Intersect(c.ends, c.wanted)))
	if ends != diagram.Empty {
		return s.foundEnd(p, c, ends)
	}
	if c.wanted != diagram.Empty {
		all := x.all
		if c.system != x.system {
			all = c.all
		}
		loops := c.system.Loops(all, c.wanted, s.question.Fairness)
		if some := loops.Some(c.region); some != diagram.Empty {
			return s.foundLoop(p, c, loops, some)
		}
	}
	return s.unrefuted(x), nil
}

// foundEnd returns the least execution that refutes a liveness property at one of the
// ends.
func (s *search) foundEnd(p properties.Property, c suspects, ends diagram.Set) (engine.Finding, error) {
	if p.Form != properties.LeadsTo || s.question.Unshown {
		return s.found(p, c.states, ends)
	}
	w := s.walk(p, c.states)
	err := w.intoPending(c, ends)
	return engine.Finding{Outcome: engine.Found, Start: w.start, Lasso: model.Lasso{Stem: w.path.Schedule()}}, err
}

// unrefuted returns the finding for a liveness property that no execution refutes.
func (s *search) unrefuted(x states) engine.Finding {
	switch {
	case x.system.Bounded():
		return open(reason.BoundReachable)
	case x.system.Terminal(x.all) != diagram.Empty:
		return engine.Finding{Outcome: engine.Absent}
	case x.system.Loops(x.all, x.all, s.question.Fairness).Some(x.all) == diagram.Empty:
		return engine.Finding{Outcome: engine.Vacuous}
	}
	return engine.Finding{Outcome: engine.Absent}
}

// foundLoop returns a lasso in the nearest fair component. The set some contains all
// fair components. The function tries the nearest configuration of some, and removes it
// if it is in no component.
func (s *search) foundLoop(p properties.Property, x suspects, loops *Loops, some diagram.Set) (engine.Finding, error) {
	if s.question.Unshown {
		return engine.Finding{Outcome: engine.Found}, nil
	}
	for some != diagram.Empty {
		w, err := s.walk(p, x.states), error(nil)
		switch {
		case p.Form == properties.LeadsTo:
			err = w.intoPending(x, some)
		case x.system.Returns(some):
			err = w.step(some)
		default:
			err = w.into(some)
		}
		if err != nil {
			return engine.Finding{}, err
		}
		values, _ := x.system.Lookup(w.path.Last(), w.monitor)
		part, left := loops.Component(some, values)
		if part == diagram.Empty {
			some = left
			continue
		}
		inside := &loopComponent{walk: w, region: loops.Region(part), numbers: map[placed]int32{}}
		wanted := lasso.Search{Component: inside, Fairness: s.question.Fairness, Form: p.Form, Start: inside.number(w.path.Last(), w.monitor), Most: s.budget.Thresholds.LoopEvents}
		loop := wanted.Loop()
		if loop == nil {
			return open(reason.LoopTooLong), nil
		}
		return engine.Finding{Outcome: engine.Found, Start: w.start, Lasso: model.Lasso{Stem: w.path.Schedule(), Loop: loop}}, nil
	}
	return engine.Finding{}, errNowhere
}
