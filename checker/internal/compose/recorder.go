package compose

import (
	"encoding/binary"
	"math/bits"
)

// requests are those that made tables grow, in their order. States have numbers in the order of
// discovery, and local states are values that no file can hold. So another process gets the same numbers, and the
// same values, by the same requests to a machine of the same system.
type requests struct {
	components []*component
	data       []byte
	sum        uint64 // over the states that have a number, and their numbers
	values     valueHash
}

// The requests that are recorded. With each go the lane and the component.
const (
	askedEvents = iota
	askedPush
	askedFill
	askedCourse
	askedOvertaking
	askedAlone
	askedHalf
	askedCut
	askedJoined

	askedKinds = iota
)

// A recorder is a layer over the tables that is told of the requests that may make them grow, and of the states that get numbers. It
// is told while the lock is held. There are two: [forgetful] keeps nothing, and requests keeps all.
type recorder interface {
	// ask is told of a request about a state, and askAbout of one that has an argument too.
	ask(c *component, kind, id uint64)
	askAbout(c *component, kind, id, arg uint64)
	// askFor is told of a request for several entries.
	askFor(c *component, gaps []gap)
	// askSince is told of a request for a state of a component that is given by those of its leaves, or by their ranks. It is one if some
	// state has got a number since total returned before.
	askSince(before uint64, c *component, kind uint64, list []uint32)
	total() uint64

	// state is told of a state that has got a number, vector of one of a leaf, surroundings of one of the environment.
	state(of uint64, id uint32)
	vector(l *leaf, v []int32, id uint32)
	surroundings(s environmentState, id uint32)

	// index gives a component, and those that it is composed of, their places in the record. at returns the one at a place, nil if there is none.
	index(c *component)
	at(place uint64) *component
	// size returns how many bytes take returns next.
	size() int64
	take() (data []byte, sum uint64)
}

// forgetful keeps nothing.
type forgetful struct{}

func (forgetful) ask(*component, uint64, uint64)                {}
func (forgetful) askAbout(*component, uint64, uint64, uint64)   {}
func (forgetful) askFor(*component, []gap)                      {}
func (forgetful) askSince(uint64, *component, uint64, []uint32) {}
func (forgetful) total() uint64                                 { return 0 }
func (forgetful) state(uint64, uint32)                          {}
func (forgetful) vector(*leaf, []int32, uint32)                 {}
func (forgetful) surroundings(environmentState, uint32)         {}
func (forgetful) index(*component)                              {}
func (forgetful) at(uint64) *component                          { return nil }
func (forgetful) size() int64                                   { return 0 }
func (forgetful) take() (data []byte, sum uint64)               { return nil, 0 }

// Record makes the machine record which requests make its tables grow, from now on. It reports false if the
// machine asks for more than tables have: in lockstep, and with a monitor that is told of whole events.
func (m *Machine) Record() bool {
	if !areOfTables(m.joints) || !m.telling.ofTables() {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := &requests{values: newValueHash()}
	m.recorder = r
	r.index(m.left)
	r.index(m.right)
	for _, l := range m.leaves {
		for id := range l.count {
			r.vector(l, l.vector(id), id)
		}
	}
	for id, s := range m.environment.states {
		r.surroundings(s, uint32(id))
	}
	for _, s := range m.initials {
		r.state(uint64(s), 0)
	}
	return true
}

// TakeRecord returns what was recorded since it was last called, and a sum over all states that have got numbers
// since Record: it differs if one of them, or its number, does.
func (m *Machine) TakeRecord() (data []byte, sum uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recorder.take()
}

// Recorded returns the bytes of the record that were not taken.
func (m *Machine) Recorded() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recorder.size()
}

func (r *requests) index(c *component) {
	c.place = uint64(len(r.components))
	r.components = append(r.components, c)
	if p, ok := c.m.pairs[c]; ok {
		r.index(p.left)
		r.index(p.right)
	}
}

func (r *requests) at(place uint64) *component {
	if place >= uint64(len(r.components)) {
		return nil
	}
	return r.components[place]
}

func (r *requests) size() int64 { return int64(len(r.data)) }

func (r *requests) take() (data []byte, sum uint64) {
	data, r.data = r.data, nil
	return data, r.sum
}

// begin records the kind of a request.
func (r *requests) begin(c *component, kind uint64) {
	r.add(kind + askedKinds*uint64(c.m.lane))
	r.add(c.place)
}

func (r *requests) add(x uint64) { r.data = binary.AppendUvarint(r.data, x) }

func (r *requests) ask(c *component, kind, id uint64) {
	r.begin(c, kind)
	r.add(id)
}

func (r *requests) askAbout(c *component, kind, id, arg uint64) {
	r.ask(c, kind, id)
	r.add(arg)
}

func (r *requests) askFor(c *component, gaps []gap) {
	r.ask(c, askedFill, uint64(len(gaps)))
	for _, g := range gaps {
		shift := bits.TrailingZeros64(g.set)
		r.add(uint64(g.first + uint32(shift)))
		r.add(uint64(g.batch))
		r.add(g.set >> shift)
	}
}

func (r *requests) total() uint64 { return r.sum }

func (r *requests) askSince(before uint64, c *component, kind uint64, list []uint32) {
	if r.sum == before {
		return
	}
	r.begin(c, kind)
	for _, x := range list[c.lo:c.hi] {
		r.add(uint64(x))
	}
}

func (r *requests) state(of uint64, id uint32) { r.sum = mix(r.sum ^ mix(of) + uint64(id)) }

func (r *requests) surroundings(s environmentState, id uint32) { r.state(s.hash(), id) }

// vector adds a state of a leaf to the sum.
func (r *requests) vector(l *leaf, v []int32, id uint32) { r.state(r.values.of(l, v), id) }
