package properties

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// An ImpureError says that a function of a property is not a function of its arguments: the
// property is wrong for every system.
type ImpureError struct {
	Property, Function string // their names
	First, Second      string // two results for the same arguments
}

func (e *ImpureError) Error() string {
	return fmt.Sprintf("property %s is impure: %s says first %s, then %s of the same; usual causes: a variable outside it, iteration over a map, a clock or random number",
		e.Property, e.Function, e.First, e.Second)
}

// Repeated returns the same property, whose functions are called twice each time. They panic
// with an [*ImpureError] if the results differ.
func (p Property) Repeated() Property {
	r := repeater{p.Name}
	p.every = p.every.with(Property.Repeated)
	p.assumes = mapped(p.assumes, Property.Repeated)
	p.holds = r.configuration("its predicate", p.holds)
	p.triggers = r.configuration("its trigger", p.triggers)
	if holds := p.holdsStep; holds != nil {
		p.holdsStep = func(before, after model.View) bool {
			return r.twice("its predicate", func() bool { return holds(before, after) })
		}
	}
	if sees := p.sees; sees != nil {
		p.sees = func(c Configuration) bool { return r.twice("its predicate", func() bool { return sees(c) }) }
	}
	if sees := p.seesStep; sees != nil {
		p.seesStep = func(s Step) bool { return r.twice("its predicate", func() bool { return sees(s) }) }
	}
	if p.monitor != nil {
		p.monitor = r.monitor(*p.monitor)
	}
	p.shape, p.triggerShape = r.shape(p.shape), r.shape(p.triggerShape)
	return p
}

// A repeater calls the functions of a property twice.
type repeater struct{ property string }

func (r repeater) twice(function string, call func() bool) bool {
	return r.same(function, func() any { return call() }) == any(true)
}

func (r repeater) same(function string, call func() any) any {
	first := call()
	if second := call(); second != first {
		panic(&ImpureError{r.property, function, fmt.Sprintf("%#v", first), fmt.Sprintf("%#v", second)})
	}
	return first
}

func (r repeater) configuration(function string, holds func(model.View, any) bool) func(model.View, any) bool {
	if holds == nil {
		return nil
	}
	return func(v model.View, monitor any) bool {
		return r.twice(function, func() bool { return holds(v, monitor) })
	}
}

func (r repeater) monitor(m Monitor) *Monitor {
	if start := m.Start; start != nil {
		m.Start = func(v model.View) any { return r.same("the start of its monitor", func() any { return start(v) }) }
	}
	if next := m.Next; next != nil {
		m.Next = func(state any, o Observation) any {
			return r.same("its monitor", func() any { return next(state, o) })
		}
	}
	if begin := m.begin; begin != nil {
		m.begin = func(c Configuration) any {
			return r.same("the start of its monitor", func() any { return begin(c) })
		}
	}
	if tell := m.tell; tell != nil {
		m.tell = func(state any, s Step) any { return r.same("its monitor", func() any { return tell(state, s) }) }
	}
	return &m
}

func (r repeater) shape(of *Shape) *Shape {
	if of == nil {
		return nil
	}
	h := *of
	if each := h.Each; each != nil {
		h.Each = func(net *model.Network, p int, s model.Status) bool {
			return r.twice("the part Each of its shape", func() bool { return each(net, p, s) })
		}
	}
	if both := h.Both; both != nil {
		h.Both = func(net *model.Network, p int, s model.Status, q int, t model.Status) bool {
			return r.twice("the part Both of its shape", func() bool { return both(net, p, s, q, t) })
		}
	}
	if some := h.Some; some != nil {
		h.Some = func(s model.Status) bool {
			return r.twice("the part Some of its shape", func() bool { return some(s) })
		}
	}
	if counted := h.Counted; counted != nil {
		h.Counted = func(s model.Status) bool {
			return r.twice("the part Counted of its shape", func() bool { return counted(s) })
		}
	}
	if step := h.Step; step != nil {
		h.Step = func(before, after model.Status) bool {
			return r.twice("the part Step of its shape", func() bool { return step(before, after) })
		}
	}
	if watch := h.Watch; watch != nil {
		h.Watch = func(state any) bool {
			return r.twice("the part Watch of its shape", func() bool { return watch(state) })
		}
	}
	return &h
}
