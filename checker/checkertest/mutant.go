package checkertest

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Defect is the step of a mutant for the inputs to which it applies.
type Defect[L, M comparable] func(p *model.Process[M], s L, in model.Input[M]) (next L, applies bool)

// mutant is an algorithm with a defect.
type mutant[L, M comparable] struct {
	model.Algorithm[L, M]
	defect Defect[L, M]
}

func (m mutant[L, M]) Step(p *model.Process[M], s L, in model.Input[M]) L {
	if next, applies := m.defect(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

// Needs returns the needs of the algorithm.
func (m mutant[L, M]) Needs() model.Needs {
	if n, ok := m.Algorithm.(model.Needer); ok {
		return n.Needs()
	}
	return model.Needs{}
}

// Restart returns the state in which the algorithm restarts. It panics if the algorithm
// has no such method.
func (m mutant[L, M]) Restart(p model.Self, s L) L {
	return m.Algorithm.(model.Restarter[L]).Restart(p, s)
}

// Judged is a network and the property that must catch a mutant there.
type Judged struct {
	Network  model.Network
	Fairness model.Fairness
	Property string             // a name for [properties.Named]
	Extreme  properties.Extreme // that the algorithm claims to elect
	Reason   string             // why the mutant violates it
}

// Caught fails t if algorithm a does not violate a property with the defect, or violates
// it without.
func Caught[L, M comparable](t *testing.T, a model.Algorithm[L, M], d Defect[L, M], by Judged) {
	t.Helper()
	if got := by.result(t, newSystem(t, mutant[L, M]{a, d}, by.Network)); got != checker.Violated {
		t.Errorf("%s: got %v, want violated: %s", by.Property, got, by.Reason)
	}
	if got := by.result(t, newSystem(t, a, by.Network)); got != checker.Holds {
		t.Errorf("%s without the defect: got %v, want holds", by.Property, got)
	}
}

func newSystem[L, M comparable](t *testing.T, a model.Algorithm[L, M], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (j Judged) result(t *testing.T, s *model.System) checker.Result {
	t.Helper()
	p, err := properties.Named(j.Property, j.Extreme)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: j.Fairness})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
