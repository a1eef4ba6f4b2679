package values

import (
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
)

// Seq is a sequence of any length for local states, messages and statuses: sequences with equal elements are equal by ==. The zero
// value is empty. Its methods return new sequences, and change none. Its text is [a,b,c].
//
// Elements must be comparable by value, as local states must. A step that goes past the end of a sequence panics with one line, and so is not well-formed.
type Seq[T comparable] struct{ list any } // an array, or nil if it is empty

// NewSeq returns the sequence of the given elements.
func NewSeq[T comparable](elements ...T) Seq[T] { return Seq[T]{packed(elements)} }

// Len returns the number of elements.
func (s Seq[T]) Len() int { return lengthOf(reflect.ValueOf(s.list)) }

// At returns element i, counted from 0. It panics if there is none.
func (s Seq[T]) At(i int) T {
	s.check(i, s.Len()-1)
	return unpacked[T](s.list)[i]
}

// check panics unless i is in 0..most.
func (s Seq[T]) check(i, most int) {
	if i < 0 || i > most {
		panic(fmt.Sprintf("values: %d is past the ends of the sequence %v of %d elements", i, s, s.Len()))
	}
}

// Append returns the sequence with elements added at its end.
func (s Seq[T]) Append(elements ...T) Seq[T] {
	return NewSeq(append(unpacked[T](s.list), elements...)...)
}

// Put returns the sequence with another element i. It panics if there is none.
func (s Seq[T]) Put(i int, v T) Seq[T] {
	s.check(i, s.Len()-1)
	list := unpacked[T](s.list)
	list[i] = v
	return NewSeq(list...)
}

// Slice returns elements from..to-1. It panics if there are not as many.
func (s Seq[T]) Slice(from, to int) Seq[T] {
	s.check(to, s.Len())
	s.check(from, to)
	return NewSeq(unpacked[T](s.list)[from:to]...)
}

// Has reports whether v is an element.
func (s Seq[T]) Has(v T) bool { return slices.Contains(unpacked[T](s.list), v) }

// HasPrefix reports whether the sequence begins with all elements of another one.
func (s Seq[T]) HasPrefix(prefix Seq[T]) bool {
	return prefix.Len() <= s.Len() && s.Slice(0, prefix.Len()) == prefix
}

// All yields the elements in order, with their numbers from 0.
func (s Seq[T]) All() iter.Seq2[int, T] { return slices.All(unpacked[T](s.list)) }

// List returns the elements in a slice of its own.
func (s Seq[T]) List() []T { return unpacked[T](s.list) }

func (s Seq[T]) String() string {
	return "[" + joinedText(reflect.ValueOf(s.list), TextOf) + "]"
}

// MarshalJSON writes an array.
func (s Seq[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(slices.Concat([]T{}, unpacked[T](s.list)))
}

// UnmarshalJSON reads an array.
func (s *Seq[T]) UnmarshalJSON(data []byte) error {
	var list []T
	err := json.Unmarshal(data, &list)
	*s = NewSeq(list...)
	return err
}
