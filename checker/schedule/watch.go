package schedule

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A watch judges one property along a walk.
type watch struct {
	property properties.Property
	state    any  // of the monitor
	held     bool // the last configuration has it
	reached  bool // Eventually: some configuration had it
	failed   int  // Stabilises: the last configuration without it, -1 if none

	decided      bool
	events, stem int // of the execution that decides it
}

func newWatch(p properties.Property, s *model.System) watch {
	v := watch{property: p, failed: -1}
	if m := p.Monitor(); m != nil {
		v.state = m.Begin(s)
	}
	return v
}

func (v *watch) observe(s *model.System, before model.Configuration, y model.Successor) {
	if v.property.Monitor() != nil {
		v.state = v.property.Observe(v.state, s, before, y)
	}
}

// refuted reports whether the walk up to here refutes (witnesses) the property
// as a finite execution.
func (v *watch) refuted(w *Walk) bool {
	p := v.property
	if p.Form != properties.AlwaysStep && (w.changed || p.Monitor() != nil) {
		v.held = p.Holds(w.view, v.state)
	}
	switch p.Form {
	case properties.Always:
		return !v.held
	case properties.Reachable:
		return v.held
	case properties.AlwaysStep:
		if w.Len() == 0 {
			return p.RefutedAtStart(w.system)
		}
		before, after := w.view, w.view
		before.Status, before.Terminal, after.Terminal = w.before, false, false
		return !p.HoldsStep(before, after)
	case properties.AtEnd:
		return w.view.Terminal && !v.held
	case properties.Eventually:
		v.reached = v.reached || v.held
		return w.ended() && !v.reached
	case properties.Stabilises:
		if v.held {
			return false
		}
		v.failed = w.Len()
		return w.ended()
	}
	return false
}

// refutedBy reports whether the walk refutes the property by going through its
// events after the first stem ones for ever.
func (v *watch) refutedBy(w *Walk, stem int) bool {
	switch v.property.Form {
	case properties.Eventually:
		if v.reached {
			return false
		}
	case properties.Stabilises:
		if v.failed < stem {
			return false
		}
	case properties.Terminates:
	default:
		return false
	}
	return v.property.Judge(w.execution(stem, w.Len()), w.fairness) == nil
}
