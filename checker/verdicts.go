package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// conclude makes the verdict of a property from the finding of an engine.
func (k *check) conclude(i int, f engine.Finding) (err error) {
	v := &k.verdicts[i]
	v.Reason = reason.Reason{}
	refuted, unrefuted := Violated, Holds
	if v.Property.Form == properties.Reachable { // the engine looked for a witness
		refuted, unrefuted = Holds, Violated
	}
	switch f.Outcome {
	case engine.Found:
		v.Result = refuted
		err = k.show(v.Property, f, &v.Execution, &v.Minimal)
	case engine.Absent:
		v.Result = unrefuted
	case engine.Vacuous:
		v.Result, v.Reason = Vacuous, f.Reason
		if f.Reason.Cause == reason.NoTrigger {
			v.Reason.Detail = v.Property.Untriggered()
		}
	default:
		v.Reason, k.open[i] = f.Reason, f.Reason
		v.Reason.Met = f.Met
	}
	if mayBeHollow := v.Result == Vacuous || v.Result == Holds && v.Execution == nil; mayBeHollow && k.isDead() {
		v.Result, v.Reason = Vacuous, reason.Reason{Cause: reason.NothingHappens}
	}
	return err
}

// isDead reports whether no execution from any start has an event, not even a wake-up
// before the first.
func (k *check) isDead() bool {
	return !slices.ContainsFunc(k.starts, func(s *model.System) bool {
		return len(s.Semantics().Startup().Steps) > 0 || len(stepwise.NewPath(s).Enabled()) > 0
	})
}

// A found execution decides a property. It is to be shortened, since the engine searched a reduced system.
type found struct {
	property  properties.Property
	execution **model.Execution
	minimal   *Minimality
}

// show replays the schedule that an engine found. If the engine searched a reduced system, the execution is to be
// shortened, unless any witness will do.
func (k *check) show(p properties.Property, f engine.Finding, x **model.Execution, m *Minimality) (err error) {
	*x, err = k.replay(p, f)
	switch *m = Least; {
	case err != nil || k.using == NoReduction:
	case k.options.Search.AnyWitness && p.Form == properties.Reachable:
		*m = NotMinimised
	default:
		k.long = append(k.long, found{p, x, m})
	}
	return err
}

// replay returns the execution of a schedule that an engine found. It completes
// the schedule if the engine searched a reduced system, replays it by the
// definition of the model, and lets the property judge it.
func (k *check) replay(p properties.Property, f engine.Finding) (*model.Execution, error) {
	defer k.unpolled()()
	counts := p.Monitor() != nil && p.Monitor().CountsMessages()
	s, l := k.starts[f.Start], f.Lasso
	stem, err := k.reduction.Complete(s, l.Stem, p.Form == properties.AtEnd || p.Form.IsLiveness() || counts)
	if err != nil {
		return nil, fmt.Errorf("%w: a schedule of the reduced system is none: %w", engine.ErrInternal, err)
	}
	if l.Stem = stem; counts {
		l.Stem = k.upToDecision(p, s, stem)
	}
	x, err := s.Replay(l)
	if err == nil {
		err = p.Judge(x, k.options.Fairness)
	}
	if panicked := (*properties.PanicError)(nil); errors.As(err, &panicked) {
		return nil, panicked
	}
	if impure := (*properties.ImpureError)(nil); errors.As(err, &impure) {
		return nil, impure
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a counterexample of the search is none: %w", engine.ErrInternal, err)
	}
	return &x, x.System.Semantics().HappensApart(x)
}

// upToDecision returns the events of a schedule until p is decided. A reduced search for a
// bound on messages counts those of deliveries that are taken at once, of which the
// last ones may be too many. Or they may be too few, if a message goes round for ever: the
// search goes on until the bound is passed.
func (k *check) upToDecision(p properties.Property, s *model.System, l model.Schedule) model.Schedule {
	path := stepwise.NewPath(s)
	judge := properties.NewJudge(path, p)
	for _, e := range l {
		if _, ok := path.Apply(e); !ok || judge.Open() == 0 {
			break
		}
		judge.Step()
	}
	for d := k.reduction.Confluent; d != nil && judge.Open() > 0 && path.Len() < len(l)+d.MaxCourse && d.Advance(path); {
		judge.Step()
	}
	if x, ok := judge.Decided(0); ok {
		return x.Stem
	}
	return l
}

// cutShort leaves the properties that are not decided unknown.
func (k *check) cutShort(why reason.Reason) {
	k.stop = why
	for _, i := range k.undecided() {
		k.verdicts[i].Reason, k.open[i] = why, why
	}
}

// undecided returns the properties that are not decided, as indices of verdicts.
func (k *check) undecided() []int {
	var list []int
	for i, v := range k.verdicts {
		if v.Result == Unknown {
			list = append(list, i)
		}
	}
	return list
}
