package compose

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/properties"
)

// orbits finds for each configuration the one that stands for all to which the
// renamings of a group map it. Leaves of processes that the group maps to each other
// share the numbers of local states, so equal vectors stand for equal leaves. A vector
// has a rank, its number in the order of discovery, and a key. The greatest list of keys
// of an orbit stands for it. With confluent deliveries it matters which one does: which
// closed process is taken alone depends on names. So keys do not depend on the order of
// discovery then. Otherwise they are the ranks: a high rank is rare, so one comparison
// mostly suffices, and representatives that are met together have adjacent numbers.
type orbits struct {
	group    *symmetry.Group
	images   [][]int // by renaming, without the identity: the new name of each process
	inverses [][]int // by renaming, the identity first: the old name of each process
	ranks    map[string]uint32
	vectors  [][]int32                // by rank
	keys     atomic.Pointer[[]uint64] // by rank
	taken    map[uint64]bool          // the keys, if they are hashes
	texts    map[numbered]uint64      // hashes of local states, contents, failures and clocks
	lanes    atomic.Pointer[[]*orbitLane]

	environment [][]renamedEnvironment                 // by state of the environment and renaming; empty without a monitor
	rows        atomic.Pointer[[][]renamedEnvironment] // the same, for readers
}

// renamedEnvironment is a state of the environment with its key.
type renamedEnvironment struct {
	state uint32
	key   uint64
}

// orbitLane is what one worker uses alone.
type orbitLane struct {
	ranks, image []uint32
	keys         []uint64
	left, right  [1 << knownBits]uint32 // states of the halves, by a hash of their ranks, plus 1
}

const knownBits = 14

// newOrbits returns the orbits of a group, nil if it has the identity only.
func newOrbits(g *symmetry.Group) *orbits {
	if g == nil || g.Order() == 1 {
		return nil
	}
	o := &orbits{group: g, images: g.Images(), ranks: map[string]uint32{}, taken: map[uint64]bool{}, texts: map[numbered]uint64{}}
	o.keys.Store(&[]uint64{})
	identity := make([]int, len(o.images[0]))
	for p := range identity {
		identity[p] = p
	}
	o.inverses = [][]int{identity}
	for _, image := range o.images {
		inverse := make([]int, len(image))
		for p, q := range image {
			inverse[q] = p
		}
		o.inverses = append(o.inverses, inverse)
	}
	return o
}

// classOf returns the first process of the orbit of p; o may be nil.
func (o *orbits) classOf(p int) int {
	if o == nil {
		return p
	}
	first := p
	for _, inverse := range o.inverses {
		first = min(first, inverse[p])
	}
	return first
}

// rankOf returns the rank of a vector of l. The lock must be held.
func (o *orbits) rankOf(l *leaf, v []int32) uint32 {
	name := binary.AppendUvarint(make([]byte, 0, 64), uint64(l.class))
	for _, x := range v {
		name = binary.AppendVarint(name, int64(x))
	}
	rank, ok := o.ranks[string(name)]
	if !ok {
		rank = uint32(len(o.vectors))
		o.ranks[string(name)] = rank
		o.vectors = append(o.vectors, slices.Clone(v))
		keys := append(*o.keys.Load(), o.keyOf(l, rank, v))
		o.keys.Store(&keys)
		l.m.bytes.Add(int64(len(name)+4*len(v)) + 2*bytesPerName)
	}
	return rank
}

// refuse says that the properties do not see the same after each renaming.
func (o *orbits) refuse() { o.group.Refuse() }

// keyOf returns the key of a new vector.
func (o *orbits) keyOf(l *leaf, rank uint32, v []int32) uint64 {
	if l.m.confluent == nil {
		return uint64(rank)
	}
	key := l.hash(v)
	for o.taken[key] { // two vectors hardly ever have the same hash
		key = mix(key + 1)
	}
	o.taken[key] = true
	return key
}

// keepMonitor reports whether the monitor makes no difference between processes: next
// follows state upon x, whichever name the process has.
func (o *orbits) keepMonitor(m *properties.Monitor, state any, x properties.Observation, next any) bool {
	return !slices.ContainsFunc(o.images, func(image []int) bool {
		y := x
		y.Process = image[x.Process]
		return m.Next(m.Renamed(state, image), y) != m.Renamed(next, image)
	})
}

// ranks returns the ranks of the leaves of a state.
func (c *component) ranks(id uint32) []uint32 {
	width := uint32(c.hi - c.lo)
	page := (*c.ranking.Load())[id>>pageBits]
	at := id & (1<<pageBits - 1) * width
	return page[at : at+width]
}

// joinRanks sets the ranks of a new state to those of its halves.
func (p *pair) joinRanks(id uint32, halves uint64) {
	both := p.ranks(id)
	copy(both[copy(both, p.left.ranks(uint32(halves>>32))):], p.right.ranks(uint32(halves)))
}

// growRanks adds a page of ranks. The lock must be held.
func (c *component) growRanks() {
	var pages [][]uint32
	if old := c.ranking.Load(); old != nil {
		pages = *old
	}
	size := (c.hi - c.lo) << pageBits
	longer := append(pages, make([]uint32, size))
	c.ranking.Store(&longer)
	c.grow(4 * int64(size))
}

// Representative returns the configuration that stands for all that are s after a
// renaming. Each concurrent worker has its own lane.
func (m *Machine) Representative(lane int, s State) State {
	o := m.orbits
	if o == nil {
		return s
	}
	l := o.lane(m, lane)
	best := m.greatest(l, s)
	if best == 0 {
		return s
	}
	return m.rename(lane, l, best)
}

// Renaming returns the renaming of s to its representative: the old name of each process.
func (m *Machine) Renaming(s State) []int {
	return m.orbits.inverses[m.greatest(m.orbits.lane(m, 0), s)]
}

// greatest returns which renaming makes the keys of s greatest, and loads the ranks of s.
func (m *Machine) greatest(l *orbitLane, s State) (best int) {
	o := m.orbits
	m.load(l, s)
	last := o.environmentAfter(l)
	for i := 1; i < len(o.inverses); i++ {
		order := l.compare(o.inverses[i], o.inverses[best])
		if order > 0 || order == 0 && last != nil && last[i].key > last[best].key {
			best = i
		}
	}
	return best
}

// load loads the ranks and keys of s.
func (m *Machine) load(l *orbitLane, s State) {
	copy(l.ranks[copy(l.ranks, m.left.ranks(s.Left())):], m.right.ranks(s.Right()))
	keys := *m.orbits.keys.Load()
	for p := range l.keys {
		l.keys[p] = keys[l.ranks[p]]
	}
}

// Orbit returns the distinct configurations that are s after a renaming, s among them.
func (m *Machine) Orbit(s State) []State {
	l := m.orbits.lane(m, 0)
	m.load(l, s)
	list := []State{s}
	for i := range m.orbits.images {
		if t := m.rename(0, l, i+1); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// environmentAfter returns the state that the environment of l has after each renaming,
// nil if it keeps its state.
func (o *orbits) environmentAfter(l *orbitLane) []renamedEnvironment {
	if rows := o.rows.Load(); rows != nil {
		return (*rows)[l.ranks[len(l.ranks)-1]]
	}
	return nil
}

// rename returns the configuration with the ranks of l after a renaming, the identity
// being number 0.
func (m *Machine) rename(lane int, l *orbitLane, renaming int) State {
	for p, from := range m.orbits.inverses[renaming] {
		l.image[p] = l.ranks[from]
	}
	last := len(l.ranks) - 1
	l.image[last] = l.ranks[last]
	if after := m.orbits.environmentAfter(l); after != nil {
		l.image[last] = after[renaming].state
	}
	return State(m.find(lane, m.left, l.image, &l.left))<<32 | State(m.find(lane, m.right, l.image, &l.right))
}

// compare compares the keys of the processes after one renaming and after another.
func (l *orbitLane) compare(inverse, other []int) int {
	for i, p := range inverse {
		if a, b := l.keys[p], l.keys[other[i]]; a != b {
			return cmp.Compare(a, b)
		}
	}
	return 0
}

// lane returns what a worker uses alone.
func (o *orbits) lane(m *Machine, lane int) *orbitLane {
	if list := o.lanes.Load(); list != nil && lane < len(*list) {
		return (*list)[lane]
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []*orbitLane
	if old := o.lanes.Load(); old != nil {
		list = slices.Clone(*old)
	}
	for lane >= len(list) {
		width := m.right.hi
		list = append(list, &orbitLane{ranks: make([]uint32, width), image: make([]uint32, width), keys: make([]uint64, width-1)})
		m.bytes.Add(8 << knownBits)
	}
	o.lanes.Store(&list)
	return list[lane]
}

// find returns the state of a half with these ranks of all leaves. It is mostly among
// those that the worker has looked for before.
func (m *Machine) find(lane int, c *component, ranks []uint32, known *[1 << knownBits]uint32) uint32 {
	want, hash := ranks[c.lo:c.hi], uint64(0)
	for _, rank := range want {
		hash = mix(hash ^ uint64(rank))
	}
	at := &known[hash>>(64-knownBits)]
	if *at != 0 && slices.Equal(c.ranks(*at-1), want) {
		return *at - 1
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lane = lane
	id := m.build(c, ranks)
	*at = id + 1
	return id
}

// forgetHalves forgets the states of halves that workers have looked for; o may be nil.
func (o *orbits) forgetHalves() {
	if o == nil || o.lanes.Load() == nil {
		return
	}
	for _, l := range *o.lanes.Load() {
		clear(l.left[:])
		clear(l.right[:])
	}
}

// build returns the state of a component with these ranks of all leaves. The lock must
// be held.
func (m *Machine) build(c *component, ranks []uint32) uint32 {
	p, ok := m.pairs[c]
	switch {
	case ok:
		return p.state(m.build(p.left, ranks), m.build(p.right, ranks))
	case c.lo == len(m.leaves):
		return ranks[c.lo]
	}
	l, rank := m.leaves[c.lo], ranks[c.lo]
	if int(rank) < len(l.ranked) && l.ranked[rank] != 0 {
		return l.ranked[rank] - 1
	}
	return l.state(slices.Clone(m.orbits.vectors[rank]))
}

// rank notes the rank of a new state.
func (l *leaf) rank(id, rank uint32) {
	l.ranks(id)[0] = rank
	for int(rank) >= len(l.ranked) {
		l.ranked = append(l.ranked, 0)
	}
	l.ranked[rank] = id + 1
}

// Folds reports whether a configuration may stand for others.
func (m *Machine) Folds() bool { return m.orbits != nil }

// Renamings returns the renamings of the group, without the identity: the new name of
// each process.
func (m *Machine) Renamings() [][]int {
	if m.orbits == nil {
		return nil
	}
	return m.orbits.images
}

// Refuse says that a property does not see the same after each renaming, so that the
// machine is broken.
func (m *Machine) Refuse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.orbits.refuse()
}
