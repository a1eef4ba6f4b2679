package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// avoidAll runs one search for each Eventually property. A search may stop early
// once it has refuted its property.
func (p *pass) avoidAll() (err error) {
	p.avoided = make([]*pass, len(p.question.Properties))
	for i, property := range p.question.Properties {
		if property.RefutedAtStart(p.question.System) {
			p.decided |= 1 << i
		}
		if property.Form != properties.Eventually {
			continue
		}
		if p.avoided[i], err = p.avoid(i); err != nil {
			return err
		}
		q := p.avoided[i]
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

// avoid searches the configurations that an execution can reach while the
// predicate of property i fails. Property i is an Eventually.
func (p *pass) avoid(i int) (*pass, error) {
	q := &pass{question: p.question, budget: p.budget, machine: p.machine, paths: make([]path, 1)}
	q.question.Properties = p.question.Properties[i : i+1]
	q.judge = newJudge(q.machine, q.question.Properties)
	q.judge.avoiding = true
	q.search = q.newSearch()
	q.tallies = make([]tally, q.search.workers)
	q.search.visit, q.search.stop = q.visit, q.allDecided
	q.search.goal = func(s compose.State, obligatory bool) bool {
		f := q.machine.Facts(s)
		return q.judge.holds(0, f, terminal(f, obligatory))
	}
	q.budget.Phase = q.question.Properties[0].Name
	return q, q.search.run()
}

// eventually decides an Eventually property from q, the search that avoided its
// predicate. A terminal configuration of q or a fair loop in q refutes it.
func (p *pass) eventually(q *pass, found tally) (engine.Finding, error) {
	switch {
	case q.allDecided():
		return q.found(0)
	case !q.search.complete():
		return open(q.search.stopped), nil
	case !p.search.complete():
		return open(p.search.stopped), nil
	case p.question.Reduction.Loses(engine.Loops):
		return p.reducedLiveness(q, found), nil
	}
	c := q.findCycles(q.search, p.question.Fairness, q.search.goal)
	if len(c.fair) > 0 {
		return q.foundLoop(0, c, c.fair)
	}
	loops := true
	if !found.terminals { // then the verdict is vacuous unless there is a fair loop
		loops = len(p.findCycles(p.search, p.question.Fairness, nil).fair) > 0
	}
	return unrefuted(found, loops), nil
}
