package divided_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/divided"
)

type (
	process = model.Process[divided.Message]
	input   = model.Input[divided.Message]
)

func gets(in input, k divided.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[divided.State, divided.Message]
		caught  string
		reason  string
	}{
		{"keeps the number that is there", func(p *process, s divided.State, in input) (divided.State, bool) {
			if gets(in, divided.Election) && p.Label() == divided.Plain && in.Msg.By != p.ID() {
				s.Heard, s.Sent = true, true
				p.Send(0, in.Msg)
				return s, true
			}
			return s, false
		}, "validity", "line 3 without the comparison"},
		{"a D_i passes election on", func(p *process, s divided.State, in input) (divided.State, bool) {
			if !gets(in, divided.Election) || !s.Divides {
				return s, false
			}
			p.Send(0, in.Msg)
			return s, true
		}, "quiescence", "line 10 left out: it goes round for ever"},
		{"the informer does not wait for all", func(p *process, s divided.State, in input) (divided.State, bool) {
			if !gets(in, divided.Info) {
				return s, false
			}
			s.Given = s.Replied
			return (divided.Algorithm{Fixes: fixed}).Step(p, s, in), true
		}, "validity", "line 12 with the first information"},
		{"the informer does not divide", func(p *process, s divided.State, in input) (divided.State, bool) {
			if gets(in, divided.Reply) && s.Replied != 0 {
				return s, true
			}
			return s, false
		}, "known", "nobody tells the informer"},
		{"a point does not reply", func(_ *process, s divided.State, in input) (divided.State, bool) {
			return s, gets(in, divided.Inform)
		}, "known", "the informer waits, and the original ring algorithm does not tell it"},
		{"a D_i does not wheel coordinator", func(_ *process, s divided.State, in input) (divided.State, bool) {
			if gets(in, divided.Coordinator) && s.Divides {
				s.Leader = in.Msg.ID
				return s, true
			}
			return s, false
		}, "known", "line 14 left out"},
		{"the informer stands", func(p *process, s divided.State, in input) (divided.State, bool) {
			if !gets(in, divided.Info) {
				return s, false
			}
			in.Msg.ID = max(in.Msg.ID, p.ID())
			return (divided.Algorithm{Fixes: fixed}).Step(p, s, in), true
		}, "validity", "it is to help others only"},
		{"sends to a point that it does not have", func(p *process, s divided.State, in input) (divided.State, bool) {
			if gets(in, divided.Divide) {
				p.Send(3, in.Msg)
			}
			return s, false
		}, "well-formed", "no point has points here"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkertest.Caught(t, divided.Algorithm{Fixes: fixed}, row.instead, checkertest.Judged{
				Network: small(), Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the informer and three processes in the ring, of which the second,
// no point, has the greatest identity but for the informer.
func small() model.Network {
	net := divided.Network(4)
	net.IDs, net.Wake = []model.ID{4, 1, 3, 2}, model.WakeSet{Only: []int{1, 3}}
	return net
}
