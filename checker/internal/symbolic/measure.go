package symbolic

import (
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Measure returns the extremes of messages. A monitor counts the messages; its states in
// the terminal configurations are the amounts. Measure returns no executions, and no
// extremes if there are cycles.
func (Engine) Measure(q engine.Question, of engine.Quantity, b *engine.Budget) (x engine.Extremes, err error) {
	if of != engine.Messages {
		return engine.Extremes{Reason: reason.Reason{Cause: reason.NotMeasured}}, nil
	}
	s := &search{question: q, budget: b, answer: &engine.Answer{}}
	cut, err := s.guard(func() (err error) {
		x, err = s.measure()
		return err
	})
	if cut != (reason.Reason{}) {
		return engine.Extremes{Reason: cut}, nil
	}
	return x, err
}

func (s *search) measure() (engine.Extremes, error) {
	plain := s.explore(nil, nil)
	if err := s.findFailure(plain); err != nil {
		return engine.Extremes{}, err
	}
	switch {
	case s.answer.Failure.Reached():
		return engine.Extremes{Failure: s.answer.Failure}, nil
	case !plain.system.Acyclic(plain.all): // the amounts on a cycle may grow for ever, and so may the search
		return engine.Extremes{Reason: reason.Reason{Cause: reason.CycleMet}}, nil
	}
	sum := properties.Monitor{
		Start: func(model.View) any { return 0 },
		Next:  func(state any, o properties.Observation) any { return state.(int) + o.Sends },
	}
	carried := s.explore(&sum, nil)
	x := engine.Extremes{Finite: true, Reason: reason.Reason{Cause: reason.NoEnd}}
	for _, state := range carried.system.Monitors(carried.system.Terminal(carried.all)) {
		amount := int64(state.(int))
		if x.Reason.Cause == reason.NoEnd {
			x = engine.Extremes{Finite: true, Least: amount, Greatest: amount}
		}
		x.Least, x.Greatest = min(x.Least, amount), max(x.Greatest, amount)
	}
	return x, nil
}
