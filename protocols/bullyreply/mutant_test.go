package bullyreply_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/bullyreply"
	"github.com/interrex/interrex/protocols/errata"
)

type (
	process = model.Process[bullyreply.Message]
	input   = model.Input[bullyreply.Message]
)

func gets(in input, k bullyreply.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[bullyreply.State, bullyreply.Message]
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
			checkertest.Caught(t, bullyreply.Algorithm{Fixes: errata.Corrected}, row.instead, checkertest.Judged{
				Network: small(row.faults), Fairness: model.Strong, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the network of four processes, the greatest of which is down.
func small(faults model.Faults) model.Network {
	return model.Network{Topology: model.CompleteByID, N: 4, IDs: []model.ID{4, 1, 3, 2}, Timing: model.Timely, Down: []int{0}, Faults: faults}
}
