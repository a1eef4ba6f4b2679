package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
)

// breakCycles looks for cycles that hide something, of a complete search. If there is
// one, the search must begin again. A cycle hides the events of the other processes for
// ever if in each of its configurations the events of a closed process are taken alone.
// If fair loops are judged, a cycle hides something if anything on it is passed over or
// taken alone.
func (p *pass) breakCycles() error {
	p.budget.Phase = "cycles"
	defer p.budget.Release(p.budget.Held())
	if p.seesLoops() && !p.machine.MayCycle() || !p.seesLoops() && !p.cyclic() { // cyclic asks MayCycle too
		return nil
	}
	c := &cycles{pass: p, seen: newNumbering(p.search.seen, p.budget), plain: true}
	if !p.seesLoops() {
		c.stays = func(s compose.State, _ bool) bool { return p.machine.Alone(s) }
	}
	if c.number(); len(c.keys) == 0 {
		return nil
	}
	c.connected()
	exposure := p.machine.NewExposure(p.budget.Thresholds.Exposed)
	for i, s := range c.keys {
		if c.poll(); c.part[i] >= 0 && p.seesLoops() {
			p.machine.expose(exposure, s, func(next compose.State) bool {
				j := c.seen.index(next)
				return j >= 0 && c.part[j] == c.part[i]
			})
		} else if c.part[i] >= 0 {
			p.machine.Whole(s)
		}
	}
	if p.machine.Broken() {
		return engine.ErrBroken
	}
	return nil
}

// mayHide reports whether a cycle of the search may hide something.
func (p *pass) mayHide() bool {
	return p.machine.Closes() || p.question.Reduction.Confluent != nil && p.seesLoops()
}

// seesLoops reports whether the search sees all that happens in loops.
func (p *pass) seesLoops() bool {
	d := p.question.Reduction.Confluent
	return d == nil || d.SeesLoops()
}
