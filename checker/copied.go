package checker

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/model"
)

// recorded returns the record of a check with this report, nil if another system is not to have the
// same report because of it: something is not known, the search was too small to gain by it, or the
// least of several executions, or the victims of a fault, depend on the texts of messages.
func (k *check) recorded(r Report) (*isomorphism.Record, error) {
	if r.Expanded < k.budget.Thresholds.Recorded || r.CutShort() || r.Forgot || k.illFormed || k.recorder.Lost() || k.system.Semantics().FaultsByName() || k.system.Network().Faults.Forge > 0 {
		return nil, nil
	}
	for _, v := range r.Verdicts {
		if v.Result == Unknown || v.Execution != nil && !namesNoMessages(k.system.Network()) {
			return nil, nil
		}
	}
	return k.recorder.Finish(k.system, k.options.Properties)
}

// namesNoMessages reports whether the events of a configuration differ without the texts of messages.
func namesNoMessages(net *model.Network) bool {
	return net.Order.Queued() && net.Faults.Loss == 0 && net.Faults.Dup == 0
}

// copied returns the report of a system that is isomorphic to a member.
func (m *member) copied(ctx context.Context, o Options, same *isomorphism.Isomorphism, started time.Time) (Report, error) {
	r := m.report
	r.Copied, r.Expanded, r.Audit = true, 0, nil
	r.Verdicts = slices.Clone(r.Verdicts)
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Property = o.Properties[i]
		if v.Execution == nil {
			continue
		}
		x, err := retraced(same.To(), *v.Execution)
		if err == nil {
			err = o.guarded(v.Property).Judge(x, o.Fairness)
		}
		if err != nil {
			return Report{}, fmt.Errorf("%w: %s: a counterexample of an isomorphic system is none here: %w", engine.ErrInternal, same.To().Name(), err)
		}
		v.Execution = &x
	}
	var err error
	if o.Audit {
		cases, _ := casesOf(same.To(), o.Properties)
		r.Audit, err = auditIsomorphism(ctx, m.record.System, same, r.Complete, cases)
	}
	r.Elapsed = time.Since(started)
	return r, err
}

// retraced returns the execution of s with the same events as x but for the texts of messages.
func retraced(s *model.System, x model.Execution) (model.Execution, error) {
	starts, err := s.Semantics().Starts()
	if err != nil {
		return x, err
	}
	same := func(s *model.System) bool { return slices.Equal(s.Network().Start, x.System.Network().Start) }
	if i := slices.IndexFunc(starts, same); i >= 0 {
		s = starts[i]
	}
	l := x.Lasso()
	at := s.Initial()
	for _, part := range []model.Schedule{l.Stem, l.Loop} {
		for i, e := range part {
			y, ok := counterpart(s, at, e)
			if !ok {
				return x, fmt.Errorf("event %q: %w", e, model.ErrNotEnabled)
			}
			part[i], at = y.Event, y.Next
		}
	}
	return s.Replay(l)
}

// counterpart returns the event of a configuration that differs from another event in the text of its
// message at most.
func counterpart(s *model.System, c model.Configuration, e model.Event) (model.Successor, bool) {
	for _, y := range s.Successors(c) {
		to := y.Event
		if to.Message = e.Message; to.Compare(e) == 0 {
			return y, true
		}
	}
	return model.Successor{}, false
}
