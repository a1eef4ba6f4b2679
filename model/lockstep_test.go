package model_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// hasty counts its steps, and reacts to inputs only before the first.
type hasty struct{ ready model.Spontaneous }

func (hasty) Init(model.Self) int { return 0 }
func (a hasty) Ready(_ model.Self, steps int) model.Spontaneous {
	if steps > 0 {
		return model.Spontaneous{}
	}
	return a.ready
}
func (hasty) Observe(model.Self, int) model.Status                          { return model.Status{} }
func (hasty) Step(_ *model.Process[int], steps int, _ model.Input[int]) int { return steps + 1 }

// TestRoundsAskAgain says that within a round Ready is asked before each step.
func TestRoundsAskAgain(t *testing.T) {
	for _, test := range []struct {
		ready  model.Spontaneous
		reason string
	}{
		{model.Spontaneous{Timers: model.Timers(0, 7)}, "the first timer unsets the second"},
		{model.Spontaneous{Suspect: model.Ports(0, 1)}, "one suspicion is enough"},
		{model.Spontaneous{Idle: true, Round: true}, "being idle it is not told of the round"},
		{model.Spontaneous{Round: true, Timers: model.Timers(3), Suspect: model.Ports(1)}, "the round unsets the timer"},
	} {
		s, err := model.New(hasty{test.ready}, model.Network{N: 3, Timing: model.Lockstep, Down: []int{1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		x, ok := s.Apply(s.Initial(), model.Event{Process: -1, Kind: model.Round})
		if !ok || x.Next.Locals[0] != 1 {
			t.Errorf("%s: enabled %v, then %v steps, want 1", test.reason, ok, x.Next.Locals)
		}
	}
}

// TestAFailedStepKeepsTheLocalState says that the local state that an
// ill-formed step leads to is discarded in rounds too.
func TestAFailedStepKeepsTheLocalState(t *testing.T) {
	for _, timing := range []model.Timing{model.Async, model.Lockstep} {
		s := newPuppets(t, "start wake: become gone, panic", model.Network{N: 1, Timing: timing})
		next := s.Successors(s.Initial())[0].Next
		if !next.Failed() || next.Locals[0] != s.Initial().Locals[0] {
			t.Errorf("%v: failed %v, local state %v, want %v", timing, next.Failed(), next.Locals[0], s.Initial().Locals[0])
		}
	}
}
