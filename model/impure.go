package model

import (
	"fmt"
	"slices"
	"strings"
)

// An ImpureError says that a method of an algorithm is not a function of its
// arguments. The usual causes are a variable outside the local state, iteration
// over a map, and a clock.
type ImpureError struct {
	System, Method string // Method is "a step", or the name of another method
	What           string // the process, its local state, and the input of a step
	First, Second  string // two results
}

func (e *ImpureError) Error() string {
	return fmt.Sprintf("%s: %s is impure: %s\nfirst:  %s\nsecond: %s\n"+
		"usual causes: a variable outside the local state, iteration over a map, a clock or random number other than Choose",
		e.System, e.Method, e.What, strings.TrimSpace(e.First), strings.TrimSpace(e.Second))
}

// again is how often a method is called again after a contradiction, to find one
// that is impure.
const again = 8

// A Probe calls the methods of an algorithm again and compares the results with
// the first ones. Its methods return an error if a result differs, else nil.
type Probe struct {
	sys   *System
	times int // how often each method is called again
}

// Again returns the probe that calls each method that often again.
func (x Semantics) Again(times int) Probe { return Probe{x.sys, times} }

// probed is a call of a method, with its first result.
type probed[T any] struct {
	method string
	what   func() string // the process, its local state, and the input
	first  T
	call   func() T
	same   func(a, b T) bool // reports whether two results are equal; it may panic if values cannot be compared
	text   func(T) string
}

// differs calls the method again that often and returns an error if a result differs from the
// first. Texts are made only of results that are not equal.
func (c probed[T]) differs(b Probe) *ImpureError {
	for range b.times {
		second := c.call()
		if c.isFirst(second) {
			continue
		}
		if x, y := c.text(c.first), c.text(second); x != y {
			return &ImpureError{System: b.sys.name, Method: c.method, What: c.what(), First: x, Second: y}
		}
	}
	return nil
}

func (c probed[T]) isFirst(second T) (is bool) {
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	return c.same(c.first, second)
}

func equal[T comparable](a, b T) bool { return a == b }

func goText(v any) string { return fmt.Sprintf("%#v", v) }

func inLocal(p int, local any) func() string {
	return func() string { return fmt.Sprintf("process %d in local state %#v", p, local) }
}

func upon(p int, local any, in Input[any]) func() string {
	return func() string { return fmt.Sprintf("process %d in local state %#v upon %v", p, local, inputText(in)) }
}

// Step is the probe of [Semantics.Step].
func (b Probe) Step(p int, local any, in Input[any], first []Outcome) *ImpureError {
	return probed[[]Outcome]{"a step", upon(p, local, in), first, func() []Outcome { return b.sys.alg.step(b.sys.selves[p], local, in) },
		func(x, y []Outcome) bool { return slices.EqualFunc(x, y, Outcome.equals) }, outcomesText}.differs(b)
}

// Ready is the probe of [Semantics.Ready].
func (b Probe) Ready(p int, local any, first Spontaneous) *ImpureError {
	return probed[Spontaneous]{"Ready", inLocal(p, local), first, func() Spontaneous { return b.sys.alg.ready(b.sys.selves[p], local) },
		equal[Spontaneous], func(s Spontaneous) string { return fmt.Sprintf("%+v", s) }}.differs(b)
}

// Observe is the probe of [Semantics.Observe].
func (b Probe) Observe(p int, local any, first Status) *ImpureError {
	return probed[Status]{"Observe", inLocal(p, local), first, func() Status { return b.sys.observe(p, local) }, equal[Status], statusText}.differs(b)
}

// statusText writes a status so that only equal ones have the same text.
func statusText(s Status) string {
	if s.Own == nil {
		return s.String()
	}
	return fmt.Sprintf("%v %#v", s, s.Own)
}

// Restart is the probe of [Semantics.Restart].
func (b Probe) Restart(p int, local, first any) *ImpureError {
	return probed[any]{"Restart", inLocal(p, local), first, func() any { return b.sys.alg.restart(b.sys.selves[p], local) }, equal[any], goText}.differs(b)
}

// Durations is the probe of [Semantics.Durations].
func (b Probe) Durations(p int, local any, first Durations) *ImpureError {
	return probed[Durations]{"Durations", inLocal(p, local), first, func() Durations { return b.sys.durations(p, local) },
		equal[Durations], func(d Durations) string { return fmt.Sprint(d) }}.differs(b)
}

// Deferred is the probe of [Semantics.Deferred].
func (b Probe) Deferred(p int, local any, q Port, msg any, first bool) *ImpureError {
	return probed[bool]{"Defers", upon(p, local, Input[any]{Kind: Receive, Port: q, Msg: msg}), first,
		func() bool { return b.sys.alg.deferred(b.sys.selves[p], local, q, msg) }, equal[bool], func(is bool) string { return fmt.Sprint(is) }}.differs(b)
}

func (b Probe) forged(p int, q Port, first []any) *ImpureError {
	return probed[[]any]{"Forges", func() string { return fmt.Sprintf("process %d, port %d", p, q) }, first, func() []any { return b.sys.alg.forged(b.sys.selves[p], q) },
		slices.Equal[[]any], func(list []any) string { return fmt.Sprintf("%#v", list) }}.differs(b)
}

func (b Probe) inits(p int, first []any) *ImpureError {
	return probed[[]any]{"Inits", atStart(p), first, func() []any { return b.sys.alg.inits(b.sys.selves[p]) },
		slices.Equal[[]any], func(list []any) string { return fmt.Sprintf("%#v", list) }}.differs(b)
}

func (b Probe) init(p int, first any) *ImpureError {
	return probed[any]{"Init", atStart(p), first, func() any { return b.sys.alg.init(b.sys.selves[p]) }, equal[any], goText}.differs(b)
}

func atStart(p int) func() string { return func() string { return fmt.Sprintf("process %d", p) } }

// Impure repeats every call of a method along a schedule: for every event that its
// configurations enable, up to the first event that is not enabled. It returns an
// error if a result differs, else nil.
func (x Semantics) Impure(l Lasso) (impure *ImpureError) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *ImpureError:
			impure = r
		default:
			panic(r)
		}
	}()
	d := *x.sys
	d.alg = doubter{x.sys.alg, Probe{x.sys, again}}
	if _, err := d.start(); err != nil {
		return nil
	}
	at := d.initial
	for _, e := range append(l.Events(), Event{Process: -1}) {
		d.View(at)
		i := slices.IndexFunc(d.Successors(at), func(y Successor) bool { return y.Event.Compare(e) == 0 })
		if i < 0 {
			break
		}
		y, ok := d.Apply(at, e)
		if !ok {
			break
		}
		at = y.Next
	}
	return nil
}

// A doubter calls each method of the program again, and panics with an
// *ImpureError if the results differ.
type doubter struct {
	program
	probe Probe
}

func (d doubter) doubt(e *ImpureError) {
	if e != nil {
		panic(e)
	}
}

func (d doubter) init(p Self) any {
	s := d.program.init(p)
	d.doubt(d.probe.init(d.of(p), s))
	return s
}

func (d doubter) ready(p Self, s any) Spontaneous {
	first := d.program.ready(p, s)
	d.doubt(d.probe.Ready(d.of(p), s, first))
	return first
}

func (d doubter) deferred(p Self, s any, q Port, m any) bool {
	first := d.program.deferred(p, s, q, m)
	d.doubt(d.probe.Deferred(d.of(p), s, q, m, first))
	return first
}

func (d doubter) durations(p Self, s any) Durations {
	first := d.program.durations(p, s)
	d.doubt(d.probe.Durations(d.of(p), s, first))
	return first
}

func (d doubter) observe(p Self, s any) Status {
	first := d.program.observe(p, s)
	seen := first
	seen.Down, seen.Failed = false, false
	d.doubt(d.probe.Observe(d.of(p), s, seen))
	return first
}

func (d doubter) restart(p Self, s any) any {
	first := d.program.restart(p, s)
	d.doubt(d.probe.Restart(d.of(p), s, first))
	return first
}

func (d doubter) step(p Self, s any, in Input[any]) []Outcome {
	first := d.program.step(p, s, in)
	d.doubt(d.probe.Step(d.of(p), s, in, first))
	return first
}

// of returns the index of the process that p describes.
func (d doubter) of(p Self) int { return slices.Index(d.probe.sys.selves, p) }

// equals reports whether the text of two outcomes is the same, if their values can be compared.
func (o Outcome) equals(x Outcome) bool {
	return o.Failure == x.Failure && o.Next == x.Next && o.Resets == x.Resets && slices.Equal(o.Choices, x.Choices) && slices.Equal(o.Sends, x.Sends)
}

func outcomesText(list []Outcome) string {
	var b strings.Builder
	for i, o := range list {
		if i > 0 {
			b.WriteString("; ")
		}
		if len(o.Choices) > 0 {
			fmt.Fprintf(&b, "having chosen %v ", o.Choices)
		}
		if o.Failure != "" {
			b.WriteString(o.Failure)
			continue
		}
		fmt.Fprintf(&b, "%#v", o.Next)
		for _, s := range o.Sends {
			fmt.Fprintf(&b, ", sends :%d %#v", s.Port, s.Msg)
		}
		if o.Resets != 0 {
			fmt.Fprintf(&b, ", resets timers %08b", o.Resets)
		}
	}
	return b.String()
}

func inputText(in Input[any]) string {
	switch in.Kind {
	case Receive:
		return fmt.Sprintf("receive :%d %#v", in.Port, in.Msg)
	case Timeout:
		return fmt.Sprintf("timeout :%d", in.Timer)
	case Suspect:
		return fmt.Sprintf("suspect :%d", in.Port)
	case Invoke:
		return fmt.Sprintf("invoke :%d", in.Operation)
	}
	return in.Kind.String()
}
