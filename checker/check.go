package checker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// check is one call of Check. It puts questions to the engines, and makes
// verdicts of their answers.
type check struct {
	system     *model.System
	constraint *properties.Property  // nil: there is none
	starts     []*model.System       // of system, one for each initial configuration
	options    Options               // the properties are cases of those that were asked for
	asked      []properties.Property // for which there are verdicts
	caseOf     []int                 // by property of the options: the one that was asked for, as an index
	tables     *compiled.Tables
	patience   *compiled.Patience    // of all tables
	using      Reduction             // of the next search
	about      aspect                // of the next search
	triggered  []bool                // by verdict: the trigger of a property with TriggeredBy is known to hold somewhere
	reduction  engine.Reduction      // of the last search
	met        *confluent.Deliveries // of the last search with confluent deliveries and without a group; nil: there was none
	relaxation *relaxation           // nil: there is none, or it has decided all that it can
	group      *symmetry.Group       // the renamings of processes that may be used; nil: none
	called     int                   // calls of Step in tables that were given back
	whole      bool                  // no reduction is used any more
	budget     *engine.Budget
	verdicts   []Verdict
	open       []reason.Reason // by verdict: why it is unknown
	report     Report
	stop       reason.Reason         // why the search that the report counts is not complete
	counted    bool                  // stop is of some search
	share      time.Duration         // of the next search; 0: all that is left
	yielded    bool                  // the last search stopped when its share was over
	sawAll     bool                  // some search met all configurations
	audited    *Audit                // nil: nobody asks for it
	recorder   *isomorphism.Recorder // nil: nobody asks for the record

	illFormed      bool             // a step that is not well-formed was met
	failure        *model.Execution // the least execution to one; nil: not met, or cut short before it was found
	failureMinimal Minimality

	long []found // executions of a reduced search that are to be shortened
	kept
}

// newCheck begins a check.
func newCheck(ctx context.Context, s *model.System, o Options) (*check, error) {
	starts, err := s.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	bounds := engine.Bounds{Configurations: o.MaxConfigurations, Depth: o.MaxDepth, Memory: o.MaxMemory, Time: o.MaxTime}
	var progress func(engine.Progress)
	if o.Progress != nil {
		progress = func(p engine.Progress) { o.Progress(Progress(p)) }
	}
	asked := o.Properties
	cases, of := casesOf(s, asked)
	o.Properties = cases
	k := &check{system: s, starts: starts, options: o, asked: asked, caseOf: of, budget: engine.NewBudget(ctx, bounds, progress),
		verdicts: make([]Verdict, len(o.Properties)), open: make([]reason.Reason, len(o.Properties)), triggered: make([]bool, len(o.Properties))}
	if o.Constraint != nil {
		guarded := o.guarded(*o.Constraint)
		k.constraint = &guarded
	}
	if k.budget.Peers = o.Peers; o.Disk != "" {
		k.useDisk()
	}
	k.patience = compiled.NewPatience(o.MaxStepTime)
	k.tables = k.newTables()
	if o.Audit {
		k.audited = &Audit{Result: certificate.Result{Whole: true}}
	}
	if o.Search.Symmetry {
		k.fold()
	}
	k.polled()
	return k, nil
}

// newTables returns fresh tables of the system.
func (k *check) newTables() *compiled.Tables {
	t := compiled.New(k.system)
	t.Repeat, t.Patience = k.options.Repeat, k.patience
	return t
}

// symbolic puts one question about all properties.
func (k *check) symbolic() error {
	if k.options.Search.Reduce == Confluent {
		return unsuitedToDiagrams(Symbolic, k.system)
	}
	if why := engines[Symbolic].Refuses(k.system); why != (reason.Reason{}) {
		return refusal(Symbolic, k.system, why, "explicit, auto")
	}
	k.report.Engine = Symbolic
	return k.ask(engines[Symbolic], k.undecided())
}

// doubted returns the error of a symbolic search. It asks for steps in local states that no
// execution may lead to, so one that blames the algorithm or a property decides nothing.
func doubted(err error) error {
	if engine.Blames(err) {
		return fmt.Errorf("%w (perhaps where no execution leads: the engines explicit and auto tell)", err)
	}
	return err
}

// unsuitedToDiagrams returns the error of a search of diagrams with confluent deliveries.
func unsuitedToDiagrams(e Engine, s *model.System) error {
	return fmt.Errorf("%s: the %v engine does not suit the reduction confluent; allowed: explicit, auto", s.Name(), e)
}

// isAlone reports whether a property needs a search of its own, by the explicit engine: the
// state of a monitor is part of the configurations, and so is whether a LeadsTo is pending.
func (k *check) isAlone(i int) bool {
	p := k.verdicts[i].Property
	if p.SeesConfiguration() || p.SeesStep() {
		return k.group != nil // else the search of the others judges it; but no symmetry is known to keep it
	}
	return p.Monitor() != nil || p.Form == properties.LeadsTo
}

// An aspect says which parts of properties a question is about.
type aspect uint8

const (
	anything aspect = iota
	triggers        // again, about properties whose trigger a reduced search has not met: now it hides no trigger
	loops           // again, about properties that a reduced search left open because of loops: now it hides no event in a loop
)

// A question is about some properties.
type question struct {
	about  aspect
	which  []int         // indices of verdicts
	giveUp reason.Reason // a bound on configurations, below the one of the turn; zero: none
}

// ask puts a question about some properties to an engine, and makes their verdicts. If a
// reduced search leaves some open because of triggers or loops, it asks about these again. The reduction
// may learn from a search, so the counterexamples of one answer are replayed before the next question.
func (k *check) ask(e engine.Engine, which []int) error {
	var met int64
	for about := anything; about <= loops; about++ {
		q, ok := k.question(e, about, which, met)
		if !ok {
			continue
		}
		leave, reduced := k.enter(q), k.using
		a, err := k.find(e, engine.Question{}, q.which)
		if err == nil && k.using != reduced {
			if parts := k.questions(k.openOf(which)); len(parts) > 1 {
				leave()
				return k.askEach(e, parts)
			}
		}
		if err == nil {
			err = k.concludeAll(q.which, a)
		}
		leave()
		for ; err == nil && len(k.long) > 0; k.long = k.long[1:] {
			err = k.shorten(k.long[0])
		}
		if err != nil {
			return err
		}
		if about == anything && len(a.Searches) > 0 {
			met = a.Searches[0].Configurations
		}
		k.tellOf(q, a)
	}
	return nil
}

// askEach puts several questions to an engine.
func (k *check) askEach(e engine.Engine, questions [][]int) error {
	for _, which := range questions {
		k.begin()
		if err := k.ask(e, which); err != nil {
			return err
		}
	}
	return nil
}

// question returns a question about some properties, after a search that met so many configurations. It
// reports false if nothing is to be asked.
func (k *check) question(e engine.Engine, about aspect, which []int, met int64) (question, bool) {
	q := question{about: about, which: which}
	switch about {
	case triggers:
		q.which = k.openBecause(unseenTrigger, which)
	case loops:
		if q.which = k.openBecause(lostLoops, which); len(q.which) == 0 || k.leavesLoops(met) {
			return q, false
		}
		giveUp := reason.Reason{Cause: reason.MaxConfigurations, Bound: loopTimes*met + k.budget.Thresholds.LoopsAtLeast}
		if most := k.budget.Bounds.Configurations; most == 0 || giveUp.Bound < most {
			q.giveUp = giveUp
		}
	}
	return q, about == anything || len(q.which) > 0
}

// openBecause returns those of some properties that are not decided for a reason.
func (k *check) openBecause(why reason.Reason, which []int) []int {
	return slices.DeleteFunc(slices.Clone(which), func(i int) bool { return k.verdicts[i].Result != Unknown || k.open[i] != why })
}

// loopTimes bounds a search that sees all events in loops: it gives up where it meets more
// than so many times the configurations of the search before, and some more.
const loopTimes = 4

// leavesLoops reports whether the symbolic engine is to judge loops: it has turns, and a search met very many
// configurations.
func (k *check) leavesLoops(met int64) bool {
	return k.options.Search.Engine == Auto && met > k.budget.Thresholds.LoopsAuto && engines[Symbolic].Refuses(k.system) == reason.Reason{}
}

// enter lets the searches that follow answer a question, until the function that it returns is called.
func (k *check) enter(q question) (leave func()) {
	before := k.budget.Bounds.Configurations
	if k.about = q.about; q.giveUp != (reason.Reason{}) {
		k.budget.Bounds.Configurations = q.giveUp.Bound
	}
	return func() { k.about, k.budget.Bounds.Configurations = anything, before }
}

// tellOf reports the counts of the answer to a question. Of a question that is asked again it reports why that was cut
// short; the properties stay open if too little is left of the reduction.
func (k *check) tellOf(q question, a engine.Answer) {
	if q.about == anything {
		k.tell(a, len(q.which) == 0 || !k.isAlone(q.which[0]))
		return
	}
	if why := cmp.Or(a.Stop, a.Cut); why.Cause != reason.AllDecided && why != q.giveUp {
		k.stop = cmp.Or(k.stop, why)
	}
	if q.giveUp == (reason.Reason{}) {
		return
	}
	for _, i := range k.openBecause(q.giveUp, q.which) {
		k.verdicts[i].Reason, k.open[i] = lostLoops, lostLoops
	}
}

// concludeAll makes the verdicts of the properties that an answer is about.
func (k *check) concludeAll(which []int, a engine.Answer) error {
	for n, i := range which {
		if err := k.conclude(i, a.Findings[n]); err != nil {
			return err
		}
	}
	return nil
}

// find puts a question, and keeps the findings about triggers and about steps that are not well-formed. It
// repeats the search until all steps that it met permit the reduction that it used.
func (k *check) find(e engine.Engine, q engine.Question, which []int) (a engine.Answer, err error) {
	k.complete(&q, which)
	k.hear(e, q)
	k.polled()
	k.budget.Share(k.share)
	for again := true; again; {
		claims, why := q.Reduction.Confluent.Checked(), reason.Reason{}
		a, err = e.Search(q, k.budget)
		if again, why = k.again(&q, claims, err); why != (reason.Reason{}) {
			a, err = abandoned(q, why), nil
		}
	}
	k.yield()
	if err != nil {
		return a, err
	}
	if a, err = k.audit(q, a); err != nil {
		return a, err
	}
	return a, k.hold(which, a)
}

// complete completes a question about some properties.
func (k *check) complete(q *engine.Question, which []int) {
	q.System, q.Tables, q.Fairness = k.system, k.tables, k.options.Fairness
	q.Workers, q.Failure, q.Constraint = k.options.Workers, k.failure != nil, k.constraint
	for _, i := range which {
		q.Properties = append(q.Properties, k.verdicts[i].Property)
	}
	k.reduction = k.reduce(q.Properties)
	q.Reduction = k.reduction
}

// yield ends the share of the time that a search has. Later work, such as that for
// a shorter execution, may have more.
func (k *check) yield() {
	k.yielded = k.budget.Yielded()
	if k.budget.Share(0); k.yielded {
		k.budget.Again()
	}
}

// hold keeps the findings of an answer about triggers, and about steps that are not
// well-formed.
func (k *check) hold(which []int, a engine.Answer) (err error) {
	k.sawAll = k.sawAll || a.Stop == reason.Reason{}
	if a.Failure.Reached() {
		k.illFormed = true
	}
	if a.Failure.Outcome == engine.Found {
		if err = k.show(wellFormed, a.Failure, &k.failure, &k.failureMinimal); err != nil {
			return err
		}
	}
	for n, i := range which {
		a.Findings[n] = k.unlessTriggered(i, a.Findings[n], a.Stop == reason.Reason{})
	}
	return nil
}

// lostLoops is why a reduced search leaves a property open.
var lostLoops = reason.Reason{Cause: reason.LoopsLost}

// tell reports the counts of the search that tells configurations apart by nothing else, if it
// is complete, or else those of the search that met most configurations. Why the search is not complete is
// said of the former, of the first search if there was none of that kind.
func (k *check) tell(a engine.Answer, plain bool) {
	r := &k.report
	if complete := isWhole(a.Stop); len(a.Searches) > 0 && (plain || !k.counted) {
		k.stop, k.counted = a.Stop, true
		if c := a.Searches[0]; complete && plain || c.Configurations > r.Configurations {
			k.count(c)
			r.Exact = (*Exact)(a.Exact)
		}
	}
	if !isWhole(k.stop) {
		for _, c := range a.Searches {
			if c.Configurations > r.Configurations {
				k.count(c)
				r.Exact = (*Exact)(a.Exact)
			}
		}
	}
	if a.Cut != (reason.Reason{}) {
		k.stop = a.Cut
	}
}

// isWhole reports whether a search that stopped for a reason met all configurations, but for those beyond a constraint.
func isWhole(stop reason.Reason) bool {
	return stop == reason.Reason{} || stop.Cause == reason.Constrained
}

// count reports the counts of the last search.
func (k *check) count(c engine.Counts) {
	r := &k.report
	r.Configurations, r.Events, r.Depth, r.Forgot, r.Symmetry = c.Configurations, c.Events, c.Depth, c.Forgot, k.order()
	r.Cut = c.Cut
}
