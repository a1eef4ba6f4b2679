package compose

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"
)

// pair is the component of two siblings.
type pair struct {
	*component
	left, right *component
	states      int
	lanes       []span     // by worker
	slots       []pairSlot // open addressing over its states
	views       map[uint64]uint32
	viewHalves  []uint64
	scratch     []event
	halves      []uint64         // workspace
	hashes      []uint32         // workspace
	listed      []listed         // workspace of fill
	entries     []*atomic.Uint32 // the same: the table entries for pushes
	touched     uint64           // keeps the first pass of sweep from being optimised away
}

// listed says where the events of a state end, in a list of those of several states.
type listed struct {
	id  uint32
	end int
}

// pairSlot is a state: its halves, and its number plus 1; 0: empty. A slot tells states apart
// by itself, without a look at their records.
type pairSlot struct {
	halves uint64
	number uint32
}

const pairSlotBytes = int64(unsafe.Sizeof(pairSlot{}))

// span is a block of numbers reserved for one worker. So the states that a worker
// meets in sequence have adjacent numbers, even if other workers meet states at the
// same time.
type span struct{ next, end uint32 }

const spanSize = 64

// bytesPerViews estimates the memory of a pair of views.
const bytesPerViews = 40

func newPair(m *Machine, left, right *component) *pair {
	p := &pair{component: newComponent(m, left.lo, right.hi), left: left, right: right,
		slots: make([]pairSlot, 64), views: map[uint64]uint32{}}
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
	for p.slots[i].number != 0 {
		if p.slots[i].halves == halves {
			return p.slots[i].number - 1
		}
		i = (i + 1) & (len(p.slots) - 1)
	}
	a, b := p.left.attr(uint32(halves>>32)), p.right.attr(uint32(halves))
	id := p.nextNumber()
	p.slots[i] = pairSlot{halves, id + 1}
	p.states++
	p.m.recorder.state(halves, id)
	x := p.record(id)
	x.attr, x.halves = uint64(p.view(a, b))<<32|(a|b)&(1<<32-1), halves
	p.m.folding.join(p, halves, id)
	return id
}

// slotOf returns the slot at which the search for a hash begins: its upper bits.
func (p *pair) slotOf(hash uint32) int {
	return int(uint64(hash) * uint64(len(p.slots)) >> 32)
}

// sweep sets the next states of events from their halves. It first touches all
// slots, so that the cache misses overlap. The processor looks only some hundred instructions
// ahead, so the loop that touches does nothing else.
func (p *pair) sweep(list []event, halves []uint64) {
	p.makeRoom(len(list))
	hashes := slices.Grow(p.hashes[:0], len(list))[:len(list)]
	for i, x := range halves {
		hashes[i] = uint32(mix(x))
	}
	touched := p.touched
	for _, hash := range hashes {
		touched ^= p.slots[p.slotOf(hash)].halves
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
	if size := int64(len(old)) * 2 * pairSlotBytes; size >= manyBytes && p.m.Claim != nil {
		p.m.Claim(size)
	}
	p.slots = make([]pairSlot, 2*len(old))
	clear(p.slots) // as in the visited set
	p.grow(int64(len(old)) * pairSlotBytes)
	for _, slot := range old {
		if slot.number == 0 {
			continue
		}
		i := p.slotOf(uint32(mix(slot.halves)))
		for p.slots[i].number != 0 {
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
		p.grow(bytesPerViews)
	}
	return v
}

// makeEvents composes the events of the halves. The sibling receives its part of
// the batch of an event and may disable the event.
func (p *pair) makeEvents(id uint32) []event {
	list, halves := p.join(id, p.scratch[:0], p.halves[:0])
	p.sweep(list, halves)
	p.scratch, p.halves = list, halves
	return list
}

// fill computes the entries of gaps. It numbers all states that it meets at once, as look-ups
// take the longest. The lock must be held.
func (p *pair) fill(gaps []gap) {
	p.scratch, p.halves, p.listed, p.entries = p.scratch[:0], p.halves[:0], p.listed[:0], p.entries[:0]
	for _, g := range gaps {
		if g.batch == 0 {
			p.fillLists(g)
		}
	}
	lists := len(p.scratch)
	for _, g := range gaps {
		if g.batch != 0 {
			p.fillPushes(g)
		}
	}
	p.sweep(p.scratch, p.halves)
	from := 0
	for _, l := range p.listed {
		p.record(l.id).events.Store(p.keep(p.scratch[from:l.end]))
		from = l.end
	}
	for i, e := range p.entries {
		e.Store(p.scratch[lists+i].next + 2)
	}
}

// fillLists appends the events of the states of a gap to scratch.
func (p *pair) fillLists(g gap) {
	for set := p.withoutEvents(g.first, g.set); set != 0; set &= set - 1 {
		id := g.first + uint32(bits.TrailingZeros64(set))
		p.scratch, p.halves = p.join(id, p.scratch, p.halves)
		p.listed = append(p.listed, listed{id, len(p.scratch)})
	}
}

// fillPushes appends the states after the deliveries of a gap to scratch, unless they are refused.
func (p *pair) fillPushes(g gap) {
	p.makePage(g.first, g.batch)
	page := p.pushPage(g.first, g.batch)
	toLeft, toRight := p.parts(g.batch)
	for set := g.set; set != 0; set &= set - 1 {
		id := g.first + uint32(bits.TrailingZeros64(set))
		e := &page[id&(1<<pageBits-1)]
		if e.Load() != 0 { // another worker has computed it
			continue
		}
		if next, ok := p.receive(id, toLeft, toRight); ok {
			p.scratch, p.halves, p.entries = append(p.scratch, event{}), append(p.halves, next), append(p.entries, e)
		} else {
			e.Store(1) // refused
		}
	}
}

// join appends the events of a state to list, without the next states, of which it appends
// the halves.
func (p *pair) join(id uint32, list []event, halves []uint64) ([]event, []uint64) {
	r := p.record(id)
	if r.attr&failed != 0 {
		return list, halves
	}
	left, right := uint32(r.halves>>32), uint32(r.halves)
	leftWaits, rightWaits := waiting(p.left.attr(left), p.right.attr(right))
	if !leftWaits {
		for _, e := range p.left.eventsLocked(left) {
			if other, out, ok := p.deliver(e, p.right, right); ok {
				list, halves = append(list, event{out: out, label: e.label}), append(halves, uint64(e.next)<<32|uint64(other))
			}
		}
	}
	if rightWaits {
		return list, halves
	}
	for _, e := range p.right.eventsLocked(right) {
		if other, out, ok := p.deliver(e, p.left, left); ok {
			list, halves = append(list, event{out: out, label: e.label}), append(halves, uint64(other)<<32|uint64(e.next))
		}
	}
	return list, halves
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
	toLeft, toRight := p.parts(batch)
	halves, ok := p.receive(id, toLeft, toRight)
	if !ok {
		return refused
	}
	return p.state(uint32(halves>>32), uint32(halves))
}

// parts returns the parts of a batch for the halves.
func (p *pair) parts(batch uint32) (toLeft, toRight uint32) {
	toLeft, _ = p.left.split(batch)
	toRight, _ = p.right.split(batch)
	return toLeft, toRight
}

// receive returns the halves of the state after the delivery of parts of a batch, and
// whether neither half refuses its part.
func (p *pair) receive(id, toLeft, toRight uint32) (halves uint64, ok bool) {
	halves = p.record(id).halves
	left, right := uint32(halves>>32), uint32(halves)
	if toLeft != 0 {
		left = p.left.pushLocked(left, toLeft)
	}
	if toRight != 0 && left != refused {
		right = p.right.pushLocked(right, toRight)
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
