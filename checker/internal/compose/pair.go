package compose

// pair is the component of two siblings.
type pair struct {
	*component
	left, right *component
	states      int
	lanes       []span   // by worker
	slots       []uint32 // open addressing over its states, plus 1; 0: empty
	views       map[uint64]uint32
	viewHalves  []uint64
	scratch     []event
}

// span is a block of numbers reserved for one worker. So the states that a worker
// meets in sequence have adjacent numbers, even if other workers meet states at the
// same time.
type span struct{ next, end uint32 }

const spanSize = 64

func newPair(m *Machine, left, right *component) *pair {
	p := &pair{component: newComponent(m, left.lo, right.hi), left: left, right: right,
		slots: make([]uint32, 64), views: map[uint64]uint32{}}
	p.make = p
	m.pairs[p.component] = p
	return p
}

// state returns the number of the state (l, r). The lock must be held.
func (p *pair) state(l, r uint32) uint32 {
	halves := uint64(l)<<32 | uint64(r)
	if p.states*2 >= len(p.slots) {
		p.rehash()
	}
	i := mix(halves) & uint64(len(p.slots)-1)
	for p.slots[i] != 0 {
		if id := p.slots[i] - 1; p.record(id).halves == halves {
			return id
		}
		i = (i + 1) & uint64(len(p.slots)-1)
	}
	a, b := p.left.attr(l), p.right.attr(r)
	id := p.nextNumber()
	p.slots[i] = id + 1
	p.states++
	x := p.record(id)
	x.attr, x.halves = uint64(p.view(a, b))<<32|(a|b)&(1<<32-1), halves
	return id
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

func (p *pair) rehash() {
	old := p.slots
	if size := int64(len(old)) * 2 * 4; size >= manyBytes && p.m.Claim != nil {
		p.m.Claim(size)
	}
	p.slots = make([]uint32, 2*len(old))
	p.grow(int64(len(old)) * 4)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := mix(p.record(slot-1).halves) & uint64(len(p.slots)-1)
		for p.slots[i] != 0 {
			i = (i + 1) & uint64(len(p.slots)-1)
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
	list := p.scratch[:0]
	for _, e := range p.left.eventsLocked(left) {
		if other, out, ok := p.deliver(e, p.right, right); ok {
			list = append(list, event{p.state(e.next, other), out, e.label})
		}
	}
	for _, e := range p.right.eventsLocked(right) {
		if other, out, ok := p.deliver(e, p.left, left); ok {
			list = append(list, event{p.state(other, e.next), out, e.label})
		}
	}
	p.scratch = list
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
	halves := p.record(id).halves
	left, right := uint32(halves>>32), uint32(halves)
	if in, _ := p.left.split(batch); in != 0 {
		if left = p.left.pushLocked(left, in); left == refused {
			return refused
		}
	}
	if in, _ := p.right.split(batch); in != 0 {
		if right = p.right.pushLocked(right, in); right == refused {
			return refused
		}
	}
	return p.state(left, right)
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
