package bullyreply_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bullyreply"
)

type (
	process = model.Process[bullyreply.Message]
	input   = model.Input[bullyreply.Message]
)

// A mutant is the corrected algorithm with a defect: on some inputs it does
// something else instead.
type mutant struct {
	bullyreply.Algorithm
	instead func(p *process, s bullyreply.State, in input) (next bullyreply.State, applies bool)
}

func (m mutant) Step(p *process, s bullyreply.State, in input) bullyreply.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func gets(in input, k bullyreply.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s bullyreply.State, in input) (bullyreply.State, bool)
		faults  model.Faults
		caught  string
		reason  string
	}{
		{"does not answer", func(_ *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			return s, gets(in, bullyreply.Election)
		}, model.Faults{}, "uniqueness", "smaller processes choose themselves"},
		{"chooses the last number", func(_ *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			if !gets(in, bullyreply.Number) || s.Phase != bullyreply.Asking {
				return s, false
			}
			s.Best = in.Msg.Of
			return s, true
		}, model.Faults{}, "uniqueness", "the numbers of two come in any order"},
		{"ignores numbers", func(_ *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			return s, gets(in, bullyreply.Number)
		}, model.Faults{}, "uniqueness", "whoever asks chooses itself"},
		{"does not tell the chosen one", func(p *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			if in.Kind != model.Timeout || in.Timer != 0 || s.Best == model.NoID {
				return s, false
			}
			return bullyreply.State{Phase: bullyreply.Settled, Role: model.Won, Leader: p.ID()}, true
		}, model.Faults{}, "uniqueness", "it takes the place itself"},
		{"does not ask", func(_ *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			return bullyreply.State{Phase: bullyreply.Asking, Role: model.Candidate}, in.Kind == model.Wake
		}, model.Faults{}, "uniqueness", "whoever asks nobody chooses itself"},
		{"does nothing about a crash", func(_ *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			return s, in.Kind == model.Suspect
		}, model.Faults{Crash: 1}, "quiescence", "it detects the crash again and again"},
		{"sends beyond its ports", func(p *process, s bullyreply.State, in input) (bullyreply.State, bool) {
			if gets(in, bullyreply.Number) {
				p.Send(model.Port(p.Ports()), in.Msg)
			}
			return s, false
		}, model.Faults{}, "well-formed", "there is a port for each process"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.faults, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s bullyreply.State, _ input) (bullyreply.State, bool) { return s, false }
			if got := verdict(t, sound, row.faults, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on four processes, the
// greatest of which is down.
func verdict(t *testing.T, instead func(*process, bullyreply.State, input) (bullyreply.State, bool), faults model.Faults, property string) checker.Result {
	t.Helper()
	net := model.Network{Topology: model.CompleteByID, N: 4, IDs: []model.ID{4, 1, 3, 2}, Timing: model.Timely, Down: []int{0}, Faults: faults}
	s, err := model.New(mutant{bullyreply.Algorithm{Fixes: model.Corrected}, instead}, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Strong})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
