package checker

import (
	"cmp"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A TurnReport is the result of a turn of a check.
type TurnReport struct {
	Turn
	Decided        []int         // the properties that it decided, as indices of Report.Verdicts
	Configurations int64         // that the search met whose counts may be reported
	Stopped        reason.Reason // why that search is not complete; zero: it is
	Expanded       int64         // configurations, by all searches of the turn
	Elapsed        time.Duration // until the next turn
}

// kept is the result of the turns so far.
type kept struct {
	known   []Verdict     // decided in an earlier turn; nil: there was none
	best    Report        // of the search whose counts are reported
	stop    reason.Reason // why that search is not complete
	stopped reason.Reason // why the last turn of the explicit engine was not complete
	turns   []TurnReport
}

// run does the check: it takes turns, and learns from each which one follows.
func (k *check) run() (_ Report, err error) {
	defer k.doubt(&err)
	if err := k.options.Search.Reduce.Suits(k.system, k.options.Properties); err != nil {
		return Report{}, err
	}
	for i, p := range k.options.Properties {
		k.verdicts[i].Property = k.heard(i, k.options.guarded(p))
	}
	p := newPlan(k.system, k.options, k.budget.Thresholds.FirstTurn)
	if p.diagrams && k.options.Search.Reduce == AutoReduction {
		k.relaxation = k.relax()
	}
	p.relaxes = k.relaxation != nil
	for t, at, ok := p.next(); ok; t, at, ok = p.next() {
		s, err := k.take(t)
		if err != nil {
			return Report{}, err
		}
		p = at.after(t, s)
		p.sorts = p.sorts && k.sorts()
	}
	if p.contends {
		k.finish()
	}
	k.judgeIllFormed()
	k.settle()
	return k.reported(), k.leaveDisk()
}

// take takes a turn: searches from the start, within bounds, for the properties that are not
// decided.
func (k *check) take(t Turn) (outcome, error) {
	k.budget.Bounds.Configurations = t.Configurations
	k.budget.Keep = t.Engine == Explicit && !t.forgets
	k.budget.Begin(engine.Turn{Effort: t.Effort, Bytes: t.Bytes, Ending: t.ending, Opens: t.opens})
	if t.Symmetry && k.group == nil {
		k.fold()
	}
	k.reset(t.Reduction)
	began := TurnReport{Turn: t, Expanded: k.budget.Expanded(), Elapsed: k.budget.Elapsed()}
	var err error
	switch {
	case t.Engine == Sorted:
		err = k.sorted()
	case t.Relaxed:
		err = k.symbolicRelaxed()
	case t.Engine == Symbolic:
		err = k.symbolic()
	default:
		err = k.explicit()
	}
	k.budget.Keep = false
	refused := t.at == atDiagrams && engine.Blames(err) // perhaps where no execution leads
	switch {
	case refused:
	case err != nil && t.Engine == Symbolic:
		return outcome{}, doubted(err)
	case err != nil:
		return outcome{}, err
	default:
		k.keep()
	}
	k.note(began)
	return k.outcome(t, refused), nil
}

// reset forgets the results of a search, but not the verdicts of earlier turns.
func (k *check) reset(r Reduction) {
	k.using = r
	if k.whole {
		k.using = NoReduction
	}
	k.budget.Again()
	k.report, k.stop = Report{Reduction: k.using}, reason.Reason{}
	k.counted = false
	clear(k.open)
	if k.known != nil {
		k.verdicts = slices.Clone(k.known)
	}
}

// keep keeps the verdicts of a turn, and the counts of a complete search if there is
// one, otherwise those of the search that met most configurations.
func (k *check) keep() {
	first := k.known == nil
	if first {
		k.known = make([]Verdict, len(k.verdicts))
	}
	for i, v := range k.verdicts {
		k.known[i].Property = v.Property
		if v.Result != Unknown {
			k.known[i] = v
		}
	}
	complete := reason.Reason{}
	if k.report.Relaxed && !k.decided() {
		return // counts of another system are reported only if they decide something
	}
	if first || k.stop == complete || k.kept.stop != complete && k.report.Configurations >= k.best.Configurations {
		k.best, k.kept.stop = k.report, k.stop
	}
}

// note adds a turn to those that are reported. Its decided properties are those that no turn
// before has decided.
func (k *check) note(t TurnReport) {
	t.Configurations, t.Stopped = k.report.Configurations, k.stop
	t.Expanded, t.Elapsed = k.budget.Expanded()-t.Expanded, k.budget.Elapsed()-t.Elapsed
	for i, v := range k.verdicts {
		earlier := func(u TurnReport) bool { return slices.Contains(u.Decided, i) }
		if v.Result != Unknown && !slices.ContainsFunc(k.turns, earlier) {
			t.Decided = append(t.Decided, i)
		}
	}
	k.turns = append(k.turns, t)
}

// outcome returns the facts about a turn on which the choice of the next ones depends. If the check must end after a
// turn of the symbolic engine, or one that has decided nothing, it says why.
func (k *check) outcome(t Turn, refused bool) outcome {
	noMemory, _ := k.budget.Full()
	s := outcome{decided: k.decided(), complete: k.stop == reason.Reason{}, refused: refused}
	switch {
	case t.Engine == Explicit:
		k.stopped = k.stop
		s.noMemory, s.atNoEnd = k.stoppedBy(noMemory), k.stop == noMemory
		s.bounded = k.stoppedBy(reason.Reason{Cause: reason.MaxConfigurations, Bound: t.Configurations}) || k.stoppedBy(reason.Reason{Cause: reason.TurnEffort})
		s.lost, s.unreduced = k.reductionLost(t.Reduction), k.whole
		return s
	case s.decided || t.at == atOpening:
		return s
	case t.Relaxed && s.complete:
		if t.Engine == Symbolic {
			k.relaxation = nil
		}
		return s
	}
	s.bounded = k.stop.Cause == reason.TurnEffort
	k.budget.Again()
	why := k.budget.Reached()
	if s.ended = t.last || why != (reason.Reason{}); s.ended {
		k.cutShort(cmp.Or(why, k.stopped))
	} else if refused {
		k.cutShort(k.stopped)
	}
	return s
}

// finish chooses the counts to report, after turns of which only the last is the search in k.
func (k *check) finish() {
	complete, last := reason.Reason{}, k.stop
	k.report, k.stop = k.best, k.kept.stop
	switch {
	case last == complete || k.stop == complete && k.decided():
	case k.decided():
		k.stop = reason.Reason{Cause: reason.AllDecided}
	default: // some property is open after the last turn
		k.stop = last
	}
}

// settle corrects why the search is not complete: it is not that everything is decided if
// something is not.
func (k *check) settle() {
	open := k.undecided()
	if k.stop.Cause != reason.AllDecided || len(open) == 0 {
		return
	}
	k.stop = reason.Reason{Cause: reason.IllFormed}
	for _, i := range open {
		if i < len(k.open) && k.open[i].Cause.IsOfSearch() {
			k.stop = k.open[i]
		}
	}
}

// reported returns the report of a check that has ended.
func (k *check) reported() Report {
	r := k.report
	r.Complete, r.Stopped = k.stop == reason.Reason{}, k.stop
	if full, bounded := k.budget.Full(); bounded && r.Stopped == full {
		r.Stopped.Detail = k.budget.Largest()
	}
	r.Symmetry = max(1, r.Symmetry) // no search came to counts
	r.Steps, r.Expanded, r.Bytes, r.Elapsed = k.calls(), k.budget.Expanded(), k.budget.Peak(), k.budget.Elapsed()
	r.Disk = k.budget.MostOnDisk()
	r.Verdicts, r.Audit = k.wholeVerdicts(), k.audited
	r.Turns = k.wholeTurns(r.Verdicts)
	_, differ := k.system.Semantics().Runs()
	qualify(r.Verdicts, differ)
	return r
}

// qualify says of each result that is about all executions that it is about the outcomes met, if so many runs of the
// code differed. Steps that were taken in an earlier check keep their outcomes, so all runs count.
func qualify(list []Verdict, differ int64) {
	for i := range list {
		v := &list[i]
		about := v.Result == Holds || v.Result == Violated
		if about && v.Execution == nil && v.Reason == (reason.Reason{}) && differ > 0 {
			v.Reason = reason.Reason{Cause: reason.OutcomesMet, Bound: differ}
		}
	}
}

// reductionLost reports whether a search without a reduction may decide a property
// that a turn with it has left open.
func (k *check) reductionLost(r Reduction) bool {
	return k.stoppedBy(lostLoops) || slices.ContainsFunc(k.undecided(), func(i int) bool { return !k.suitsIn(i, r) })
}

// stoppedBy reports whether a search was cut short for that reason.
func (k *check) stoppedBy(why reason.Reason) bool {
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
