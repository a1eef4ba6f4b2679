package model

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/interrex/interrex/model/values"
)

// program is an algorithm without its type parameters: its local states and
// messages are values of type any, which == compares.
type program interface {
	init(p Self) any
	inits(p Self) []any
	ready(p Self, s any) Spontaneous
	step(p Self, s any, in Input[any]) []Outcome
	observe(p Self, s any) Status
	restart(p Self, s any) any
	restarts() bool
	defers() bool // some message may be deferred
	deferred(p Self, s any, q Port, m any) bool
	forges() bool // traitors may forge some message
	forged(p Self, q Port) []any
	timed(p Self) bool
	durations(p Self, s any) Durations
	inputNames(p Self) InputNames
	messages() reflect.Type
	needs() Needs
	accepts(net *Network) error // an error if a network meets the needs and still does not suit
	machine(lay *layout, draw func(k int) int) Machine
}

type erased[L, M comparable] struct{ alg Algorithm[L, M] }

func (e erased[L, M]) messages() reflect.Type { return reflect.TypeFor[M]() }

func (e erased[L, M]) restarts() bool {
	if j, ok := any(e.alg).(joined); ok {
		return j.restarts()
	}
	_, ok := e.alg.(Restarter[L])
	return ok
}

func (e erased[L, M]) defers() bool {
	if j, ok := any(e.alg).(joined); ok {
		return j.defers()
	}
	_, ok := e.alg.(Deferrer[L, M])
	return ok
}

func (e erased[L, M]) deferred(p Self, s any, q Port, m any) bool {
	defer e.orderly("Defers", s)
	return e.alg.(Deferrer[L, M]).Defers(p, s.(L), q, m.(M))
}

func (e erased[L, M]) forges() bool {
	if j, ok := any(e.alg).(joined); ok {
		return j.forges()
	}
	_, ok := e.alg.(Forger[M])
	return ok
}

func (e erased[L, M]) forged(p Self, q Port) (list []any) {
	defer e.orderly("Forges", nil)
	for _, m := range e.alg.(Forger[M]).Forges(p, q) {
		list = append(list, m)
	}
	return list
}

// timed reports whether the algorithm of a process has a method Durations.
func (e erased[L, M]) timed(p Self) bool {
	if j, ok := any(e.alg).(joined); ok {
		return j.programs[p.k.label].timed
	}
	return isTimed[L](e.alg)
}

// isTimed reports whether an algorithm has a method Durations.
func isTimed[L any](alg any) bool {
	_, ok := alg.(Timed[L])
	return ok
}

func (e erased[L, M]) durations(p Self, s any) Durations {
	defer e.orderly("Durations", s)
	return e.alg.(Timed[L]).Durations(p, s.(L))
}

func (e erased[L, M]) accepts(net *Network) error {
	if j, ok := any(e.alg).(joined); ok {
		return j.accepts(net)
	}
	return nil
}

func (e erased[L, M]) init(p Self) (s any) {
	defer e.orderly("Init", nil)
	if s = e.alg.Init(p); s == nil {
		fail("returns no local state (a nil interface)")
	}
	return s
}

func (e erased[L, M]) inputNames(p Self) InputNames {
	defer e.orderly("InputNames", nil)
	if j, ok := any(e.alg).(joined); ok {
		return j.programs[p.k.label].inputs
	}
	return inputNames(e.alg)
}

// inputNames returns the names that an algorithm gives its inputs.
func inputNames(alg any) InputNames {
	if n, ok := alg.(InputNamer); ok {
		return n.InputNames()
	}
	return InputNames{}
}

func (e erased[L, M]) inits(p Self) []any {
	several, ok := e.alg.(Initializer[L])
	if !ok {
		return []any{e.init(p)}
	}
	defer e.orderly("Inits", nil)
	var list []any
	for _, s := range several.Inits(p) {
		if any(s) == nil {
			fail("returns no local state (a nil interface)")
		}
		list = append(list, s)
	}
	return list
}

func (e erased[L, M]) needs() Needs {
	defer e.orderly("Needs", nil)
	if n, ok := any(e.alg).(Needer); ok {
		return n.Needs()
	}
	return Needs{}
}

func (e erased[L, M]) ready(p Self, s any) Spontaneous {
	defer e.orderly("Ready", s)
	ready := e.alg.Ready(p, s.(L))
	if ready.Operations < 0 || ready.Operations > maxOperations {
		fail("offers %d operations; allowed: 0..%d", ready.Operations, maxOperations)
	}
	return ready
}

func (e erased[L, M]) observe(p Self, s any) Status {
	defer e.orderly("Observe", s)
	return e.alg.Observe(p, s.(L))
}

func (e erased[L, M]) restart(p Self, s any) any {
	defer e.orderly("Restart", s)
	next := e.alg.(Restarter[L]).Restart(p, s.(L))
	if any(next) == nil {
		fail("returns no local state (a nil interface)")
	}
	return next
}

// orderly turns a panic in a method other than Step, in local state s if there
// is one, into a *ValueError. No event causes it, so it violates no property.
func (e erased[L, M]) orderly(method string, s any) {
	r := recover()
	if r == nil {
		return
	}
	if v, ok := r.(*ValueError); ok {
		panic(v)
	}
	if s != nil {
		method += " in local state " + values.LongText(s)
	}
	panic(&ValueError{fmt.Sprintf("%s: %s: %v", NameOf(e.alg), method, illFormedStep(r))})
}

// blame turns the panic of orderly into the error.
func blame(err *error) {
	switch r := recover().(type) {
	case nil:
	case *ValueError:
		*err = r
	default:
		panic(r)
	}
}

func (e erased[L, M]) step(p Self, s any, in Input[any]) []Outcome {
	typed := Input[M]{Kind: in.Kind, Port: in.Port, Number: in.Number}
	if in.Kind == Receive {
		typed.Msg = in.Msg.(M)
	}
	var outcomes []Outcome
	prescribed := []choice{}
	for {
		if p.k.listener != nil {
			p.k.listener.Begin()
		}
		process := &Process[M]{Self: p, most: maxSends, choices: prescribed}
		o := e.run(process, s.(L), typed)
		outcomes = append(outcomes, o)
		if len(outcomes) > maxOutcomes {
			return []Outcome{{Weight: 1, Failure: fmt.Sprintf("chooses among more than %d outcomes in one step", maxOutcomes)}}
		}
		prescribed = nextChoices(process.choices[:process.made])
		if prescribed == nil {
			return outcomes
		}
	}
}

// run runs one step with prescribed choices.
func (e erased[L, M]) run(p *Process[M], s L, in Input[M]) (o Outcome) {
	defer func() {
		o.Weight = 1
		for _, c := range p.choices[:p.made] {
			o.Choices = append(o.Choices, c.taken)
			o.Weight *= c.of
		}
		switch r := recover().(type) {
		case nil:
		case *ValueError:
			panic(r)
		case illFormed:
			o = Outcome{Failure: string(r), Choices: o.Choices, Weight: o.Weight}
		default:
			o = Outcome{Failure: panicText(r), Choices: o.Choices, Weight: o.Weight}
		}
	}()
	next := e.alg.Step(p, s, in)
	if any(next) == nil {
		fail("leads to no local state (a nil interface)")
	}
	o.Next = next
	o.Resets = p.resets
	for _, m := range p.sends {
		o.Sends = append(o.Sends, Send{m.port, m.msg})
	}
	return o
}

// nextChoices returns the next path of the tree of choices, in depth-first order.
// It returns nil after the last.
func nextChoices(path []choice) []choice {
	path = slices.Clone(path)
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].taken+1 < path[i].of {
			path[i].taken++
			return path[:i+1]
		}
	}
	return nil
}
