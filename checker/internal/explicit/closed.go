package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
)

// breakCycles looks for cycles of configurations all of which have the events of a
// closed process taken alone. Such a cycle would hide for ever what the other
// processes may do. If there is one, the search must begin again.
func (p *pass) breakCycles() error {
	p.budget.Phase = "cycles"
	defer p.budget.Release(p.budget.Held())
	if !p.cyclic() {
		return nil
	}
	c := &cycles{pass: p, seen: newNumbering(p.search.seen, p.budget), plain: true,
		stays: func(s compose.State, _ bool) bool { return p.machine.Alone(s) }}
	if c.number(); len(c.keys) == 0 {
		return nil
	}
	c.connected()
	for i, s := range c.keys {
		if c.part[i] >= 0 {
			p.machine.Whole(s)
		}
	}
	if p.machine.Broken() {
		return engine.ErrBroken
	}
	return nil
}
