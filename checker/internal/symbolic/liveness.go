package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/lasso"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// liveness decides a liveness property: first by the terminal configurations, then
// by the fair loops.
func (s *search) liveness(p properties.Property, x states, shape *properties.Shape) (engine.Finding, error) {
	part := x
	if p.Form == properties.Eventually {
		if shape.Some == nil || shape.Each != nil || shape.Both != nil {
			return open(engine.NotAvoidable), nil
		}
		if x.system.Failing(x.system.Initial(), shape) == diagram.Empty {
			return s.unrefuted(x), nil
		}
		part = s.explore(p.Monitor(), func(_ int, status model.Status) bool { return shape.Some(status) })
	}
	ends, wanted := part.system.Terminal(part.all), part.all
	if p.Form == properties.Stabilises {
		wanted = part.system.Failing(part.all, shape)
		ends = part.system.Sets.Intersect(ends, wanted)
	}
	ends = part.system.Unbounded(ends)
	if p.Form != properties.Terminates && ends != diagram.Empty {
		return s.found(p, part, ends)
	}
	switch {
	case wanted == diagram.Empty:
	case !s.question.Reduction.Loses(engine.Loops):
		loops := part.system.Loops(part.all, wanted, s.question.Fairness)
		if some := loops.Some(); some != diagram.Empty {
			return s.foundLoop(p, part, loops, some)
		}
	case !part.system.Acyclic(part.all):
		return open(engine.LoopsLost), nil
	}
	return s.unrefuted(x), nil
}

// unrefuted returns the finding for a liveness property that no execution refutes.
func (s *search) unrefuted(x states) engine.Finding {
	reduced := s.question.Reduction.Loses(engine.Loops)
	switch {
	case x.system.Bounded():
		return open(engine.BoundReachable)
	case x.system.Terminal(x.all) != diagram.Empty:
		return engine.Finding{Outcome: engine.Absent}
	case reduced && !x.system.Acyclic(x.all):
		return open(engine.LoopsLost)
	case reduced || x.system.Loops(x.all, x.all, s.question.Fairness).Some() == diagram.Empty:
		return engine.Finding{Outcome: engine.Vacuous}
	}
	return engine.Finding{Outcome: engine.Absent}
}

// The engine shows no loop with more events, or with more paths computed on diagrams.
const (
	mostEvents = 1 << 14
	mostPaths  = 1 << 11
)

// foundLoop returns a lasso in the nearest fair component. The set some contains all
// fair components. The function tries the nearest configuration of some, and removes it
// if it is in no component.
func (s *search) foundLoop(p properties.Property, x states, loops *Loops, some diagram.Set) (engine.Finding, error) {
	for some != diagram.Empty {
		w, err := s.walk(p, x), error(nil)
		if x.system.Returns(some) {
			err = w.step(some)
		} else {
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
		wanted := lasso.Search{Component: inside, Fairness: s.question.Fairness, Form: p.Form, Start: inside.number(w.path.Last(), w.monitor), Most: mostEvents}
		loop := wanted.Loop()
		if loop == nil {
			return open(engine.LoopTooLong), nil
		}
		return engine.Finding{Outcome: engine.Found, Lasso: model.Lasso{Stem: w.path.Schedule(), Loop: loop}}, nil
	}
	return engine.Finding{}, errNowhere
}
