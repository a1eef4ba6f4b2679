package model

import (
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model/values"
)

// Semantics is the meaning of a [System], in parts: single steps of its processes over values of any type.
// It is for those who search or draw executions; others need [System.Successors] and [System.Replay] only.
// Packages compiled and stepwise are built on it, and the engines on those. A method of the algorithm that
// fails, Step excepted, panics with a [*ValueError].
type Semantics struct{ sys *System }

// Semantics returns the parts of the meaning of s.
func (s *System) Semantics() Semantics { return Semantics{s} }

// An Outcome is one outcome of a step: one leaf of the tree of its choices.
type Outcome struct {
	Next    any
	Sends   []Send
	Resets  TimerSet // the timers that start anew
	Choices []int
	Weight  int    // the outcome has probability 1/Weight
	Failure string // why the step is not well-formed, or ""; if it is not, Next and Sends mean nothing
}

// A Send is a message that a step sends.
type Send struct {
	Port Port
	Msg  any
}

// Ready returns the inputs that process p reacts to in a local state, beside messages.
func (x Semantics) Ready(p int, local any) Spontaneous {
	return x.sys.readyIn(p, local)
}

// Defers reports whether the algorithm may defer messages.
func (x Semantics) Defers() bool { return x.sys.defers }

// Deferred reports whether process p in a local state defers message msg on port q.
// The algorithm must have a Defers method.
func (x Semantics) Deferred(p int, local any, q Port, msg any) bool {
	return x.sys.alg.deferred(x.sys.selves[p], local, q, msg)
}

// Durations returns the durations of the timers and suspicions of process p in a
// local state. In other timings than [Bounded], and without a method of that name,
// it returns nothing.
func (x Semantics) Durations(p int, local any) Durations { return x.sys.durations(p, local) }

// Observe returns the status of process p, which is up, in a local state.
func (x Semantics) Observe(p int, local any) Status {
	return x.sys.observe(p, local)
}

// Restart returns the local state in which process p restarts that crashed in
// local. The algorithm must have a Restart method.
func (x Semantics) Restart(p int, local any) any {
	return x.sys.alg.restart(x.sys.selves[p], local)
}

// Step returns the outcomes of a step of process p in a local state.
func (x Semantics) Step(p int, local any, in Input[any]) []Outcome {
	return x.sys.alg.step(x.sys.selves[p], local, in)
}

// Check panics with a [*ValueError] if v, which is a "local state" or a "message",
// cannot be compared by value.
func (x Semantics) Check(what string, v any) {
	if err := values.Check(v); err != nil {
		panic(&ValueError{fmt.Sprintf("%s: %s %v is not comparable by value: %v", x.sys.name, what, reflect.TypeOf(v), err)})
	}
}

// Text returns the text of message v.
func (x Semantics) Text(v any) string { return messageText(v) }

// Ambiguous returns the error that two messages have the same text.
func (x Semantics) Ambiguous(a, b any) *ValueError {
	return &ValueError{fmt.Sprintf("%s: messages %#v and %#v have the same text %q", x.sys.name, a, b, values.Text(a))}
}

// A ValueError says that a local state or message is unusable: it is not
// comparable by value, another value has the same text, or a method of the
// algorithm other than Step panics for it. An algorithm may panic with a
// ValueError itself.
type ValueError struct{ text string }

// NewValueError returns the error with that text.
func NewValueError(text string) *ValueError { return &ValueError{text} }

func (e *ValueError) Error() string { return e.text }

// Causes calls visit for each cause that c enables, in a fixed order: an event
// without its Message and its Choices, and which of the channel's messages that may
// arrive next it is about, from 0. It takes no step, and names no crash within a
// step.
func (x Semantics) Causes(c Configuration, visit func(e Event, nth int)) {
	for _, y := range x.sys.appendCauses(nil, c) {
		visit(y.Event, y.Nth)
	}
}

// Inputs calls visit for the causes that c enables and that are inputs of process p,
// or the duplication of a message to it, in the order of Causes. It is for the other
// timings than [Lockstep]. In timing [Timely] it names timeouts and suspicions
// whether or not somebody can still receive something.
func (x Semantics) Inputs(c Configuration, p int, visit func(e Event, nth int)) {
	if c.Failed() || c.Down[p] {
		return
	}
	var room [4]cause // most processes need no more, so that nothing is allocated
	for _, y := range x.sys.unblocked(x.sys.expiries(x.sys.stepCauses(room[:0], c, p), c, p), 0, c) {
		visit(y.Event, y.Nth)
	}
}

// Faults calls visit for the faults of c that strike process p between steps, or a
// message to it, in the order of Causes.
func (x Semantics) Faults(c Configuration, p int, visit func(e Event, nth int)) {
	if c.Failed() || c.Left == (Faults{}) {
		return
	}
	var room [4]cause
	for _, y := range x.sys.faultCauses(room[:0], c, p) {
		visit(y.Event, y.Nth)
	}
}

// IsCauseOf reports whether of is an event of c that Causes names as e and nth,
// with any outcome, or a crash within its step.
func (x Semantics) IsCauseOf(c Configuration, e Event, nth int, of Event) bool {
	return x.sys.causes(c, cause{e, nth}, of)
}

// Obligatory reports whether a fair environment must let event e of c happen: it is
// neither a wake-up nor a fault.
func (x Semantics) Obligatory(c Configuration, e Event) bool { return x.sys.obligatory(c, e) }

// Follow returns one event that Causes names, or a crash within its step, and its
// effect. If the algorithm chooses among several outcomes, Follow calls pick with
// their number; pick returns one of them, counted from 0. In a round it calls pick
// for each process that chooses. Follow reports false for a crash within a step that
// sends too little or is ill-formed.
func (x Semantics) Follow(c Configuration, e Event, nth int, pick func(outcomes int) int) (Successor, bool) {
	return x.sys.follow(c, cause{e, nth}, pick)
}

// Copy returns a copy of c that [Semantics.Advance] may overwrite.
func (x Semantics) Copy(c Configuration) Configuration { return c.clone() }

// Advance is Follow for a configuration that Copy or Advance has returned and that
// nobody uses any more: it overwrites c, which saves time on large networks. If it
// reports false, c is as before.
func (x Semantics) Advance(c Configuration, e Event, nth int, pick func(outcomes int) int) (Successor, bool) {
	if e.Within || !e.Kind.IsStep() || e.Kind.IsOfAll() {
		return x.Follow(c, e, nth, pick)
	}
	return x.sys.take(&c, cause{e, nth}, single(pick)), true
}

// Outcomes returns the events that Causes names as one, and their effects: one event
// for each outcome of the choices of the algorithm, and the crashes within the step.
func (x Semantics) Outcomes(c Configuration, e Event, nth int) []Successor {
	return x.sys.outcomes(c, cause{e, nth})
}

// ChannelInto returns the channel into process p by port q.
func (x Semantics) ChannelInto(p int, q Port) int { return x.sys.channelInto(p, q) }
