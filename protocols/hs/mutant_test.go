package hs_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/hs"
)

type (
	process = model.Process[hs.Message]
	input   = model.Input[hs.Message]
)

// A mutant is the corrected algorithm with a defect: on some inputs it does
// something else instead.
type mutant struct {
	hs.Algorithm
	instead func(p *process, s hs.State, in input) (next hs.State, applies bool)
}

func (m mutant) Step(p *process, s hs.State, in input) hs.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func gets(in input, k hs.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s hs.State, in input) (hs.State, bool)
		caught  string
		reason  string
	}{
		{"swallows nothing", func(p *process, s hs.State, in input) (hs.State, bool) {
			if !gets(in, hs.Probe) || in.Msg.J >= p.ID() {
				return s, false
			}
			p.Send(left+right-in.Port, in.Msg)
			return s, true
		}, "uniqueness", "the probes of every process come back to it"},
		{"swallows greater identities", func(p *process, s hs.State, in input) (hs.State, bool) {
			return s, gets(in, hs.Probe) && in.Msg.J > p.ID()
		}, "elected", "no probe passes a process"},
		{"loses replies from the left", func(p *process, s hs.State, in input) (hs.State, bool) {
			return s, gets(in, hs.Reply) && in.Msg.J == p.ID() && in.Port == left
		}, "elected", "nobody gets past phase 0"},
		{"does not forward replies", func(p *process, s hs.State, in input) (hs.State, bool) {
			return s, gets(in, hs.Reply) && in.Msg.J != p.ID()
		}, "elected", "nobody gets past phase 1"},
		{"does not forward the termination message", func(_ *process, s hs.State, in input) (hs.State, bool) {
			return s, gets(in, hs.Term)
		}, "known", "only the leader knows"},
		{"leader forwards the termination message", func(p *process, s hs.State, in input) (hs.State, bool) {
			if !gets(in, hs.Term) || s.Role != model.Won {
				return s, false
			}
			p.Send(left, in.Msg)
			return s, true
		}, "quiescence", "it travels for ever"},
		{"sends beyond its ports", func(p *process, s hs.State, in input) (hs.State, bool) {
			if gets(in, hs.Reply) {
				p.Send(2, in.Msg)
			}
			return s, false
		}, "well-formed", "a ring has two ports"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s hs.State, _ input) (hs.State, bool) { return s, false }
			if got := verdict(t, sound, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on three processes
// that are all awake.
func verdict(t *testing.T, instead func(*process, hs.State, input) (hs.State, bool), property string) checker.Result {
	t.Helper()
	net := model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{3, 1, 2}, Wake: model.WakeSet{All: true}}
	s, err := model.New(mutant{hs.Algorithm{Fixes: model.Corrected}, instead}, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
