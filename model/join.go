package model

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/interrex/interrex/model/values"
)

// A Program is an algorithm that some processes of a network run. [ProgramOf]
// makes one.
type Program struct {
	name      string
	alg       algorithm
	restarts  bool
	defers    bool
	forges    bool
	timed     bool
	needs     func() Needs
	inputs    InputNames
	given     any
	wellTyped error
}

// algorithm is an algorithm whose local states and messages have lost their types.
type algorithm interface {
	Algorithm[any, any]
	Restarter[any]
	Deferrer[any, any]
	Forger[any]
	Timed[any]
	Initializer[any]
}

// ProgramOf returns the program of an algorithm.
func ProgramOf[L, M comparable](alg Algorithm[L, M]) Program {
	if alg == nil {
		return Program{name: "nil", needs: func() Needs { return Needs{} }, wellTyped: errNoAlgorithm}
	}
	e := erased[L, M]{alg}
	return Program{
		name: NameOf(alg), alg: untyped[L, M]{alg}, restarts: e.restarts(), defers: e.defers(), forges: e.forges(), timed: isTimed[L](alg), needs: e.needs, inputs: inputNames(alg), given: alg,
		wellTyped: comparableTypes[L, M](),
	}
}

// Join returns the algorithm of a network whose processes run different programs: a
// process with label i runs programs[i] ([Network].Labels). Each program has local
// states of a type of its own. Messages of any type may be sent; a process that
// receives a message that is not of the type of its program takes an ill-formed
// step. The network grants every process the needs of all programs. The processes
// may restart if all programs have a Restart method.
//
// Its name is that of its programs, joined by "+": see [JoinAs].
func Join(programs ...Program) Algorithm[any, any] { return joined{programs: programs} }

// JoinAs is [Join] under a name: one word, which errors and files use.
func JoinAs(name string, programs ...Program) Algorithm[any, any] { return joined{name, programs} }

// Program returns the name of the program that process p runs if programs are joined, else "".
func (x Semantics) Program(p int) string {
	e, _ := x.sys.alg.(erased[any, any])
	j, ok := e.alg.(joined)
	if !ok {
		return ""
	}
	label := 0
	if x.sys.net.Labels != nil {
		label = x.sys.net.Labels[p]
	}
	return j.programs[label].name
}

type joined struct {
	name     string // "": those of the programs
	programs []Program
}

func (j joined) Name() string {
	switch {
	case j.name != "":
		return j.name
	case len(j.programs) == 0:
		return "nothing"
	}
	names := make([]string, len(j.programs))
	for i, program := range j.programs {
		names[i] = program.name
	}
	return strings.Join(names, "+")
}

// of returns the algorithm that a process runs.
func (j joined) of(p Self) algorithm { return j.programs[p.k.label].alg }

func (j joined) Init(p Self) any                                { return j.of(p).Init(p) }
func (j joined) Ready(p Self, s any) Spontaneous                { return j.of(p).Ready(p, s) }
func (j joined) Observe(p Self, s any) Status                   { return j.of(p).Observe(p, s) }
func (j joined) Restart(p Self, s any) any                      { return j.of(p).Restart(p, s) }
func (j joined) Step(p *Process[any], s any, in Input[any]) any { return j.of(p.Self).Step(p, s, in) }

func (j joined) Defers(p Self, s any, q Port, m any) bool {
	return j.programs[p.k.label].defers && j.of(p).Defers(p, s, q, m)
}

func (j joined) defers() bool {
	return slices.ContainsFunc(j.programs, func(program Program) bool { return program.defers })
}

func (j joined) Forges(p Self, q Port) []any {
	if !j.programs[p.k.label].forges {
		return nil
	}
	return j.of(p).Forges(p, q)
}

func (j joined) forges() bool {
	return slices.ContainsFunc(j.programs, func(program Program) bool { return program.forges })
}

func (j joined) restarts() bool {
	return !slices.ContainsFunc(j.programs, func(program Program) bool { return !program.restarts })
}

func (j joined) Durations(p Self, s any) Durations { return j.of(p).Durations(p, s) }

func (j joined) Inits(p Self) []any { return j.of(p).Inits(p) }

// Needs returns the needs of all programs together.
func (j joined) Needs() Needs {
	var sum Needs
	for _, program := range j.programs {
		sum = sum.and(program.needs())
	}
	return sum
}

// accepts reports which process of the network has no program, or which program
// no process runs.
func (j joined) accepts(net *Network) error {
	if len(j.programs) == 0 {
		return fmt.Errorf("no programs are joined; allowed: at least one")
	}
	run := make([]bool, len(j.programs))
	for p := range net.N {
		label := 0
		if net.Labels != nil {
			label = net.Labels[p]
		}
		if label < 0 || label >= len(j.programs) {
			return fmt.Errorf("process %d has label %d; allowed: %s", p, label, j.labels())
		}
		run[label] = true
	}
	for i, program := range j.programs {
		if program.wellTyped != nil {
			return fmt.Errorf("%s: %w", program.name, program.wellTyped)
		}
		if !run[i] {
			return fmt.Errorf("no process runs %s: none has label %d; allowed: each of %s", program.name, i, j.labels())
		}
	}
	return nil
}

// labels names the labels, "0 (server), 1 (client)".
func (j joined) labels() string {
	names := make([]string, len(j.programs))
	for i, program := range j.programs {
		names[i] = fmt.Sprintf("%d (%s)", i, program.name)
	}
	return strings.Join(names, ", ")
}

// untyped is an algorithm with values of any type.
type untyped[L, M comparable] struct{ alg Algorithm[L, M] }

func (u untyped[L, M]) Init(p Self) any                 { return u.alg.Init(p) }
func (u untyped[L, M]) Ready(p Self, s any) Spontaneous { return u.alg.Ready(p, s.(L)) }
func (u untyped[L, M]) Observe(p Self, s any) Status    { return u.alg.Observe(p, s.(L)) }
func (u untyped[L, M]) Restart(p Self, s any) any       { return u.alg.(Restarter[L]).Restart(p, s.(L)) }

func (u untyped[L, M]) Durations(p Self, s any) Durations {
	return u.alg.(Timed[L]).Durations(p, s.(L))
}

func (u untyped[L, M]) Forges(p Self, q Port) (list []any) {
	for _, m := range u.alg.(Forger[M]).Forges(p, q) {
		list = append(list, m)
	}
	return list
}

func (u untyped[L, M]) Inits(p Self) []any { return erased[L, M](u).inits(p) }

// Defers accepts a message of another type: the step that receives it is ill-formed.
func (u untyped[L, M]) Defers(p Self, s any, q Port, m any) bool {
	typed, ok := m.(M)
	return ok && u.alg.(Deferrer[L, M]).Defers(p, s.(L), q, typed)
}

func (u untyped[L, M]) Step(p *Process[any], s any, in Input[any]) any {
	typed := Input[M]{Kind: in.Kind, Port: in.Port, Number: in.Number}
	if in.Kind == Receive {
		m, ok := in.Msg.(M)
		if !ok {
			fail("receives %s of type %T; the messages of %s are of type %v", values.Text(in.Msg), in.Msg, NameOf(u.alg), reflect.TypeFor[M]())
		}
		typed.Msg = m
	}
	q := &Process[M]{Self: p.Self, most: p.most - len(p.sends), choices: p.choices, made: p.made, draw: p.draw}
	defer func() { p.choices, p.made = q.choices, q.made }() // also if the step panics
	next := u.alg.Step(q, s.(L), typed)
	for _, m := range q.sends {
		p.sends = append(p.sends, send[any]{m.port, m.msg})
	}
	p.resets |= q.resets
	return next
}

// and returns the needs of two algorithms together.
func (a Needs) and(b Needs) Needs {
	sum := Needs{
		Topologies: common(a.Topologies, b.Topologies), Timings: common(a.Timings, b.Timings), Orders: common(a.Orders, b.Orders),
		MinN: max(a.MinN, b.MinN), MaxN: a.MaxN, Knowledge: a.Knowledge | b.Knowledge, Sizes: a.Sizes, Fits: a.Fits,
	}
	if a.MaxN == 0 || b.MaxN > 0 && b.MaxN < a.MaxN {
		sum.MaxN = b.MaxN
	}
	switch {
	case a.Fits == nil:
		sum.Sizes, sum.Fits = b.Sizes, b.Fits
	case b.Fits != nil:
		sum.Sizes, sum.Fits = a.Sizes+" and "+b.Sizes, func(n int) bool { return a.Fits(n) && b.Fits(n) }
	}
	return sum
}

// common returns the values that are in both lists; nil is the list of everything.
func common[T comparable](a, b []T) []T {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	both := []T{}
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
		}
	}
	return both
}
