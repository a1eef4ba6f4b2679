package checker

import (
	"math/rand/v2"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// unseenTrigger is why a reduced search leaves a property open.
var unseenTrigger = reason.Reason{Cause: reason.TriggerUnseen}

// unlessTriggered returns a finding about property i, which is vacuous only if its trigger is
// known to hold nowhere. A reduced search passes over configurations in which it may hold.
// Those that it meets are configurations of the system, if it is complete: then its
// assumptions are right.
func (k *check) unlessTriggered(i int, f engine.Finding, complete bool) engine.Finding {
	k.triggered[i] = k.triggered[i] || f.Triggered && (complete || k.reduction == engine.Reduction{})
	switch {
	case f.Outcome != engine.Vacuous || f.Reason.Cause != reason.NoTrigger:
		return f
	case k.triggered[i]:
		return engine.Finding{Outcome: engine.Absent}
	case k.reduction.Confluent != nil && k.about != triggers && hidesTrigger(k.verdicts[i].Property):
		return engine.Finding{Reason: unseenTrigger}
	}
	return f
}

// Random walks, which take no fault.
const (
	walks      = 4
	walkEvents = 1 << 10 // of each walk, at most
)

// isTriggered reports whether the trigger of property i, unless it has none, is known to hold
// somewhere. If no search has met it, walks look for it: the engine has searched another system.
func (k *check) isTriggered(i int) bool {
	p := k.verdicts[i].Property
	if p.HasTrigger() && !k.triggered[i] {
		_, _, k.triggered[i] = k.walk(p.IsTriggeredIn)
	}
	return !p.HasTrigger() || k.triggered[i]
}

// walk walks until a view satisfies a predicate. It returns where the walk has started, as an index of starts, and its events.
// It reports false if no walk comes to such a view.
func (k *check) walk(until func(v model.View) bool) (start int, l model.Schedule, found bool) {
	for n := range walks {
		start = n % len(k.starts)
		if path := stepwise.NewPath(k.starts[start]); walked(path, until, rand.New(rand.NewPCG(0, uint64(n)))) {
			return start, path.Schedule(), true
		}
	}
	return 0, nil, false
}

// walked follows a path until its last view satisfies a predicate. It reports false if that does not happen.
func walked(path *stepwise.Path, until func(v model.View) bool, coins *rand.Rand) bool {
	for range walkEvents {
		if path.Last().Failed() {
			return false
		}
		if until(path.View()) {
			return true
		}
		var steps []stepwise.Cause
		for _, x := range path.Enabled() {
			if !x.Kind.IsFault() {
				steps = append(steps, x)
			}
		}
		if len(steps) == 0 || !path.Follow(steps[coins.IntN(len(steps))], coins.IntN) {
			return false
		}
	}
	return false
}
