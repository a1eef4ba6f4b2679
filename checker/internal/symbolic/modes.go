package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
)

// mostParts is the number of parts from which on byModes divides no set.
const mostParts = 256

// byModes divides n by the processes that are down, and calls visit for each part that
// may have a loop, with the loops in it. A process that goes down or comes back for a
// budget does not do so on a loop. So a loop lies in one part, and its events are those
// of processes that are not down there. The messages of the others are not sent in that
// part, so their receptions are on no loop either, and so on. Often no event is left.
func (l *Loops) byModes(n diagram.Set, visit func(*Loops, diagram.Set)) {
	parts := 0
	l.divide(n, 0, &parts, visit)
}

// divide is byModes for the processes from p on. It counts the parts.
func (l *Loops) divide(n diagram.Set, p int, parts *int, visit func(*Loops, diagram.Set)) {
	if n == diagram.Empty || l.cycle.isEmpty() {
		return
	}
	for p < len(l.system.locals) && !l.system.keepsMode(p, l.cycle) {
		p++
	}
	if p == len(l.system.locals) || *parts >= mostParts {
		visit(l, n)
		return
	}
	level, values, known := l.system.locals[p].level, l.system.locals[p].All, len(l.system.caches)
	for _, isDown := range []bool{true, false} {
		has := func(value uint32) bool { return (values[value].mode == down) == isDown }
		part := l.sets.Held(l.sets.Where(n, func(at int, value uint32) bool { return at != level || has(value) }))
		if part == diagram.Empty {
			continue
		}
		*parts++
		inside := *l
		inside.cycle = l.system.restricted(l.cycle, level, has)
		inside.collectConstraints()
		inside.divide(part, p+1, parts, visit)
		l.system.caches = l.system.caches[:known]
	}
}

// keepsMode reports whether the search has met process p both down and not down, and no
// event of the cycle makes it go down or come back.
func (x *System) keepsMode(p int, c *cycle) bool {
	l := x.locals[p]
	isDown := func(value uint32) bool { return l.All[value].mode == down }
	isUp := func(value uint32) bool { return !isDown(value) }
	changes := func(m diagram.Move) bool { return isDown(m.From) != isDown(m.To) }
	return slices.ContainsFunc(l.met, isDown) && slices.ContainsFunc(l.met, isUp) &&
		!slices.ContainsFunc(c.list, func(d *candidate) bool {
			return slices.ContainsFunc(d.kept, func(part diagram.Part) bool {
				return part.Level == l.level && slices.ContainsFunc(part.Moves, changes)
			})
		})
}

// restricted returns the events of a cycle that may lie on a loop on which the values of
// one level satisfy keep.
func (x *System) restricted(c *cycle, level int, keep func(uint32) bool) *cycle {
	var list []*candidate
	for _, d := range c.list {
		restricted := *d
		restricted.kept = slices.Clone(d.kept)
		for i, part := range d.kept {
			leaves := func(m diagram.Move) bool { return part.Level == level && !(keep(m.From) && keep(m.To)) }
			restricted.kept[i].Moves = slices.DeleteFunc(slices.Clone(part.Moves), leaves)
		}
		if !restricted.idle() {
			list = append(list, &restricted)
		}
	}
	return x.cycleOf(list, c.coins)
}
