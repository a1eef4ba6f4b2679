package properties

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model"
)

// A Watching is a predicate of the state of a monitor: see [Watch].
type Watching struct {
	monitor Monitor
	holds   func(v model.View, state any) bool
	shape   *Shape
	misfit  error
}

// Watch returns the predicate that holds is true of the state of a monitor, which
// starts and goes on like a [Monitor]. A function of the view too has no shape.
// The state must be comparable by value, as local states are.
func Watch[S comparable, H func(S) bool | func(model.View, S) bool](start func(first model.View) S, next func(S, Observation) S, holds H) Watching {
	if err := model.CheckType(reflect.TypeFor[S]()); err != nil {
		return Watching{misfit: fmt.Errorf("a state of its monitor, of type %v, is not comparable by value: %w", reflect.TypeFor[S](), err)}
	}
	if start == nil || next == nil {
		return Watching{misfit: errors.New("its monitor lacks the function that starts, or the one that goes on")}
	}
	w := Watching{monitor: Monitor{
		Start: func(first model.View) any { return start(first) },
		Next:  func(state any, o Observation) any { return next(as[S](state), o) },
	}}
	switch holds := any(holds).(type) {
	case func(S) bool:
		if holds != nil { // else Check reports that there is no predicate
			w.holds = func(_ model.View, state any) bool { return holds(as[S](state)) }
			w.shape = &Shape{Watch: func(state any) bool { return holds(as[S](state)) }}
		}
	case func(model.View, S) bool:
		if holds != nil {
			w.holds = func(v model.View, state any) bool { return holds(v, as[S](state)) }
		}
	}
	return w
}

// as returns the state of a monitor, nil if S is an interface and the state is
// nil.
func as[S any](state any) S {
	s, _ := state.(S)
	return s
}
