package diagram

import (
	"cmp"
	"slices"
)

// Relation is an event given by tables: for each of some levels, which value may
// become which. It leaves the other levels unchanged. The tables can be read in both
// directions.
type Relation struct {
	Parts    []Part // by level, the highest first; not empty
	products cache  // the cache of the closure that it belongs to
	epoch    int    // when the products were computed
}

// Part is the table of an event for one level.
type Part struct {
	Level int
	Moves []Move // ordered by NewRelation
}

// Move is an entry of a table: value From may become To, which may be equal.
type Move struct{ From, To uint32 }

// NewRelation returns the relation with these parts, or nil if one of them has no
// moves.
func NewRelation(parts []Part) *Relation {
	for _, p := range parts {
		if len(p.Moves) == 0 {
			return nil
		}
		slices.SortFunc(p.Moves, func(a, b Move) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(b.Level, a.Level) })
	return &Relation{Parts: parts}
}

// Reversed returns the relation read backwards.
func (e *Relation) Reversed() *Relation {
	parts := make([]Part, len(e.Parts))
	for i, p := range e.Parts {
		parts[i].Level = p.Level
		for _, m := range p.Moves {
			parts[i].Moves = append(parts[i].Moves, Move{m.To, m.From})
		}
	}
	return NewRelation(parts)
}

// from returns the moves of a value.
func (p *Part) from(v uint32) []Move {
	first, _ := slices.BinarySearchFunc(p.Moves, v, func(m Move, v uint32) int { return cmp.Compare(m.From, v) })
	last := first
	for last < len(p.Moves) && p.Moves[last].From == v {
		last++
	}
	return p.Moves[first:last]
}

// child returns the child of n for a value, Empty if n does not have the value.
func (s *Store) child(n Set, v uint32) Set {
	pairs := s.Pairs(n)
	if i, ok := slices.BinarySearchFunc(pairs, v, func(p Pair, v uint32) int { return cmp.Compare(p.Value, v) }); ok {
		return pairs[i].Child
	}
	return Empty
}

// Into returns the configurations of n from which some outcome of e is in z.
func (r *Reach) Into(n, z Set, e *Relation) Set { return r.matches(n, z, e, false) }

// Always returns the configurations of n that enable e and from which every outcome
// of e is in z.
func (r *Reach) Always(n, z Set, e *Relation) Set { return r.matches(n, z, e, true) }

func (r *Reach) matches(n, z Set, e *Relation, all bool) Set {
	mark := r.Hold(n, z)
	defer r.Release(mark)
	m := matcher{Reach: r, event: e, all: all, memo: map[[2]Set]Set{}, common: map[[2]Set]Set{}}
	return m.match(n, z, 0)
}

// matcher finds the configurations from which one event leads into a set.
type matcher struct {
	*Reach
	event        *Relation
	all          bool
	memo, common map[[2]Set]Set
}

// match returns the configurations of n from which parts i.. of the event lead
// into z.
func (m *matcher) match(n, z Set, i int) Set {
	if n == Empty || z == Empty {
		return Empty
	}
	if i == len(m.event.Parts) {
		return m.combine(intersect, n, z, m.common)
	}
	key := [2]Set{n, z}
	if known, ok := m.memo[key]; ok {
		return known
	}
	list, level := m.buffer(), m.Level(n)
	for k := range m.count[n] {
		m.tick()
		p := m.Pairs(n)[k]
		child := Empty
		if part := &m.event.Parts[i]; part.Level < level {
			child = m.match(p.Child, m.child(z, p.Value), i)
		} else {
			child = m.below(p.Child, z, part.from(p.Value), i+1)
		}
		if child != Empty {
			m.Hold(child)
			list = append(list, Pair{p.Value, child})
		}
	}
	found := m.Make(level, list)
	m.done(list)
	m.Hold(found)
	m.memo[key] = found
	return found
}

// below returns the configurations of n from which parts i.. of the event lead into
// z after some of these moves of the level above, or after each of them if m.all.
func (m *matcher) below(n, z Set, moves []Move, i int) Set {
	sum := Empty
	for k, move := range moves {
		part := m.match(n, m.child(z, move.To), i)
		m.Hold(part)
		switch {
		case k == 0:
			sum = part
		case m.all:
			sum = m.combine(intersect, sum, part, m.common)
		default:
			sum = m.Union(sum, part)
		}
		m.Hold(sum)
	}
	return sum
}
