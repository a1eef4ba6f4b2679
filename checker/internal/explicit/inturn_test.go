package explicit_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// A sleeper has timer 0 of one tick and, if it dozes, timer 1 that runs out at any time and leads to a local state in
// which it is not ready to be idle, and back.
type sleeper struct{ dozes bool }

func (sleeper) Init(model.Self) int { return 0 }
func (sleeper) Observe(_ model.Self, s int) model.Status {
	if s == 2 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (a sleeper) Ready(_ model.Self, s int) model.Spontaneous {
	ready := model.Spontaneous{Idle: s == 0, Timers: model.Timers(0)}
	if a.dozes && s < 2 {
		ready.Timers = model.Timers(0, 1)
	}
	return ready
}
func (sleeper) Durations(model.Self, int) (d model.Durations) {
	d.Timers[0], d.Timers[1] = model.Span{Least: 1, Greatest: 1}, model.Span{Greatest: model.Unbounded}
	return d
}
func (sleeper) Step(_ *model.Process[int], s int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Idle:
		return 2
	case in.Kind == model.Timeout && in.Timer == 1:
		return 1 - s
	}
	return s
}

// TestLoopsThroughTurns says that a loop owes what is enabled wherever no timer takes its turn.
func TestLoopsThroughTurns(t *testing.T) {
	wins := properties.NewEventually("wins", "the process wins", func(v model.View) bool { return v.Status[0].Role == model.Won })
	for _, row := range []struct {
		reason string
		dozes  bool
		want   engine.Outcome
	}{
		{"it is idle at last, as only turns prevent that", false, engine.Absent},
		{"it dozes again and again", true, engine.Found},
	} {
		s, err := model.New(sleeper{row.dozes}, model.Network{N: 1, Timing: model.Bounded, TimersInTurn: true})
		if err != nil {
			t.Fatal(err)
		}
		q := engine.Question{System: s, Tables: compiled.New(s), Workers: 1, Properties: []properties.Property{wins}, Fairness: model.Weak}
		a, err := explicit.Engine{}.Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		f := a.Findings[0]
		if f.Outcome != row.want {
			t.Errorf("%s: outcome %d, want %d, by %v", row.reason, f.Outcome, row.want, f.Lasso)
		}
		if f.Outcome != engine.Found {
			continue
		}
		x, err := s.Replay(f.Lasso)
		if err != nil {
			t.Fatal(err)
		}
		if unjust := fairness.Unjust(x, model.Weak); len(unjust) > 0 || !x.Loops() {
			t.Errorf("%s: the loop of %v neglects %v", row.reason, f.Lasso, unjust)
		}
	}
}
