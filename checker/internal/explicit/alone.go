package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// searchAlone runs a search q for property i alone, an Eventually or a LeadsTo. It may stop
// early once it has refuted the property.
func (p *pass) searchAlone(i int, q *pass) error {
	p.alone[i] = q
	var bytes int64
	if p.search != nil {
		bytes = p.search.seen.Bytes()
	}
	leave := p.budget.Enter(p.question.Properties[i].Name, bytes)
	err := q.search.run()
	leave()
	if err != nil {
		return err
	}
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

// searchPending runs a search for each LeadsTo.
func (p *pass) searchPending() error {
	p.alone = make([]*pass, len(p.question.Properties))
	for i, property := range p.question.Properties {
		if property.RefutedAtStart(p.question.System) {
			p.decided |= 1 << i
		}
		if property.Form == properties.LeadsTo {
			if err := p.searchAlone(i, p.wait(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// settled reports whether property i, an Eventually, holds since all executions end, and its
// predicate holds in all terminal configurations. Otherwise it needs a search alone.
func (p *pass) settled(i int, found tally) bool {
	return p.search.complete() && p.lost == engine.Reason{} && found.mask>>i&1 == 0 && !p.cyclic()
}

// newAlone returns a pass for property i alone, whose search has not run yet.
func (p *pass) newAlone(i int) *pass {
	q := &pass{question: p.question, budget: p.budget, machine: p.machine, paths: make([]path, 1)}
	q.question.Properties = p.question.Properties[i : i+1]
	q.judge = newJudge(q.machine.Machine, q.question.Properties)
	return q
}

// prepare gives q its search.
func (q *pass) prepare() {
	q.search = q.newSearch()
	q.tallies = make([]tally, q.search.workers)
	q.search.visit, q.search.stop = q.visit, q.allDecided
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

// wait returns the pass that searches all configurations, each with a mark that says
// whether property i was pending before it. Property i is a LeadsTo.
func (p *pass) wait(i int) *pass {
	q := p.newAlone(i)
	q.machine.pending = func(s compose.State, obligatory bool) bool {
		f := q.machine.Facts(s)
		ends := terminal(f, obligatory)
		return !q.judge.holds(0, f, ends) && (s&marked != 0 || q.judge.triggers(f, ends))
	}
	q.prepare()
	q.stays = q.machine.pending
	return q
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
	case p.lost != engine.Reason{}:
		return open(p.lost), nil
	case !p.seesLoops():
		return p.reducedLiveness(q, found), nil
	}
	c := q.findCycles(q.search, p.question.Fairness, q.stays)
	if len(c.fair) > 0 {
		return q.foundLoop(0, c, c.fair)
	}
	loops := true
	if !found.terminals { // then the verdict is vacuous unless there is a fair loop
		loops = len(p.findCycles(p.search, p.question.Fairness, nil).fair) > 0
	}
	return q.unrefuted(found, loops), nil
}
