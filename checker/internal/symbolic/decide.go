package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// open returns the finding for a property that is not decided.
func open(cause reason.Cause) engine.Finding {
	return engine.Finding{Reason: reason.Reason{Cause: cause}}
}

// decide decides one property.
func (s *search) decide(p properties.Property, x states) (engine.Finding, error) {
	switch {
	case slices.ContainsFunc(x.system.starts, p.RefutedAtStart):
		return engine.Finding{Outcome: engine.Found, Start: slices.IndexFunc(x.system.starts, p.RefutedAtStart)}, nil
	case x.system.illFormed: // no well-formed step can refute it
		return engine.Finding{}, nil
	}
	f, err := s.decideGoal(p, x)
	if f.Outcome == engine.Absent && p.HasTrigger() && !x.triggers(p) {
		f = engine.Finding{Outcome: engine.Vacuous, Reason: reason.Reason{Cause: reason.NoTrigger}}
	}
	return f, err
}

// triggers reports whether the trigger of a property with TriggeredBy holds somewhere.
func (x states) triggers(p properties.Property) bool {
	where := x.all
	if p.Form == properties.AtEnd {
		where = x.system.Sets.Held(x.system.Terminal(x.all))
	}
	return x.system.holding(where, p.TriggerShape()) != diagram.Empty
}

// decideGoal decides one property, its trigger aside, if all steps are well-formed.
func (s *search) decideGoal(p properties.Property, x states) (engine.Finding, error) {
	shape := p.Shape()
	if p.HasAssumptions() {
		return open(reason.Assuming), nil
	}
	if p.Monitor() != nil && p.Monitor().IsTold() {
		return open(reason.SeesMore), nil
	}
	if _, ok := p.Seen(); !ok {
		return open(reason.NoShape), nil
	}
	s.budget.Phase = p.Name
	if p.Monitor() != nil {
		if p.Form == properties.Always && x.system.alwaysHolds(p, s.budget.Thresholds.Told) {
			return engine.Finding{Outcome: engine.Absent}, nil
		}
		x = s.explore(p.Monitor(), nil)
	}
	if p.Form == properties.AlwaysStep && !x.system.Reflexive(shape) {
		return open(reason.StutterMayRefute), nil
	}
	switch p.Form {
	case properties.Always:
		return s.found(p, x, x.system.Failing(x.all, shape))
	case properties.AlwaysStep:
		return s.found(p, x, x.system.Steps(x.all, shape))
	case properties.AtEnd:
		ends := x.system.Terminal(x.all)
		if ends == diagram.Empty {
			return engine.Finding{Outcome: engine.Vacuous}, nil
		}
		return s.found(p, x, x.system.Failing(ends, shape))
	case properties.Reachable:
		has := x.system.Sets.Minus(x.all, x.system.Failing(x.all, shape))
		x.system.Sets.Hold(has)
		return s.found(p, x, has)
	}
	return s.liveness(p, x, shape)
}

// found returns the least path to a target, if there is a target.
func (s *search) found(p properties.Property, x states, targets diagram.Set) (engine.Finding, error) {
	if targets == diagram.Empty {
		return engine.Finding{Outcome: engine.Absent}, nil
	}
	if s.question.Unshown {
		return engine.Finding{Outcome: engine.Found}, nil
	}
	w := s.walk(p, x)
	distances := x.system.Distances
	if p.Form == properties.AtEnd || p.Form.IsLiveness() { // the targets are terminal
		distances = x.system.DistancesOnceStarted
	}
	if err := w.along(distances(x.all, targets)); err != nil {
		return engine.Finding{}, err
	}
	if p.Form == properties.AlwaysStep {
		system := s.question.System
		if err := w.follow(func(before, after model.Configuration, _ any) bool {
			a, b := system.View(before), system.View(after)
			a.Terminal, b.Terminal = false, false
			return !after.Failed() && !p.HoldsStep(a, b)
		}); err != nil {
			return engine.Finding{}, err
		}
	}
	return engine.Finding{Outcome: engine.Found, Start: w.start, Lasso: model.Lasso{Stem: w.path.Schedule()}}, nil
}
