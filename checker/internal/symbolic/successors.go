package symbolic

// successors are pairs of values of a level, before and after an event. There are
// thousands of groups and of values, and most groups have few of the values.
type successors struct {
	before []uint32
	after  []uint32
	first  map[uint32]int // by value: its first index in before; nil: there are few
}

// few is the number of pairs that are searched one by one.
const few = 8

// add adds a pair. The pairs of one value must be added one after the other.
func (s *successors) add(before, after uint32) {
	if s.first == nil && len(s.before) == few {
		s.first = map[uint32]int{}
		for i, v := range s.before {
			s.note(v, i)
		}
	}
	if s.first != nil {
		s.note(before, len(s.before))
	}
	s.before, s.after = append(s.before, before), append(s.after, after)
}

// note notes that a value is at an index, if it is its first.
func (s *successors) note(value uint32, index int) {
	if _, known := s.first[value]; !known {
		s.first[value] = index
	}
}

// of returns the values that a value may become.
func (s *successors) of(value uint32) []uint32 {
	from := s.index(value)
	if from < 0 {
		return nil
	}
	to := from + 1
	for to < len(s.before) && s.before[to] == value {
		to++
	}
	return s.after[from:to:to]
}

// index returns the first index of a value, -1 if there is none.
func (s *successors) index(value uint32) int {
	if s.first != nil {
		if i, ok := s.first[value]; ok {
			return i
		}
		return -1
	}
	for i, v := range s.before {
		if v == value {
			return i
		}
	}
	return -1
}
