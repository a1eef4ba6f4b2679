package values

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"
)

// Map is a map of any size for local states, messages and statuses: maps with equal keys and values are equal by ==. The zero value is
// empty. Its methods return new maps, and change none. Its text is {k:v,k:v}, with the keys in ascending order, as in a [Set].
//
// Keys and values must be comparable by value, as local states must: another key panics with one line.
type Map[K, V comparable] struct{ list any } // an array of entries with ascending keys, or nil if it is empty

type entry[K, V comparable] struct {
	Key   K
	Value V
}

func (m Map[K, V]) entries() []entry[K, V] { return unpacked[entry[K, V]](m.list) }

// find returns where the entry of k is in a list, or belongs.
func find[K, V comparable](list []entry[K, V], k K) (int, bool) {
	return slices.BinarySearchFunc(list, k, func(e entry[K, V], k K) int { return compareValues(e.Key, k) })
}

// Len returns the number of keys.
func (m Map[K, V]) Len() int { return lengthOf(reflect.ValueOf(m.list)) }

// Get returns the value of a key, and whether the map has that key.
func (m Map[K, V]) Get(k K) (v V, ok bool) {
	list := m.entries()
	if i, ok := find(list, k); ok {
		return list[i].Value, true
	}
	return v, false
}

// At returns the value of a key, or the zero value if the map does not have that key.
func (m Map[K, V]) At(k K) V {
	v, _ := m.Get(k)
	return v
}

// Has reports whether the map has a key.
func (m Map[K, V]) Has(k K) bool {
	_, ok := m.Get(k)
	return ok
}

// With returns the map with a value for a key, in place of that which it may have.
func (m Map[K, V]) With(k K, v V) Map[K, V] {
	list := m.entries()
	i, ok := find(list, k)
	if ok {
		list[i].Value = v
	} else {
		list = slices.Insert(list, i, entry[K, V]{k, v})
	}
	return Map[K, V]{packed(list)}
}

// Without returns the map without a key.
func (m Map[K, V]) Without(k K) Map[K, V] {
	list := m.entries()
	if i, ok := find(list, k); ok {
		return Map[K, V]{packed(slices.Delete(list, i, i+1))}
	}
	return m
}

// All yields the keys, in ascending order, with their values.
func (m Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, e := range m.entries() {
			if !yield(e.Key, e.Value) {
				return
			}
		}
	}
}

func (m Map[K, V]) String() string {
	return "{" + joinedText(reflect.ValueOf(m.list), entryText) + "}"
}

// MarshalJSON writes an array of objects with Key and Value, with ascending keys.
func (m Map[K, V]) MarshalJSON() ([]byte, error) {
	return json.Marshal(slices.Concat([]entry[K, V]{}, m.entries()))
}

// UnmarshalJSON reads an array of objects with Key and Value, in any order. The last one of a key counts.
func (m *Map[K, V]) UnmarshalJSON(data []byte) error {
	var list []entry[K, V]
	err := json.Unmarshal(data, &list)
	*m = Map[K, V]{}
	for _, e := range list {
		*m = m.With(e.Key, e.Value)
	}
	return err
}
