package checker

import (
	"cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
)

// avoid searches the configurations that are reached without the predicate of
// property i, which is an Eventually.
func (p *pass) avoid(i int) (*pass, error) {
	q := &pass{check: p.check, machine: p.machine, which: p.which[i : i+1], judge: newJudge(p.machine, p.judge.properties[i:i+1])}
	q.judge.avoiding = true
	q.search = q.newSearch()
	q.tallies = make([]tally, q.search.workers)
	q.search.visit, q.search.stop = q.visit, q.allDecided
	q.search.goal = func(s compose.State, obligatory bool) bool {
		f := p.machine.Facts(s)
		return q.judge.holds(0, f, terminal(f, obligatory))
	}
	q.limits.phase = p.judge.properties[i].Name
	return q, q.search.run()
}

// eventually judges property i, which is an Eventually, by the search that
// avoided its predicate: for a configuration that is terminal or a loop that is fair.
func (p *pass) eventually(q *pass, v *Verdict, found tally) error {
	switch {
	case q.allDecided():
		v.Result = Violated
		return q.refuteAvoiding(v)
	case q.search.stopped != "" || p.search.stopped != "":
		v.Note = cmp.Or(q.search.stopped, p.search.stopped)
		return nil
	case p.dead != nil:
		p.reducedLiveness(q, v, found)
		return nil
	}
	c, err := q.findCycles(q.search, p.options.Fairness, q.search.goal)
	if err != nil {
		return err
	}
	if len(c.fair) > 0 {
		v.Result = Violated
		v.Execution, err = q.lasso(0, c, c.fair)
		return err
	}
	loops := true
	if !found.terminals { // then only a fair loop keeps the verdict from being vacuous
		all, err := p.findCycles(p.search, p.options.Fairness, nil)
		if err != nil {
			return err
		}
		loops = len(all.fair) > 0
	}
	p.livenessHolds(v, found, loops)
	return nil
}

// refuteAvoiding finds the least execution to a terminal configuration that
// avoids the predicate.
func (q *pass) refuteAvoiding(v *Verdict) error {
	if v.Execution != nil {
		return nil // it has been found before the search
	}
	path, _, err := q.path(target{
		state: func(s compose.State, obligatory bool) bool {
			f := q.machine.Facts(s)
			ends := terminal(f, obligatory)
			return q.judge.look(viewKey(f, ends), f, ends)&1 != 0
		},
		goal: q.search.goal,
	})
	if err != nil {
		return err
	}
	v.Execution, err = q.execution(0, model.Lasso{Stem: path})
	return err
}
