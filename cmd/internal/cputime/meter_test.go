package cputime

import (
	"testing"
	"time"
)

// TestTimesAddUp says that tasks share the time in which they run, and that their times add up.
func TestTimesAddUp(t *testing.T) {
	now := time.Duration(0)
	m := newMeter(func() time.Duration { return now })
	now = 100 // nothing runs
	a := m.Begin()
	now = 110
	b := m.Begin()
	now = 131 // an odd number: one is left over
	c := m.Begin()
	now = 160
	for _, row := range []struct {
		task   *Task
		want   time.Duration
		reason string
	}{
		{b, 10 + 10, "half of 20, a third of 30"},
		{a, 10 + 10 + 10, "alone, half of 20, a third of 30"},
		{c, 10, "a third of 30"},
	} {
		if got := row.task.End(); got != row.want {
			t.Errorf("%d, want %d: %s", got, row.want, row.reason)
		}
	}
	if now = 1000; m.Sum() != 60 {
		t.Errorf("the sum is %d, want 60: from the first beginning to the last end", m.Sum())
	}
}

// TestWorkTakesTime says that the clock counts work, and waiting hardly, where the system tells.
func TestWorkTakesTime(t *testing.T) {
	m := NewMeter()
	task := m.Begin()
	before := Used()
	for x := uint32(1); Used()-before < 20*time.Millisecond; x ^= x << 13 {
	}
	if got := task.End(); got < 20*time.Millisecond || got > Used() {
		t.Errorf("20 ms of work are measured as %v", got)
	}
}
