package isomorphism

import "iter"

// mapping maps numbers to numbers.
type mapping[T ~int32] struct{ to, from []T } // by number, plus 1; 0: not known

// of returns the number that x is mapped to, if any.
func (m *mapping[T]) of(x T) (T, bool) {
	if x < 0 || int(x) >= len(m.to) || m.to[x] == 0 {
		return 0, false
	}
	return m.to[x] - 1, true
}

// add maps x to y. The first result is false if x is mapped to another number, and the second if
// another number is mapped to y.
func (m *mapping[T]) add(x, y T) (isFunction, isOneToOne bool) {
	m.to, m.from = grown(m.to, x), grown(m.from, y)
	if m.to[x] == 0 {
		m.to[x] = y + 1
	}
	if m.from[y] == 0 {
		m.from[y] = x + 1
	}
	return m.to[x] == y+1, m.from[y] == x+1
}

func grown[T ~int32](list []T, with T) []T {
	for int(with) >= len(list) {
		list = append(list, 0)
	}
	return list
}

// all yields the numbers that are mapped, with those that they are mapped to.
func (m *mapping[T]) all() iter.Seq2[T, T] {
	return func(yield func(T, T) bool) {
		for x, y := range m.to {
			if y > 0 && !yield(T(x), y-1) {
				return
			}
		}
	}
}
