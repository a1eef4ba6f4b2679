package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// decide turns the results of a search into findings.
func (p *pass) decide(found tally) error {
	if _, err := p.unlessCut(func() error { return p.findFailure(found) }); err != nil {
		return err
	}
	var cycles *cycles
	for i := range p.question.Properties {
		var f engine.Finding
		cut, err := p.unlessCut(func() (err error) {
			f, err = p.decideOne(i, found, &cycles)
			return err
		})
		if err != nil {
			return err
		}
		if cut != (engine.Reason{}) {
			f = engine.Finding{Reason: cut}
		}
		f.Met = f.Outcome == engine.Open && f.Reason == p.budget.Reason() && found.mask>>i&1 == 1
		p.answer.Findings[i] = f
	}
	return nil
}

// unlessCut calls f, and notes in the answer if that was cut short.
func (p *pass) unlessCut(f func() error) (cut engine.Reason, err error) {
	if cut, err = engine.Guard(f); cut != (engine.Reason{}) {
		p.answer.Cut = cut
	}
	return cut, err
}

// abandon notes that the search was cut short before it could decide anything.
func (p *pass) abandon(cut engine.Reason) {
	p.answer.Stop, p.answer.Cut = cut, cut
	for i := range p.answer.Findings {
		p.answer.Findings[i] = engine.Finding{Reason: cut}
	}
}

// open is the finding of a property that is not decided.
func open(why engine.Reason) engine.Finding { return engine.Finding{Reason: why} }

// decideOne decides property i. It finds the end components of the search when
// a property first needs them.
func (p *pass) decideOne(i int, found tally, cycles **cycles) (engine.Finding, error) {
	property := p.question.Properties[i]
	form := property.Form
	hit := found.mask>>i&1 == 1
	switch {
	case property.RefutedAtStart(p.question.System):
		return engine.Finding{Outcome: engine.Found}, nil
	case p.stuttersLost(property, found):
		return open(engine.Reason{Cause: engine.StuttersLost}), nil
	case form == properties.Eventually:
		return p.eventually(p.avoided[i], found)
	case hit:
		return p.found(i)
	case !p.search.complete():
		return open(p.search.stopped), nil
	case form == properties.AtEnd && !found.terminals:
		return engine.Finding{Outcome: engine.Vacuous}, nil
	case !form.IsLiveness():
		return engine.Finding{Outcome: engine.Absent}, nil
	case p.question.Reduction.Loses(engine.Loops):
		return p.reducedLiveness(p, found), nil
	}
	if *cycles == nil {
		*cycles = p.findCycles(p.search, p.question.Fairness, nil)
	}
	return p.liveness(i, found, *cycles)
}

// found shows that some execution refutes (witnesses) property i.
func (p *pass) found(i int) (engine.Finding, error) {
	schedule, err := p.pathOf(i)
	return engine.Finding{Outcome: engine.Found, Lasso: model.Lasso{Stem: schedule}}, err
}

// liveness decides property i, which no terminal configuration refutes.
func (p *pass) liveness(i int, found tally, c *cycles) (engine.Finding, error) {
	refutes := func(*component) bool { return true }
	if p.question.Properties[i].Form == properties.Stabilises {
		refutes = func(part *component) bool { return c.refutes(part, i) }
	}
	var parts []*component
	for _, part := range c.fair {
		if refutes(part) {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		return p.foundLoop(i, c, parts)
	}
	return unrefuted(found, len(c.fair) > 0), nil
}

// foundLoop shows that an execution that stays in one of the parts refutes
// property i.
func (p *pass) foundLoop(i int, c *cycles, parts []*component) (engine.Finding, error) {
	l, err := p.lasso(i, c, parts)
	return engine.Finding{Outcome: engine.Found, Lasso: l}, err
}

// unrefuted is the finding of a liveness property that nothing refutes.
func unrefuted(found tally, loops bool) engine.Finding {
	switch {
	case found.mask&bounded != 0:
		return open(engine.Reason{Cause: engine.BoundReachable})
	case !found.terminals && !loops:
		return engine.Finding{Outcome: engine.Vacuous}
	}
	return engine.Finding{Outcome: engine.Absent}
}

// findFailure finds the least path to a step that is not well-formed, if the
// search met one.
func (p *pass) findFailure(found tally) error {
	f := &p.answer.Failure
	if found.mask&illFormed == 0 || f.Outcome == engine.Found {
		return nil
	}
	f.Met = true
	if p.question.Failure {
		return nil
	}
	schedule, _, err := p.pathTo(goal{state: func(s compose.State, _ bool) bool { return p.machine.Facts(s).Failed }})
	if err == nil {
		*f = engine.Finding{Outcome: engine.Found, Lasso: model.Lasso{Stem: schedule}}
	}
	return err
}

// stuttersLost reports whether a reduction left out events that the property, or
// its monitor, may notice although they change no status.
func (p *pass) stuttersLost(property properties.Property, found tally) bool {
	notices := property.Form == properties.AlwaysStep || property.Monitor() != nil
	return p.question.Reduction.Loses(engine.Stutters) && notices && found.mask&stutters != 0
}

// reducedLiveness decides a liveness property that no terminal configuration
// refutes, by the search q, which is p or avoided a predicate. The reduction
// leaves out finitely many events between any two others. So if no execution that
// q searched is infinite, no execution of the whole system is.
func (p *pass) reducedLiveness(q *pass, found tally) engine.Finding {
	if q.cyclic() || !found.terminals && p.cyclic() {
		return open(engine.Reason{Cause: engine.LoopsLost})
	}
	return unrefuted(found, false)
}

// cyclic reports whether the search, which is complete, met a cycle.
func (p *pass) cyclic() bool {
	c := &cycles{pass: p, stop: p.search.goal}
	return newNumbering(p.search.seen, p.budget).cyclic(c.successors) != nil
}
