package properties

import (
	"errors"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Form says in which executions a predicate must hold, and where in them.
type Form uint8

// The forms of a property with predicate P, and the executions that refute each.
const (
	Always     Form = iota // P in every configuration (□P); refuted by a configuration without P
	AlwaysStep             // P of every event, as before and after; refuted by an event, or a wake-up before the first
	AtEnd                  // P in every terminal configuration; refuted by a terminal configuration without P
	Eventually             // every fair execution reaches P (◇P); refuted by a maximal execution without P
	LeadsTo                // in every fair execution each configuration with the trigger T is followed, at once or later, by one with P (□(T → ◇P)); refuted by a maximal execution without P from some configuration with T on
	Recurs                 // every fair execution has P infinitely often, or at its end (□◇P); refuted by a terminal configuration without P, or a fair loop without P
	Stabilises             // every fair execution has P from some point on (◇□P); refuted by a terminal configuration without P, or a fair loop with a configuration without P
	Terminates             // every fair execution ends; refuted by a fair loop
	Reachable              // some configuration has P; witnessed by one
)

// A place says in which configurations the predicate of a property counts by itself.
type place uint8

const (
	nowhere place = iota // steps, executions or loops refute it
	everywhere
	atTheEnd   // in terminal ones
	atATrueEnd // in terminal ones that no bound has made so
)

// forms is the definition of each form.
var forms = [...]struct {
	name      string
	liveness  bool // it speaks of fair executions
	counts    place
	triggered bool // it may have a trigger by [Property.TriggeredBy]
}{
	Always:     {name: "always", counts: everywhere, triggered: true},
	AlwaysStep: {name: "always-step", triggered: true},
	AtEnd:      {name: "at-end", counts: atTheEnd, triggered: true},
	Eventually: {name: "eventually", liveness: true, counts: atATrueEnd},
	LeadsTo:    {name: "leads-to", liveness: true},
	Recurs:     {name: "recurs", liveness: true, counts: atATrueEnd},
	Stabilises: {name: "stabilises", liveness: true, counts: atATrueEnd},
	Terminates: {name: "terminates", liveness: true},
	Reachable:  {name: "reachable", counts: everywhere},
}

func (f Form) String() string {
	if !f.exists() {
		return fmt.Sprintf("form(%d)", uint8(f))
	}
	return forms[f].name
}

func (f Form) exists() bool { return int(f) < len(forms) }

// formNames returns the names of the forms that are meant.
func formNames(meant func(Form) bool) string {
	var names []string
	for i := range forms {
		if f := Form(i); meant(f) {
			names = append(names, f.String())
		}
	}
	return strings.Join(names, ", ")
}

// IsLiveness reports whether the form speaks of fair executions.
func (f Form) IsLiveness() bool { return f.exists() && forms[f].liveness }

// countsAt reports whether the predicate of a property of this form counts in a
// configuration by itself: see [Property.DecidedAt].
func (f Form) countsAt(v model.View) bool {
	if !f.exists() {
		return false
	}
	switch forms[f].counts {
	case everywhere:
		return true
	case atTheEnd:
		return v.Terminal
	case atATrueEnd:
		return v.Terminal && !v.Bounded()
	}
	return false
}

// looksAt reports whether the predicate of a property of this form is evaluated
// in a configuration at all.
func (f Form) looksAt(v model.View) bool {
	return f.countsAt(v) || f.IsLiveness() && f != Terminates
}

// A Property is a claim about all executions of a system. Its predicate must
// be a pure function.
type Property struct {
	Name      string // lower case, without white space
	Statement string // one sentence
	Form      Form

	holds        func(v model.View, monitor any) bool
	holdsStep    func(before, after model.View) bool
	triggers     func(v model.View, monitor any) bool // of a LeadsTo, and of one with [Property.TriggeredBy]
	monitor      *Monitor
	shape        *Shape
	triggerShape *Shape                           // of these
	untriggered  string                           // why a property with TriggeredBy is vacuous
	misfit       error                            // the fault of the predicate, nil if there is none
	explain      func(x model.Execution) []string // see Watching.Explaining; nil: nothing to say
	assumes      []Property                       // of a liveness property: see [Property.Assuming]
	endless      bool                             // an execution that ends satisfies it: see [FromSomeTimeOn]
	every        *every                           // of a property with a [Quantified], else nil
	sees         func(Configuration) bool         // see [Property.SeesConfiguration]; else nil
	seesStep     func(Step) bool                  // see [Property.SeesStep]; else nil
}

// A Predicate is the statement of a property about a configuration. Its type determines
// how much it sees: the view, as a function or a [Shape]; messages in flight and cut
// links too, as a function of a [Configuration]; earlier events too, as [Watch]
// returns; or one process, or two, of which it is to hold for every one, as [Every]
// returns.
type Predicate interface {
	func(model.View) bool | func(Configuration) bool | Shape | Watching | Quantified
}

// A StepPredicate is the statement of a property about an event. Its type determines
// how much it sees: the views before and after it, as a function or a [Shape] with the
// part Step; or all of it, as a function of a [Step].
type StepPredicate interface {
	func(before, after model.View) bool | func(Step) bool | Shape
}

// New returns the property of that form.
func New[P Predicate | StepPredicate](name, statement string, form Form, predicate P) Property {
	p := Property{Name: name, Statement: statement, Form: form}
	switch holds := any(predicate).(type) {
	case func(model.View) bool:
		if holds != nil { // else Check reports that there is none
			p.holds = func(v model.View, _ any) bool { return holds(v) }
		}
	case func(Configuration) bool:
		if holds != nil {
			p.watch(looking(holds))
			p.look(holds)
		}
	case func(before, after model.View) bool:
		p.holdsStep = holds
	case func(Step) bool:
		switch {
		case form != AlwaysStep:
			p.misfit = fmt.Errorf("a predicate of events is for the form %v, not %v", AlwaysStep, form)
		case holds != nil:
			p.Form = Always
			p.watch(never(holds))
			p.seesStep = holds
		}
	case Shape:
		p.holds, p.holdsStep, p.shape = holds.holds, holds.holdsStep, &holds
	case Watching:
		p.watch(holds)
	case Quantified:
		p.quantify(holds)
	}
	return p
}

// watch gives p a predicate with a monitor.
func (p *Property) watch(w Watching) {
	p.holds, p.monitor, p.shape, p.misfit, p.explain = w.holds, &w.monitor, w.shape, w.misfit, w.explain
}

// NewAlways returns the property that every configuration satisfies holds.
func NewAlways[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, Always, holds)
}

// NewAlwaysStep returns the property that every event satisfies holds. The views
// before and after it have Terminal false. The wake-ups of [model.WakeSet.All]
// count as events. Of a function of a [Step] the form is Always: the property that no
// event has violated it so far.
func NewAlwaysStep[P StepPredicate](name, statement string, holds P) Property {
	return New(name, statement, AlwaysStep, holds)
}

// NewAtEnd returns the property that every terminal configuration satisfies
// holds.
func NewAtEnd[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, AtEnd, holds)
}

// NewEventually returns the property that every fair execution has a
// configuration that satisfies holds.
func NewEventually[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, Eventually, holds)
}

// NewRecurs returns the property that every fair execution satisfies holds again and
// again: in infinitely many configurations, or in its terminal configuration if it
// ends.
func NewRecurs[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, Recurs, holds)
}

// NewStabilises returns the property that in every fair execution, from some
// configuration on, all satisfy holds.
func NewStabilises[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, Stabilises, holds)
}

// NewTerminates returns the property that every fair execution is finite.
func NewTerminates(name, statement string) Property {
	return New(name, statement, Terminates, func(model.View) bool { return false })
}

// NewReachable returns the property that some configuration satisfies holds.
func NewReachable[P Predicate](name, statement string, holds P) Property {
	return New(name, statement, Reachable, holds)
}

// Check reports, in one line, why the property is wrong for every system: its name
// is not one word, so that no file can hold it; its form does not exist; or its
// predicate or shape does not fit its form.
func (p Property) Check() error {
	if err := model.CheckWord(p.Name); err != nil {
		return fmt.Errorf("the property name %q %w", p.Name, err)
	}
	switch step := p.Form == AlwaysStep; {
	case !p.Form.exists():
		return fmt.Errorf("property %s: form %d does not exist; allowed: %s", p.Name, p.Form, formNames(Form.exists))
	case p.misfit != nil:
		return fmt.Errorf("property %s: %w", p.Name, p.misfit)
	case p.hasCases():
		return p.aCase().Check()
	case p.holds == nil && p.holdsStep == nil:
		return fmt.Errorf("property %s has no predicate; NewAlways and its like make properties", p.Name)
	case p.Form == LeadsTo && p.triggers == nil:
		return fmt.Errorf("property %s has no trigger; NewLeadsTo takes one", p.Name)
	case p.Form != LeadsTo && p.triggers != nil && !p.Form.mayBeTriggered():
		return fmt.Errorf("property %s: a trigger is for the forms %s, not %v", p.Name, formNames(func(f Form) bool { return f.mayBeTriggered() || f == LeadsTo }), p.Form)
	case p.shape == nil && (step && p.holdsStep == nil || !step && p.holds == nil):
		return fmt.Errorf("property %s: its predicate is not for the form %v", p.Name, p.Form)
	case p.Form == LeadsTo: // NewLeadsTo has checked the shapes
		return nil
	}
	if err := p.checkShape(); err != nil {
		return fmt.Errorf("property %s: %w", p.Name, err)
	}
	return nil
}

// CheckFor is Check, and also reports that the property reads values that no process
// of s shows ([model.Status].Own), as far as that is known before a search, or is about
// a process that s does not have ([Of]).
func (p Property) CheckFor(s *model.System) error {
	if err := p.Check(); err != nil {
		return err
	}
	if p.hasCases() {
		return p.aCase().CheckFor(s)
	}
	for _, a := range p.assumes {
		if err := a.CheckFor(s); err != nil {
			return fmt.Errorf("property %s: %w", p.Name, err)
		}
	}
	for _, h := range []*Shape{p.shape, p.triggerShape} {
		if h == nil || h.suits == nil {
			continue
		}
		if err := h.suits(s); err != nil {
			return fmt.Errorf("property %s: %w", p.Name, err)
		}
	}
	return nil
}

// CheckAll reports, in one line, why a list of properties cannot be judged of s: the
// error of [Property.CheckFor] for one of them, or of [CheckNames] for all.
func CheckAll(s *model.System, list []Property) error {
	for _, p := range list {
		if err := p.CheckFor(s); err != nil {
			return err
		}
	}
	return CheckNames(list)
}

// CheckNames reports two properties of one name, or another property that is named
// like [WellFormed].
func CheckNames(list []Property) error {
	named := map[string]bool{}
	for _, p := range list {
		switch {
		case named[p.Name]:
			return fmt.Errorf("two properties are named %q; allowed: different names", p.Name)
		case p.IsWellFormed() && p.Statement != WellFormed().Statement:
			return fmt.Errorf("a property is named %q; allowed: any other name, as this is that of properties.WellFormed", p.Name)
		}
		named[p.Name] = true
	}
	return nil
}

// checkShape checks the shape of the property, if it has one.
func (p Property) checkShape() error {
	h := p.shape
	if h == nil {
		return nil
	}
	whole := h.looksAtProcesses()
	switch {
	case h.Least < 0 || h.Most < h.Least:
		return fmt.Errorf("its shape counts at least %d and at most %d processes; allowed: 0 <= least <= most", h.Least, h.Most)
	case p.Form == AlwaysStep && (h.Step == nil || whole || h.Watch != nil):
		return fmt.Errorf("the shape of an %v has the part Step and no other", p.Form)
	case p.Form == AlwaysStep:
		return nil
	case h.Step != nil:
		return fmt.Errorf("the part Step of a shape is for the form %v, not %v", AlwaysStep, p.Form)
	case (h.Watch != nil) != (p.monitor != nil) && len(p.assumes) == 0 || h.Watch != nil && whole:
		return errors.New("the part Watch of a shape is for Watch, which sets no other")
	case !whole && h.Watch == nil && p.Form != Terminates:
		return errors.New("its shape has no part")
	}
	return nil
}

// Monitor returns the property's monitor, nil if it has none.
func (p Property) Monitor() *Monitor { return p.monitor }

// DecidedAt reports whether a configuration decides the property by itself: its predicate witnesses a [Reachable] there, or refutes
// another. (An [Eventually] is refuted if the predicate did not hold before either.) An [AlwaysStep] is refuted by
// steps, a [LeadsTo] by executions (see [Property.Pending]), and a [Terminates] by loops.
func (p Property) DecidedAt(v model.View, monitor any) bool {
	return p.Form.countsAt(v) && p.holdsAtEnd(v, monitor) == (p.Form == Reachable) && p.AssumedFor(v, monitor)
}

// Holds reports whether v, and the state of the monitor if there is one, satisfy
// the predicate: the goal of a LeadsTo. It is for every form but AlwaysStep, and of a property
// with [Property.Cases] for these.
func (p Property) Holds(v model.View, monitor any) bool { return p.holds(v, monitor) }

// HoldsStep reports whether the predicate of an AlwaysStep holds.
func (p Property) HoldsStep(before, after model.View) bool { return p.holdsStep(before, after) }

// RefutedAtStart reports whether p is an AlwaysStep, or has [Property.SeesStep], and
// a wake-up of [model.WakeSet.All] refutes it: then every execution does, before its
// first event.
func (p Property) RefutedAtStart(s *model.System) bool {
	x := s.Semantics().Startup()
	if p.seesStep != nil {
		return !s.Initial().Failed() && p.Begin(s) == any(false)
	}
	if p.Form != AlwaysStep {
		return false
	}
	for i := range x.Steps {
		if !x.At(i+1).Failed() && !p.holdsStep(stepView(x, i), stepView(x, i+1)) {
			return true
		}
	}
	return false
}

// stepView returns the view of configuration i of x for predicates of steps.
func stepView(x model.Execution, i int) model.View {
	v := x.System.View(x.At(i))
	v.Terminal = false
	return v
}
