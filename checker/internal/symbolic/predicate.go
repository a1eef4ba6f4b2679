package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/statuses"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Failing returns the configurations of n in which the shape does not hold.
func (x *System) Failing(n diagram.Set, h *properties.Shape) diagram.Set {
	return x.Sets.Scoped(func() diagram.Set { return x.failing(x.Sets.Held(n), h) })
}

func (x *System) failing(n diagram.Set, h *properties.Shape) diagram.Set {
	bad := diagram.Empty
	add := func(m diagram.Set) { bad = x.Sets.Held(x.Sets.Union(bad, m)) }
	if h.Watch != nil {
		add(x.Sets.Where(n, func(level int, value uint32) bool {
			return level != x.environment.level || !h.Watch(x.environment.All[value].monitor)
		}))
	}
	if h.Some != nil {
		none := n
		for p := range x.locals {
			none = x.filter(none, p, func(s model.Status) bool { return !h.Some(s) })
		}
		add(none)
	}
	if h.Counted != nil {
		add(x.miscounted(n, h))
	}
	if h.Each == nil && h.Both == nil {
		return bad
	}
	net, seen := x.sys.Network(), x.statuses(n)
	for p := range x.locals {
		if h.Each != nil && seen.Some(p, func(s model.Status) bool { return !h.Each(net, p, s) }) {
			add(x.filter(n, p, func(s model.Status) bool { return !h.Each(net, p, s) }))
		}
		for q := range x.locals {
			if h.Both == nil || p == q {
				continue
			}
			for _, s := range seen.Met(p) {
				refuses := func(t model.Status) bool { return !h.Both(net, p, s, q, t) }
				if seen.Together(p, s, q, refuses) {
					add(x.filter(x.filter(n, p, func(o model.Status) bool { return o == s }), q, refuses))
				}
			}
		}
	}
	return bad
}

// miscounted returns the configurations of n in which too few processes, or too many, satisfy the part Counted of the shape.
func (x *System) miscounted(n diagram.Set, h *properties.Shape) diagram.Set {
	if h.Least > len(x.locals) {
		return n
	}
	limited := h.Most < len(x.locals)
	most := h.Most
	if !limited {
		most = h.Least - 1
	}
	if most < 0 {
		return diagram.Empty
	}
	by := make([]diagram.Set, most+2) // by how many processes satisfy it, the last: more than most
	for i := range by {
		by[i] = diagram.Empty
	}
	by[0] = n
	for p := range x.locals {
		for i := most; i >= 0; i-- {
			more := x.Sets.Held(x.filter(by[i], p, h.Counted))
			by[i+1] = x.Sets.Held(x.Sets.Union(by[i+1], more))
			by[i] = x.Sets.Held(x.filter(by[i], p, func(s model.Status) bool { return !h.Counted(s) }))
		}
	}
	bad := diagram.Empty
	if limited {
		bad = by[most+1]
	}
	for _, few := range by[:min(h.Least, most+1)] {
		bad = x.Sets.Held(x.Sets.Union(bad, few))
	}
	return bad
}

// statuses returns the statuses in the configurations of n.
func (x *System) statuses(n diagram.Set) *statuses.Tuples {
	process := make([]int, len(x.places))
	for level, at := range x.places {
		process[level] = -1
		if level > 0 && at.kind == localPlace {
			process[level] = at.index
		}
	}
	return statuses.Of(x.Sets, n, process, x.status)
}

// Reflexive reports whether the shape holds for each event that does not change the
// status of a process, for all statuses that the search has met.
func (x *System) Reflexive(h *properties.Shape) bool {
	for p, l := range x.locals {
		for _, v := range l.met {
			if s := x.status(p, v); !h.Step(s, s) {
				return false
			}
		}
	}
	return true
}

// Steps returns the configurations of n that enable a well-formed step for which the
// shape does not hold.
func (x *System) Steps(n diagram.Set, h *properties.Shape) diagram.Set {
	bad := diagram.Empty
	for _, c := range x.list {
		refused := map[uint32]bool{}
		x.moves(c, func(before, after uint32) {
			x.tick()
			if !c.illFormed && !h.Step(x.status(c.Process, before), x.status(c.Process, after)) {
				refused[before] = true
			}
		})
		if len(refused) == 0 {
			continue
		}
		level := c.level
		mark := x.Sets.Hold(bad)
		from := x.Sets.Where(n, func(at int, value uint32) bool { return at != level || refused[value] })
		x.Sets.Hold(from)
		from = x.Sets.Minus(from, x.Sets.Disabled(from, c.Event))
		x.Sets.Hold(from)
		bad = x.Sets.Union(bad, from)
		x.Sets.Release(mark)
	}
	x.Sets.Hold(bad)
	return bad
}
