package dividedsun_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/dividedsun"
)

type (
	process = model.Process[dividedsun.Message]
	input   = model.Input[dividedsun.Message]
)

func gets(in input, k dividedsun.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[dividedsun.State, dividedsun.Message]
		caught  string
		reason  string
	}{
		{"keeps the number that is there", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if gets(in, dividedsun.Election) && p.Label() == dividedsun.Plain {
				s.Heard, s.Sent = true, true
				p.Send(0, in.Msg)
				return s, true
			}
			return s, false
		}, "validity", "line 3 without the comparison"},
		{"a D_i passes election on", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if !gets(in, dividedsun.Election) || !s.Divides || in.Port > 1 {
				return s, false
			}
			p.Send(0, in.Msg)
			return s, true
		}, "quiescence", "line 10 left out: it goes round for ever"},
		{"the informer does not wait for all", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if !gets(in, dividedsun.Info) {
				return s, false
			}
			s.Given = s.Replied
			return (dividedsun.Algorithm{Fixes: fixed}).Step(p, s, in), true
		}, "validity", "line 12 with the first information"},
		{"M-coordinator waits for nothing", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if !gets(in, dividedsun.MCoordinator) || p.Label() != dividedsun.Division {
				return s, false
			}
			p.Send(2, in.Msg)
			return s, true
		}, "validity", "line 10: what ends inside the subring is left out"},
		{"a point does not reply", func(_ *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			return s, gets(in, dividedsun.Inform)
		}, "known", "the informer waits, and the original ring algorithm does not tell it"},
		{"a D_i does not wheel coordinator", func(_ *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if gets(in, dividedsun.Coordinator) && s.Divides {
				s.Leader = in.Msg.ID
				return s, true
			}
			return s, false
		}, "known", "line 14 left out"},
		{"the informer stands", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if !gets(in, dividedsun.Info) {
				return s, false
			}
			in.Msg.ID = max(in.Msg.ID, p.ID())
			return (dividedsun.Algorithm{Fixes: fixed}).Step(p, s, in), true
		}, "validity", "it is to help others only"},
		{"sends beyond its ports", func(p *process, s dividedsun.State, in input) (dividedsun.State, bool) {
			if gets(in, dividedsun.Divide) {
				p.Send(5, in.Msg)
			}
			return s, false
		}, "well-formed", "a point has five ports"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkertest.Caught(t, dividedsun.Algorithm{Fixes: fixed}, row.instead, checkertest.Judged{
				Network: small(), Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the informer and four processes in the ring, of which the second,
// no P_m, has the greatest identity but for the informer.
func small() model.Network {
	net := dividedsun.Network(5)
	net.IDs, net.Wake = []model.ID{5, 1, 4, 2, 3}, model.WakeSet{Only: []int{1}}
	return net
}
