package awe_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/awe"
)

type (
	process = model.Process[awe.Message]
	input   = model.Input[awe.Message]
)

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[awe.State, awe.Message]
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
			checkertest.Caught(t, awe.Algorithm{}, row.instead, checkertest.Judged{
				Network: small(), Fairness: model.Weak, Property: row.caught, Extreme: properties.Least, Reason: row.reason})
		})
	}
}

// small is the network of three processes.
func small() model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 2, 1}}
}
