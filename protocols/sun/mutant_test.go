package sun_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/sun"
)

type (
	process = model.Process[sun.Message]
	input   = model.Input[sun.Message]
)

// A mutant is the corrected algorithm with a defect: on some inputs it does
// something else instead.
type mutant struct {
	sun.Algorithm
	instead func(p *process, s sun.State, in input) (next sun.State, applies bool)
}

func (m mutant) Step(p *process, s sun.State, in input) sun.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func gets(in input, k sun.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

// onOwn reports whether a message has come on the innermost of the rings of p.
func onOwn(p *process, in input) bool { return int(in.Port)/2 == p.Ports()/2-1 }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s sun.State, in input) (sun.State, bool)
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
			if got := verdict(t, row.instead, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s sun.State, _ input) (sun.State, bool) { return s, false }
			if got := verdict(t, sound, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on four processes.
func verdict(t *testing.T, instead func(*process, sun.State, input) (sun.State, bool), property string) checker.Result {
	t.Helper()
	net := sun.Network(4, 2)
	net.IDs = []model.ID{1, 4, 2, 3}
	s, err := model.New(mutant{sun.Algorithm{Fixes: fixed}, instead}, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
