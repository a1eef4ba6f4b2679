package properties

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
)

// A PanicError says that a function of a property has panicked: the property is
// wrong for every system.
type PanicError struct {
	Property string // its name
	Value    any    // the value of the panic
	Where    string // "file.go:12", the line that panicked; "" if it is not known
}

func (e *PanicError) Error() string {
	where := e.Where
	if where != "" {
		where += ": "
	}
	return fmt.Sprintf("property %s panics: %s%v", e.Property, where, e.Value)
}

// Guarded returns the same property, whose functions panic with a [*PanicError]
// where those of p panic.
func (p Property) Guarded() Property {
	name := p.Name
	p.every = p.every.with(Property.Guarded)
	if holds := p.holds; holds != nil {
		p.holds = func(v model.View, monitor any) bool {
			defer blame(name)
			return holds(v, monitor)
		}
	}
	p.assumes = mapped(p.assumes, Property.Guarded)
	if triggers := p.triggers; triggers != nil {
		p.triggers = func(v model.View, monitor any) bool {
			defer blame(name)
			return triggers(v, monitor)
		}
	}
	if holds := p.holdsStep; holds != nil {
		p.holdsStep = func(before, after model.View) bool {
			defer blame(name)
			return holds(before, after)
		}
	}
	if sees := p.sees; sees != nil {
		p.sees = func(c Configuration) bool {
			defer blame(name)
			return sees(c)
		}
	}
	if sees := p.seesStep; sees != nil {
		p.seesStep = func(s Step) bool {
			defer blame(name)
			return sees(s)
		}
	}
	if m := p.monitor; m != nil {
		p.monitor = m.guarded(name)
	}
	if h := p.shape; h != nil {
		p.shape = h.guarded(name)
	}
	if h := p.triggerShape; h != nil {
		p.triggerShape = h.guarded(name)
	}
	return p
}

func (m Monitor) guarded(name string) *Monitor {
	if m.IsTold() {
		return m.guardedTold(name)
	}
	start, next := m.Start, m.Next
	m.Start = func(initial model.View) any {
		defer blame(name)
		return compared(name, start(initial))
	}
	m.Next = func(state any, o Observation) any {
		defer blame(name)
		return compared(name, next(state, o))
	}
	m.guardedRenamed = func(state any, image []int) any {
		defer blame(name)
		return compared(name, renamed(state, image))
	}
	return &m
}

func (m Monitor) guardedTold(name string) *Monitor {
	begin, tell := m.begin, m.tell
	m.begin = func(first Configuration) any {
		defer blame(name)
		return compared(name, begin(first))
	}
	m.tell = func(state any, s Step) any {
		defer blame(name)
		return compared(name, tell(state, s))
	}
	return &m
}

// compared returns a state of a monitor. If the state is not comparable by value,
// it panics with a [*PanicError].
func compared(name string, state any) any {
	if err := values.Check(state); err != nil {
		panic(&PanicError{Property: name, Value: fmt.Sprintf("a state of its monitor, of type %T, is not comparable by value: %v", state, err)})
	}
	return state
}

func (h Shape) guarded(name string) *Shape {
	if each := h.Each; each != nil {
		h.Each = func(net *model.Network, p int, s model.Status) bool {
			defer blame(name)
			return each(net, p, s)
		}
	}
	if both := h.Both; both != nil {
		h.Both = func(net *model.Network, p int, s model.Status, q int, t model.Status) bool {
			defer blame(name)
			return both(net, p, s, q, t)
		}
	}
	if some := h.Some; some != nil {
		h.Some = func(s model.Status) bool {
			defer blame(name)
			return some(s)
		}
	}
	if counted := h.Counted; counted != nil {
		h.Counted = func(s model.Status) bool {
			defer blame(name)
			return counted(s)
		}
	}
	if step := h.Step; step != nil {
		h.Step = func(before, after model.Status) bool {
			defer blame(name)
			return step(before, after)
		}
	}
	if watch := h.Watch; watch != nil {
		h.Watch = func(state any) bool {
			defer blame(name)
			return watch(state)
		}
	}
	return &h
}

// blame, deferred, turns a panic into a [*PanicError] of the property of that
// name.
func blame(name string) {
	switch r := recover().(type) {
	case nil:
	case *PanicError, *ImpureError:
		panic(r)
	case misread:
		panic(&PanicError{name, r.Error(), model.PanicLine(isReader)})
	default:
		panic(&PanicError{name, r, model.PanicLine(isReader)})
	}
}

// Unless, deferred, sets the result of a function to a value if the function panics with
// a [*PanicError]. It is for those who ask about states that no execution may lead to.
func Unless(is *bool, value bool) {
	switch r := recover().(type) {
	case nil:
	case *PanicError:
		*is = value
	default:
		panic(r)
	}
}

// misread is the panic of a generic function of this package that a predicate calls
// with a type that is not one of the system.
type misread struct{ error }

// isReader reports whether a frame is that of such a function, or of the source of a [Configuration].
func isReader(f runtime.Frame) bool {
	return strings.Contains(f.Function, "interrex/checker/internal/compose.") || strings.Contains(f.Function, "interrex/properties.") && slices.Contains([]string{"own.go", "every.go", "configuration.go", "step.go"}, filepath.Base(f.File))
}
