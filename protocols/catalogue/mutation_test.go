package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A mutation has the changes of another way to read lines to algorithm A. A field that is nil changes nothing.
type mutation[A model.Algorithm[L, M], L, M comparable] struct {
	needs     model.Knowledge // besides what A needs
	ready     func(a A, p model.Self, s L) model.Spontaneous
	step      func(a A, p *model.Process[M], s L, in model.Input[M]) L
	durations func(p model.Self, s L) model.Durations
	defers    func(p model.Self, s L, q model.Port, m M) bool
	choices   []choice // of which it is tried
	most      int      // processes with which it is tried
}

// reads returns the algorithm of which lines are read in another way.
func (m mutation[A, L, M]) reads(source, other string, algorithm func(catalogue.Variant) A) another {
	return another{source: source, other: other, choices: m.choices, most: m.most,
		system: func(v catalogue.Variant, net model.Network) (*model.System, error) {
			if m.defers == nil {
				return model.New(mutated[A, L, M]{algorithm(v), m}, net)
			}
			return model.New(deferring[A, L, M]{mutated[A, L, M]{algorithm(v), m}}, net)
		}}
}

// mutated is an algorithm with a mutation.
type mutated[A model.Algorithm[L, M], L, M comparable] struct {
	algorithm A
	mutation  mutation[A, L, M]
}

func (m mutated[A, L, M]) Needs() model.Needs {
	needs := needsOf(m.algorithm)
	needs.Knowledge |= m.mutation.needs
	return needs
}

func (m mutated[A, L, M]) Init(p model.Self) L { return m.algorithm.Init(p) }

func (m mutated[A, L, M]) Restart(p model.Self, s L) L { return restart(m.algorithm, p, s) }

func (m mutated[A, L, M]) Ready(p model.Self, s L) model.Spontaneous {
	if m.mutation.ready == nil {
		return m.algorithm.Ready(p, s)
	}
	return m.mutation.ready(m.algorithm, p, s)
}

func (m mutated[A, L, M]) Step(p *model.Process[M], s L, in model.Input[M]) L {
	if m.mutation.step == nil {
		return m.algorithm.Step(p, s, in)
	}
	return m.mutation.step(m.algorithm, p, s, in)
}

func (m mutated[A, L, M]) Observe(p model.Self, s L) model.Status { return m.algorithm.Observe(p, s) }

func (m mutated[A, L, M]) Durations(p model.Self, s L) model.Durations {
	if m.mutation.durations == nil {
		return durations(m.algorithm, p, s)
	}
	return m.mutation.durations(p, s)
}

// deferring is an algorithm with a mutation that defers messages.
type deferring[A model.Algorithm[L, M], L, M comparable] struct{ mutated[A, L, M] }

func (d deferring[A, L, M]) Defers(p model.Self, s L, q model.Port, m M) bool {
	return d.mutation.defers(p, s, q, m)
}

// noting is algorithm A with a note of type N in each local state, which A does not read.
type noting[A model.Algorithm[L, M], L, M, N comparable] struct{ algorithm A }

// noted is a local state with a note.
type noted[L, N comparable] struct {
	State L
	Note  N
}

func (a noting[A, L, M, N]) Needs() model.Needs { return needsOf(a.algorithm) }

func (a noting[A, L, M, N]) Init(p model.Self) noted[L, N] {
	return noted[L, N]{State: a.algorithm.Init(p)}
}

func (a noting[A, L, M, N]) Restart(p model.Self, s noted[L, N]) noted[L, N] {
	return noted[L, N]{State: restart(a.algorithm, p, s.State)}
}

func (a noting[A, L, M, N]) Ready(p model.Self, s noted[L, N]) model.Spontaneous {
	return a.algorithm.Ready(p, s.State)
}

func (a noting[A, L, M, N]) Step(p *model.Process[M], s noted[L, N], in model.Input[M]) noted[L, N] {
	s.State = a.algorithm.Step(p, s.State, in)
	return s
}

func (a noting[A, L, M, N]) Observe(p model.Self, s noted[L, N]) model.Status {
	return a.algorithm.Observe(p, s.State)
}

func (a noting[A, L, M, N]) Durations(p model.Self, s noted[L, N]) model.Durations {
	return durations(a.algorithm, p, s.State)
}

// The optional methods of an algorithm.

func needsOf(algorithm any) model.Needs {
	if a, ok := algorithm.(model.Needer); ok {
		return a.Needs()
	}
	return model.Needs{}
}

func restart[L any](algorithm any, p model.Self, s L) L {
	return algorithm.(model.Restarter[L]).Restart(p, s)
}

func durations[L any](algorithm any, p model.Self, s L) model.Durations {
	if a, ok := algorithm.(model.Timed[L]); ok {
		return a.Durations(p, s)
	}
	return model.Durations{}
}
