package properties

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
)

// A Watching is a predicate of the state of a monitor: see [Watch].
type Watching struct {
	monitor Monitor
	holds   func(v model.View, state any) bool
	shape   *Shape
	misfit  error
	explain func(x model.Execution) []string // see Explaining
}

// Explaining returns the predicate with remarks of a chart on an execution:
// explain returns lines that stand under the chart.
func (w Watching) Explaining(explain func(x model.Execution) []string) Watching {
	w.explain = explain
	return w
}

// Watch returns the predicate that holds is true of the state of a monitor. The state
// is start of the view before any step, and then next of itself and of each event. A
// function of an [Observation] is told of steps process by process, as a [Monitor]
// is; one of a [Step] is told of every event, losses and cuts included. The state
// must be comparable by value, as local states are.
//
// The predicate has a shape if next takes an Observation and holds the state alone.
func Watch[S comparable, N func(S, Observation) S | func(S, Step) S, H func(S) bool | func(model.View, S) bool](start func(first model.View) S, next N, holds H) Watching {
	if err := values.CheckType(reflect.TypeFor[S]()); err != nil {
		return Watching{misfit: fmt.Errorf("a state of its monitor, of type %v, is not comparable by value: %w", reflect.TypeFor[S](), err)}
	}
	if start == nil || reflect.ValueOf(next).IsNil() {
		return Watching{misfit: errors.New("its monitor lacks the function that starts, or the one that goes on")}
	}
	w := Watching{}
	switch next := any(next).(type) {
	case func(S, Observation) S:
		w.monitor.Start = func(first model.View) any { return start(first) }
		w.monitor.Next = func(state any, o Observation) any { return next(as[S](state), o) }
	case func(S, Step) S:
		w.monitor.begin = func(first Configuration) any { return start(first.View()) }
		w.monitor.tell = func(state any, step Step) any { return next(as[S](state), step) }
		w.monitor.sees = events
	}
	switch holds := any(holds).(type) {
	case func(S) bool:
		if holds != nil { // else Check reports that there is no predicate
			w.holds = func(_ model.View, state any) bool { return holds(as[S](state)) }
		}
		if holds != nil && !w.monitor.IsTold() {
			w.shape = &Shape{Watch: func(state any) bool { return holds(as[S](state)) }}
		}
	case func(model.View, S) bool:
		if holds != nil {
			w.holds = func(v model.View, state any) bool { return holds(v, as[S](state)) }
		}
	}
	return w
}

// looking returns the predicate that is true of configurations that satisfy holds. Its
// monitor's state is whether the last configuration does.
func looking(holds func(Configuration) bool) Watching {
	return Watching{
		monitor: Monitor{
			begin: func(first Configuration) any { return holds(first) },
			tell:  func(_ any, s Step) any { return holds(s.After) },
			sees:  configurations,
		},
		holds: func(_ model.View, state any) bool { return state.(bool) },
	}
}

// never returns the predicate that no event has violated holds so far.
func never(holds func(Step) bool) Watching {
	return Watch(
		func(model.View) bool { return true },
		func(good bool, s Step) bool { return good && holds(s) },
		func(good bool) bool { return good })
}

// as returns the state of a monitor, nil if S is an interface and the state is
// nil.
func as[S any](state any) S {
	s, _ := state.(S)
	return s
}
