package compose

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// orbits finds for each configuration the one that stands for all to which the
// renamings of a group map it. A vector of a leaf has a rank, its number in the order of
// discovery, and a key; a vector is numbered with all that it is after a renaming, its orbit,
// and the greatest key of these is the key of the orbit. The list of the keys of the orbits of all
// leaves only changes places with a renaming. So those that make it greatest are found
// without looking at vectors; among these, the greatest list of keys stands for a configuration. With
// confluent deliveries it matters which one does: which closed process is taken alone
// depends on names. So keys do not depend on the order of discovery then. Otherwise they are the
// ranks: a high rank is rare, so few comparisons suffice.
type orbits struct {
	group      *symmetry.Group
	generators []*symmetry.Renaming
	elements   []symmetry.Element
	names      *choice // the elements, by their inverses
	ranks      map[string]uint32
	vectors    []ranked                 // by rank
	keys       atomic.Pointer[[]uint64] // by rank
	orbits     atomic.Pointer[[]uint64] // by rank: the key of the orbit
	firsts     []uint32                 // by rank: the least one of the orbit
	images     atomic.Pointer[[]uint32] // by rank and generator: the rank after it
	taken      map[uint64]bool          // the keys, if they are hashes
	texts      map[numbered]uint64      // hashes of local states, contents, failures and clocks
	lanes      atomic.Pointer[[]*orbitLane]
	broken     atomic.Bool // some vector has no image
	statuses   []model.Status
	numbers    map[model.Status]uint32 // in statuses
	after      map[statusOf][]uint32   // by element: the number of a status after it

	environment atomic.Pointer[[]environmentRow] // by state of the environment; empty without a monitor
}

// ranked is a vector with its process.
type ranked struct {
	process int
	vector  []int32
}

// statusOf is a status with its process.
type statusOf struct {
	process int
	status  model.Status
}

// environmentRow is the key of a state of the environment, and the state after each generator.
type environmentRow struct {
	key    uint64
	images []uint32
}

// orbitLane has the data that one worker uses alone.
type orbitLane struct {
	ranks, image, best []uint32
	keys               []uint64 // of the orbits
	paths, longer      []*choice
	left, right        [1 << knownBits]uint32 // states of the halves, by a hash of their ranks, plus 1
}

const knownBits = 14

// newOrbits returns the orbits of a group, nil if it has the identity only.
func newOrbits(g *symmetry.Group) *orbits {
	if g == nil || g.Order() == 1 {
		return nil
	}
	o := &orbits{group: g, generators: g.Generators(), elements: g.Elements(), ranks: map[string]uint32{}, taken: map[uint64]bool{}, texts: map[numbered]uint64{},
		numbers: map[model.Status]uint32{}, after: map[statusOf][]uint32{}}
	o.keys.Store(&[]uint64{})
	o.orbits.Store(&[]uint64{})
	o.images.Store(&[]uint32{})
	o.names = o.choices()
	return o
}

// classOf returns the first process of the orbit of p; o may be nil.
func (o *orbits) classOf(p int) int {
	first := p
	if o != nil {
		for _, e := range o.elements {
			first = min(first, e.Image[p])
		}
	}
	return first
}

// rankOf returns the rank of a vector of l. The lock must be held.
func (o *orbits) rankOf(l *leaf, v []int32) uint32 {
	if rank, ok := o.ranks[o.name(l.process, v)]; ok {
		return rank
	}
	first := uint32(len(o.vectors))
	o.add(l, v)
	images := *o.images.Load()
	for rank := first; int(rank) < len(o.vectors); rank++ {
		x := o.vectors[rank]
		for _, r := range o.generators {
			to := l.m.leaves[r.Process(x.process)]
			w, ok := l.m.leaves[x.process].renamed(r, x.vector)
			if !ok {
				o.broken.Store(true)
				w, to = x.vector, l.m.leaves[x.process]
			}
			images = append(images, o.add(to, w))
		}
	}
	orbits, greatest := *o.orbits.Load(), slices.Max((*o.keys.Load())[first:])
	for range o.vectors[first:] {
		orbits, o.firsts = append(orbits, greatest), append(o.firsts, first)
	}
	o.orbits.Store(&orbits)
	o.images.Store(&images)
	l.m.bytes.Add(int64(4 * len(o.generators) * (len(o.vectors) - int(first))))
	return first
}

func (o *orbits) name(p int, v []int32) string {
	name := binary.AppendUvarint(make([]byte, 0, 64), uint64(p))
	for _, x := range v {
		name = binary.AppendVarint(name, int64(x))
	}
	return string(name)
}

// add returns the rank of a vector, which may be new.
func (o *orbits) add(l *leaf, v []int32) uint32 {
	name := o.name(l.process, v)
	rank, ok := o.ranks[name]
	if !ok {
		if len(o.vectors)%64 == 0 {
			l.m.poll()
		}
		rank = uint32(len(o.vectors))
		o.ranks[name] = rank
		o.vectors = append(o.vectors, ranked{l.process, slices.Clone(v)})
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
func (o *orbits) keepMonitor(m *properties.Monitor, state any, x properties.Observation, next any) (keeps bool) {
	defer properties.Unless(&keeps, false)
	return !slices.ContainsFunc(o.elements, func(e symmetry.Element) bool {
		y := x
		for _, k := range e.Word {
			r := o.generators[k]
			y.Before, y.After, y.Process = r.Status(y.Process, y.Before), r.Status(y.Process, y.After), r.Process(y.Process)
		}
		return m.Next(m.Renamed(state, e.Image), y) != m.Renamed(next, e.Image)
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
	if o == nil || o.broken.Load() {
		return s
	}
	l := o.lane(m, lane)
	if m.greatest(l, s) == 0 {
		return s
	}
	return m.stateOf(lane, l, l.best)
}

// Renaming returns the renaming of s to its representative: the old name of each process.
func (m *Machine) Renaming(s State) []int {
	return m.orbits.elements[m.greatest(m.orbits.lane(m, 0), s)].Inverse
}

// load loads the ranks of s and the keys of their orbits.
func (m *Machine) load(l *orbitLane, s State) {
	copy(l.ranks[copy(l.ranks, m.left.ranks(s.Left())):], m.right.ranks(s.Right()))
	keys := *m.orbits.orbits.Load()
	for p := range l.keys {
		l.keys[p] = keys[l.ranks[p]]
	}
}

// rename sets image to the ranks of l after an element.
func (o *orbits) rename(l *orbitLane, element int, image []uint32) {
	e := &o.elements[element]
	last := len(image) - 1
	for p := range last {
		image[p] = o.rankAfter(l, e, p)
	}
	image[last] = o.environmentAfter(l, e)
}

// rankAfter returns the rank that process p has after an element.
func (o *orbits) rankAfter(l *orbitLane, e *symmetry.Element, p int) uint32 {
	images, width, rank := *o.images.Load(), uint32(len(o.generators)), l.ranks[e.Inverse[p]]
	for _, k := range e.Word {
		rank = images[rank*width+uint32(k)]
	}
	return rank
}

// environmentAfter returns the state of the environment after an element.
func (o *orbits) environmentAfter(l *orbitLane, e *symmetry.Element) uint32 {
	state := l.ranks[len(l.ranks)-1]
	if rows := o.environment.Load(); rows != nil {
		for _, k := range e.Word {
			state = (*rows)[state].images[k]
		}
	}
	return state
}

// Orbit returns the distinct configurations that are s after a renaming, s among them.
func (m *Machine) Orbit(s State) []State {
	o := m.orbits
	l := o.lane(m, 0)
	m.load(l, s)
	list, listed := []State{s}, map[State]bool{s: true}
	for i := range o.elements {
		o.rename(l, i, l.image)
		if t := m.stateOf(0, l, l.image); !listed[t] {
			listed[t] = true
			list = append(list, t)
		}
	}
	return list
}

// stateOf returns the configuration with these ranks.
func (m *Machine) stateOf(lane int, l *orbitLane, ranks []uint32) State {
	return State(m.find(lane, m.left, ranks, &l.left))<<32 | State(m.find(lane, m.right, ranks, &l.right))
}

// lane returns the data that a worker uses alone.
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
		list = append(list, &orbitLane{ranks: make([]uint32, width), image: make([]uint32, width), best: make([]uint32, width), keys: make([]uint64, width-1)})
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
	id := m.half(c, ranks)
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
	return l.state(slices.Clone(m.orbits.vectors[rank].vector))
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

// Order returns the number of renamings of the group, with the identity.
func (m *Machine) Order() int {
	if m.orbits == nil {
		return 1
	}
	return len(m.orbits.elements)
}

// Elements returns the renamings of the group without the identity, as [Machine.ViewAfter]
// and [Machine.Image] take them.
func (m *Machine) Elements() []int {
	var list []int
	for i := 1; i < m.Order(); i++ {
		list = append(list, i)
	}
	return list
}

// Generators returns those of [Machine.Elements] of which the others are composed.
func (m *Machine) Generators() []int {
	return slices.DeleteFunc(m.Elements(), func(i int) bool { return len(m.orbits.elements[i].Word) > 1 })
}

// Refuse says that a property does not see the same after each renaming, so that the
// machine is broken.
func (m *Machine) Refuse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.orbits.refuse()
}
