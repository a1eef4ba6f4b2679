package bully_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/errata"
)

type (
	process = model.Process[bully.Message]
	input   = model.Input[bully.Message]
)

func gets(in input, m bully.Message) bool { return in.Kind == model.Receive && in.Msg == m }

func TestMutantsAreCaught(t *testing.T) {
	crash := model.Faults{Crash: 1}
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[bully.State, bully.Message]
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
			checkertest.Caught(t, bully.Algorithm{Fixes: errata.Corrected}, row.instead, checkertest.Judged{
				Network: small(row.faults), Fairness: model.Strong, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the network of three processes, the greatest of which is down.
func small(faults model.Faults) model.Network {
	return model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{3, 1, 2}, Timing: model.Timely, Down: []int{0}, Faults: faults}
}
