package tokenring_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/tokenring"
)

type process = model.Process[tokenring.Message]

func gets(in input, k tokenring.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	crashes := model.Faults{Crash: 1}
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[state, tokenring.Message]
		faults  model.Faults
		caught  string
		reason  string
	}{
		{"kills greater tokens too", func(p *process, s state, in input) (state, bool) {
			if !gets(in, tokenring.Election) || s.Phase != tokenring.Starting || in.Msg.Starter == p.ID() {
				return s, false
			}
			p.Send(in.Port, reply(tokenring.Election, in.Msg.Starter))
			return s, true
		}, model.Faults{}, "elected", "two starters kill each other's tokens"},
		{"replies, and no more", func(p *process, s state, in input) (state, bool) {
			if !gets(in, tokenring.Election) || in.Msg.Starter == p.ID() {
				return s, false
			}
			p.Send(in.Port, reply(tokenring.Election, in.Msg.Starter))
			return s, true
		}, model.Faults{}, "elected", "no token comes back"},
		{"ignores COORDINATOR", func(_ *process, s state, in input) (state, bool) {
			return s, gets(in, tokenring.Coordinator)
		}, model.Faults{}, "known", "it does not reply, and the token goes past it"},
		{"keeps COORDINATOR to itself", func(p *process, s state, in input) (state, bool) {
			if !gets(in, tokenring.Coordinator) {
				return s, false
			}
			p.Send(in.Port, reply(tokenring.Coordinator, in.Msg.Starter))
			return follower, true
		}, model.Faults{}, "known", "the others are not told"},
		{"chooses itself", func(p *process, s state, in input) (state, bool) {
			if !gets(in, tokenring.Election) || in.Msg.Starter != p.ID() {
				return s, false
			}
			return state{Phase: tokenring.Settled, Role: model.Won, Leader: p.ID()}, true
		}, model.Faults{}, "uniqueness", "a smaller starter may be there first"},
		{"does not skip who is down", func(_ *process, s state, in input) (state, bool) {
			return s, in.Kind == model.Timeout && in.Timer == 0
		}, model.Faults{}, "elected", "the old coordinator is in the ring"},
		{"forgets who has taken the token", func(_ *process, s state, in input) (state, bool) {
			s.Held = tokenring.Tokens("")
			return s, gets(in, tokenring.Reply)
		}, crashes, "known", "the token is lost with whoever holds it"},
		{"sends beyond its ports", func(p *process, s state, in input) (state, bool) {
			if gets(in, tokenring.Coordinator) {
				p.Send(model.Port(p.Ports()), in.Msg)
			}
			return s, false
		}, model.Faults{}, "well-formed", "there is a port for each process"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkertest.Caught(t, tokenring.Algorithm{Fixes: errata.Corrected}, row.instead, checkertest.Judged{
				Network: small(row.faults), Fairness: model.Strong, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the network of four processes, the second greatest of which is
// down.
func small(faults model.Faults) model.Network {
	return model.Network{Topology: model.Complete, N: 4, IDs: []model.ID{3, 4, 1, 2}, Timing: model.Timely, Down: []int{0}, Faults: faults}
}
