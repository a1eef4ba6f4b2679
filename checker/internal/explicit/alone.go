package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// searchAlone runs one search for each Eventually and each LeadsTo. A search may stop
// early once it has refuted its property.
func (p *pass) searchAlone() (err error) {
	p.alone = make([]*pass, len(p.question.Properties))
	for i, property := range p.question.Properties {
		if property.RefutedAtStart(p.question.System) {
			p.decided |= 1 << i
		}
		switch property.Form {
		case properties.Eventually:
			p.alone[i] = p.avoid(i)
		case properties.LeadsTo:
			p.alone[i] = p.wait(i)
		default:
			continue
		}
		q := p.alone[i]
		p.budget.Phase = property.Name
		if err := q.search.run(); err != nil {
			return err
		}
		p.budget.Hold(q.search.seen.Bytes())
		if q.allDecided() {
			p.decided |= 1 << i
			if _, err := p.unlessCut(func() error {
				_, err := q.pathOf(0)
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
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
	q.judge.avoiding = true
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
