package compose

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"runtime"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model/compiled"
)

// requests are those that made tables grow, in their order. States have numbers in the order of
// discovery, and local states are values that no file can hold. So another process gets the same numbers, and the
// same values, by the same requests to a machine of the same system.
type requests struct {
	components []*component
	data       []byte
	sum        uint64            // over the states that have a number, and their numbers
	texts      map[uint64]uint64 // hashes of local states, by process and number
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

// Record makes the machine record which requests make its tables grow, from now on. It reports false if the
// machine asks for more than tables have: in lockstep, and with a monitor that is told of whole events.
func (m *Machine) Record() bool {
	if m.rounds != nil || m.told != nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = &requests{texts: map[uint64]uint64{}}
	m.index(m.left)
	m.index(m.right)
	for _, l := range m.leaves {
		for id := range l.count {
			l.sumUp(l.vector(id), id)
		}
	}
	for id, s := range m.environment.states {
		m.sumUp(s.hash(), uint32(id))
	}
	for _, s := range m.initials {
		m.sumUp(uint64(s), 0)
	}
	return true
}

// index gives a component, and those that it is composed of, their places in the record.
func (m *Machine) index(c *component) {
	c.place = uint64(len(m.asked.components))
	m.asked.components = append(m.asked.components, c)
	if p, ok := m.pairs[c]; ok {
		m.index(p.left)
		m.index(p.right)
	}
}

// TakeRecord returns what was recorded since it was last called, and a sum over all states that have got numbers
// since Record: it differs if one of them, or its number, does.
func (m *Machine) TakeRecord() (data []byte, sum uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, m.asked.data = m.asked.data, nil
	return data, m.asked.sum
}

// Recorded returns the bytes of the record that were not taken.
func (m *Machine) Recorded() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked == nil {
		return 0
	}
	return int64(len(m.asked.data))
}

// note records a request. The lock is held.
func (c *component) note(kind uint64, args ...uint64) {
	r := c.m.asked
	if r == nil {
		return
	}
	r.data = binary.AppendUvarint(r.data, kind+askedKinds*uint64(c.m.lane))
	r.data = binary.AppendUvarint(r.data, c.place)
	for _, x := range args {
		r.data = binary.AppendUvarint(r.data, x)
	}
}

// noteFill records a request for several entries.
func (c *component) noteFill(gaps []gap) {
	if c.m.asked == nil {
		return
	}
	c.note(askedFill, uint64(len(gaps)))
	for _, g := range gaps {
		first := g.first + uint32(bits.TrailingZeros64(g.set))
		set := g.set >> bits.TrailingZeros64(g.set)
		c.m.asked.data = binary.AppendUvarint(c.m.asked.data, uint64(first))
		c.m.asked.data = binary.AppendUvarint(c.m.asked.data, uint64(g.batch))
		c.m.asked.data = binary.AppendUvarint(c.m.asked.data, set)
	}
}

// noteEach records a request for a state of the component, which is given by those of its leaves, or by their ranks.
func (c *component) noteEach(kind uint64, list []uint32) {
	c.note(kind)
	for _, x := range list[c.lo:c.hi] {
		c.m.asked.data = binary.AppendUvarint(c.m.asked.data, uint64(x))
	}
}

// sumUp adds a state that has got a number to the sum of the record. The lock is held.
func (m *Machine) sumUp(state uint64, id uint32) {
	if m.asked != nil {
		m.asked.sum = mix(m.asked.sum ^ mix(state) + uint64(id))
	}
}

// sumUp adds a vector that has got a number. Of the local state and the messages in it the values count, not
// their numbers.
func (l *leaf) sumUp(v []int32, id uint32) {
	m := l.m
	if m.asked == nil {
		return
	}
	h := l.textOf(v[atLocal])
	if v[atMode] >= modeFailed {
		h = mix(h ^ textHash(m.failures[v[atMode]-modeFailed].text))
	} else {
		h = mix(h ^ uint64(v[atMode]))
	}
	h = mix(h ^ uint64(cutPorts(v)))
	if m.divides {
		h = mix(h ^ uint64(l.across(v)))
	}
	for i := range l.slots {
		h = mix(h + 1)
		for _, e := range m.contents.lists[v[atChannels+i]] {
			h = mix(h ^ uint64(e.port())<<8 ^ uint64(e.ticks())<<40 ^ textHash(m.tables.MessageText(e.message())))
		}
	}
	if m.delay > 0 {
		h = mix(h ^ textHash(fmt.Sprint(m.clocks.List(v[l.atClocks()]))) ^ uint64(l.downPorts(v)))
	}
	m.sumUp(mix(h^uint64(l.process)), id)
}

// textOf returns the hash of a local state of the leaf.
func (l *leaf) textOf(local int32) uint64 {
	if local < 0 {
		return 0
	}
	key := uint64(l.process)<<32 | uint64(local)
	h, ok := l.m.asked.texts[key]
	if !ok {
		v := l.m.tables.Value(l.process, compiled.Local(local))
		h = textHash(fmt.Sprintf("%T %#v", v, v))
		l.m.asked.texts[key] = h
	}
	return h
}

// errRecord is the error of a record that this machine has not made.
var errRecord = errors.New("it has requests that no search of this system makes")

// Replay makes the requests of a record again. The machine must have the tables that the other one had when it began to record.
func (m *Machine) Replay(data []byte) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case string, runtime.Error: // of this package, where a request makes no sense
			err = errRecord
		default:
			panic(r)
		}
	}()
	r := reader{data: data}
	for n := 0; len(r.data) > 0; n++ {
		if n%1024 == 0 {
			m.poll()
		}
		if !m.replayOne(&r) {
			return errRecord
		}
	}
	return nil
}

// replayOne makes the next request of a record, and reports whether there is one that makes sense.
func (m *Machine) replayOne(r *reader) bool {
	kind, at := r.next(), r.next()
	if r.failed || at >= uint64(len(m.asked.components)) || kind/askedKinds > maxLanes {
		return false
	}
	m.lane = int(kind / askedKinds)
	c := m.asked.components[at]
	switch kind % askedKinds {
	case askedFill:
		gaps, ok := r.gaps(c)
		if ok {
			c.fillLocked(gaps)
		}
		return ok
	case askedHalf:
		ranks, ok := r.ranks(m, c)
		if ok {
			m.build(c, ranks)
		}
		return ok
	case askedCut:
		return m.replayCut(r.next())
	case askedJoined:
		states, ok := r.states(m, c)
		if ok {
			m.number(c, states)
		}
		return ok
	}
	id, arg := uint32(r.next()), uint64(0)
	if kind%askedKinds != askedEvents {
		arg = r.next()
	}
	if r.failed || id >= c.count {
		return false
	}
	return c.replay(kind%askedKinds, id, arg)
}

// maxLanes is more than the workers of any search.
const maxLanes = 1 << 20

// replay makes a request about one state.
func (c *component) replay(kind uint64, id uint32, arg uint64) bool {
	switch {
	case kind == askedEvents:
		c.eventsAt(id)
		return true
	case kind == askedPush:
		if arg >= uint64(len(c.m.batches.atoms)) {
			return false
		}
		c.pushLocked(id, uint32(arg))
		return true
	case c.m.confluent == nil || arg >= uint64(len(c.alone)):
		return false
	}
	switch left := confluent.Budgets(arg); kind {
	case askedCourse:
		c.courseLocked(id, left)
	case askedOvertaking:
		c.overtakingLocked(id, left)
	case askedAlone:
		c.aloneLocked(id, left)
	}
	return true
}

// reader reads numbers.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) next() uint64 {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return x
}

// gaps reads the entries of a request to fill.
func (r *reader) gaps(c *component) (list []gap, ok bool) {
	for range min(r.next(), uint64(len(r.data))) {
		g := gap{first: uint32(r.next()), batch: uint32(r.next()), set: r.next()}
		if r.failed || g.set == 0 || uint64(g.first)+uint64(bits.Len64(g.set)) > uint64(c.count) || int(g.batch) >= len(c.m.batches.atoms) {
			return nil, false
		}
		list = append(list, g)
	}
	return list, !r.failed
}

// ranks reads the ranks of all leaves, of which those of a component matter.
func (r *reader) ranks(m *Machine, c *component) ([]uint32, bool) {
	list := make([]uint32, len(m.leaves)+1)
	for p := c.lo; p < c.hi; p++ {
		list[p] = uint32(r.next())
		if known := len(m.environment.states); m.orbits == nil || p < len(m.leaves) && int(list[p]) >= len(m.orbits.vectors) || p == len(m.leaves) && int(list[p]) >= known {
			return nil, false
		}
	}
	return list, !r.failed
}

// half is build, recorded if a state gets a number.
func (m *Machine) half(c *component, ranks []uint32) uint32 {
	if m.asked == nil {
		return m.build(c, ranks)
	}
	before := m.asked.sum
	id := m.build(c, ranks)
	if m.asked.sum != before {
		c.noteEach(askedHalf, ranks)
	}
	return id
}
