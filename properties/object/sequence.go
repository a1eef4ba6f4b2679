package object

import (
	"fmt"
	"reflect"
)

// A Sequence is a list of values that is compared by value, as states of objects and of
// monitors must be. The zero value is empty.
type Sequence[T comparable] struct{ array any } // of type [n]T; nil if n is 0

// SequenceOf returns the sequence of these values.
func SequenceOf[T comparable](items ...T) Sequence[T] {
	if len(items) == 0 {
		return Sequence[T]{}
	}
	array := reflect.New(reflect.ArrayOf(len(items), reflect.TypeFor[T]())).Elem()
	reflect.Copy(array, reflect.ValueOf(items))
	return Sequence[T]{array.Interface()}
}

// Items returns the values, in a new slice.
func (s Sequence[T]) Items() []T {
	if s.array == nil {
		return nil
	}
	array := reflect.ValueOf(s.array)
	items := make([]T, array.Len())
	reflect.Copy(reflect.ValueOf(items), array)
	return items
}

func (s Sequence[T]) String() string { return fmt.Sprint(s.Items()) }
