package checker

import (
	"context"
	"errors"
	"fmt"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An Audit says how much of the certificates of reduced searches, and of isomorphisms, was checked
// ([Options].Audit).
type Audit struct {
	Searches int // that were complete, and relied upon something
	Copies   int // reports that were copied from complete searches
	certificate.Result
}

// auditOptions say how much of a system an audit looks at.
var auditOptions = certificate.Options{MaxConfigurations: 1 << 11, Walks: 16, Steps: 64}

// Add adds the audit of another check, unless it is nil.
func (a *Audit) Add(b *Audit) {
	if b != nil {
		a.Searches, a.Copies, a.Result = a.Searches+b.Searches, a.Copies+b.Copies, a.Plus(b.Result)
	}
}

// audit checks the certificate of the last search, if it was reduced and is complete: only then
// does a property hold because of it. If the audit is interrupted, the search has decided
// nothing.
func (k *check) audit(q engine.Question, a engine.Answer) (engine.Answer, error) {
	if !k.options.Audit || a.Stop != (reason.Reason{}) {
		return a, nil
	}
	c := certificate.Certificate{Seen: k.seenBy(q.Properties)}
	if d := k.reduction.Confluent; d != nil {
		d.Certify(&c)
	}
	if g := k.reduction.Symmetry; g != nil {
		g.Certify(&c)
	}
	if c.Empty() {
		return a, nil
	}
	ctx := k.budget.Context()
	var r certificate.Result
	_, err := engine.Guard(func() (err error) { // the functions of properties may panic
		r, err = certificate.Check(ctx, k.system, c, auditOptions)
		return err
	})
	var flaw *certificate.Flaw
	switch {
	case ctx.Err() != nil:
		return abandoned(q, reason.Reason{Cause: reason.Interrupted}), nil
	case errors.Is(err, certificate.ErrNothingChecked) && r.Whole && r.Configurations <= a.Searches[0].Configurations:
		return a, nil // its assumptions are about events that never happen, and it left out nothing
	case errors.As(err, &flaw), errors.Is(err, certificate.ErrNothingChecked):
		return a, fmt.Errorf("%w: %s: a reduced search relied on what is not true: %w", engine.ErrInternal, k.system.Name(), err)
	case err != nil:
		return a, err
	}
	k.audited.Add(&Audit{Searches: 1, Result: r})
	return a, nil
}

// auditSorted checks the certificate of a sorted search that is complete. It reports false if that is wrong, which is an error, or if the audit
// is interrupted.
func (k *check) auditSorted(a engine.Answer) (sound bool, err error) {
	if !k.options.Audit || a.Sorted == nil {
		return true, nil
	}
	ctx := k.budget.Context()
	r, err := certificate.CheckSorted(ctx, k.system, a.Sorted(), auditOptions)
	switch flaw := (*certificate.Flaw)(nil); {
	case ctx.Err() != nil:
		return false, nil
	case errors.As(err, &flaw):
		return false, fmt.Errorf("%w: %s: a sorted search relied on what is not true: %w", engine.ErrInternal, k.system.Name(), err)
	case err != nil:
		return false, err
	}
	k.audited.Add(&Audit{Searches: 1, Result: r})
	return true, nil
}

// auditIsomorphism checks that a system is isomorphic to one that was searched, if that search was
// complete: only then does a property hold because of it.
func auditIsomorphism(ctx context.Context, from *model.System, same *isomorphism.Isomorphism, complete bool, list []properties.Property) (*Audit, error) {
	a := &Audit{Result: certificate.Result{Whole: true}}
	if !complete {
		return a, nil
	}
	c := same.Certificate()
	for _, p := range list {
		judged := certificate.Judged{Decided: func(v model.View, monitor any) any { return p.DecidedAt(v, monitor) }}
		if p.Monitor() != nil {
			judged.Monitor = &certificate.Monitor{Begin: p.Begin, Observe: p.Observe}
		}
		c.Properties = append(c.Properties, judged)
	}
	r, err := certificate.CheckIsomorphism(ctx, from, same.To(), c, auditOptions)
	switch flaw := (*certificate.Flaw)(nil); {
	case ctx.Err() != nil:
		return a, nil
	case errors.As(err, &flaw):
		return nil, fmt.Errorf("%w: %s: a search was not repeated because of what is not true: %w", engine.ErrInternal, from.Name(), err)
	case err != nil:
		return nil, err
	}
	return &Audit{Copies: 1, Result: r}, nil
}

// seenBy returns the functions by which the properties of a search with
// [check.sightOf] these see configurations and events.
func (k *check) seenBy(list []properties.Property) (seen certificate.Seen) {
	for _, p := range list {
		if m := p.Monitor(); m != nil {
			seen.Monitor = &certificate.Monitor{Begin: p.Begin, Observe: p.Observe, Renamed: m.Renamed, Counts: m.CountsMessages()}
		}
		seen.Judged = append(seen.Judged, func(v model.View, monitor any) any { return p.DecidedAt(v, monitor) })
		if p.HasTrigger() && (k.about == triggers || !hidesTrigger(p) || k.reduction.Confluent == nil) { // else not where deliveries pass over it
			seen.Judged = append(seen.Judged, func(v model.View, _ any) any { return p.IsTriggeredIn(v) })
		}
		if k.about == triggers && hidesTrigger(p) {
			seen.Views = append(seen.Views, func(v model.View) any { return p.Triggers(v, nil) })
		}
		for _, a := range p.Assumptions() {
			seen.Judged = append(seen.Judged, func(v model.View, monitor any) any { return a.Holds(v, monitor) })
		}
		if p.Form.IsLiveness() {
			seen.Views = append(seen.Views, bounded)
			seen.Judged = append(seen.Judged, func(v model.View, _ any) any { return v.Bounded() })
		}
		if !k.seesOnTheWay(p) {
			continue
		}
		if p.Form == properties.AlwaysStep {
			if k.reduction.Confluent.SeesSteps() {
				seen.Steps = append(seen.Steps, p.HoldsStep)
			} else {
				seen.Held = append(seen.Held, p.HoldsStep)
			}
			continue
		}
		if p.Monitor() == nil || p.Shape() != nil && !isOfMonitor(p.Shape()) {
			seen.Views = append(seen.Views, func(v model.View) any { return p.Holds(v, nil) })
		}
		if trigger := p.TriggerShape(); p.Form == properties.LeadsTo && (p.Monitor() == nil || trigger != nil && !isOfMonitor(trigger)) {
			seen.Views = append(seen.Views, func(v model.View) any { return p.Triggers(v, nil) })
		}
	}
	return seen
}

// bounded returns which processes a bound of the instance keeps from going on.
func bounded(v model.View) any {
	var names []int
	for p, s := range v.Status {
		if s.Bounded {
			names = append(names, p)
		}
	}
	return fmt.Sprint(names)
}
