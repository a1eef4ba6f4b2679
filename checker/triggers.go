package checker

import (
	"math/rand/v2"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
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

// The walks that look for a trigger.
const (
	triggerWalks  = 4
	triggerEvents = 1 << 12 // of each walk, at most
)

// isTriggered reports whether the trigger of property i, unless it has none, is known to hold
// somewhere. If no search has met it, a few walks look for it: the engine has searched another system.
func (k *check) isTriggered(i int) bool {
	p := k.verdicts[i].Property
	if !p.HasTrigger() {
		return true
	}
	for n := 0; n < triggerWalks && !k.triggered[i]; n++ {
		k.triggered[i] = walkTriggers(k.starts[n%len(k.starts)], p, rand.New(rand.NewPCG(0, uint64(n))))
	}
	return k.triggered[i]
}

// walkTriggers reports whether the trigger of a property holds somewhere on a random walk
// that takes no fault.
func walkTriggers(s *model.System, p properties.Property, coins *rand.Rand) bool {
	path := stepwise.NewPath(s)
	for range triggerEvents {
		if path.Last().Failed() {
			return false
		}
		if p.IsTriggeredIn(path.View()) {
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
