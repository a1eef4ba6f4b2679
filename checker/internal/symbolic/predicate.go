package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
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
			return level != x.environment.level || !h.Watch(x.environment.values[value].monitor)
		}))
	}
	if h.Some != nil {
		none := n
		for p := range x.locals {
			none = x.filter(none, p, func(s model.Status) bool { return !h.Some(s) })
		}
		add(none)
	}
	if h.Each == nil && h.Both == nil {
		return bad
	}
	net, seen := x.sys.Network(), x.views(n)
	for p := range x.locals {
		if h.Each != nil && seen.some(p, func(s model.Status) bool { return !h.Each(net, p, s) }) {
			add(x.filter(n, p, func(s model.Status) bool { return !h.Each(net, p, s) }))
		}
		for q := range x.locals {
			if h.Both == nil || p == q {
				continue
			}
			for _, s := range seen.statuses[p] {
				refuses := func(t model.Status) bool { return !h.Both(net, p, s, q, t) }
				if seen.together(p, s, q, refuses) {
					add(x.filter(x.filter(n, p, func(o model.Status) bool { return o == s }), q, refuses))
				}
			}
		}
	}
	return bad
}

// views has the statuses in a set of configurations, as a diagram with a level for each
// process, whose values are statuses. It is far smaller than the diagram of the set.
type views struct {
	sets     *diagram.Reach
	all      diagram.Set
	statuses [][]model.Status // by process
	level    []int            // by process
}

// views returns the statuses in the configurations of n.
func (x *System) views(n diagram.Set) *views {
	v := &views{sets: diagram.NewReach(len(x.locals)), statuses: make([][]model.Status, len(x.locals)), level: make([]int, len(x.locals))}
	v.sets.Confirm, v.sets.Idle, v.sets.Room = func(int, uint32) {}, x.Sets.Idle, x.Sets.Room
	numbers := make([]map[model.Status]uint32, len(x.locals))
	rank := make([]int, len(x.places)) // how many processes are at or below a level
	for level, at := range x.places[1:] {
		rank[level+1] = rank[level]
		if at.kind == localPlace {
			rank[level+1]++
			v.level[at.index] = rank[level+1]
			numbers[at.index] = map[model.Status]uint32{}
		}
	}
	memo := map[diagram.Set]diagram.Set{diagram.Empty: diagram.Empty, diagram.Unit: diagram.Unit}
	x.Sets.Walk(n, func(m diagram.Set) {
		at, sum := x.places[x.Sets.Level(m)], diagram.Empty
		for _, pair := range x.Sets.Pairs(m) {
			part := memo[pair.Child]
			if at.kind == localPlace {
				s := x.status(at.index, pair.Value)
				number, ok := numbers[at.index][s]
				if !ok {
					number = uint32(len(v.statuses[at.index]))
					numbers[at.index][s] = number
					v.statuses[at.index] = append(v.statuses[at.index], s)
				}
				part = v.sets.Make(rank[x.Sets.Level(m)], []diagram.Pair{{Value: number, Child: part}})
			}
			v.sets.Hold(part)
			sum = v.sets.Union(sum, part)
			v.sets.Hold(sum)
		}
		memo[m] = sum
	})
	v.all = memo[n]
	return v
}

// some reports whether a process has a status that satisfies p in some configuration.
func (v *views) some(process int, p func(model.Status) bool) bool {
	for _, s := range v.statuses[process] {
		if p(s) {
			return true
		}
	}
	return false
}

// together reports whether in some configuration process p has status s and process q
// has a status that satisfies refuses.
func (v *views) together(p int, s model.Status, q int, refuses func(model.Status) bool) bool {
	if !v.some(q, refuses) {
		return false
	}
	return v.sets.Where(v.all, func(level int, value uint32) bool {
		switch level {
		case v.level[p]:
			return v.statuses[p][value] == s
		case v.level[q]:
			return refuses(v.statuses[q][value])
		}
		return true
	}) != diagram.Empty
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
