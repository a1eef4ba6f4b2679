// Package numbering numbers values in the order in which they come.
package numbering

// Values are values with numbers, from 0.
type Values[V comparable] struct {
	All     []V // by number
	numbers map[V]uint32
}

// Number returns the number of a value, a new one if it has none.
func (a *Values[V]) Number(v V) uint32 {
	n, ok := a.Find(v)
	if ok {
		return n
	}
	if a.numbers == nil {
		a.numbers = map[V]uint32{}
	}
	n = uint32(len(a.All))
	a.numbers[v] = n
	a.All = append(a.All, v)
	return n
}

// Find returns the number of a value, if it has one.
func (a *Values[V]) Find(v V) (n uint32, ok bool) {
	n, ok = a.numbers[v]
	return n, ok
}
