package explicit

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// decide turns the results of a search into findings.
func (p *pass) decide(found tally) error {
	if _, err := p.unlessCut(func() error { return p.findFailure(found) }); err != nil {
		return err
	}
	var cycles, all *cycles
	for i := range p.question.Properties {
		var f engine.Finding
		cut, err := p.unlessCut(func() (err error) {
			f, err = p.decideOne(i, found, &cycles, &all)
			return err
		})
		if err != nil {
			return err
		}
		if cut != (reason.Reason{}) {
			f = engine.Finding{Reason: cut}
		}
		f = p.unlessConstrained(f, found)
		f.Met = f.Outcome == engine.Open && f.Reason == p.budget.Reason() && found.mask&^p.judge.eventually>>i&1 == 1
		f.Triggered = p.question.Properties[i].HasTrigger() && found.mask&p.judge.triggered[i] != 0
		p.answer.Findings[i] = f
	}
	return nil
}

// unlessCut calls f. If f is cut short, it returns why and records it in the
// answer.
func (p *pass) unlessCut(f func() error) (cut reason.Reason, err error) {
	if cut, err = engine.Guard(f); cut != (reason.Reason{}) {
		p.answer.Cut = cut
	}
	return cut, err
}

// abandon records that the search was cut short before it decided any property.
func (p *pass) abandon(cut reason.Reason) {
	p.answer.Stop, p.answer.Cut = cut, cut
	for i := range p.answer.Findings {
		p.answer.Findings[i] = engine.Finding{Reason: cut}
	}
}

// open returns the finding of an undecided property.
func open(why reason.Reason) engine.Finding { return engine.Finding{Reason: why} }

// decideOne decides property i. It computes the end components of the search once,
// for the first property that needs them.
func (p *pass) decideOne(i int, found tally, cycles, all **cycles) (engine.Finding, error) {
	property := p.question.Properties[i]
	form := property.Form
	hit := found.mask>>i&1 == 1
	if property.HasAssumptions() {
		found.terminals = found.mask&p.judge.triggered[i] != 0
	}
	switch {
	case p.refutedAt(property) >= 0:
		return engine.Finding{Outcome: engine.Found, Start: p.refutedAt(property)}, nil
	case p.alone[i] != nil:
		return p.decideAlone(p.alone[i], found)
	case p.machine.marks > 1:
		return p.decideTogether(i, found, cycles, all)
	case form == properties.Eventually && p.settled(i, found):
		return p.unrefuted(i, found, false), nil
	case form == properties.Eventually && p.budget.Turn.Opens && !p.search.complete():
		return open(p.search.stopped), nil
	case form == properties.Eventually:
		if err := p.searchAlone(i, 0); err != nil {
			return engine.Finding{}, err
		}
		return p.decideAlone(p.alone[i], found)
	case hit:
		return p.found(i)
	case !p.search.complete():
		return open(p.search.stopped), nil
	case form == properties.AtEnd && !found.terminals:
		return engine.Finding{Outcome: engine.Vacuous}, nil
	case property.HasTrigger() && p.judge.triggered[i]&^found.mask != 0:
		return engine.Finding{Outcome: engine.Vacuous, Reason: reason.Reason{Cause: reason.NoTrigger}}, nil
	case !form.IsLiveness():
		return engine.Finding{Outcome: engine.Absent}, nil
	case p.lost != reason.Reason{}:
		return open(p.lost), nil
	case form == properties.LeadsTo:
		return p.leadsTo(found)
	case !p.seesLoops():
		return p.reducedLiveness(p, found), nil
	case property.HasAssumptions():
		return p.liveness(i, found, p.assumedCycles(i, p.search, nil))
	}
	if *cycles == nil {
		*cycles = p.findCycles(p.search, p.question.Fairness, nil)
	}
	return p.liveness(i, found, *cycles)
}

// found returns the finding for property i with an execution that refutes
// (witnesses) it.
func (p *pass) found(i int) (engine.Finding, error) {
	path, err := p.pathOf(i)
	return engine.Finding{Outcome: engine.Found, Start: path.start, Lasso: model.Lasso{Stem: path.schedule}}, err
}

// liveness decides property i. No terminal configuration refutes it, so only the
// fair end components can.
func (p *pass) liveness(i int, found tally, c *cycles) (engine.Finding, error) {
	where, parts := c, c.fair
	switch p.question.Properties[i].Form {
	case properties.Stabilises:
		parts = slices.DeleteFunc(slices.Clone(c.fair), func(part *component) bool { return !c.refutes(part, i) })
	case properties.Recurs:
		if parts = nil; len(c.keys) > 0 {
			where = p.assumedCycles(i, p.search, func(s compose.State, obligatory bool) bool {
				f := p.machine.Facts(s)
				return !p.judge.holds(i, f, terminal(f, obligatory))
			})
			parts = where.fair
		}
	}
	if len(parts) > 0 {
		return p.foundLoop(i, where, parts)
	}
	return p.unrefuted(i, found, len(c.fair) > 0), nil
}

// foundLoop returns the finding for property i with a lasso whose loop stays in
// one of the parts and refutes it.
func (p *pass) foundLoop(i int, c *cycles, parts []*component) (engine.Finding, error) {
	start, l, err := p.lasso(i, c, parts)
	return engine.Finding{Outcome: engine.Found, Start: start, Lasso: l}, err
}

// unrefuted returns the finding of liveness property i, which no execution of the
// search refutes.
func (p *pass) unrefuted(i int, found tally, loops bool) engine.Finding {
	switch {
	case found.mask&bounded != 0:
		return open(reason.Reason{Cause: reason.BoundReachable})
	case p.machine.pending != nil && found.triggered>>i&1 == 0:
		return engine.Finding{Outcome: engine.Vacuous, Reason: reason.Reason{Cause: reason.NoTrigger}}
	case !found.terminals && !loops && p.question.Properties[i].HasAssumptions():
		return engine.Finding{Outcome: engine.Vacuous, Reason: reason.Reason{Cause: reason.NotAssumed}}
	case !found.terminals && !loops:
		return engine.Finding{Outcome: engine.Vacuous}
	}
	return engine.Finding{Outcome: engine.Absent}
}

// findFailure finds the least path to an ill-formed step, if the search met one.
func (p *pass) findFailure(found tally) error {
	f := &p.answer.Failure
	if found.mask&illFormed == 0 || f.Outcome == engine.Found {
		return nil
	}
	f.Met = true
	if p.question.Failure {
		return nil
	}
	path, err := p.unmarked().pathTo(goal{mask: illFormed, state: func(s compose.State, _ bool) bool { return p.machine.Facts(s).Failed }})
	if err == nil {
		*f = engine.Finding{Outcome: engine.Found, Start: path.start, Lasso: model.Lasso{Stem: path.schedule}}
	}
	return err
}

// reducedLiveness decides a liveness property that no terminal configuration
// refutes. Its search q is p itself or the search for the property alone. The
// reduction leaves out only finitely many events between any two others. So if q
// has no infinite execution, neither has the whole system.
func (p *pass) reducedLiveness(q *pass, found tally) engine.Finding {
	if p.cyclic() && (q == p || !found.terminals || q.cyclic()) {
		return open(reason.Reason{Cause: reason.LoopsLost})
	}
	return q.unrefuted(0, found, false)
}

// cyclic reports whether the search met a cycle that may refute the property of p, if
// it has one alone. The search must be complete.
func (p *pass) cyclic() bool {
	if !p.sorted {
		c := &cycles{pass: p, stays: p.stays}
		if p.machine.MayCycle() {
			p.onCycles = newNumbering(p.search.seen, p.budget).cyclic(c.successors)
		}
		p.sorted = true
	}
	return len(p.onCycles) > 0
}
