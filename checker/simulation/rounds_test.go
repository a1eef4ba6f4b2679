package simulation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/hs"
	"github.com/interrex/interrex/protocols/lcr"
	"github.com/interrex/interrex/protocols/timeslice"
	"github.com/interrex/interrex/protocols/variablespeeds"
)

// TestRoundsAreThoseOfTheModel says that a simulation in lockstep has as many
// messages and rounds, and the same end, as the rounds of the model.
func TestRoundsAreThoseOfTheModel(t *testing.T) {
	all := model.WakeSet{All: true}
	ring := model.Network{Topology: model.UnidirectionalRing, Timing: model.Lockstep}
	together, both := ring, ring
	together.Wake, both.Topology = all, model.Ring
	for _, a := range []algorithm{
		{"timeslice, a common start", together, joins(timeslice.Algorithm{})},
		{"variablespeeds, all wake in the first round", ring, joins(variablespeeds.Algorithm{})},
		{"lcr, all wake in the first round", ring, joins(lcr.Algorithm{Fixes: errata.Corrected})},
		{"hs, two messages in a round", both, joins(hs.Algorithm{Fixes: errata.Corrected})},
	} {
		t.Run(a.name, func(t *testing.T) {
			net := a.network(5, 3)
			s := a.system(t, net)
			got := simulate(t, s, net, simulation.Options{})
			got.Events, got.Busiest, got.Sequence = 0, 0, 0
			if diff := cmp.Diff(inRounds(s), got); diff != "" {
				t.Errorf("by the model (-) and simulated (+):\n%s", diff)
			}
		})
	}
}

// lapper passes the message of p0 on, twice around the ring. A process that has had it once
// waits for the second time, and has lost if its timer runs out before.
type lapper struct{}

func (lapper) Init(model.Self) int { return 0 }
func (lapper) Observe(_ model.Self, s int) model.Status {
	return model.Status{Role: []model.Role{model.Undecided, model.Candidate, model.Won, model.Lost}[s]}
}
func (lapper) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0, Timers: model.TimerSet(s & 1 &^ (s >> 1))}
}
func (lapper) Step(p *model.Process[bool], s int, in model.Input[bool]) int {
	switch {
	case in.Kind == model.Timeout:
		return 3
	case s <= 1:
		p.Send(0, true)
		return s + 1
	}
	return s
}

// TestTimersWaitForQuietRounds says that no timer runs out in a round that delivers a message.
func TestTimersWaitForQuietRounds(t *testing.T) {
	a := algorithm{"lapper", model.Network{Topology: model.UnidirectionalRing, Timing: model.Lockstep, Wake: model.WakeSet{Only: []int{0}}}, joins(lapper{})}
	net := a.network(5, 3)
	s := a.system(t, net)
	got := simulate(t, s, net, simulation.Options{})
	for p, status := range got.Status {
		if status.Role != model.Won {
			t.Errorf("p%d: %v, want won", p, status.Role)
		}
	}
}

// inRounds takes the rounds of s. All processes that may wake do so in the first.
func inRounds(s *model.System) simulation.Result {
	c := s.Initial()
	r := simulation.Result{Messages: int64(s.Semantics().SentAtStart())}
	for {
		enabled := stepwise.Causes(s, c)
		if len(enabled) == 0 {
			r.Status = s.View(c).Status
			return r
		}
		x := enabled[0]
		for _, other := range enabled {
			if len(other.Wakes) > len(x.Wakes) {
				x = other
			}
		}
		round, _ := stepwise.Follow(s, c, x, func(int) int { return 0 })
		r.Messages += int64(len(round.Sends))
		r.Time += simulation.Unit
		c = round.Next
	}
}
