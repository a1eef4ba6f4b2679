package checker

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The bounds of the turns that follow, for each configuration of the first, and the factors
// by which they grow.
const (
	autoMore          = 4    // configurations
	autoTimes         = 2    // times as many for the whole system as for the reduced one, where three contend
	autoEffort        = 128  // nodes of diagrams, each as often as it is made
	autoBytes         = 1024 // of diagrams
	autoGrowth        = 16   // where two contend, and of bytes
	autoGrowthOfThree = 8
)

// claimWork is how many configurations take as long as what is concluded from a claim that
// a delivery is confluent.
const claimWork = 16

// turns are the turns of a check so far. It is the rule of [Auto] and [AutoReduction]:
// searches of the whole system, of what the reduction leaves of it, and of diagrams take
// turns, each from the start with bounds that grow, until every property is decided. The
// bounds of a round are about as much work for each. So a check takes at most a few times
// as long as with the best of them. The verdicts of a turn are kept: later turns judge the
// remaining properties.
type turns struct {
	check    *check
	asked    engine.Bounds
	first    int64         // configurations that the first turn may have, if a turn with the reduction may follow
	base     Reduction     // of the turns that are not Confluent
	reduces  bool          // a Confluent turn may decide more
	diagrams bool          // the symbolic engine has turns
	opens    bool          // this is the first turn, and one with the reduction may follow
	over     bool          // another turn would decide nothing more
	short    [2]bool       // a turn with the reduction, or without it, had too little memory to forget nothing
	forgets  bool          // searches may forget configurations
	noMemory bool          // the last turn of the explicit engine had too little
	whole    int64         // configurations that the last search of the whole system might have
	full     bool          // there is too little memory for the whole system
	within   engine.Turn   // the bounds of the next turn of the symbolic engine
	known    []Verdict     // decided in an earlier turn; nil: this is the first
	best     Report        // of the search whose counts are reported
	stop     engine.Reason // why that search is not complete
}

// newTurns returns the turns that the options ask for.
func newTurns(k *check) *turns {
	first := k.budget.Thresholds.FirstTurn
	t := &turns{check: k, asked: k.budget.Bounds, base: k.options.Reduce, first: first, within: engine.Turn{Effort: autoEffort * first, Bytes: autoBytes * first}}
	if t.base == AutoReduction {
		t.base = NoReduction
		// A bound on the depth counts all events, those that are passed over too.
		t.reduces = k.options.Engine != Symbolic && t.asked.Depth == 0 && Confluent.Suits(k.system, nil) == nil
	}
	t.diagrams = k.options.Engine == Auto && t.base != Confluent && engines[Symbolic].Refuses(k.system) == engine.Reason{}
	if t.diagrams && k.options.Reduce == AutoReduction {
		k.relaxation = k.relax()
	}
	return t
}

// take takes turns. The first is a search of the whole system, which is enough if that
// is small. The last ones have the bounds that are asked for.
func (t *turns) take() error {
	most, first, configurations := t.asked.Configurations, t.first, autoMore*t.first
	if !t.reduces {
		first = configurations
	}
	if most > 0 && most <= first {
		return t.explicit(t.base, most)
	}
	var err error
	if t.reduces && t.check.options.Large {
		t.fold()
		err = t.explicit(Confluent, most)
	} else {
		t.opens = t.reduces
		err = t.explicit(t.base, first)
		t.opens = false
	}
	for t.goesOn(err) && (t.reduces || t.diagrams) && t.allows(configurations) {
		growth := t.growth()
		if err = t.round(configurations); t.goesOn(err) {
			t.fold()
		}
		configurations *= growth
	}
	t.forgets = true // the last turns
	if t.goesOn(err) && t.reduces {
		err = t.explicit(Confluent, most)
	}
	if t.goesOn(err) {
		err = t.explicit(t.base, most)
	}
	return err
}

// fold lets the turns that follow visit one configuration of those that renamings of
// processes map to each other, if nobody asked for a reduction by name.
func (t *turns) fold() {
	if k := t.check; k.options.Reduce == AutoReduction && k.group == nil {
		k.fold()
	}
}

// allows reports whether a bound on configurations is below the one that is asked for.
func (t *turns) allows(configurations int64) bool {
	return t.asked.Configurations == 0 || configurations < t.asked.Configurations
}

// growth returns the factor by which the bounds grow. It is lower where three contend: a
// turn that decides nothing then delays two others.
func (t *turns) growth() int64 {
	if t.reduces && t.diagrams {
		return autoGrowthOfThree
	}
	return autoGrowth
}

// round is a turn for each that may decide more. The reduced search, within so many
// configurations, is the most likely to do so. The whole system may then have more: a
// normal form takes longer than a configuration, and some systems have hardly fewer of them.
func (t *turns) round(configurations int64) error {
	var err error
	whole := configurations
	if t.reduces {
		err = t.explicit(Confluent, configurations)
	}
	switch {
	case t.reduces && t.diagrams:
		whole *= autoTimes
	case t.reduces:
		whole *= autoGrowth
	}
	if t.goesOn(err) && !t.full && whole > t.whole && t.allows(whole) {
		err = t.explicit(t.base, whole)
	}
	if t.goesOn(err) && t.diagrams {
		err = t.symbolic()
	}
	return err
}

func (t *turns) goesOn(err error) bool { return err == nil && !t.over }

// explicit is a turn of the explicit engine. As long as a search that forgets nothing may decide more,
// with the reduction or without it, none forgets: what is forgotten may be met again and again.
func (t *turns) explicit(r Reduction, configurations int64) error {
	takes, forgets := t.has(r)
	if t.forgets = forgets; !takes {
		return nil
	}
	k, within := t.check, engine.Turn{}
	k.budget.Keep = !t.forgets
	if r == Confluent && configurations > 0 && t.allows(configurations) {
		within.Effort = configurations // in searches that turn out to be wrong
	}
	if k.whole {
		r = NoReduction
	}
	k.using = r
	within.Opens = t.opens
	within.Ending = configurations > t.first && t.allows(2*configurations) // small systems have exact counts
	err := t.turn(k.explicit, configurations, within)
	k.budget.Keep = false
	noMemory, _ := k.budget.Full()
	t.noMemory = t.forgets && k.stop == noMemory
	t.reduces = t.reduces && !k.whole
	switch {
	case k.decided():
		t.over = true
	case !t.forgets && k.stoppedBy(noMemory):
		*t.shortOf(r) = true
	case t.noMemory:
		t.without(r)
	case k.stoppedBy(engine.Reason{Cause: engine.MaxConfigurations, Bound: configurations}), k.stoppedBy(engine.Reason{Cause: engine.TurnEffort}):
		if r != Confluent {
			t.whole = configurations
		}
	case r == Confluent && k.reductionLost():
		t.reduces = false
	default:
		t.over = true
	}
	return err
}

// shortOf returns where it is noted whether turns with a reduction had too little memory.
func (t *turns) shortOf(r Reduction) *bool {
	if r == Confluent {
		return &t.short[0]
	}
	return &t.short[1]
}

// has reports whether the explicit engine has another turn with a reduction, and whether
// searches may forget.
func (t *turns) has(r Reduction) (takes, forgets bool) {
	forgets = t.forgets || *t.shortOf(t.base) && (!t.reduces || *t.shortOf(Confluent))
	return forgets || !*t.shortOf(r), forgets
}

// without notes that a turn of the explicit engine had too little memory. That engine
// may have another turn if only the whole system was too large.
func (t *turns) without(r Reduction) {
	if r == Confluent {
		t.reduces = false
	} else {
		t.full, t.noMemory = true, !t.reduces
	}
	t.over = t.full && !t.reduces && !t.diagrams
}

// symbolic is a turn of the symbolic engine. If there is no memory for the explicit one,
// it is the last.
func (t *turns) symbolic() error {
	k, stopped := t.check, t.check.stop
	if t.asked.Memory > 0 {
		t.within.Bytes = min(t.within.Bytes, t.asked.Memory)
	}
	within := t.within
	if t.noMemory {
		within = engine.Turn{}
	}
	k.using = t.base
	follows, err := true, error(nil)
	if k.relaxation != nil {
		follows, err = t.relaxed(t.brief(within))
	}
	if err == nil && follows {
		err = t.turn(k.symbolic, t.asked.Configurations, within)
	}
	refused := engine.Blames(err) // perhaps where no execution leads
	if err != nil && !refused || k.decided() {
		t.over = true
		return err
	}
	k.budget.Again()
	if why := k.budget.Reached(); t.noMemory || why != (engine.Reason{}) {
		t.over = true
		k.cutShort(cmp.Or(why, stopped))
		return nil
	}
	if refused {
		t.diagrams, t.over = false, t.full && !t.reduces
		k.cutShort(stopped)
		return nil
	}
	// Would another turn decide more?
	t.diagrams = k.stop != engine.Reason{} && (k.stop.Cause == engine.TurnEffort || within.Bytes != t.asked.Memory)
	t.within.Effort *= t.growth()
	t.within.Bytes *= autoGrowth
	return nil
}

// brief returns the bounds of a turn with the relaxation. The first one makes no more nodes than
// the turn of the system itself before it might have configurations: a node may take several times as long,
// and the next turns of the system may be enough.
func (t *turns) brief(within engine.Turn) engine.Turn {
	if within.Effort == autoEffort*t.first && t.whole > 0 {
		within.Effort = min(within.Effort, t.whole)
	}
	return within
}

// relaxed is the turn of the symbolic engine with the relaxation. It reports whether
// another turn of the engine, on the system itself, is to follow.
func (t *turns) relaxed(within engine.Turn) (follows bool, err error) {
	k := t.check
	if err := t.turn(k.symbolicRelaxed, t.asked.Configurations, within); err != nil || k.decided() {
		return false, err
	}
	if k.relaxation != nil && k.stop != (engine.Reason{}) { // a longer turn may decide more
		return false, nil
	}
	k.relaxation = nil // it has decided what it can
	return true, nil
}

// turn searches from the start, within bounds, for the properties that are not
// decided. It keeps the verdicts, and the counts of a complete search if there is
// one, otherwise those of the search that met most configurations.
func (t *turns) turn(search func() error, configurations int64, bounds engine.Turn) error {
	k := t.check
	k.budget.Bounds.Configurations = configurations
	k.budget.Begin(bounds)
	k.reset(t.known)
	if err := search(); err != nil {
		return err
	}
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
	if k.report.Relaxed && !k.decided() {
		return nil // counts of another system are reported only if they decide something
	}
	if first || k.stop == complete || t.stop != complete && k.report.Configurations >= t.best.Configurations {
		t.best, t.stop = k.report, k.stop
	}
	return nil
}

// reset forgets the results of a search, but not the verdicts of earlier turns.
func (k *check) reset(known []Verdict) {
	k.budget.Again()
	k.report, k.stop = Report{Reduction: k.using}, engine.Reason{}
	k.counted = false
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
	begins := func(s *model.System) bool { return !s.Initial().Failed() }
	return !slices.ContainsFunc(k.starts, begins) || k.failure != nil && p.Form == properties.Reachable
}
