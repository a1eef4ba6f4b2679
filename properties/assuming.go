package properties

import (
	"errors"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Assuming returns p, a liveness property, as a claim about those fair executions alone that
// satisfy all assumptions: recurrence implies recurrence. An assumption has the form Recurs
// or Stabilises, and no assumptions of its own. An execution refutes the result if it is fair,
// satisfies the assumptions, and refutes p. If no fair execution satisfies them, it is vacuous.
// Its name and its statement name the assumptions.
//
// [FromSomeTimeOn] makes an assumption about events: that no link fails any more, or that no
// suspicion is false.
func (p Property) Assuming(list ...Property) Property {
	if len(list) == 0 {
		p.misfit = errors.New("it has an empty list of assumptions")
	}
	if p.every != nil && p.every.of != nil {
		p.every = p.every.with(func(c Property) Property { return c.Assuming(list...) })
	}
	var names, statements []string
	for _, a := range list {
		names, statements = append(names, a.Name), append(statements, a.Statement)
		p.assume(a)
	}
	p.Name += "-assuming-" + strings.Join(names, "-and-")
	p.Statement += ", assuming: " + strings.Join(statements, "; ")
	return p
}

// assume adds one assumption.
func (p *Property) assume(a Property) {
	switch wrong := a.Check(); {
	case !p.Form.IsLiveness():
		p.misfit = fmt.Errorf("assumptions are for the forms %s, not %v", formNames(Form.IsLiveness), p.Form)
		return
	case wrong != nil:
		p.misfit = fmt.Errorf("an assumption is wrong: %w", wrong)
		return
	case a.Form != Recurs && a.Form != Stabilises:
		p.misfit = fmt.Errorf("the assumption %s has the form %v; allowed: %v, %v", a.Name, a.Form, Recurs, Stabilises)
		return
	case a.hasCases():
		p.misfit = fmt.Errorf("the assumption %s recurs for every process by itself; allowed: an assumption for each, by Of", a.Name)
		return
	case a.HasAssumptions():
		p.misfit = fmt.Errorf("the assumption %s has assumptions; allowed: none", a.Name)
		return
	}
	if p.hasCases() {
		return // its cases have the assumptions
	}
	p.assumes = append([]Property(nil), p.assumes...)
	switch {
	case a.monitor == nil:
	case p.monitor == nil:
		p.monitor = a.monitor
	default:
		p.monitor = p.monitor.beside(a.monitor)
		first := func(state any) any { return half(state).first }
		p.see(first)
		if triggers := p.triggers; triggers != nil {
			p.triggers = func(v model.View, state any) bool { return triggers(v, first(state)) }
		}
		for i := range p.assumes {
			p.assumes[i].see(first)
		}
		a.see(func(state any) any { return half(state).second })
	}
	p.assumes = append(p.assumes, a)
}

// half returns the state of two monitors, or none of either for a predicate that is asked without one.
func half(state any) pair {
	two, _ := state.(pair)
	return two
}

// HasAssumptions reports whether the property is made by [Property.Assuming].
func (p Property) HasAssumptions() bool {
	return len(p.assumes) > 0 || p.hasCases() && p.aCase().HasAssumptions()
}

// Assumptions returns the assumptions of the property, or of one with [Property.Cases] none.
// They are evaluated by [Property.Holds], in the states of the monitor of the property.
func (p Property) Assumptions() []Property { return p.assumes }

// AssumedFor reports whether an execution that ends in v, or stays there for ever, satisfies
// all assumptions.
func (p Property) AssumedFor(v model.View, monitor any) bool {
	for _, a := range p.assumes {
		if !a.holdsAtEnd(v, monitor) {
			return false
		}
	}
	return true
}

// FromSomeTimeOn returns the property, of form Stabilises, that from some time on every event
// satisfies holds. An execution that ends satisfies it, as no event happens any more. As an
// assumption it says partial synchrony: a network that is stable at last.
func FromSomeTimeOn(name, statement string, holds func(Step) bool) Property {
	if holds == nil {
		return NewStabilises(name, statement, func(model.View) bool { return true }).without()
	}
	p := NewStabilises(name, statement, Watch(
		func(model.View) bool { return true },
		func(_ bool, s Step) bool { return holds(s) },
		func(_ model.View, last bool) bool { return last }))
	p.endless = true
	return p
}

// holdsAtEnd reports whether the predicate of p holds in an execution that ends in v: one about
// events that happen again and again does. A loop may pass through terminal configurations, as events
// that need not happen lead on from them: there the predicate itself counts.
func (p Property) holdsAtEnd(v model.View, monitor any) bool { return p.endless || p.holds(v, monitor) }

// without returns p without a predicate, which Check reports.
func (p Property) without() Property {
	p.holds = nil
	return p
}

// assumed is one assumption along the path of a Judge.
type assumed struct {
	holds        bool // in the last configuration
	held, failed int  // the last configurations in which it does and does not, -1 if none
}

// observe evaluates the assumptions in configuration at, the last one.
func (t *judged) observe(v model.View, at int) {
	if t.assumed == nil {
		for range t.property.assumes {
			t.assumed = append(t.assumed, assumed{held: -1, failed: -1})
		}
	}
	for i, a := range t.property.assumes {
		x := &t.assumed[i]
		if x.holds = a.holds(v, t.state); x.holds {
			x.held = at
		} else {
			x.failed = at
		}
	}
}

// unsatisfied returns the first assumption that an execution does not satisfy which ends, or
// begins its loop if it loops, after stem events, and false if there is none.
func (t *judged) unsatisfied(stem int, loops bool) (Property, bool) {
	for i, x := range t.assumed {
		a := t.property.assumes[i]
		if a.Form == Recurs && x.held < stem || a.Form == Stabilises && x.failed >= stem && (loops || !a.endless) {
			return a, true
		}
	}
	return Property{}, false
}

// mapped returns the list of all that change makes of the properties.
func mapped(list []Property, change func(Property) Property) (changed []Property) {
	for _, p := range list {
		changed = append(changed, change(p))
	}
	return changed
}
