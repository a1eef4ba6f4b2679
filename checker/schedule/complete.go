package schedule

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// Ending says how [Walk.Complete] has ended.
type Ending uint8

// The endings.
const (
	Unfinished Ending = iota // liveness is not judged: the walk was stopped, loops at a bound of the instance or by choices, never started, or has a step that is not well-formed
	Terminal                 // no obligatory event is enabled, after some process has taken a step
	Looping                  // the walk has come back to a configuration, and could go on for ever
)

func (e Ending) String() string { return [...]string{"unfinished", "terminal", "looping"}[e] }

// Complete extends the walk fairly: in each turn it takes every obligatory event
// once, in a fixed order, and no wake-up or fault. It stops when the walk is
// terminal, loops or has most events in all, when every property is decided, or
// when the time is over. A loop refutes a property only if it is fair.
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

// obligatory returns the obligatory causes of the last configuration. Later
// messages of a channel come first, so that taking one does not renumber the
// others.
func (w *Walk) obligatory() []stepwise.Cause {
	c := w.Last()
	var list []stepwise.Cause
	enabled := w.Enabled()
	for i := len(enabled) - 1; i >= 0; i-- {
		if x := enabled[i]; stepwise.Obligatory(w.path.System(), c, x) {
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
