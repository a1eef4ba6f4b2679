package checker

import (
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
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

// measuring returns the turns that measure a quantity of s. With AutoReduction they search every
// configuration of a small system, then the Confluent reduction of a larger one if that is exact, and else every
// configuration.
func measuring(s *model.System, q Quantity, o Options, first int64) []Turn {
	turn := Turn{Engine: o.Search.Engine, Reduction: o.Search.Reduce, Configurations: o.MaxConfigurations, Reason: onlyOne}
	if o.Search.Reduce != AutoReduction {
		return []Turn{turn}
	}
	turn.Reduction = NoReduction
	if o.Search.Engine != Explicit || o.MaxDepth > 0 || !preserves(s, q) || Confluent.Suits(s, nil) != nil || 0 < o.MaxConfigurations && o.MaxConfigurations <= first {
		return []Turn{turn}
	}
	small, large, rest := turn, turn, turn
	small.Configurations, small.Reason = first, reasons[atOpening]
	large.Reduction, large.Reason = Confluent, reasons[atReduced]
	rest.Reason = reasons[atLastWhole]
	return []Turn{small, large, rest}
}

// extremes takes turns until one of them is not cut short by its own bound, and loses no loop.
func (k *check) extremes(q Quantity) (x engine.Extremes, err error) {
	turns, asked := measuring(k.system, q, k.options, k.budget.Thresholds.FirstTurn), k.budget.Bounds
	for i, t := range turns {
		if i > 0 {
			k.budget.Again()
		}
		k.budget.Bounds.Configurations = t.Configurations
		x, err = k.extremesOf(t.Reduction, engine.Quantity(q))
		k.budget.Bounds = asked
		tooLarge := reason.Reason{Cause: reason.MaxConfigurations, Bound: t.Configurations}
		if err != nil || x.Reason.Cause != reason.LoopsLost && (x.Reason != tooLarge || t.Configurations == asked.Configurations) {
			break
		}
	}
	return x, err
}

// extremesOf is extremes with one reduction.
func (k *check) extremesOf(r Reduction, of engine.Quantity) (x engine.Extremes, err error) {
	k.using, k.reduction = r, engine.Reduction{}
	if r == Confluent {
		if k.system.Network().Faults.Dup == model.Unbounded {
			return engine.Extremes{Reason: lostLoops}, nil // copies of a message that is ignored may be received for ever
		}
		k.reduction.Confluent = k.deliveries(nil, nil)
	}
	q := engine.Question{System: k.system, Tables: k.tables, Fairness: k.options.Fairness, Workers: k.options.Workers, Reduction: k.reduction}
	k.polled()
	for again := true; again; {
		claims, why := q.Reduction.Confluent.Checked(), reason.Reason{}
		x, err = engines[k.options.Search.Engine].Measure(q, of, k.budget)
		if again, why = k.again(&q, claims, err); why != (reason.Reason{}) {
			return engine.Extremes{Reason: why}, nil
		}
	}
	if k.options.Search.Engine == Symbolic {
		err = doubted(err)
	}
	return x, err
}
