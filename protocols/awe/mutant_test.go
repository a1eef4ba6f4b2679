package awe_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/awe"
)

type (
	process = model.Process[awe.Message]
	input   = model.Input[awe.Message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead.
type mutant struct {
	awe.Algorithm
	instead func(p *process, s awe.State, in input) (next awe.State, applies bool)
}

func (m mutant) Step(p *process, s awe.State, in input) awe.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s awe.State, in input) (awe.State, bool)
		caught  string
		reason  string
	}{
		{"remembers the greatest", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind != model.Receive || !s.Awake || in.Msg.ID == p.ID() {
				return s, false
			}
			s.Least = max(s.Least, in.Msg.ID)
			p.Send(0, in.Msg)
			return s, true
		}, "validity", "the greatest identity is elected"},
		{"remembers the last", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind != model.Receive || !s.Awake || in.Msg.ID == p.ID() {
				return s, false
			}
			s.Least = in.Msg.ID
			p.Send(0, in.Msg)
			return s, true
		}, "agreement", "each process has another predecessor"},
		{"forgets its own", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind == model.Wake {
				s.Least = model.NoID
			}
			return s, in.Kind == model.Wake
		}, "elected", "who wakes sends nothing"},
		{"passes on what it woke by first", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind != model.Receive || s.Awake {
				return s, false
			}
			s.Awake, s.Least = true, min(s.Least, in.Msg.ID)
			p.Send(0, in.Msg)
			p.Send(0, awe.Message{ID: p.ID()})
			return s, true
		}, "validity", "the first identity comes back before the others have"},
		{"discards greater identities", func(_ *process, s awe.State, in input) (awe.State, bool) {
			return s, in.Kind == model.Receive && in.Msg.ID > s.Least
		}, "decided", "only the least identity comes back"},
		{"passes its own on", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind == model.Receive && in.Msg.ID == p.ID() {
				p.Send(0, in.Msg)
			}
			return s, false
		}, "quiescence", "identities go round and round"},
		{"decides each time", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind != model.Receive || !s.Awake {
				return s, false
			}
			s.Least = min(s.Least, in.Msg.ID)
			s.Leader = s.Least
			if in.Msg.ID != p.ID() {
				p.Send(0, in.Msg)
			}
			return s, true
		}, "irrevocability", "a greater identity may come before a lesser one"},
		{"sends to the right", func(p *process, s awe.State, in input) (awe.State, bool) {
			if in.Kind == model.Wake {
				p.Send(1, awe.Message{ID: p.ID()})
			}
			return s, false
		}, "well-formed", "the ring has one direction"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s awe.State, _ input) (awe.State, bool) { return s, false }
			if got := verdict(t, sound, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on three processes.
func verdict(t *testing.T, instead func(p *process, s awe.State, in input) (awe.State, bool), property string) checker.Result {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 2, 1}}
	s, err := model.New(mutant{instead: instead}, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Least)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
