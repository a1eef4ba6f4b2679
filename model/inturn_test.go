package model_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// TestInTurn says when a timer takes its turn: not before it is due, not where timers take no turns, and not after a
// step that is not well-formed.
func TestInTurn(t *testing.T) {
	alg, err := newPuppet("start timeout 0: panic\nduration 0: 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, inTurn := range []bool{false, true} {
		s, err := model.New(timed{alg}, model.Network{N: 2, Timing: model.Bounded, TimersInTurn: inTurn})
		if err != nil {
			t.Fatal(err)
		}
		c := s.Initial()
		for _, row := range []struct {
			event  string
			reason string
			is     bool
		}{
			{"tick", "a tick is left", false},
			{"timeout p0:0", "both timers are due", inTurn},
			{"", "the step of p0 is not well-formed, and p1 does nothing", false},
		} {
			if s.Semantics().InTurn(c) != row.is {
				t.Errorf("in turn %t: %s: %t, want %t", inTurn, row.reason, s.Semantics().InTurn(c), row.is)
			}
			if e, err := model.ParseEvent(row.event); err == nil {
				next, ok := s.Apply(c, e)
				if !ok {
					t.Fatalf("%v is not enabled", e)
				}
				c = next.Next
			}
		}
	}
}
