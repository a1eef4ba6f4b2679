package explicit

import (
	"fmt"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
)

// decideTogether decides property i of several, each a LeadsTo. If an execution refutes it, a search
// for it alone shows the least. The components in which one is pending are computed once for all, and
// so are those of all configurations.
func (p *pass) decideTogether(i int, found tally, waiting, all **cycles) (engine.Finding, error) {
	switch {
	case found.mask>>i&1 == 1:
		return p.refutedAlone(i)
	case !p.search.complete():
		return open(p.search.stopped), nil
	case p.lost != reason.Reason{}:
		return open(p.lost), nil
	case !p.seesLoops():
		return open(reason.Reason{Cause: reason.LoopsLost}), nil
	}
	if *waiting == nil {
		*waiting = p.findCycles(p.search, p.question.Fairness, p.waits)
	}
	for _, part := range (*waiting).fair {
		if of, _ := p.machine.markedFor((*waiting).keys[part.members[0]]); of == i {
			return p.refutedAlone(i)
		}
	}
	if !found.terminals && *all == nil {
		*all = p.findCycles(p.search, p.question.Fairness, nil)
	}
	return p.unrefuted(i, found, *all != nil && len((*all).fair) > 0), nil
}

// refutedAlone returns the finding of a search for property i alone, a LeadsTo that an execution refutes.
func (p *pass) refutedAlone(i int) (engine.Finding, error) {
	q := p.newAlone(i)
	q.question.Failure, q.answer = true, &engine.Answer{Findings: make([]engine.Finding, 1)}
	q.wait()
	defer p.budget.Enter(q.question.Properties[0].Name, p.search.seen.Bytes())()
	found, err := q.explore()
	if err == nil {
		err = q.decide(found)
	}
	f := q.answer.Findings[0]
	if cut := q.answer.Cut; cut != (reason.Reason{}) {
		p.answer.Cut = cut
	}
	if err == nil && (f.Outcome == engine.Absent || f.Outcome == engine.Vacuous) {
		err = fmt.Errorf("%w: %s is refuted in a search for several properties, and not in one for it alone", engine.ErrInternal, q.question.Properties[0].Name)
	}
	return f, err
}

// unmarked returns p with the configurations of its machine without marks, for a path to one of them.
func (p *pass) unmarked() *pass {
	q := *p
	q.machine = space{layers: p.machine.layers, constraint: p.machine.constraint}
	return &q
}
