package sun_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/sun"
)

type (
	process = model.Process[sun.Message]
	input   = model.Input[sun.Message]
)

func gets(in input, k sun.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

// onOwn reports whether a message has come on the innermost of the rings of p.
func onOwn(p *process, in input) bool { return int(in.Port)/2 == p.Ports()/2-1 }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[sun.State, sun.Message]
		caught  string
		reason  string
	}{
		{"keeps the smaller number", func(p *process, s sun.State, in input) (sun.State, bool) {
			if !gets(in, sun.Biggest) || !onOwn(p, in) {
				return s, false
			}
			p.Send(0, sun.Message{Kind: sun.Biggest, ID: min(in.Msg.ID, p.ID())})
			s.Heard = true
			return s, true
		}, "validity", "line 6 the other way round"},
		{"wheels what comes out of a subring again", func(p *process, s sun.State, in input) (sun.State, bool) {
			if gets(in, sun.Biggest) && !onOwn(p, in) {
				p.Send(0, sun.Message{Kind: sun.Biggest, ID: p.ID()})
			}
			return s, false
		}, "quiescence", "step c by the letter"},
		{"does not forward election", func(p *process, s sun.State, in input) (sun.State, bool) {
			return s, gets(in, sun.Biggest) && onOwn(p, in)
		}, "elected", "no subring ends"},
		{"waits for nothing", func(p *process, s sun.State, in input) (sun.State, bool) {
			if gets(in, sun.MCoordinator) {
				s.Ended = 1
			}
			if !gets(in, sun.MCoordinator) || s.Informer {
				return s, false
			}
			p.Send(2, sun.Message{Kind: sun.MCoordinator, ID: max(in.Msg.ID, s.Biggest)})
			return s, true
		}, "validity", "M-coordinator overtakes the subring"},
		{"forgets the subrings", func(p *process, s sun.State, in input) (sun.State, bool) {
			if !gets(in, sun.Coordinator) || p.Ports() == 2 || s.Informer {
				return s, false
			}
			s.Leader = in.Msg.ID
			p.Send(2, in.Msg)
			return s, true
		}, "known", "line 17 left out"},
		{"takes any M-coordinator for its own", func(p *process, s sun.State, in input) (sun.State, bool) {
			if !gets(in, sun.MCoordinator) {
				return s, false
			}
			s.Informer = true
			return (sun.Algorithm{Fixes: fixed}).Step(p, s, in), true
		}, "validity", "who is not the informer chooses without the numbers that are still to come"},
		{"sends anticlockwise beyond its ports", func(p *process, s sun.State, in input) (sun.State, bool) {
			if gets(in, sun.Coordinator) {
				p.Send(7, in.Msg)
			}
			return s, false
		}, "well-formed", "two rings have four ports"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkertest.Caught(t, sun.Algorithm{Fixes: fixed}, row.instead, checkertest.Judged{
				Network: small(), Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}

// small is the network of four processes.
func small() model.Network {
	net := sun.Network(4, 2)
	net.IDs = []model.ID{1, 4, 2, 3}
	return net
}
