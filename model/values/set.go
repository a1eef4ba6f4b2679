package values

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"
)

// Set is a set of any size for local states, messages and statuses: sets with equal elements are equal by ==, in whichever order they were
// added. The zero value is empty. Its methods return new sets, and change none. Its text is {a,b,c}, in ascending order: numbers and
// texts as usual, false before true, structures and arrays part by part. Of ports and identities up to 63, model.PortSet and model.IDSet are faster.
//
// Elements must be comparable by value, as local states must: another one panics with one line.
type Set[T comparable] struct{ list any } // an array in ascending order, or nil if it is empty

// NewSet returns the set of the given elements.
func NewSet[T comparable](elements ...T) Set[T] { return Set[T]{}.With(elements...) }

// Len returns the number of elements.
func (s Set[T]) Len() int { return lengthOf(reflect.ValueOf(s.list)) }

// Has reports whether v is in the set.
func (s Set[T]) Has(v T) bool { return slices.Contains(unpacked[T](s.list), v) }

// With returns the set with elements added.
func (s Set[T]) With(elements ...T) Set[T] {
	list := unpacked[T](s.list)
	for _, v := range elements {
		if i, ok := place(list, v); !ok {
			list = slices.Insert(list, i, v)
		}
	}
	return Set[T]{packed(list)}
}

// Without returns the set with elements removed.
func (s Set[T]) Without(elements ...T) Set[T] {
	return Set[T]{packed(slices.DeleteFunc(unpacked[T](s.list), func(v T) bool { return slices.Contains(elements, v) }))}
}

// Union returns the elements that are in s or in another set.
func (s Set[T]) Union(other Set[T]) Set[T] { return s.With(other.List()...) }

// Minus returns the elements of s that are not in another set.
func (s Set[T]) Minus(other Set[T]) Set[T] { return s.Without(other.List()...) }

// Intersect returns the elements that are both in s and in another set.
func (s Set[T]) Intersect(other Set[T]) Set[T] { return s.Minus(s.Minus(other)) }

// Covers reports whether all elements of another set are in s.
func (s Set[T]) Covers(other Set[T]) bool { return other.Minus(s).Len() == 0 }

// All yields the elements in ascending order.
func (s Set[T]) All() iter.Seq[T] { return slices.Values(unpacked[T](s.list)) }

// List returns the elements in ascending order, in a slice of its own.
func (s Set[T]) List() []T { return unpacked[T](s.list) }

func (s Set[T]) String() string {
	return "{" + joinedText(reflect.ValueOf(s.list), TextOf) + "}"
}

// MarshalJSON writes an array in ascending order.
func (s Set[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(slices.Concat([]T{}, unpacked[T](s.list)))
}

// UnmarshalJSON reads an array, in any order.
func (s *Set[T]) UnmarshalJSON(data []byte) error {
	var list []T
	err := json.Unmarshal(data, &list)
	*s = NewSet(list...)
	return err
}
