package schedule

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Ending says how the completion of a walk ended.
type Ending uint8

// The endings.
const (
	Unfinished Ending = iota // it says nothing of liveness: it had to stop, loops at a bound of the instance or by choice, never started, or a step was not well-formed
	Terminal                 // nothing obligatory is enabled, after somebody has taken a step
	Looping                  // the walk has come back to a configuration, and would go on for ever
)

func (e Ending) String() string { return [...]string{"unfinished", "terminal", "looping"}[e] }

// Complete goes on fairly until the walk ends, loops, has that many events in
// all, every property is decided, or its time is over: again and again, all that
// is obligatory happens once, in a fixed order. No wake-up happens and no fault.
// A loop is held against the fairness of the walk before it counts.
func (w *Walk) Complete(most int, pick func(outcomes int) int) Ending {
	seen := map[string]int{}
	for w.Open() {
		turn := w.obligatory()
		if len(turn) == 0 {
			if !w.path.Terminal() {
				return Unfinished
			}
			return Terminal
		}
		key := w.Last().Key()
		if at, ok := seen[key]; ok {
			return w.loop(at)
		}
		seen[key] = w.Len()
		for _, x := range turn {
			if w.Len() >= most || w.late() {
				return Unfinished
			}
			if w.Has(x) {
				w.Take(x, pick)
			}
		}
	}
	return Unfinished
}

// obligatory returns what must happen in the last configuration, later messages
// of a channel first, so that taking one does not rename the others.
func (w *Walk) obligatory() []model.Cause {
	c := w.Last()
	var list []model.Cause
	enabled := w.Enabled()
	for i := len(enabled) - 1; i >= 0; i-- {
		if x := enabled[i]; w.path.System().Obligatory(c, x) {
			list = append(list, x)
		}
	}
	return list
}

// loop judges the walk as one whose events after the first stem ones repeat for
// ever, if that can refute liveness.
func (w *Walk) loop(stem int) Ending {
	if w.judge.Bounded() >= stem {
		return Unfinished
	}
	if slices.ContainsFunc(w.path.Schedule()[stem:], func(e model.Event) bool { return len(e.Choices) > 0 }) {
		return Unfinished // a loop that always chooses alike has probability zero
	}
	w.judge.Loop(stem, w.fairness, func() model.Execution {
		s := w.path.Schedule()
		return w.replay(model.Lasso{Stem: s[:stem:stem], Loop: s[stem:]})
	})
	return Looping
}
