package object

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Result is the result of an operation of the objects below. Ok is false if a
// swap finds another value, a queue is empty, a lock is held, or a key has no
// value.
type Result[V comparable] struct {
	Value V // of a read, dequeue or get that is ok
	Ok    bool
}

// A kind is the kind of an operation.
type kind uint8

const (
	read kind = iota
	write
	swap
	enqueue
	dequeue
	acquire
	release
	get
	put
	remove
)

var names = [...]string{"read", "write", "swap", "enqueue", "dequeue", "acquire", "release", "get", "put", "delete"}

// of returns the text of an operation with these arguments.
func (k kind) of(arguments ...any) string {
	var words []string
	for _, x := range arguments {
		words = append(words, fmt.Sprint(x))
	}
	if words == nil {
		return names[k]
	}
	return names[k] + "(" + strings.Join(words, ",") + ")"
}

// after returns the text of an operation of a kind, with its result.
func (r Result[V]) after(k kind, operation fmt.Stringer) string {
	switch k {
	case write, enqueue, put:
		return operation.String()
	case swap, acquire, release, remove:
		return fmt.Sprintf("%v -> %v", operation, r.Ok)
	}
	if !r.Ok {
		return fmt.Sprintf("%v -> none", operation)
	}
	return fmt.Sprintf("%v -> %v", operation, r.Value)
}

// A RegisterOp is an operation of a register.
type RegisterOp[V comparable] struct {
	do         kind
	old, value V
}

// Read returns the operation that returns the value of a register.
func Read[V comparable]() RegisterOp[V] { return RegisterOp[V]{do: read} }

// Write returns the operation that gives a register a value.
func Write[V comparable](value V) RegisterOp[V] { return RegisterOp[V]{do: write, value: value} }

// Swap returns the operation compare-and-swap: it gives a register a value if it has the old one.
func Swap[V comparable](old, value V) RegisterOp[V] {
	return RegisterOp[V]{do: swap, old: old, value: value}
}

func (o RegisterOp[V]) String() string {
	switch o.do {
	case read:
		return o.do.of()
	case swap:
		return o.do.of(o.old, o.value)
	}
	return o.do.of(o.value)
}

// Register returns a register, with compare-and-swap.
func Register[V comparable](initial V) Object[V, RegisterOp[V], Result[V]] {
	return Object[V, RegisterOp[V], Result[V]]{
		Initial: initial,
		Apply: func(state V, o RegisterOp[V]) (V, Result[V]) {
			switch {
			case o.do == read:
				return state, Result[V]{state, true}
			case o.do == swap && state != o.old:
				return state, Result[V]{}
			}
			return o.value, Result[V]{Ok: true}
		},
		Text: func(o RegisterOp[V], r Result[V]) string { return r.after(o.do, o) },
	}
}

// A QueueOp is an operation of a queue.
type QueueOp[V comparable] struct {
	do    kind
	value V
}

// Enqueue returns the operation that puts a value at the end of a queue.
func Enqueue[V comparable](value V) QueueOp[V] { return QueueOp[V]{enqueue, value} }

// Dequeue returns the operation that takes the first value of a queue.
func Dequeue[V comparable]() QueueOp[V] { return QueueOp[V]{do: dequeue} }

func (o QueueOp[V]) String() string {
	if o.do == dequeue {
		return o.do.of()
	}
	return o.do.of(o.value)
}

// Queue returns a queue, which is empty at first.
func Queue[V comparable]() Object[Sequence[V], QueueOp[V], Result[V]] {
	return Object[Sequence[V], QueueOp[V], Result[V]]{
		Apply: func(state Sequence[V], o QueueOp[V]) (Sequence[V], Result[V]) {
			items := state.Items()
			switch {
			case o.do == enqueue:
				return SequenceOf(append(items, o.value)...), Result[V]{Ok: true}
			case len(items) == 0:
				return state, Result[V]{}
			}
			return SequenceOf(items[1:]...), Result[V]{items[0], true}
		},
		Text: func(o QueueOp[V], r Result[V]) string { return r.after(o.do, o) },
	}
}

// A LockOp is an operation of a lock.
type LockOp[C comparable] struct {
	do kind
	by C
}

// Acquire returns the operation with which a client asks for a lock. A client that waits
// until it has the lock returns from no call that is not ok.
func Acquire[C comparable](by C) LockOp[C] { return LockOp[C]{acquire, by} }

// Release returns the operation with which a client gives back a lock. It is ok if the
// client holds it.
func Release[C comparable](by C) LockOp[C] { return LockOp[C]{release, by} }

func (o LockOp[C]) String() string { return o.do.of(o.by) }

// A Holder is the state of a lock.
type Holder[C comparable] struct {
	Held bool
	By   C
}

// Lock returns a lock, which nobody holds at first. Who holds it does not acquire it again.
func Lock[C comparable]() Object[Holder[C], LockOp[C], Result[C]] {
	return Object[Holder[C], LockOp[C], Result[C]]{
		Apply: func(state Holder[C], o LockOp[C]) (Holder[C], Result[C]) {
			switch {
			case o.do == acquire && !state.Held:
				return Holder[C]{true, o.by}, Result[C]{Ok: true}
			case o.do == release && state == Holder[C]{true, o.by}:
				return Holder[C]{}, Result[C]{Ok: true}
			}
			return state, Result[C]{}
		},
		Text: func(o LockOp[C], r Result[C]) string { return r.after(o.do, o) },
	}
}

// A MapOp is an operation of a map.
type MapOp[K cmp.Ordered, V comparable] struct {
	do    kind
	key   K
	value V
}

// Get returns the operation that returns the value of a key.
func Get[K cmp.Ordered, V comparable](key K) MapOp[K, V] { return MapOp[K, V]{do: get, key: key} }

// Put returns the operation that gives a key a value.
func Put[K cmp.Ordered, V comparable](key K, value V) MapOp[K, V] {
	return MapOp[K, V]{put, key, value}
}

// Delete returns the operation that takes away the value of a key. It is ok if the key has one.
func Delete[K cmp.Ordered, V comparable](key K) MapOp[K, V] {
	return MapOp[K, V]{do: remove, key: key}
}

func (o MapOp[K, V]) String() string {
	if o.do == put {
		return o.do.of(o.key, o.value)
	}
	return o.do.of(o.key)
}

// An Entry is a key with its value.
type Entry[K cmp.Ordered, V comparable] struct {
	Key   K
	Value V
}

// Map returns a map, which is empty at first. Its state is the sequence of its entries
// by ascending key.
func Map[K cmp.Ordered, V comparable]() Object[Sequence[Entry[K, V]], MapOp[K, V], Result[V]] {
	return Object[Sequence[Entry[K, V]], MapOp[K, V], Result[V]]{
		Apply: func(state Sequence[Entry[K, V]], o MapOp[K, V]) (Sequence[Entry[K, V]], Result[V]) {
			entries := state.Items()
			i, found := slices.BinarySearchFunc(entries, o.key, func(e Entry[K, V], key K) int { return cmp.Compare(e.Key, key) })
			switch {
			case o.do == get && found:
				return state, Result[V]{entries[i].Value, true}
			case o.do == put && found:
				entries[i].Value = o.value
			case o.do == put:
				entries = slices.Insert(entries, i, Entry[K, V]{o.key, o.value})
			case o.do == remove && found:
				entries = slices.Delete(entries, i, i+1)
			default:
				return state, Result[V]{}
			}
			return SequenceOf(entries...), Result[V]{Ok: true}
		},
		Text: func(o MapOp[K, V], r Result[V]) string { return r.after(o.do, o) },
	}
}
