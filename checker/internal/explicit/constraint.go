package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
)

// isOutside reports whether the constraint fails in s, so that the search follows no event of s. It is
// not asked after a step that is not well-formed, where nothing happens any more.
func (x space) isOutside(s compose.State) bool {
	if x.constraint == nil {
		return false
	}
	s &^= x.marked
	return !x.layers.Facts(s).Failed && x.constraint.DecidedIn(x.layers.Shown(s), false)
}

// isCut reports whether the constraint cuts the search at s, of which it follows no event: it fails there, and some
// event is enabled.
func (x space) isCut(lane int, s compose.State) bool {
	if !x.isOutside(s) {
		return false
	}
	next, _ := x.layers.Successors(lane, s&^x.marked, nil)
	return len(next) > 0
}

// unlessConstrained returns the finding about a property. One that nothing refutes (witnesses) where the search came is
// open if the constraint has cut it: what follows might.
func (p *pass) unlessConstrained(f engine.Finding, found tally) engine.Finding {
	if found.cut > 0 && (f.Outcome == engine.Absent || f.Outcome == engine.Vacuous) {
		return open(p.constrained(0))
	}
	return f
}

// constrained is the reason of a search that the constraint has cut.
func (p *pass) constrained(at int64) reason.Reason {
	return reason.Reason{Cause: reason.Constrained, Bound: at, Detail: p.question.Constraint.Name}
}

// countCut counts the configurations where the constraint cut the first search. If that is complete otherwise, it is
// not for this reason.
func (p *pass) countCut(c *engine.Counts) {
	if c.Cut = p.sum().cut; c.Cut > 0 && p.search.complete() {
		p.answer.Stop = p.constrained(c.Cut)
	}
}
