package properties

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/model/stepwise"
)

// Judge returns nil if x refutes p (for [Reachable]: witnesses it) exactly at
// its end; else an error that says why it does not. A loop must be fair under f.
// An execution that refutes liveness must neither end nor loop where a bound of
// the instance keeps a process from going on. Judge relies on x alone, whose
// configurations come from [model.System.Replay]. The error is a [*PanicError]
// if a function of p panics, and an [*ImpureError] if p is [Property.Repeated] and impure.
func (p Property) Judge(x model.Execution, f model.Fairness) (err error) {
	if x.System == nil {
		return fmt.Errorf("%s: the execution has no system (nil): there is nothing to judge", p.Name)
	}
	if err := p.CheckFor(x.System); err != nil {
		return err
	}
	if p.hasCases() {
		return p.judgeCases(x, f)
	}
	defer caught(&err)
	p = p.Guarded()
	path := stepwise.PathFrom(x.System, x.Start)
	j := NewJudge(path, p)
	atStem := j.judged[0].state
	for i, step := range x.Steps {
		path.Extend(step)
		j.Step()
		if i+1 == x.Stem {
			atStem = j.judged[0].state
		}
	}
	if !p.Form.IsLiveness() {
		return j.judged[0].judgeSafety(x)
	}
	if err := j.judged[0].judgeLiveness(x); err != nil || !x.Loops() {
		return err
	}
	if atStem != j.judged[0].state {
		return fmt.Errorf("%s: the monitor's state is not the same at the end of the loop", p.Name)
	}
	if err := f.Suits(x.System.Network()); err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	if unjust := fairness.Unjust(x, f); len(unjust) > 0 {
		return fmt.Errorf("%s: the loop is not %v fair to %v", p.Name, f.Under(x.System.Network().Timing), unjust[0])
	}
	return nil
}

// judgeCases is Judge for a property with cases: x refutes it if it refutes one of them.
func (p Property) judgeCases(x model.Execution, f model.Fairness) error {
	err := fmt.Errorf("%s: the system has no case of it", p.Name)
	for _, c := range p.Cases(x.System) {
		if err = c.Judge(x, f); err == nil {
			break
		}
	}
	return err
}

// caught is deferred: it makes an error of a panic of a property.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case *PanicError:
		*err = r
	case *ImpureError:
		*err = r
	default:
		panic(r)
	}
}

// Prefix returns the shortest prefix of x that refutes (for [Reachable]: witnesses) p, and
// x itself if no prefix does, or if p is a liveness property, which only the whole of x
// may refute. The error is that of [Property.CheckFor], or a panic as that of
// [Property.Judge].
func (p Property) Prefix(x model.Execution) (_ model.Execution, err error) {
	if err := p.CheckFor(x.System); err != nil || p.Form.IsLiveness() {
		return x, err
	}
	defer caught(&err)
	path := stepwise.PathFrom(x.System, x.Start)
	j := NewJudge(path, p.Guarded())
	for i := 0; j.Open() > 0; i++ {
		if i == len(x.Steps) {
			return x, nil
		}
		path.Extend(x.Steps[i])
		j.Step()
	}
	n := j.judged[0].events
	return model.Execution{System: x.System, Start: x.Start, Steps: x.Steps[:n:n], Stem: n}, nil
}

func (t *judged) judgeSafety(x model.Execution) error {
	last := len(x.Steps)
	switch {
	case x.Loops():
		return fmt.Errorf("%s: a loop does not refute the form %v", t.property.Name, t.property.Form)
	case t.decided && t.events < last:
		return fmt.Errorf("%s: is decided after %d of %d events already", t.property.Name, t.events, last)
	case !t.decided:
		return fmt.Errorf("%s: is not decided by the last configuration", t.property.Name)
	}
	return nil
}

// judgeLiveness judges x, fairness aside.
func (t *judged) judgeLiveness(x model.Execution) error {
	name, form := t.property.Name, t.property.Form
	switch {
	case form == Eventually && t.reached >= 0:
		return fmt.Errorf("%s: is reached after %d events", name, t.reached)
	case form == LeadsTo && t.pending < 0:
		return fmt.Errorf("%s: its goal follows each trigger", name)
	case (form == LeadsTo || form == Recurs) && t.held >= x.Stem && x.Loops():
		return fmt.Errorf("%s: holds after %d events, within the loop", name, t.held)
	case form == Recurs && t.held >= x.Stem:
		return fmt.Errorf("%s: holds at the end", name)
	case form == Stabilises && t.failed < x.Stem:
		return fmt.Errorf("%s: holds at the end", name)
	case (form == Terminates || t.property.endless) && !x.Loops():
		return fmt.Errorf("%s: a finite execution does not refute it", name)
	case !x.Loops() && !x.System.Terminal(x.Last()):
		return fmt.Errorf("%s: the last configuration is not terminal", name)
	}
	if a, is := t.unsatisfied(x.Stem, x.Loops()); is {
		return fmt.Errorf("%s: the execution does not satisfy the assumption %s", name, a.Name)
	}
	for i := x.Stem; i <= len(x.Steps); i++ {
		if x.System.View(x.At(i)).Bounded() {
			return fmt.Errorf("%s: a bound of the instance is reached after %d events", name, i)
		}
	}
	return nil
}

// A Judge judges properties along a path as it grows. After each step of the
// path its user calls Step.
type Judge struct {
	path    *stepwise.Path
	judged  []judged       // the cases of each property, in order
	settled []bool         // by property: it is decided
	before  []model.Status // before the last step
	status  []model.Status // of the last configuration
	differ  []int          // the processes of which before and status may differ
	limited int            // how many processes a bound of the instance keeps from going on
	ended   bool           // the last configuration is terminal
	bounded int            // the last configuration in which a bound of the instance keeps a process from going on, -1 if none
	open    int            // properties that are not decided
}

// judged is one property of a Judge, or a case of one.
type judged struct {
	property Property
	of       int  // the property, as an index
	state    any  // of the monitor
	holds    bool // the predicate holds in the last configuration
	reached  int  // the first configuration in which it holds, -1 if none
	held     int  // the last one, -1 if none
	failed   int  // the last configuration in which it does not hold, -1 if none
	pending  int  // of a LeadsTo: the first configuration with the trigger and no goal since, -1 if none
	triggers bool // of a LeadsTo: the trigger holds in the last configuration
	asked    bool // the trigger, if there is one, holds in some configuration (of an AtEnd: a terminal one)

	assumed []assumed // by assumption

	decided      bool
	stem, events int // of the execution that decides it
}

// NewJudge returns the judge of the properties on a path that has no event yet. It
// panics with the error of [Property.CheckFor] if one of them does not fit the system.
func NewJudge(path *stepwise.Path, list ...Property) *Judge {
	v := path.View()
	j := &Judge{path: path, before: slices.Clone(v.Status), status: slices.Clone(v.Status), ended: v.Terminal, bounded: -1, settled: make([]bool, len(list)), open: len(list)}
	for _, s := range v.Status {
		j.limited += limits(s)
	}
	for i, p := range list {
		if err := p.CheckFor(path.System()); err != nil {
			panic(err)
		}
		for _, c := range p.Cases(path.System()) {
			j.judged = append(j.judged, judged{property: c, of: i, state: c.Begin(path.System()), reached: -1, held: -1, failed: -1, pending: -1})
		}
	}
	j.judge(v, true)
	return j
}

// Step judges the step that the path has just taken.
func (j *Judge) Step() {
	for i := range j.judged {
		if t := &j.judged[i]; t.property.monitor != nil {
			c, step := j.path.Step()
			t.state = t.property.Observe(t.state, j.path.System(), c, step)
		}
	}
	v := j.path.View()
	j.look(v)
	changed := v.Terminal != j.ended || slices.ContainsFunc(j.differ, func(q int) bool { return j.before[q] != j.status[q] })
	j.ended = v.Terminal
	j.judge(v, changed)
}

// look notes the statuses after the last step, which v has.
func (j *Judge) look(v model.View) {
	for _, q := range j.differ {
		j.before[q] = j.status[q]
	}
	j.differ = j.differ[:0]
	if q, ok := j.path.Moved(); ok {
		j.differ = append(j.differ, q)
	} else {
		for q := range v.Status {
			j.differ = append(j.differ, q)
		}
	}
	for _, q := range j.differ {
		j.limited += limits(v.Status[q]) - limits(j.status[q])
		j.status[q] = v.Status[q]
	}
}

// limits returns 1 if a bound of the instance keeps a process from going on, else 0.
func limits(s model.Status) int {
	if s.Bounded {
		return 1
	}
	return 0
}

// NeedsBefore reports whether Step asks the path for the configuration before the last
// step. It need not exist otherwise.
func (j *Judge) NeedsBefore() bool {
	return slices.ContainsFunc(j.judged, func(t judged) bool { return t.property.monitor != nil })
}

// judge judges the last configuration, and the last step if there is one.
// changed is false if the view is the one before the last step.
func (j *Judge) judge(v model.View, changed bool) {
	if j.limited > 0 {
		j.bounded = j.path.Len()
	}
	failed := j.path.Last().Failed()
	for i := range j.judged {
		t := &j.judged[i]
		atStart := j.path.Len() == 0 && t.property.Form == AlwaysStep
		if failed && !atStart && !t.property.IsWellFormed() {
			continue // then only WellFormed is judged
		}
		if (changed || t.property.monitor != nil) && t.property.Form.looksAt(v) {
			t.evaluate(v, j.differ)
		}
		t.asked = t.asked || changed && t.property.IsTriggeredIn(v)
		t.observe(v, j.path.Len())
		t.mark(j.path.Len())
		if !t.decided && j.decides(t, v) {
			j.decide(t, j.path.Len())
		}
	}
}

// evaluate evaluates the predicates in the last configuration. Since the one before,
// at most the statuses of the processes changed have changed.
func (t *judged) evaluate(v model.View, changed []int) {
	h, form := t.property.shape, t.property.Form
	switch {
	case h != nil && h.Watch == nil && t.holds && (form == Always || form == Reachable):
		t.holds = h.stillHolds(v, changed) // these forms are evaluated whenever the view changes
	default:
		t.holds = t.property.holds(v, t.state)
	}
	t.triggers = t.property.Form == LeadsTo && t.property.triggers(v, t.state)
	t.asked = t.asked || t.triggers
}

// mark records where the predicates hold; at is the number of the last configuration.
func (t *judged) mark(at int) {
	switch {
	case !t.holds:
		t.failed = at
	case t.reached < 0:
		t.reached, t.held = at, at
	default:
		t.held = at
	}
	switch {
	case t.holds:
		t.pending = -1
	case t.triggers && t.pending < 0:
		t.pending = at
	}
}

// decides reports whether the path refutes (witnesses) a property as a finite
// execution that ends here.
func (j *Judge) decides(t *judged, v model.View) bool {
	p := t.property
	if _, is := t.unsatisfied(j.path.Len(), false); is {
		return false
	}
	if p.Form == AlwaysStep {
		if j.path.Len() == 0 {
			return p.RefutedAtStart(j.path.System())
		}
		before, after := v, v
		before.Status, before.Terminal, after.Terminal = j.before, false, false
		return !p.holdsStep(before, after)
	}
	if p.Form == LeadsTo {
		return t.pending >= 0 && v.Terminal && !v.Bounded()
	}
	return p.Form.countsAt(v) && (t.holds || p.endless) == (p.Form == Reachable) && (p.Form != Eventually || t.reached < 0)
}

// Loop judges the path as one that repeats its steps after the first stem ones
// for ever. If that may refute a property, it calls replay for this lasso and
// judges the result, under fairness f.
func (j *Judge) Loop(stem int, f model.Fairness, replay func() model.Execution) {
	if j.bounded >= stem {
		return
	}
	for i := range j.judged {
		t := &j.judged[i]
		if !t.decided && t.mayLoop(stem) && t.property.Judge(replay(), f) == nil {
			j.decide(t, stem)
		}
	}
}

// mayLoop reports whether a fair loop of the steps after the first stem ones
// would refute the property, its monitor aside.
func (t *judged) mayLoop(stem int) bool {
	switch t.property.Form {
	case Eventually:
		return t.reached < 0
	case LeadsTo:
		return t.pending >= 0 && t.held < stem
	case Recurs:
		return t.held < stem
	case Stabilises:
		return t.failed >= stem
	}
	return t.property.Form == Terminates
}

// decide notes that the path decides a property, or a case of one, as an execution with that stem.
func (j *Judge) decide(t *judged, stem int) {
	t.decided, t.stem, t.events = true, stem, j.path.Len()
	if !j.settled[t.of] {
		j.settled[t.of] = true
		j.open--
	}
}

// Open returns the number of properties that are not decided.
func (j *Judge) Open() int { return j.open }

// Decided reports whether the path refutes (witnesses) property i, and returns
// the part of the path that does: its shortest prefix, or its loop.
func (j *Judge) Decided(i int) (model.Lasso, bool) {
	var first judged
	for _, t := range j.judged {
		if t.of == i && t.decided && (!first.decided || t.events < first.events) {
			first = t
		}
	}
	s := j.path.Schedule()
	return model.Lasso{Stem: s[:first.stem:first.stem], Loop: s[first.stem:first.events]}, first.decided
}

// Triggered reports whether the trigger of property i, if it has one, holds in some
// configuration of the path; of an AtEnd, in a terminal one.
func (j *Judge) Triggered(i int) bool {
	return slices.ContainsFunc(j.judged, func(t judged) bool { return t.of == i && t.asked })
}

// Bounded returns the number of events before the last configuration in which a
// bound of the instance keeps a process from going on, -1 if there is none.
func (j *Judge) Bounded() int { return j.bounded }
