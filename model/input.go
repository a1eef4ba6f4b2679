package model

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
)

// Port is a process's own name for one of its links, counted from 0.
type Port int

// ID is the identity of a process. Identities are positive; NoID is none.
type ID int

// NoID is the identity of no process. A process that names no leader names it.
const NoID ID = 0

// Input is the argument that a step reacts to. Port is set for Receive and
// Suspect, Timer for Timeout, Operation for Invoke, Msg for Receive.
//
// It has four fields, and takes 32 bytes if a message takes 16. The compiler keeps
// such values in registers, and larger ones in memory: then an event of a simulation
// takes a fifth longer (BenchmarkRun of checker/simulation).
type Input[M comparable] struct {
	Kind Kind
	Number
	Port Port
	Msg  M
}

// Number says which timer runs out, or which operation is invoked.
type Number struct {
	Timer     uint8
	Operation uint8
}

// Spontaneous says which inputs other than messages a local state reacts to.
// The zero value reacts to none.
type Spontaneous struct {
	Wake    bool
	Idle    bool
	Round   bool
	Timers  TimerSet // the timers that are set
	Suspect PortSet  // the ports whose process it may suspect to have crashed

	// Operations is the number of operations that the application may invoke: one
	// of 0..Operations-1, at any time or never, and again as long as Ready offers it.
	// In lockstep that is between two rounds.
	Operations int
}

// maxOperations is the largest number of operations that a local state offers.
const maxOperations = 256

// TimerSet is a set of timers 0..7.
type TimerSet uint8

// Timers returns the set of the given timers.
func Timers(timers ...uint8) TimerSet {
	var s TimerSet
	for _, t := range timers {
		if t > 7 {
			panic(fmt.Sprintf("model: timer %d is not in 0..7", t))
		}
		s |= 1 << t
	}
	return s
}

// Has reports whether t is in the set.
func (s TimerSet) Has(t uint8) bool { return s>>t&1 == 1 }

// PortSet is a set of ports 0..63, comparable with ==.
type PortSet uint64

// Ports returns the set of the given ports.
func Ports(ports ...Port) PortSet {
	var s PortSet
	for _, q := range ports {
		s = s.With(q)
	}
	return s
}

// With returns the set with q added. It panics unless q is in 0..63.
func (s PortSet) With(q Port) PortSet {
	if q < 0 || q > 63 {
		panic(fmt.Sprintf("model: a PortSet has no port %d; allowed: 0..63 (a process with more ports keeps its set as an array of bool)", q))
	}
	return s | 1<<q
}

// Without returns the set with q removed.
func (s PortSet) Without(q Port) PortSet { return s &^ (1 << q) }

// Has reports whether q is in the set.
func (s PortSet) Has(q Port) bool { return q >= 0 && q < 64 && s>>q&1 == 1 }

func (s PortSet) String() string { return textOf(s.All()) }

// Len returns the number of ports in the set.
func (s PortSet) Len() int { return bits.OnesCount64(uint64(s)) }

// All yields the ports of the set in ascending order.
func (s PortSet) All() iter.Seq[Port] {
	return func(yield func(Port) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Port(bits.TrailingZeros64(uint64(s)))) {
				return
			}
		}
	}
}

// IDSet is a set of identities 1..63, comparable with ==.
type IDSet uint64

// IDs returns the set of the given identities.
func IDs(ids ...ID) IDSet {
	var s IDSet
	for _, id := range ids {
		s = s.With(id)
	}
	return s
}

// With returns the set with id added. It panics unless id is in 1..63.
func (s IDSet) With(id ID) IDSet {
	if id < 1 || id > 63 {
		panic(fmt.Sprintf("model: identity %d is not in 1..63", id))
	}
	return s | 1<<id
}

// Without returns the set with id removed.
func (s IDSet) Without(id ID) IDSet { return s &^ (1 << id) }

// Has reports whether id is in the set.
func (s IDSet) Has(id ID) bool { return id > 0 && id < 64 && s>>id&1 == 1 }

// Len returns the number of identities in the set.
func (s IDSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Max returns the greatest identity of the set, NoID if it is empty.
func (s IDSet) Max() ID { return ID(max(bits.Len64(uint64(s))-1, 0)) }

// All yields the identities of the set in ascending order.
func (s IDSet) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(ID(bits.TrailingZeros64(uint64(s)))) {
				return
			}
		}
	}
}

func (s IDSet) String() string { return textOf(s.All()) }

// textOf writes a set of numbers as "{1,3}".
func textOf[T ~int](set iter.Seq[T]) string {
	text := "{"
	for x := range set {
		if len(text) > 1 {
			text += ","
		}
		text += strconv.Itoa(int(x))
	}
	return text + "}"
}
