package properties

import "github.com/interrex/interrex/model"

// NewLeadsTo returns the property that in every fair execution each configuration
// that satisfies trigger is followed, at once or later, by one that satisfies goal.
// (TLA+ writes trigger ~> goal.) It is vacuous if no configuration satisfies trigger.
func NewLeadsTo[T, G Predicate](name, statement string, trigger T, goal G) Property {
	if p, ok := everyLeadsTo(name, statement, trigger, goal); ok {
		return p
	}
	p, t := New(name, statement, LeadsTo, goal), New(name, statement, LeadsTo, trigger)
	for _, half := range []Property{p, t} {
		switch wrong := half.checkShape(); {
		case half.misfit != nil:
			p.misfit = half.misfit
		case wrong != nil:
			p.misfit = wrong
		}
	}
	if p.misfit != nil || p.holds == nil || t.holds == nil {
		p.triggers = t.holds
		return p // Check reports the fault
	}
	switch {
	case t.monitor == nil:
	case p.monitor == nil:
		p.monitor = t.monitor
	default:
		p.monitor = t.monitor.beside(p.monitor)
		t.see(func(state any) any { return state.(pair).first })
		p.see(func(state any) any { return state.(pair).second })
	}
	p.triggers, p.triggerShape = t.holds, t.shape
	return p
}

// pair is the state of two monitors.
type pair struct{ first, second any }

// Renamed implements [Renamer].
func (p pair) Renamed(image []int) any {
	return pair{renamed(p.first, image), renamed(p.second, image)}
}

// beside returns the monitor whose states are those of m and n.
func (m *Monitor) beside(n *Monitor) *Monitor {
	if m.IsTold() || n.IsTold() {
		return &Monitor{
			begin: func(c Configuration) any { return pair{m.first(c), n.first(c)} },
			tell: func(state any, s Step) any {
				two := state.(pair)
				return pair{m.after(two.first, s), n.after(two.second, s)}
			},
			sees: max(m.scopeOfStep(), n.scopeOfStep()),
		}
	}
	return &Monitor{
		Start: func(v model.View) any { return pair{m.Start(v), n.Start(v)} },
		Next: func(state any, o Observation) any {
			s := state.(pair)
			return pair{m.Next(s.first, o), n.Next(s.second, o)}
		},
	}
}

// first returns the state of m before any step.
func (m *Monitor) first(c Configuration) any {
	if m.IsTold() {
		return m.begin(c)
	}
	return m.Start(c.View())
}

// after returns the state of m after a step.
func (m *Monitor) after(state any, s Step) any {
	if m.IsTold() {
		return m.tell(state, s)
	}
	return m.observe(state, s.After.system, *s.Before.whole(), model.Successor{Event: s.Event, Sends: s.sent(), Next: *s.After.whole()})
}

// scopeOfStep returns the scope of m if it is told of steps.
func (m *Monitor) scopeOfStep() scope {
	if m.sees == configurations {
		return configurations
	}
	return events
}

// see makes the predicate of p see a part of its monitor's state.
func (p *Property) see(part func(state any) any) {
	holds := p.holds
	p.holds = func(v model.View, state any) bool { return holds(v, part(state)) }
	if h := p.shape; h != nil && h.Watch != nil {
		p.shape = &Shape{Watch: func(state any) bool { return h.Watch(part(state)) }}
	}
}

// TriggerShape returns the shape of the trigger, nil if there is none.
func (p Property) TriggerShape() *Shape { return p.triggerShape }

// Triggers reports whether v, and the state of the monitor if there is one, satisfy
// the trigger. It is for properties that have one.
func (p Property) Triggers(v model.View, monitor any) bool { return p.triggers(v, monitor) }

// Pending reports whether a LeadsTo is pending in a configuration with view v and that
// state of the monitor: its trigger held there or before, and its goal has not held
// since. The argument before says whether it was pending in the configuration before;
// it is false for the initial one. A terminal configuration in which it is pending
// refutes the property, and so does a fair loop in which it is pending throughout.
func (p Property) Pending(before bool, v model.View, monitor any) bool {
	return !p.holds(v, monitor) && (before || p.triggers(v, monitor))
}

// Seen returns the shapes of everything that decides whether an execution refutes the
// property, and false if some part of it has no shape. The trigger of
// [Property.TriggeredBy] decides nothing of an execution.
func (p Property) Seen() ([]*Shape, bool) {
	switch {
	case p.monitor != nil && p.monitor.IsTold(), p.HasAssumptions():
		return nil, false
	case p.Form == Terminates:
		return nil, true
	case p.shape == nil || p.Form == LeadsTo && p.triggerShape == nil:
		return nil, false
	case p.Form == LeadsTo:
		return []*Shape{p.triggerShape, p.shape}, true
	}
	return []*Shape{p.shape}, true
}
