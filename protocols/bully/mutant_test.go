package bully_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bully"
)

type (
	process = model.Process[bully.Message]
	input   = model.Input[bully.Message]
)

// A mutant is the corrected algorithm with a defect: on some inputs it does
// something else instead.
type mutant struct {
	bully.Algorithm
	instead func(p *process, s bully.State, in input) (next bully.State, applies bool)
}

func (m mutant) Step(p *process, s bully.State, in input) bully.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func gets(in input, m bully.Message) bool { return in.Kind == model.Receive && in.Msg == m }

func TestMutantsAreCaught(t *testing.T) {
	crash := model.Faults{Crash: 1}
	for _, row := range []struct {
		name    string
		instead func(p *process, s bully.State, in input) (bully.State, bool)
		faults  model.Faults
		caught  string
		reason  string
	}{
		{"asks itself too", func(p *process, s bully.State, in input) (bully.State, bool) {
			if s.Phase != bully.Asking && in.Kind != model.Receive {
				p.Send(p.PortOf(p.ID()), bully.Election)
			}
			return s, false
		}, model.Faults{}, "elected", "as j = i in line 8 it answers itself, and yields to itself for ever"},
		{"does not answer", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, gets(in, bully.Election)
		}, model.Faults{}, "uniqueness", "smaller processes announce themselves"},
		{"announces itself to nobody", func(p *process, s bully.State, in input) (bully.State, bool) {
			if in.Kind != model.Timeout || in.Timer != 0 {
				return s, false
			}
			return bully.State{Phase: bully.Settled, Role: model.Won, Leader: p.ID()}, true
		}, model.Faults{}, "known", "nobody is told"},
		{"ignores OK", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, gets(in, bully.OK)
		}, model.Faults{}, "uniqueness", "whoever asks announces itself"},
		{"does nothing about a crash", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, in.Kind == model.Suspect
		}, crash, "quiescence", "it detects the crash again and again"},
		{"is loyal to the first", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, gets(in, bully.Coordinator) && s.Leader != model.NoID
		}, model.Faults{Restart: 1}, "validity", "a greater one that has come back is not obeyed"},
		{"sends beyond its ports", func(p *process, s bully.State, in input) (bully.State, bool) {
			if gets(in, bully.OK) {
				p.Send(model.Port(p.Ports()), in.Msg)
			}
			return s, false
		}, model.Faults{}, "well-formed", "there is a port for each process"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.faults, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s bully.State, _ input) (bully.State, bool) { return s, false }
			if got := verdict(t, sound, row.faults, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on three processes,
// the greatest of which is down.
func verdict(t *testing.T, instead func(*process, bully.State, input) (bully.State, bool), faults model.Faults, property string) checker.Result {
	t.Helper()
	net := model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{3, 1, 2}, Timing: model.Timely, Down: []int{0}, Faults: faults}
	s, err := model.New(mutant{bully.Algorithm{Fixes: model.Corrected}, instead}, net)
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
