package hs_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/hs"
)

type (
	process = model.Process[hs.Message]
	input   = model.Input[hs.Message]
)

func gets(in input, k hs.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[hs.State, hs.Message]
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
			checkertest.Caught(t, hs.Algorithm{Fixes: errata.Corrected}, row.instead, checkertest.Judged{
				Network: small(), Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the network of three processes that are all awake.
func small() model.Network {
	return model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{3, 1, 2}, Wake: model.WakeSet{All: true}}
}
