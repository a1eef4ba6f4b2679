package checker

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// The first bounds of Auto, and the factor by which they grow.
const (
	autoConfigurations = 1 << 18
	autoEffort         = 1 << 23  // of diagrams, each as often as it is made
	autoBytes          = 64 << 20 // of diagrams
	autoGrowth         = 16
)

// auto is the rule of [Auto]: the engines take turns, each from the start with
// bounds that grow, until every property is decided. So a check takes at most a few
// times as long as with the better engine. The verdicts of a turn are kept: later
// turns judge the remaining properties.
func (k *check) auto() error {
	if k.options.Reduce == Confluent || engines[Symbolic].Refuses(k.system) != (engine.Reason{}) {
		return k.explicit()
	}
	t := &turns{check: k, asked: k.budget.Bounds}
	err := t.take()
	t.finish()
	return err
}

// turns are the turns of [Auto] so far.
type turns struct {
	check *check
	asked engine.Bounds
	known []Verdict     // decided in an earlier turn; nil: this is the first
	best  Report        // of the search whose counts are reported
	stop  engine.Reason // why that search is not complete
}

// take lets the engines take turns.
func (t *turns) take() error {
	k := t.check
	configurations, turn := int64(autoConfigurations), engine.Turn{Effort: autoEffort, Bytes: autoBytes}
	for t.asked.Configurations == 0 || configurations < t.asked.Configurations {
		err := t.turn(k.explicit, configurations, engine.Turn{})
		stopped := k.stop
		noMemory, _ := k.budget.Full()
		last := stopped == noMemory
		if err != nil || k.decided() || !last && !k.stoppedBy(engine.Reason{Cause: engine.MaxConfigurations, Bound: configurations}) {
			return err
		}
		if t.asked.Memory > 0 {
			turn.Bytes = min(turn.Bytes, t.asked.Memory)
		}
		if last {
			turn = engine.Turn{}
		}
		if err := t.turn(k.symbolic, t.asked.Configurations, turn); err != nil || k.decided() {
			return err
		}
		k.budget.Again()
		if why := k.budget.Reached(); last || why != (engine.Reason{}) { // no turn can decide more
			k.cutShort(cmp.Or(why, stopped))
			return nil
		}
		if k.stop == (engine.Reason{}) || k.stop.Cause != engine.TurnEffort && turn.Bytes == t.asked.Memory {
			break // another turn of the symbolic engine would not decide more
		}
		configurations, turn = autoGrowth*configurations, engine.Turn{Effort: autoGrowth * turn.Effort, Bytes: autoGrowth * turn.Bytes}
	}
	return t.turn(k.explicit, t.asked.Configurations, engine.Turn{})
}

// turn searches from the start, within bounds, for the properties that are not
// decided. It keeps the verdicts, and the counts of a complete search if there is
// one, otherwise those of the search that met most configurations.
func (t *turns) turn(search func() error, configurations int64, bounds engine.Turn) error {
	k := t.check
	k.budget.Bounds.Configurations = configurations
	k.budget.Begin(bounds)
	k.reset(t.known)
	err := search()
	first := t.known == nil
	if first {
		t.known = make([]Verdict, len(k.verdicts))
	}
	for i, v := range k.verdicts {
		t.known[i].Property = v.Property
		if v.Result != Unknown {
			t.known[i] = v
		}
	}
	complete := engine.Reason{}
	if first || k.stop == complete || t.stop != complete && k.report.Configurations >= t.best.Configurations {
		t.best, t.stop = k.report, k.stop
	}
	return err
}

// reset forgets the results of a search, but not the verdicts of earlier turns.
func (k *check) reset(known []Verdict) {
	k.budget.Again()
	k.report, k.stop = Report{Reduction: k.options.Reduce}, engine.Reason{}
	clear(k.open)
	if known != nil {
		k.verdicts = slices.Clone(known)
	}
}

// finish makes the report of all turns.
func (t *turns) finish() {
	k, complete := t.check, engine.Reason{}
	last := k.stop
	k.report, k.stop = t.best, t.stop
	switch {
	case last == complete || t.stop == complete && k.decided():
	case k.decided():
		k.stop = engine.Reason{Cause: engine.AllDecided}
	default: // some property is open after the last turn
		k.stop = last
	}
}

// stoppedBy reports whether a search was cut short for that reason.
func (k *check) stoppedBy(why engine.Reason) bool {
	return k.stop == why || slices.ContainsFunc(k.undecided(), func(i int) bool { return k.open[i] == why })
}

// decided reports whether another turn would decide nothing more: every property
// is decided or can never be, and if some verdict is about all executions, some
// search met all configurations.
func (k *check) decided() bool {
	violated := true
	for _, v := range k.verdicts {
		if v.Result == Unknown && !k.spoilt(v.Property) {
			return false
		}
		violated = violated && v.Result == Violated
	}
	return k.sawAll || violated && len(k.verdicts) > 0
}

// spoilt reports whether a property that is not decided stays unknown since a
// step is not well-formed.
func (k *check) spoilt(p properties.Property) bool {
	return k.system.Initial().Failed() || k.failure != nil && p.Form == properties.Reachable
}
