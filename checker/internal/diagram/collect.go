package diagram

import (
	"cmp"
	"slices"
)

// collect frees the nodes that are unreachable from the held nodes and the roots.
func (s *Store) collect() {
	inParts(len(s.flags), s.Idle, func(from, to int) {
		for n := from; n < to; n++ {
			s.flags[n] &^= marked
		}
	})
	s.flags[Empty] |= marked
	s.flags[Unit] |= marked
	for _, n := range s.held {
		s.mark(n)
	}
	if s.Roots != nil {
		s.Roots(s.mark)
	}
	s.sweep()
	s.epoch++
	s.unions.keep(func(key uint64, n Set) bool { return s.kept(Set(key>>32)) && s.kept(Set(key)) && s.kept(n) })
	if s.Collected != nil {
		s.Collected()
	}
	s.threshold = 2 * s.live
	if s.Limit > 0 && s.Bytes() > s.Limit {
		panic(ErrMemory{})
	}
}

// kept reports, during a collection, whether a node remains.
func (s *Store) kept(n Set) bool { return s.flags[n]&marked != 0 }

func (s *Store) mark(n Set) {
	if s.flags[n]&marked != 0 {
		return
	}
	s.flags[n] |= marked
	s.tick()
	for i := range s.count[n] {
		s.mark(s.arena[s.first[n]+i].Child)
	}
}

// sweep frees the nodes that are not marked, and compacts the arena.
func (s *Store) sweep() {
	order := make([]Set, 0, s.live)
	for n := 2; n < len(s.first); n++ {
		s.tick()
		switch {
		case s.count[n] == 0:
		case s.flags[n]&marked == 0:
			s.count[n] = 0
			s.free = append(s.free, Set(n))
			s.live--
		default:
			order = append(order, Set(n))
		}
	}
	slices.SortFunc(order, func(a, b Set) int {
		s.tick()
		return cmp.Compare(s.first[a], s.first[b])
	})
	at := uint32(0)
	for _, n := range order {
		s.tick()
		copy(s.arena[at:], s.Pairs(n))
		s.first[n] = at
		at += s.count[n]
	}
	s.arena = s.arena[:at]
	s.rehash(len(s.table))
}
