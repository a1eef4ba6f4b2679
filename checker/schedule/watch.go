package schedule

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A watch judges one property along a walk.
type watch struct {
	property properties.Property
	state    any  // of the monitor
	reached  bool // Eventually: some configuration had it
	failed   int  // Stabilises: the last configuration without it, -1 if none

	decided      bool
	events, stem int // of the execution that decides it
}

func newWatch(p properties.Property, initial model.View) watch {
	v := watch{property: p, failed: -1}
	if m := p.Monitor(); m != nil {
		v.state = m.Start(initial)
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
	switch p.Form {
	case properties.Always:
		return !p.Holds(w.view, v.state)
	case properties.Reachable:
		return p.Holds(w.view, v.state)
	case properties.AlwaysStep:
		before, after := model.View{Network: w.view.Network, Status: w.before}, w.view
		after.Terminal = false
		return w.Len() > 0 && !p.HoldsStep(before, after)
	case properties.AtEnd:
		return w.view.Terminal && !p.Holds(w.view, v.state)
	case properties.Eventually:
		v.reached = v.reached || p.Holds(w.view, v.state)
		return w.ended() && !v.reached
	case properties.Stabilises:
		if p.Holds(w.view, v.state) {
			return false
		}
		v.failed = w.Len()
		return w.ended()
	}
	return false
}

// refutedBy reports whether the loop of x refutes the property.
func (v *watch) refutedBy(x model.Execution, f model.Fairness) bool {
	switch v.property.Form {
	case properties.Eventually:
		if v.reached {
			return false
		}
	case properties.Stabilises:
		if v.failed < x.Stem {
			return false
		}
	case properties.Terminates:
	default:
		return false
	}
	return v.property.Judge(x, f) == nil
}
