package compose

import "iter"

// Where the leaves are cut in two makes no difference to configurations and events, but to the tables: how many states the halves
// have. So a search counts them, and may cut the leaves elsewhere.

// MayRecut reports whether the leaves may be cut elsewhere: the tables have the events, and which of them a reduction takes does not depend
// on the cut. Of the closed processes one that has the fewest events is taken; if some components refuse some of them, the number
// depends on which components are composed.
func (m *Machine) MayRecut() bool {
	refuses := m.faults != 0 || m.blocks || len(m.sys.Network().Down) > 0
	return areOfTables(m.joints) && !m.reduction.dependsOnCut(refuses)
}

// Cut returns how many leaves the left half has.
func (m *Machine) Cut() int { return m.left.hi }

// Halves returns how many different halves a list of configurations has in all, by how many leaves the left half would have: 0 to
// the number of processes, where 0 cannot be. The counts depend on the list as a set. Nobody else may use the machine meanwhile.
func (m *Machine) Halves(list iter.Seq[State]) []int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.leaves)
	mixed, counts := make([]keys, n+1), make([]int64, n+1)
	lefts, rights := m.newDivision(m.left), m.newDivision(m.right)
	polled := 0
	for s := range list {
		if polled++; polled%1024 == 0 {
			m.poll()
		}
		l, r := lefts.of(s.Left()), rights.of(s.Right())
		for at := 1; at < m.left.hi; at++ {
			mixed[at].add(uint64(l[at].last)<<32 | uint64(s.Right()))
		}
		for at := m.left.hi + 1; at <= n; at++ {
			mixed[at].add(uint64(s.Left())<<32 | uint64(r[at-m.left.hi].first))
		}
	}
	for at := 1; at <= n; at++ {
		switch i := at - m.left.hi; {
		case i < 0:
			counts[at] = int64(len(lefts.firsts[at])) + mixed[at].len
		case i > 0:
			counts[at] = mixed[at].len + int64(len(rights.lasts[i]))
		default:
			counts[at] = lefts.met + rights.met
		}
	}
	return counts
}

// A division divides the states of a half in two, before each of its leaves.
type division struct {
	*halfStates
	parts  [][]parts // by state; nil: not known
	firsts []map[uint64]uint32
	lasts  []map[uint64]uint32
	met    int64 // states
}

// parts are the numbers of the two parts of a state.
type parts struct{ first, last uint32 }

func (m *Machine) newDivision(c *component) *division {
	d := &division{halfStates: newHalfStates(c), parts: make([][]parts, c.count)}
	for range c.hi - c.lo {
		d.firsts, d.lasts = append(d.firsts, map[uint64]uint32{}), append(d.lasts, map[uint64]uint32{})
	}
	return d
}

// of returns the parts of a state, by the leaf before which it is divided.
func (d *division) of(id uint32) []parts {
	if d.parts[id] != nil {
		return d.parts[id]
	}
	d.met++
	states := d.halfStates.of(id)
	list := make([]parts, len(states))
	for i, number := 0, uint32(0); i+1 < len(states); i++ {
		number = numberIn(d.firsts[i+1], uint64(number)<<32|uint64(states[i]))
		list[i+1].first = number
	}
	for i, number := len(states)-1, uint32(0); i > 0; i-- {
		number = numberIn(d.lasts[i], uint64(number)<<32|uint64(states[i]))
		list[i].last = number
	}
	d.parts[id] = list
	return list
}

// halfStates has the states of the leaves of a half, by its state.
type halfStates struct {
	c      *component
	states []uint32
	known  []bool
}

func newHalfStates(c *component) *halfStates {
	return &halfStates{c, make([]uint32, int(c.count)*(c.hi-c.lo)), make([]bool, c.count)}
}

func (h *halfStates) of(id uint32) []uint32 {
	width := h.c.hi - h.c.lo
	states := h.states[int(id)*width:][:width]
	if !h.known[id] {
		h.known[id] = true
		h.c.spreadTo(id, states)
	}
	return states
}

// spreadTo sets the states of the leaves of the component.
func (c *component) spreadTo(id uint32, states []uint32) {
	p, ok := c.make.(*pair)
	if !ok {
		states[0] = id
		return
	}
	halves, of := c.record(id).halves, p.left.hi-p.left.lo
	p.left.spreadTo(uint32(halves>>32), states[:of])
	p.right.spreadTo(uint32(halves), states[of:])
}

// keys is a set of numbers.
type keys struct {
	slots []uint64 // open addressing; a number plus 1, 0: empty
	len   int64
}

func (k *keys) add(key uint64) {
	if int(k.len)*2 >= len(k.slots) {
		old := k.slots
		k.slots, k.len = make([]uint64, max(1<<8, 2*len(old))), 0
		for _, x := range old {
			if x != 0 {
				k.put(x)
			}
		}
	}
	k.put(key + 1)
}

func (k *keys) put(x uint64) {
	last := uint64(len(k.slots) - 1)
	i := mix(x) & last
	for k.slots[i] != 0 && k.slots[i] != x {
		i = (i + 1) & last
	}
	if k.slots[i] == 0 {
		k.slots[i] = x
		k.len++
	}
}

// Recut cuts the leaves elsewhere: so many of them become the left half. The tables of pairs begin anew, and those of single processes
// stay. It calls move with a function from configurations to their new states, which gets them numbers; no other State is valid
// afterwards, and no view. Nobody else may use the machine meanwhile.
func (m *Machine) Recut(at int, move func(renewed func(State) State)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	poll, claim := m.Poll, m.Claim
	m.Poll, m.Claim, m.lane = nil, nil, 0 // for there is no way back
	defer func() { m.Poll, m.Claim = poll, claim }()
	m.recorder.ask(m.left, askedCut, uint64(at))
	old := m.pairs
	move(m.recut(at))
	m.release(old)
}

// release counts the bytes of tables no more.
func (m *Machine) release(old map[*component]*pair) {
	for _, p := range old {
		m.bytes.Add(-p.bytes)
	}
}

// recut replaces the halves, and returns the function to their states.
func (m *Machine) recut(at int) func(State) State {
	lefts, rights, cut := newHalfStates(m.left), newHalfStates(m.right), m.left.hi
	var list []*component
	for _, l := range m.leaves {
		list = append(list, l.component)
	}
	list = append(list, m.environment.component)
	m.pairs = map[*component]*pair{}
	m.left, m.right = m.compose(list[:at]), m.compose(list[at:])
	m.recorder.index(m.left)
	m.recorder.index(m.right)
	for _, j := range m.joints {
		j.prepare()
	}
	m.telling.forget()
	m.voidShowings()
	m.folding.forgetHalves()
	states := make([]uint32, len(list))
	spread := func(s State) []uint32 {
		copy(states, lefts.of(s.Left()))
		copy(states[cut:], rights.of(s.Right()))
		return states
	}
	for i, s := range m.initials { // not recorded: who replays the request to cut does this too
		m.initials[i] = m.join(spread(s))
	}
	return func(s State) State {
		states := spread(s)
		return State(m.joined(m.left, states))<<32 | State(m.joined(m.right, states))
	}
}

// joined is number, recorded if a state gets a number.
func (m *Machine) joined(c *component, states []uint32) uint32 {
	before := m.recorder.total()
	id := m.number(c, states)
	m.recorder.askSince(before, c, askedJoined, states)
	return id
}

// replayCut makes the request to cut the leaves elsewhere again. It reports whether that makes sense.
func (m *Machine) replayCut(at uint64) bool {
	if !m.MayRecut() || at == 0 || at > uint64(len(m.leaves)) {
		return false
	}
	old := m.pairs
	m.recut(int(at))
	m.release(old)
	return true
}

// states reads the states of all leaves, of which those of a component matter.
func (r *reader) states(m *Machine, c *component) ([]uint32, bool) {
	list := make([]uint32, len(m.leaves)+1)
	for p := c.lo; p < c.hi; p++ {
		list[p] = uint32(r.next())
		if p < len(m.leaves) && list[p] >= m.leaves[p].count || p == len(m.leaves) && list[p] >= m.environment.count {
			return nil, false
		}
	}
	return list, !r.failed
}

// Cheapest returns where the leaves are best cut, from the counts of [Machine.Halves]: where there are the fewest halves, if these are so
// many fewer that it is worth it, or else where they are cut now.
func Cheapest(halves []int64, now int) int {
	least := now
	for at := 1; at < len(halves); at++ {
		if halves[at] < halves[least] {
			least = at
		}
	}
	if 8*halves[least] > 7*halves[now] {
		return now
	}
	return least
}
