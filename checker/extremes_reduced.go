package checker

import (
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// preserves reports whether the Confluent reduction preserves a quantity of s. It
// reorders events, and leaves out or adds only those of messages that a fault strikes or
// that their like absorbs. It counts events as messages, each received once, and others.
// In timing bounded it leaves out a tick in which only a message grows older that it has
// taken at once.
func preserves(s *model.System, q Quantity) bool {
	net := s.Network()
	once := net.Timing != model.Bounded && net.Faults == model.Faults{} && len(net.Down) == 0 && !net.Order.Distinct() && !s.Semantics().Defers()
	return q == Messages || q == Length && once
}

// extremes asks the engine for the extremes. With AutoReduction it searches every
// configuration of a small system. Of a larger one it searches the Confluent
// reduction if that is exact, and else every configuration.
func (k *check) extremes(q engine.Quantity) (engine.Extremes, error) {
	if k.options.Reduce != AutoReduction {
		return k.extremesOf(k.options.Reduce, q)
	}
	asked, first := k.budget.Bounds, k.budget.Thresholds.FirstTurn
	small := engine.Reason{Cause: engine.MaxConfigurations, Bound: first}
	if k.options.Engine != Explicit || asked.Depth > 0 || !preserves(k.system, Quantity(q)) || Confluent.Suits(k.system, nil) != nil ||
		asked.Configurations > 0 && asked.Configurations <= first {
		return k.extremesOf(NoReduction, q)
	}
	k.budget.Bounds.Configurations = first
	x, err := k.extremesOf(NoReduction, q)
	k.budget.Bounds = asked
	if err != nil || x.Reason != small {
		return x, err
	}
	k.budget.Again()
	x, err = k.extremesOf(Confluent, q)
	if err != nil || x.Reason.Cause != engine.LoopsLost {
		return x, err
	}
	k.budget.Again()
	return k.extremesOf(NoReduction, q)
}

// extremesOf is extremes with one reduction.
func (k *check) extremesOf(r Reduction, of engine.Quantity) (x engine.Extremes, err error) {
	k.using, k.reduction = r, engine.Reduction{}
	if r == Confluent {
		if k.system.Network().Faults.Dup == model.Unbounded {
			return engine.Extremes{Reason: engine.Reason{Cause: engine.LoopsLost}}, nil // copies of a message that is ignored may be received for ever
		}
		k.reduction.Confluent = k.deliveries(nil, nil)
	}
	q := engine.Question{System: k.system, Tables: k.tables, Fairness: k.options.Fairness, Workers: k.options.Workers, Reduction: k.reduction}
	k.polled()
	why, err := k.repeat(&q, func() (err error) {
		x, err = engines[k.options.Engine].Measure(q, of, k.budget)
		return err
	})
	switch {
	case why != (engine.Reason{}):
		return engine.Extremes{Reason: why}, nil
	case mayInvent(q.Reduction) && engine.Blames(err):
		return k.extremesOf(NoReduction, of)
	case k.options.Engine == Symbolic:
		err = doubted(err)
	}
	return x, err
}
