package model

import (
	"cmp"
	"fmt"
	"maps"
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

// A probe calls the methods of an algorithm again and compares the results with
// the first ones.
type probe struct {
	sys   *System
	times int // how often each method is called again
}

// differs calls a method again and returns an error if a result differs from the
// first.
func (b probe) differs(method, what, first string, call func() string) *ImpureError {
	for range b.times {
		if second := call(); second != first {
			return &ImpureError{System: b.sys.name, Method: method, What: what, First: first, Second: second}
		}
	}
	return nil
}

func (b probe) step(p int, local any, in Input[any], first []valueOutcome) *ImpureError {
	return b.differs("a step", fmt.Sprintf("process %d in local state %#v upon %v", p, local, inputText(in)), outcomesText(first),
		func() string { return outcomesText(b.sys.alg.step(b.sys.selves[p], local, in)) })
}

func (b probe) ready(p int, local any, first Spontaneous) *ImpureError {
	return b.reads(p, local, "Ready", fmt.Sprintf("%+v", first),
		func() string { return fmt.Sprintf("%+v", b.sys.alg.ready(b.sys.selves[p], local)) })
}

func (b probe) observe(p int, local any, first Status) *ImpureError {
	return b.reads(p, local, "Observe", fmt.Sprintf("%+v", first), func() string {
		st := b.sys.alg.observe(b.sys.selves[p], local)
		st.Down, st.Failed = false, false
		return fmt.Sprintf("%+v", st)
	})
}

func (b probe) restart(p int, local, first any) *ImpureError {
	return b.reads(p, local, "Restart", fmt.Sprintf("%#v", first),
		func() string { return fmt.Sprintf("%#v", b.sys.alg.restart(b.sys.selves[p], local)) })
}

func (b probe) reads(p int, local any, method, first string, call func() string) *ImpureError {
	return b.differs(method, fmt.Sprintf("process %d in local state %#v", p, local), first, call)
}

func (b probe) init(p int, first any) *ImpureError {
	return b.differs("Init", fmt.Sprintf("process %d", p), fmt.Sprintf("%#v", first),
		func() string { return fmt.Sprintf("%#v", b.sys.alg.init(b.sys.selves[p])) })
}

// Impure repeats every call whose result the tables hold. It returns an error if
// a result differs, else nil. It looks for the cause of a contradiction.
func (t *Tables) Impure() *ImpureError {
	b := probe{t.sys, again}
	for p, values := range t.values {
		for l, value := range values {
			if e := b.ready(p, value, t.spont[p][l]); e != nil {
				return e
			}
			if e := b.observe(p, value, t.status[p][l]); e != nil {
				return e
			}
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(t.restarts), localKey.compare) {
		values := t.values[key.process]
		if e := b.restart(key.process, values[key.local], values[t.restarts[key]]); e != nil {
			return e
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(t.steps), stepKey.compare) {
		if e := b.step(key.process, t.values[key.process][key.local], t.input(key.in), t.results(key)); e != nil {
			return e
		}
	}
	return nil
}

func (k localKey) compare(o localKey) int {
	return cmp.Or(cmp.Compare(k.process, o.process), cmp.Compare(k.local, o.local))
}

func (k stepKey) compare(o stepKey) int {
	return cmp.Or(cmp.Compare(k.process, o.process), cmp.Compare(k.local, o.local), cmp.Compare(k.in.Kind, o.in.Kind),
		cmp.Compare(k.in.Port, o.in.Port), cmp.Compare(k.in.Timer, o.in.Timer), cmp.Compare(k.in.Msg, o.in.Msg))
}

// results returns the outcomes of a step as values.
func (t *Tables) results(key stepKey) []valueOutcome {
	var list []valueOutcome
	for _, o := range t.steps[key] {
		v := valueOutcome{choices: o.Choices, weight: o.Weight, failure: o.Failure}
		if o.Failure == "" {
			v.next = t.values[key.process][o.Next]
			for _, s := range o.Sends {
				v.sends = append(v.sends, valueSend{s.Port, t.msgs[s.Msg]})
			}
		}
		list = append(list, v)
	}
	return list
}

// input returns an input with its message.
func (t *Tables) input(in TableInput) Input[any] {
	value := Input[any]{Kind: in.Kind, Port: in.Port, Timer: in.Timer}
	if in.Kind == Receive {
		value.Msg = t.msgs[in.Msg]
	}
	return value
}

// Impure is [Tables.Impure] for the calls along a schedule: for every event that
// its configurations enable, up to the first event that is not enabled.
func (s *System) Impure(l Lasso) (impure *ImpureError) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *ImpureError:
			impure = r
		default:
			panic(r)
		}
	}()
	d := *s
	d.alg = doubter{s.alg, probe{s, again}}
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
	probe probe
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
	d.doubt(d.probe.ready(d.of(p), s, first))
	return first
}

func (d doubter) observe(p Self, s any) Status {
	first := d.program.observe(p, s)
	seen := first
	seen.Down, seen.Failed = false, false
	d.doubt(d.probe.observe(d.of(p), s, seen))
	return first
}

func (d doubter) restart(p Self, s any) any {
	first := d.program.restart(p, s)
	d.doubt(d.probe.restart(d.of(p), s, first))
	return first
}

func (d doubter) step(p Self, s any, in Input[any]) []valueOutcome {
	first := d.program.step(p, s, in)
	d.doubt(d.probe.step(d.of(p), s, in, first))
	return first
}

// of returns the index of the process that p describes.
func (d doubter) of(p Self) int { return slices.Index(d.probe.sys.selves, p) }

func outcomesText(list []valueOutcome) string {
	var b strings.Builder
	for i, o := range list {
		if i > 0 {
			b.WriteString("; ")
		}
		if len(o.choices) > 0 {
			fmt.Fprintf(&b, "having chosen %v ", o.choices)
		}
		if o.failure != "" {
			b.WriteString(o.failure)
			continue
		}
		fmt.Fprintf(&b, "%#v", o.next)
		for _, s := range o.sends {
			fmt.Fprintf(&b, ", sends :%d %#v", s.port, s.msg)
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
	}
	return in.Kind.String()
}
