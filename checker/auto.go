package checker

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// The bounds of the first turns, and the factor by which they grow.
const (
	autoConfigurations = 1 << 16  // of the whole system, if a turn with the reduction may follow
	autoMore           = 4        // times as many in the first of the other turns of the explicit engine
	autoEffort         = 1 << 23  // of diagrams, each as often as it is made
	autoBytes          = 64 << 20 // of diagrams
	autoGrowth         = 16
)

// turns are the turns of a check so far. It is the rule of [Auto] and [AutoReduction]:
// engines and reductions take turns, each from the start with bounds that grow, until
// every property is decided. So a check takes at most a few times as long as with the
// best of them. The verdicts of a turn are kept: later turns judge the remaining
// properties.
type turns struct {
	check    *check
	asked    engine.Bounds
	base     Reduction     // of the turns that are not Confluent
	reduces  bool          // a Confluent turn may decide more
	diagrams bool          // the symbolic engine has turns
	over     bool          // another turn would decide nothing more
	noMemory bool          // the last turn of the explicit engine had too little
	known    []Verdict     // decided in an earlier turn; nil: this is the first
	best     Report        // of the search whose counts are reported
	stop     engine.Reason // why that search is not complete
}

// newTurns returns the turns that the options ask for.
func newTurns(k *check) *turns {
	t := &turns{check: k, asked: k.budget.Bounds, base: k.options.Reduce}
	if t.base == AutoReduction {
		t.base = NoReduction
		// A bound on the depth counts all events, those that are passed over too.
		t.reduces = k.options.Engine != Symbolic && t.asked.Depth == 0 && Confluent.Suits(k.system, nil) == nil
	}
	t.diagrams = k.options.Engine == Auto && t.base != Confluent && engines[Symbolic].Refuses(k.system) == engine.Reason{}
	return t
}

// take takes turns. The first is a search of the whole system, which is enough if that
// is small.
func (t *turns) take() error {
	configurations, turn := autoMore*t.check.first, engine.Turn{Effort: autoEffort, Bytes: autoBytes}
	whole := configurations
	if t.reduces {
		whole = t.check.first
	}
	if most := t.asked.Configurations; most > 0 && most <= whole {
		return t.explicit(t.base, most)
	}
	var err error
	if !t.reduces || !t.check.options.Large {
		err = t.explicit(t.base, whole)
	}
	for t.goesOn(err) && t.diagrams && (t.asked.Configurations == 0 || configurations < t.asked.Configurations) {
		if t.reduces {
			err = t.explicit(Confluent, configurations)
		}
		if t.goesOn(err) && !t.reduces && configurations > whole {
			err = t.explicit(t.base, configurations)
		}
		if !t.goesOn(err) {
			return err
		}
		err = t.symbolic(&turn)
		configurations, turn.Effort = autoGrowth*configurations, autoGrowth*turn.Effort
	}
	if t.goesOn(err) && t.reduces {
		err = t.alternate(configurations)
	}
	if t.goesOn(err) {
		err = t.explicit(t.base, t.asked.Configurations)
	}
	return err
}

// alternate takes turns with the reduction and without it, where diagrams decide nothing
// more. After it a search of the whole system, without another bound, may do so.
func (t *turns) alternate(configurations int64) error {
	most := t.asked.Configurations
	for ; most == 0 || autoGrowth*configurations < most; configurations *= autoGrowth {
		if err := t.explicit(Confluent, configurations); !t.goesOn(err) || !t.reduces || t.noMemory {
			return err
		}
		if err := t.explicit(t.base, autoGrowth*configurations); !t.goesOn(err) {
			return err
		}
		if t.noMemory {
			err := t.explicit(Confluent, most)
			t.over = true
			return err
		}
	}
	return t.explicit(Confluent, most)
}

func (t *turns) goesOn(err error) bool { return err == nil && !t.over }

// explicit is a turn of the explicit engine.
func (t *turns) explicit(r Reduction, configurations int64) error {
	k := t.check
	k.using = r
	err := t.turn(k.explicit, configurations, engine.Turn{})
	noMemory, _ := k.budget.Full()
	t.noMemory = k.stop == noMemory
	switch {
	case k.decided():
		t.over = true
	case t.noMemory || k.stoppedBy(engine.Reason{Cause: engine.MaxConfigurations, Bound: configurations}):
	case r == Confluent && k.reductionLost():
		t.reduces = false
	default:
		t.over = true
	}
	return err
}

// symbolic is a turn of the symbolic engine. If there is no memory for the explicit one,
// it is the last.
func (t *turns) symbolic(bounds *engine.Turn) error {
	k, stopped := t.check, t.check.stop
	if t.asked.Memory > 0 {
		bounds.Bytes = min(bounds.Bytes, t.asked.Memory)
	}
	within := *bounds
	if t.noMemory {
		within = engine.Turn{}
	}
	k.using = t.base
	if err := t.turn(k.symbolic, t.asked.Configurations, within); err != nil || k.decided() {
		t.over = true
		return err
	}
	k.budget.Again()
	if why := k.budget.Reached(); t.noMemory || why != (engine.Reason{}) {
		t.over = true
		k.cutShort(cmp.Or(why, stopped))
		return nil
	}
	// Would another turn decide more?
	t.diagrams = k.stop != engine.Reason{} && (k.stop.Cause == engine.TurnEffort || bounds.Bytes != t.asked.Memory)
	bounds.Bytes *= autoGrowth
	return nil
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
	k.report, k.stop = Report{Reduction: k.using}, engine.Reason{}
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

// reductionLost reports whether a search without the reduction may decide a property
// that one with it has left open.
func (k *check) reductionLost() bool {
	return k.stoppedBy(lostLoops) || slices.ContainsFunc(k.undecided(), func(i int) bool { return !k.suits(i) })
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
