package compose

import (
	"iter"
	"math/bits"
)

// Unmonitored returns how many configurations a list of so many has if the state of the monitor makes
// no difference. It stops counting when there are more than most.
func (m *Machine) Unmonitored(list iter.Seq[uint64], length, most int64) (different int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := &unmonitored{m, map[environmentState]uint32{}, map[*component]*classes{}}
	slots := make([]uint64, 1<<bits.Len64(uint64(2*length))) // open addressing; one is empty if it is 0
	polled := 0
	for key := range list {
		if polled++; polled%1024 == 0 {
			m.poll()
		}
		s := State(key)
		without := uint64(s.Left())<<32 | uint64(x.class(m.right, s.Right())) + 1
		i := mix(without) & uint64(len(slots)-1)
		for slots[i] != 0 && slots[i] != without {
			i = (i + 1) & uint64(len(slots)-1)
		}
		if slots[i] == 0 {
			slots[i] = without
			if different++; different > most {
				break
			}
		}
	}
	return different
}

// unmonitored puts states of components that have the environment into classes: those of a class
// differ at most by the state of the monitor.
type unmonitored struct {
	m           *Machine
	environment map[environmentState]uint32
	pairs       map[*component]*classes
}

// classes are those of the states of a pair.
type classes struct {
	known  []uint32          // by state, plus 1; 0: not known
	halves map[uint64]uint32 // by the left half, and the class of the right one
}

// class returns the class of a state of a component that has the environment, which is the last
// leaf.
func (x *unmonitored) class(c *component, id uint32) uint32 {
	p, ok := x.m.pairs[c]
	if !ok {
		s := x.m.environment.states[id]
		s.monitor = nil
		return numberIn(x.environment, s)
	}
	of := x.pairs[c]
	if of == nil {
		of = &classes{make([]uint32, c.count), map[uint64]uint32{}}
		x.pairs[c] = of
	}
	if of.known[id] == 0 {
		halves := c.record(id).halves
		of.known[id] = 1 + numberIn(of.halves, halves&^(1<<32-1)|uint64(x.class(p.right, uint32(halves))))
	}
	return of.known[id] - 1
}

// numberIn returns the number of a key.
func numberIn[K comparable](numbers map[K]uint32, key K) uint32 {
	n, ok := numbers[key]
	if !ok {
		n = uint32(len(numbers))
		numbers[key] = n
	}
	return n
}
