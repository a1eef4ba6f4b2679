package explicit

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
)

// searchAlone runs a search for property i alone, an Eventually. It may stop early once it has
// refuted the property. If it expands only so many levels, unless that is 0, and has not refuted it, it is forgotten.
func (p *pass) searchAlone(i, levels int) error {
	q := p.avoid(i)
	q.search.most = levels
	leave := p.budget.Enter(p.question.Properties[i].Name, p.search.seen.Bytes())
	err := q.search.run()
	leave()
	if err != nil || levels > 0 && !q.allDecided() {
		return err
	}
	p.alone[i] = q
	p.budget.Hold(q.search.seen.Bytes())
	if q.allDecided() {
		p.decided |= 1 << i
		_, err = p.unlessCut(func() error {
			_, err := q.pathOf(0)
			return err
		})
	}
	return err
}

// patience is how many times more configurations a search must have met before it looks again
// whether it has refuted an Eventually.
const patience = 4

// tryAlone looks whether an execution refutes property i, an Eventually, within the levels that
// were expanded. So it takes no longer than these did. It does not look again too soon.
func (p *pass) tryAlone(i int) error {
	if p.tried[i] > 0 && p.search.configurations < patience*p.tried[i] {
		return nil
	}
	p.tried[i] = p.search.configurations
	return p.searchAlone(i, p.search.depth+1)
}

// settled reports whether property i, an Eventually, holds since all executions end, and its
// predicate holds in all terminal configurations. Otherwise it needs a search alone.
func (p *pass) settled(i int, found tally) bool {
	return p.search.complete() && p.lost == reason.Reason{} && found.mask>>i&1 == 0 && !p.cyclic()
}

// newAlone returns a pass for property i alone, whose search has not run yet.
func (p *pass) newAlone(i int) *pass {
	q := &pass{question: p.question, starts: p.starts, budget: p.budget, machine: p.machine, sharing: p.sharing.again(), paths: make([]path, 1)}
	q.question.Properties = p.question.Properties[i : i+1]
	q.judge = newJudge(q.machine, q.question.Properties)
	return q
}

// prepare gives q its search.
func (q *pass) prepare() {
	q.search = q.newSearch()
	q.tallies = make([]tally, q.search.workers)
	q.search.visit, q.search.stop = q.visit, q.allDecided
	q.share()
}

// avoid returns the pass that searches the configurations that an execution can reach
// while the predicate of property i fails. Property i is an Eventually.
func (p *pass) avoid(i int) *pass {
	q := p.newAlone(i)
	q.judge.eventually = 0 // its predicate held in no configuration that q expands
	q.prepare()
	q.stays = q.fails
	q.search.goal = func(s compose.State, obligatory bool) bool { return !q.fails(s, obligatory) }
	return q
}

// fails reports whether the predicate of the only property of q fails in s.
func (q *pass) fails(s compose.State, obligatory bool) bool {
	f := q.machine.Facts(s)
	return !q.judge.holds(0, f, terminal(f, obligatory))
}

// wait makes p the pass of a question about a LeadsTo, or several: it searches all configurations, each
// with a mark that says whether a property was pending before it.
func (p *pass) wait() {
	p.machine.mark(len(p.question.Properties))
	p.machine.pending = func(s compose.State, obligatory bool) mask {
		f := p.machine.Facts(s)
		triggered, failing := p.judge.asked(f, terminal(f, obligatory))
		if i, marked := p.machine.markedFor(s); marked {
			return failing & (1 << i)
		}
		return triggered & failing
	}
	p.forget = nil // a renewal knows no marks
}

// waits reports whether a loop through s may refute a LeadsTo: one of several if s has its mark.
func (p *pass) waits(s compose.State, obligatory bool) bool {
	_, marked := p.machine.markedFor(s)
	return (marked || p.machine.marks == 1) && p.machine.pending(s, obligatory) != 0
}

// leadsTo decides the LeadsTo of the question: no terminal configuration refutes it, so only
// a loop in which it is pending can.
func (p *pass) leadsTo(found tally) (engine.Finding, error) {
	if !p.seesLoops() {
		waits := &cycles{pass: p, stays: p.waits}
		if p.cyclic() && (!found.terminals || len(newNumbering(p.search.seen, p.budget).cyclic(waits.successors)) > 0) {
			return open(reason.Reason{Cause: reason.LoopsLost}), nil
		}
		return p.unrefuted(0, found, false), nil
	}
	if c := p.assumedCycles(0, p.search, p.waits); len(c.fair) > 0 {
		return p.foundLoop(0, c, c.fair)
	}
	loops := !found.terminals && len(p.assumedCycles(0, p.search, nil).fair) > 0
	return p.unrefuted(0, found, loops), nil
}

// decideAlone decides the property of q, a search of its own. A terminal configuration
// of q or a fair loop in q refutes it.
func (p *pass) decideAlone(q *pass, found tally) (engine.Finding, error) {
	switch {
	case q.allDecided():
		return q.found(0)
	case !q.search.complete():
		return open(q.search.stopped), nil
	case !p.search.complete():
		return open(p.search.stopped), nil
	case p.lost != reason.Reason{}:
		return open(p.lost), nil
	case !p.seesLoops():
		return p.reducedLiveness(q, found), nil
	}
	c := q.assumedCycles(0, q.search, q.stays)
	if len(c.fair) > 0 {
		return q.foundLoop(0, c, c.fair)
	}
	loops := true
	if !found.terminals { // then the verdict is vacuous unless there is a fair loop
		loops = len(p.assumedCycles(slices.Index(p.alone, q), p.search, nil).fair) > 0
	}
	return q.unrefuted(0, found, loops), nil
}
