package timeslice_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/timeslice"
)

type (
	process = model.Process[timeslice.Message]
	input   = model.Input[timeslice.Message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead.
type mutant struct {
	timeslice.Algorithm
	instead func(p *process, s timeslice.State, in input) (next timeslice.State, applies bool)
}

func (m mutant) Step(p *process, s timeslice.State, in input) timeslice.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

// elects is a mutant that elects itself in the round that first returns.
func elects(first func(p *process) int) func(*process, timeslice.State, input) (timeslice.State, bool) {
	return func(p *process, s timeslice.State, in input) (timeslice.State, bool) {
		if in.Kind != model.Round {
			return s, false
		}
		if s.Rounds++; s.Rounds == first(p) {
			s = timeslice.State{Awake: true, Role: model.Won, Leader: p.ID()}
			p.Send(0, timeslice.Message{ID: p.ID()})
		}
		return s, true
	}
}

func TestMutants(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s timeslice.State, in input) (timeslice.State, bool)
		judged  string
		want    checker.Result
		reason  string
	}{
		{"phases of n-1 rounds", elects(func(p *process) int { return (p.N()-1)*int(p.ID()-1) + 1 }),
			"uniqueness", checker.Holds, "no mutant: the last to hear of the leader does in the round that would be its own"},
		{"phases of n-2 rounds", elects(func(p *process) int { return (p.N()-2)*int(p.ID()-1) + 1 }),
			"uniqueness", checker.Violated, "the identity has not come to all before the next phase"},
		{"phases from the end", elects(func(p *process) int { return p.N()*(p.N()-int(p.ID())) + 1 }),
			"validity", checker.Violated, "the greatest identity comes first"},
		{"counts on", func(p *process, s timeslice.State, in input) (timeslice.State, bool) {
			if in.Kind != model.Receive || s.Role != model.Undecided {
				return s, false
			}
			p.Send(0, in.Msg)
			return s, true
		}, "uniqueness-ever", checker.Violated, "an identity that comes does not keep others from electing themselves"},
		{"keeps it to itself", func(_ *process, s timeslice.State, in input) (timeslice.State, bool) {
			if in.Kind != model.Receive || s.Role != model.Undecided {
				return s, false
			}
			s.Role, s.Leader = model.Lost, in.Msg.ID
			return s, true
		}, "agreement", checker.Violated, "the identity comes to one process only"},
		{"passes its own on", func(p *process, s timeslice.State, in input) (timeslice.State, bool) {
			if in.Kind == model.Receive && s.Role == model.Won {
				p.Send(0, in.Msg)
			}
			return s, in.Kind == model.Receive && s.Role == model.Won
		}, "quiescence", checker.Violated, "the identity goes round and round"},
		{"does not count", func(_ *process, s timeslice.State, in input) (timeslice.State, bool) {
			return s, in.Kind == model.Round
		}, "leader-reachable", checker.Violated, "nobody comes to its phase"},
		{"loses too", func(_ *process, s timeslice.State, in input) (timeslice.State, bool) {
			if in.Kind == model.Receive && s.Role == model.Won {
				s.Role = model.Lost
			}
			return s, in.Kind == model.Receive && s.Role == model.Lost
		}, "irrevocability", checker.Violated, "the leader takes its own identity for another's"},
		{"sends to the right", func(p *process, s timeslice.State, in input) (timeslice.State, bool) {
			if in.Kind == model.Receive {
				p.Send(1, in.Msg)
			}
			return s, false
		}, "well-formed", checker.Violated, "the ring has one direction"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.judged); got != row.want {
				t.Errorf("%s: got %v, want %v: %s", row.judged, got, row.want, row.reason)
			}
			sound := func(_ *process, s timeslice.State, _ input) (timeslice.State, bool) { return s, false }
			if got := verdict(t, sound, row.judged); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.judged, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on every ring of four.
func verdict(t *testing.T, instead func(p *process, s timeslice.State, in input) (timeslice.State, bool), property string) checker.Result {
	t.Helper()
	arrangements, err := model.Arrangements(ring([]model.ID{4, 3, 2, 1}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Least)
	if err != nil {
		t.Fatal(err)
	}
	for ids := range arrangements {
		s, err := model.New(mutant{instead: instead}, ring(ids))
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdicts[0].Result; got != checker.Holds {
			return got
		}
	}
	return checker.Holds
}
