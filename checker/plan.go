package checker

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// A Turn is one turn of a check: searches from the start, by one engine, within bounds. A bound of zero
// is none. The turns that may come follow from the options and the system: see docs/engine.md.
type Turn struct {
	Engine         Engine    // Explicit, Symbolic or Sorted
	Reduction      Reduction // NoReduction or Confluent
	Symmetry       bool      // it visits one configuration of those that renamings of processes map to each other
	Relaxed        bool      // it looks at more executions than the system has: Symbolic at those with order fifo instead of inbox, Sorted always
	Configurations int64     // that each of its searches may meet
	Effort         int64     // nodes of diagrams that it may make; with a reduction, configurations in searches that turn out to be wrong
	Bytes          int64     // of diagrams
	Reason         string    // for the turn

	at      stage
	forgets bool // its searches forget configurations if memory is full
	last    bool // no turn follows
	ending  bool // see engine.Turn
	opens   bool // see engine.Turn
}

// String returns the turn in one line, without the reason for it.
func (t Turn) String() string {
	var b strings.Builder
	b.WriteString(t.Engine.String())
	if t.Reduction != NoReduction {
		fmt.Fprintf(&b, ", reduction %v", t.Reduction)
	}
	if t.Symmetry {
		b.WriteString(", up to symmetry")
	}
	if t.Relaxed && t.Engine == Symbolic {
		fmt.Fprintf(&b, ", order %v", model.FIFO)
	}
	if t.Configurations > 0 {
		fmt.Fprintf(&b, ", %d configurations", t.Configurations)
	}
	if t.Engine.isOfDiagrams() && t.Effort > 0 {
		fmt.Fprintf(&b, ", %d nodes, %d bytes", t.Effort, t.Bytes)
	}
	return b.String()
}

// The bounds of the turns that follow, for each configuration of the first, and the factors
// by which they grow.
const (
	moreInRound    = 4    // configurations
	timesDiagram   = 4    // times as long for a node of a diagram as for a configuration, about
	sortedFrom     = 32   // configurations of a round with a sorted search: the second
	mostSorted     = 1024 // the same, if the system is known to take long
	timesSorted    = 2    // nodes of a sorted search
	timesWhole     = 2    // times as many for the whole system as for the reduced one, where three contend
	effortOfFirst  = 128  // nodes of diagrams, each as often as it is made
	bytesOfFirst   = 1024 // of diagrams
	growthOfTwo    = 16   // where two contend, and of bytes
	growthOfThree  = 8
	mostConfigured = 1 << 50 // configurations of a round, which no search reaches
)

// A stage is a place in the order of turns. Those from atReduced to atDiagrams are a round, which is repeated
// with larger bounds.
type stage uint8

const (
	atLong        stage = iota // a sorted search of a system that is known to take long
	atOpening                  // the first turn of all others
	atReduced                  // the reduced search, the most likely to decide more
	atSorted                   // a sorted search
	atWhole                    // the whole system: a normal form takes longer than a configuration, and some systems have hardly fewer
	atRelaxed                  // diagrams of the relaxation
	atDiagrams                 // diagrams of the system
	atLastReduced              // the reduced search, within the bounds asked for
	atLastWhole                // the whole system, within these
	atEnd
)

// reasons say why there is a turn at each stage.
var reasons = [...]string{
	atLong:        "the system is known to take long, and a sorted search may confirm everything",
	atOpening:     "a small system has exact counts and the least counterexamples",
	atReduced:     "a reduced search is the most likely to decide a large system",
	atSorted:      "a sorted search confirms what holds even if messages are lost, come again and in any order",
	atWhole:       "some systems are hardly smaller when they are reduced",
	atRelaxed:     "diagrams of a queue for each link are smaller than those of an inbox",
	atDiagrams:    "diagrams may be small where there are many configurations",
	atLastReduced: "no other turn is left: the reduced search, within the bounds asked for",
	atLastWhole:   "no other turn is left: the whole system, within the bounds asked for",
}

const (
	onlyOne   = "no other search is asked for, or suits the system"
	lowBound  = "the bound asked for is no higher than that of the first turn"
	knownSize = "the system is known to be large"
)

// A plan is the rule by which searches of the whole system, of the part that the reduction leaves of it, and of
// diagrams take turns, each from the start with bounds that grow, until every property is decided. The bounds
// of a round are about as much work for each. So a check takes at most a few times as long as with the best of
// them. A plan is a value: the outcome of a turn makes another one of it.
type plan struct {
	only         Turn  // the only turn; used if nothing contends
	contends     bool  // there may be several turns
	single       bool  // there is one turn, as the bound asked for is low
	first        int64 // configurations that the first turn may have, if a turn with the reduction may follow
	most, memory int64 // the bounds asked for
	symmetry     bool  // asked for
	renames      bool  // the searches from the second round on are up to symmetry
	large        bool
	long         bool // it takes long even if reduced

	reduces  bool // a turn with the reduction may decide more
	sorts    bool // a sorted search may decide more
	diagrams bool // the symbolic engine has turns
	relaxes  bool // on the relaxation

	at       stage
	round    int64 // configurations of the reduced search in this round
	growth   int64 // of this round
	effort   int64 // of the next diagrams
	bytes    int64
	whole    int64               // configurations that the last search of the whole system might have
	short    [Confluent + 1]bool // by reduction: a turn had too little memory to forget nothing
	full     bool                // there is too little memory for the whole system
	noMemory bool                // the last turn of the explicit engine had too little
}

// newPlan returns the plan of a check of s. It says nothing of the relaxation, if there is one.
func newPlan(s *model.System, o Options, first int64) plan {
	p := plan{first: first, most: o.MaxConfigurations, memory: o.MaxMemory, symmetry: o.Search.Symmetry,
		round: moreInRound * first, effort: effortOfFirst * first, bytes: bytesOfFirst * first}
	p.only = Turn{Engine: o.Search.Engine, Reduction: o.Search.Reduce, Symmetry: o.Search.Symmetry, Configurations: p.most, Reason: onlyOne, forgets: true}
	if o.Search.Reduce == AutoReduction {
		p.only.Reduction = NoReduction
		// A bound on the depth counts all events, those that are passed over too.
		p.reduces = !o.Search.Engine.isOfDiagrams() && o.MaxDepth == 0 && Confluent.Suits(s, nil) == nil
	}
	p.diagrams = o.Search.Engine == Auto && o.Search.Reduce != Confluent && engines[Symbolic].Refuses(s) == reason.Reason{}
	p.sorts = o.Search.Engine == Auto && p.reduces && engines[Sorted].Refuses(s) == reason.Reason{}
	if o.Search.Engine == Auto {
		p.only.Engine = Explicit
	}
	p.only.Relaxed = o.Search.Engine == Sorted
	p.contends = p.reduces || p.diagrams
	p.single = !p.contends || p.most > 0 && p.most <= p.opening()
	p.large = o.Search.Large && p.reduces && !p.single
	p.long = o.Search.TakesLong && !p.single
	p.renames = o.Search.Reduce == AutoReduction
	p.symmetry = p.symmetry || p.large && p.renames
	return p
}

// opening returns how many configurations the first turn may have.
func (p plan) opening() int64 {
	if p.reduces {
		return p.first
	}
	return moreInRound * p.first
}

// allows reports whether a bound on configurations is below the one that is asked for.
func (p plan) allows(configurations int64) bool {
	return configurations < mostConfigured && (p.most == 0 || configurations < p.most)
}

// grows returns the factor by which the bounds grow. It is lower where three contend: a
// turn that decides nothing then delays two others.
func (p plan) grows() int64 {
	if p.reduces && p.diagrams {
		return growthOfThree
	}
	return growthOfTwo
}

// turns returns the turns that are left if no more is decided than that bounds are too low.
func (p plan) turns() (list []Turn) {
	for t, p, ok := p.next(); ok; t, p, ok = p.after(t, outcome{bounded: true}).next() {
		list = append(list, t)
	}
	return list
}

// next returns the next turn, and the plan that has come to it. It reports false if there is none.
func (p plan) next() (Turn, plan, bool) {
	for ; p.at != atEnd; p = p.passed() {
		if t, ok := p.turn(); ok {
			return t, p, true
		}
	}
	return Turn{}, p, false
}

// turn returns the turn of this stage, if there is one.
func (p plan) turn() (Turn, bool) {
	switch p.at {
	case atLong:
		return p.sorted(mostSorted), p.long && p.sorts
	case atOpening:
		return p.firstTurn()
	case atReduced:
		return p.explicit(Confluent, p.round, p.reduces)
	case atSorted:
		return p.sorted(timesSorted), p.sorts && p.round >= sortedFrom*p.first
	case atWhole:
		n := p.round
		switch {
		case p.reduces && p.diagrams:
			n *= timesWhole
		case p.reduces:
			n *= growthOfTwo
		}
		return p.explicit(NoReduction, n, !p.full && n > p.whole && p.allows(n))
	case atRelaxed, atDiagrams:
		return p.symbolic(), p.diagrams && p.relaxes == (p.at == atRelaxed)
	case atLastReduced:
		return p.explicit(Confluent, p.most, p.reduces)
	}
	return p.explicit(NoReduction, p.most, true)
}

// firstTurn is a search of the whole system, which is enough if that is small.
func (p plan) firstTurn() (t Turn, ok bool) {
	switch {
	case !p.contends:
		return p.only, true
	case p.single:
		t, ok = p.explicit(NoReduction, p.most, true)
		t.Reason = lowBound
	case p.large:
		t, ok = p.explicit(Confluent, p.most, true)
		t.Reason = knownSize
	default:
		t, ok = p.explicit(NoReduction, p.opening(), true)
		t.opens = p.reduces
	}
	return t, ok
}

// explicit is a turn of the explicit engine, if it is wanted. As long as a search that forgets nothing may decide
// more, with the reduction or without it, none forgets: a forgotten configuration may be met again and again.
func (p plan) explicit(r Reduction, configurations int64, wanted bool) (Turn, bool) {
	forgets := p.at >= atLastReduced || p.short[NoReduction] && (!p.reduces || p.short[Confluent])
	t := Turn{Engine: Explicit, Reduction: r, Symmetry: p.symmetry, Configurations: configurations, Reason: reasons[p.at], at: p.at, forgets: forgets}
	if r == Confluent && configurations > 0 && p.allows(configurations) {
		t.Effort = configurations
	}
	t.ending = configurations > p.first && p.allows(2*configurations) // small systems have exact counts
	return t, wanted && (forgets || !p.short[r])
}

// symbolic is a turn of the symbolic engine. If there is no memory for the explicit one, it is the
// last, without bounds. On the relaxation it takes no longer than the last turn of the whole system might: the next turns of
// the system may be enough.
func (p plan) symbolic() Turn {
	t := Turn{Engine: Symbolic, Reduction: NoReduction, Relaxed: p.at == atRelaxed, Configurations: p.most, Reason: reasons[p.at], at: p.at}
	if t.last = p.noMemory; t.last {
		return t
	}
	t.Effort, t.Bytes = p.effort, p.boundedBytes()
	if t.Relaxed && p.whole > 0 {
		t.Effort = min(t.Effort, max(1, p.whole/timesDiagram))
	}
	return t
}

// sorted is a sorted search with so many times the effort and bytes of other turns in its round.
func (p plan) sorted(times int64) Turn {
	p.bytes *= times / timesSorted
	return Turn{Engine: Sorted, Reduction: NoReduction, Relaxed: true, Configurations: p.most, Effort: times * p.round, Bytes: p.boundedBytes(), Reason: reasons[p.at], at: p.at}
}

// boundedBytes returns the bytes of diagrams in the next turn.
func (p plan) boundedBytes() int64 {
	if p.memory > 0 {
		return min(p.bytes, p.memory)
	}
	return p.bytes
}

// passed returns the plan after a stage. After a round, the searches are up to symmetry unless a reduction
// is asked for by name.
func (p plan) passed() plan {
	switch {
	case p.at == atOpening && p.single:
		p.at = atEnd
	case p.at == atOpening:
		p = p.entered()
	case p.at == atDiagrams:
		p.symmetry = p.symmetry || p.renames
		p.round *= p.growth
		p = p.entered()
	default:
		p.at++
	}
	return p
}

// entered returns the plan at another round, if somebody contends and the bounds allow it, or else at
// the last turns.
func (p plan) entered() plan {
	p.growth, p.at = p.grows(), atLastReduced
	if (p.reduces || p.diagrams) && p.allows(p.round) {
		p.at = atReduced
	}
	return p
}

// An outcome is the result of a turn, apart from verdicts.
type outcome struct {
	decided   bool // every property is decided or can never be: no turn follows
	ended     bool // the bounds of the check, or an interrupt, end it
	bounded   bool // the bounds of the turn were too low
	complete  bool // nothing cut a search of diagrams short
	noMemory  bool // some search had too little memory
	atNoEnd   bool // and so the one with the counts
	lost      bool // a search without the reduction may decide more than one with it
	unreduced bool // the reduction may invent configurations, and is used no more
	refused   bool // diagrams ask for steps that fail, perhaps where no execution leads
}

// after returns the plan after a turn.
func (p plan) after(t Turn, s outcome) plan {
	var goesOn bool
	switch {
	case s.decided:
	case !p.contends:
	case t.Engine == Explicit:
		p, goesOn = p.afterExplicit(t, s)
	case t.Engine == Sorted:
		p.sorts, goesOn = p.sorts && !s.complete, !s.ended
	case t.Relaxed && s.complete: // it has decided all that it can
		p.relaxes, goesOn = false, true
	default:
		p, goesOn = p.afterDiagrams(t, s)
	}
	if !goesOn {
		p.at = atEnd
		return p
	}
	return p.passed()
}

// afterExplicit is after for a turn of the explicit engine.
func (p plan) afterExplicit(t Turn, s outcome) (_ plan, goesOn bool) {
	p.noMemory = t.forgets && s.atNoEnd
	p.reduces = p.reduces && !s.unreduced
	switch {
	case !t.forgets && s.noMemory:
		p.short[t.Reduction] = true
	case p.noMemory && t.Reduction == Confluent:
		p.reduces = false
	case p.noMemory: // there may be another turn if only the whole system was too large
		p.full, p.noMemory = true, !p.reduces
	case s.bounded:
		if t.Reduction != Confluent {
			p.whole = t.Configurations
		}
		return p, true
	case t.Reduction == Confluent && s.lost:
		p.reduces = false
		return p, true
	default:
		return p, false
	}
	return p, !p.full || p.reduces || p.diagrams
}

// afterDiagrams is after for a turn of the symbolic engine, if another one on the system does not follow at once.
func (p plan) afterDiagrams(t Turn, s outcome) (_ plan, goesOn bool) {
	switch {
	case t.last || s.ended:
		return p, false
	case s.refused:
		p.diagrams = false
		return p, !p.full || p.reduces
	}
	// Would another turn decide more?
	p.diagrams = !s.complete && (s.bounded || t.Bytes != p.memory)
	p.effort *= p.grows()
	p.bytes = p.boundedBytes() * growthOfTwo
	return p, true
}
