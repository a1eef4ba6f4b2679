package diagram

// Marks are sets of marks of values, as bits. A node has the marks of all values in it.
// If an event needs a mark that a node lacks, it is disabled in all configurations of
// the node, and one look at the node shows it. Values that enable different events may
// share a mark. So an event may also be disabled although the node has all marks that
// the event needs, as in a Bloom filter.
type Marks struct {
	Here  uint64 // of the values of the level of a node
	Below uint64 // of the values of that level and of all lower ones
}

// noMarks is the function [Store.Marks] of diagrams without marks.
func noMarks(int, uint32) Marks { return Marks{} }

// marksOf returns the marks of a node with these edges.
func (s *Store) marksOf(level int, pairs []Pair) Marks {
	var sum Marks
	for _, p := range pairs {
		m := s.Marks(level, p.Value)
		sum.Here |= m.Here
		sum.Below |= m.Below | s.marks[p.Child].Below
	}
	return sum
}

// lacks reports whether the marks of n show that no configuration of n enables effects
// i.. of e.
func (s *Store) lacks(n Set, e *Event, i int) bool {
	effect, has := &e.Effects[i], s.marks[n]
	return effect.Needs.Below&^has.Below != 0 || effect.Needs.Here&^has.Here != 0 && effect.Level == s.Level(n)
}
