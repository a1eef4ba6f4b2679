package compose

import (
	"math/bits"
	"slices"
)

// pair is the component of two siblings.
type pair struct {
	*component
	left, right *component
	states      int
	lanes       []span   // by worker
	slots       []uint64 // open addressing over its states: the hash, and the number plus 1; 0: empty
	views       map[uint64]uint32
	viewHalves  []uint64
	scratch     []event
	halves      []uint64 // workspace
	hashes      []uint32 // workspace
	touched     uint64   // keeps the first passes of sweep from being optimised away
}

// span is a block of numbers reserved for one worker. So the states that a worker
// meets in sequence have adjacent numbers, even if other workers meet states at the
// same time.
type span struct{ next, end uint32 }

const spanSize = 64

func newPair(m *Machine, left, right *component) *pair {
	p := &pair{component: newComponent(m, left.lo, right.hi), left: left, right: right,
		slots: make([]uint64, 64), views: map[uint64]uint32{}}
	p.make = p
	m.pairs[p.component] = p
	return p
}

// state returns the number of the state (l, r). The lock must be held.
func (p *pair) state(l, r uint32) uint32 {
	p.makeRoom(1)
	halves := uint64(l)<<32 | uint64(r)
	return p.number(halves, uint32(mix(halves)))
}

// number returns the number of a state that has this hash. There must be room for it.
func (p *pair) number(halves uint64, hash uint32) uint32 {
	i := p.slotOf(hash)
	for p.slots[i] != 0 {
		if id := uint32(p.slots[i]) - 1; uint32(p.slots[i]>>32) == hash && p.record(id).halves == halves {
			return id
		}
		i = (i + 1) & (len(p.slots) - 1)
	}
	a, b := p.left.attr(uint32(halves>>32)), p.right.attr(uint32(halves))
	id := p.nextNumber()
	p.slots[i] = uint64(hash)<<32 | uint64(id+1)
	p.states++
	x := p.record(id)
	x.attr, x.halves = uint64(p.view(a, b))<<32|(a|b)&(1<<32-1), halves
	if p.m.orbits != nil {
		p.joinRanks(id, halves)
	}
	return id
}

// slotOf returns the slot at which the search for a hash begins: its upper bits.
func (p *pair) slotOf(hash uint32) int {
	return int(uint64(hash) * uint64(len(p.slots)) >> 32)
}

// sweep sets the next states of events from their halves. It first touches all
// slots, so that the cache misses overlap, and then all records.
func (p *pair) sweep(list []event, halves []uint64) {
	p.makeRoom(len(list))
	hashes := slices.Grow(p.hashes[:0], len(list))[:len(list)]
	touched := p.touched
	for i, x := range halves {
		hashes[i] = uint32(mix(x))
		touched ^= p.slots[p.slotOf(hashes[i])]
	}
	for _, hash := range hashes {
		if x := p.slots[p.slotOf(hash)]; x != 0 && uint32(x>>32) == hash {
			touched ^= p.record(uint32(x) - 1).halves
		}
	}
	p.touched, p.hashes = touched, hashes
	for i, x := range halves {
		list[i].next = p.number(x, hashes[i])
	}
}

func (p *pair) nextNumber() uint32 {
	for p.m.lane >= len(p.lanes) {
		p.lanes = append(p.lanes, span{})
	}
	lane := &p.lanes[p.m.lane]
	if lane.next == lane.end {
		p.m.poll()
		lane.next = p.reserve(spanSize)
		lane.end = lane.next + spanSize
	}
	lane.next++
	return lane.next - 1
}

// makeRoom makes room for more states: at most two thirds of the slots are taken.
func (p *pair) makeRoom(more int) {
	for (p.states+more)*3 > len(p.slots)*2 {
		p.rehash()
	}
}

// rehash doubles the slots.
func (p *pair) rehash() {
	old := p.slots
	if size := int64(len(old)) * 2 * 8; size >= manyBytes && p.m.Claim != nil {
		p.m.Claim(size)
	}
	p.slots = make([]uint64, 2*len(old))
	p.grow(int64(len(old)) * 8)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := p.slotOf(uint32(slot >> 32))
		for p.slots[i] != 0 {
			i = (i + 1) & (len(p.slots) - 1)
		}
		p.slots[i] = slot
	}
}

// view returns the number of a pair of views, from the attributes of two states.
func (p *pair) view(a, b uint64) uint32 {
	halves := a&^(1<<32-1) | b>>32
	v, ok := p.views[halves]
	if !ok {
		v = uint32(len(p.viewHalves))
		p.views[halves] = v
		p.viewHalves = append(p.viewHalves, halves)
		p.grow(40)
	}
	return v
}

// makeEvents composes the events of the halves. The sibling receives its part of
// the batch of an event and may disable the event.
func (p *pair) makeEvents(id uint32) []event {
	r := p.record(id)
	if r.attr&failed != 0 {
		return nil
	}
	left, right := uint32(r.halves>>32), uint32(r.halves)
	list, halves := p.scratch[:0], p.halves[:0]
	for _, e := range p.left.eventsLocked(left) {
		if other, out, ok := p.deliver(e, p.right, right); ok {
			list, halves = append(list, event{out: out, label: e.label}), append(halves, uint64(e.next)<<32|uint64(other))
		}
	}
	for _, e := range p.right.eventsLocked(right) {
		if other, out, ok := p.deliver(e, p.left, left); ok {
			list, halves = append(list, event{out: out, label: e.label}), append(halves, uint64(other)<<32|uint64(e.next))
		}
	}
	p.sweep(list, halves)
	p.scratch, p.halves = list, halves
	return list
}

// deliver returns the sibling's state after event e, the part of e.out outside the
// pair, and whether the sibling enables e.
func (p *pair) deliver(e event, sibling *component, state uint32) (next, out uint32, ok bool) {
	if e.out&needsQuiet != 0 && sibling.attr(state)&inFlight != 0 {
		return 0, 0, false
	}
	batch := e.out & batchMask
	if batch == 0 {
		return state, e.out, true
	}
	in, rest := sibling.split(batch)
	if in != 0 {
		state = sibling.pushLocked(state, in)
	}
	return state, e.out&^batchMask | rest, state != refused
}

func (p *pair) makePush(id, batch uint32) uint32 {
	halves, ok := p.receive(id, batch)
	if !ok {
		return refused
	}
	return p.state(uint32(halves>>32), uint32(halves))
}

// makePushes computes the entries for the deliveries of batch in a set of states, as
// component.makePushes does. The lock must be held.
func (p *pair) makePushes(first uint32, set uint64, batch uint32) {
	list, halves := p.scratch[:0], p.halves[:0]
	for ; set != 0; set &= set - 1 {
		id := first + uint32(bits.TrailingZeros64(set))
		e := p.pushEntry(id, batch)
		if e.Load() != 0 { // another worker has computed it
			continue
		}
		if next, ok := p.receive(id, batch); ok {
			list, halves = append(list, event{label: id}), append(halves, next)
		} else {
			e.Store(1) // refused
		}
	}
	p.sweep(list, halves)
	for _, x := range list {
		p.pushEntry(x.label, batch).Store(x.next + 2)
	}
	p.scratch, p.halves = list, halves
}

// receive returns the halves of the state after the delivery of batch, and whether neither
// refuses it.
func (p *pair) receive(id, batch uint32) (halves uint64, ok bool) {
	halves = p.record(id).halves
	left, right := uint32(halves>>32), uint32(halves)
	if in, _ := p.left.split(batch); in != 0 {
		left = p.left.pushLocked(left, in)
	}
	if in, _ := p.right.split(batch); in != 0 && left != refused {
		right = p.right.pushLocked(right, in)
	}
	return uint64(left)<<32 | uint64(right), left != refused && right != refused
}

// manyBytes is the size from which an allocation calls Claim first.
const manyBytes = 1 << 18

// mix spreads the bits of a key (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
