package properties

import "github.com/interrex/interrex/model"

// A Listener is told of each call of a function of a property: its arguments and its result.
// Several goroutines may call it at the same time.
type Listener interface {
	Held(v model.View, monitor any, holds bool)         // the predicate
	Triggered(v model.View, monitor any, triggers bool) // the trigger of a LeadsTo
	HeldOfStep(before, after model.View, holds bool)    // the predicate of an AlwaysStep
	Started(first model.View, state any)                // the first state of the monitor
	Moved(state any, o Observation, next any)           // a later one
	Saw(x Sighting, is bool)                            // a part of a shape
	Failed()                                            // any of these panics
}

// A Sighting is a question to a part of a [Shape].
type Sighting struct {
	Part         Part
	Trigger      bool // the shape is that of the trigger
	P, Q         int  // the processes of Each and Both
	First, Other model.Status
	State        any // of the monitor: of Watch
}

// A Part is a part of a [Shape].
type Part uint8

// The parts of a shape.
const (
	EachPart Part = iota
	BothPart
	SomePart
	StepPart
	WatchPart
	CountedPart
)

// Overheard returns the same property, of which l is told. It is not told of a monitor that is told of
// whole events.
func (p Property) Overheard(l Listener) Property {
	p.holds, p.triggers = overheard(l, p.holds, l.Held), overheard(l, p.triggers, l.Triggered)
	if holds := p.holdsStep; holds != nil {
		p.holdsStep = func(before, after model.View) bool {
			is := heard(l, func() bool { return holds(before, after) })
			l.HeldOfStep(before, after, is)
			return is
		}
	}
	if p.monitor != nil && !p.monitor.IsTold() {
		p.monitor = p.monitor.overheard(l)
	}
	p.shape, p.triggerShape = p.shape.overheard(l, false), p.triggerShape.overheard(l, true)
	return p
}

// heard calls f, and tells l if it panics.
func heard[R any](l Listener, f func() R) R {
	returned := false
	defer func() {
		if !returned {
			l.Failed()
		}
	}()
	r := f()
	returned = true
	return r
}

func overheard(l Listener, holds func(model.View, any) bool, tell func(model.View, any, bool)) func(model.View, any) bool {
	if holds == nil {
		return nil
	}
	return func(v model.View, monitor any) bool {
		is := heard(l, func() bool { return holds(v, monitor) })
		tell(v, monitor, is)
		return is
	}
}

func (m Monitor) overheard(l Listener) *Monitor {
	start, next := m.Start, m.Next
	m.Start = func(first model.View) any {
		state := heard(l, func() any { return start(first) })
		l.Started(first, state)
		return state
	}
	m.Next = func(state any, o Observation) any {
		after := heard(l, func() any { return next(state, o) })
		l.Moved(state, o, after)
		return after
	}
	return &m
}

func (h *Shape) overheard(l Listener, trigger bool) *Shape {
	if h == nil {
		return nil
	}
	of, told := h, *h
	saw := func(net *model.Network, x Sighting) bool {
		x.Trigger = trigger
		is := heard(l, func() bool { return of.says(net, x) })
		l.Saw(x, is)
		return is
	}
	if h.Each != nil {
		told.Each = func(net *model.Network, p int, s model.Status) bool {
			return saw(net, Sighting{Part: EachPart, P: p, First: s})
		}
	}
	if h.Both != nil {
		told.Both = func(net *model.Network, p int, s model.Status, q int, t model.Status) bool {
			return saw(net, Sighting{Part: BothPart, P: p, First: s, Q: q, Other: t})
		}
	}
	if h.Some != nil {
		told.Some = func(s model.Status) bool { return saw(nil, Sighting{Part: SomePart, First: s}) }
	}
	if h.Counted != nil {
		told.Counted = func(s model.Status) bool { return saw(nil, Sighting{Part: CountedPart, First: s}) }
	}
	if h.Step != nil {
		told.Step = func(before, after model.Status) bool {
			return saw(nil, Sighting{Part: StepPart, First: before, Other: after})
		}
	}
	if h.Watch != nil {
		told.Watch = func(state any) bool { return saw(nil, Sighting{Part: WatchPart, State: state}) }
	}
	return &told
}

// Says answers a question to a part of the shape of p, or of its trigger.
func (p Property) Says(net *model.Network, x Sighting) bool {
	if x.Trigger {
		return p.triggerShape.says(net, x)
	}
	return p.shape.says(net, x)
}

func (h *Shape) says(net *model.Network, x Sighting) bool {
	switch x.Part {
	case EachPart:
		return h.Each(net, x.P, x.First)
	case BothPart:
		return h.Both(net, x.P, x.First, x.Q, x.Other)
	case SomePart:
		return h.Some(x.First)
	case CountedPart:
		return h.Counted(x.First)
	case StepPart:
		return h.Step(x.First, x.Other)
	}
	return h.Watch(x.State)
}
