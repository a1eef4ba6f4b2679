package fairness_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// idler has a timer of one tick, and may always be idle.
type idler struct{}

func (idler) Init(model.Self) int                  { return 0 }
func (idler) Observe(model.Self, int) model.Status { return model.Status{} }
func (idler) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Idle: true, Timers: model.Timers(0)}
}
func (idler) Durations(model.Self, int) (d model.Durations) {
	d.Timers[0] = model.Span{Least: 1, Greatest: 1}
	return d
}
func (idler) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s }

// TestUnjustInTurn says that a loop through the turn of a timer neglects what is enabled everywhere else, as it does where
// timers take no turns.
func TestUnjustInTurn(t *testing.T) {
	for _, inTurn := range []bool{false, true} {
		s, err := model.New(idler{}, model.Network{N: 1, Timing: model.Bounded, TimersInTurn: inTurn})
		if err != nil {
			t.Fatal(err)
		}
		loop := model.Schedule{{Process: -1, Kind: model.Tick}, {Kind: model.Timeout}}
		x, err := s.Replay(model.Lasso{Stem: loop, Loop: loop})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]fairness.Class{{Kind: model.Idle}}, fairness.Unjust(x, model.Weak)); diff != "" {
			t.Errorf("in turn %t (-want +got):\n%s", inTurn, diff)
		}
	}
}
