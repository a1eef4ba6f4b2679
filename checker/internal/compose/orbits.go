package compose

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
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
	m          *Machine
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
	lacking    atomic.Bool // some vector has no image
	statuses   numbering.Values[model.Status]
	after      map[statusOf][]uint32 // by element: the number of a status after it

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

// newFolding returns the folding of a machine by a group. If that has the identity only, each configuration stands for itself.
func newFolding(m *Machine, g *symmetry.Group) folding {
	if g.Order() == 1 {
		return identity{group: g}
	}
	o := &orbits{m: m, group: g, generators: g.Generators(), elements: g.Elements(), ranks: map[string]uint32{}, taken: map[uint64]bool{}, texts: map[numbered]uint64{},
		after: map[statusOf][]uint32{}}
	o.keys.Store(&[]uint64{})
	o.orbits.Store(&[]uint64{})
	o.images.Store(&[]uint32{})
	o.names = o.choices()
	return o
}

// classOf implements [folding].
func (o *orbits) classOf(p int) int {
	first := p
	for _, e := range o.elements {
		first = min(first, e.Image[p])
	}
	return first
}

// shared implements [folding].
func (o *orbits) shared(l *leaf, id uint32) uint32 { return o.firsts[l.ranks(id)[0]] }

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
				o.lacking.Store(true)
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

// refuse implements [folding].
func (o *orbits) refuse() { o.group.Refuse() }

// broken implements [folding].
func (o *orbits) broken() bool { return o.group.Broken() || o.group.Refused() || o.lacking.Load() }

// keyOf returns the key of a new vector.
func (o *orbits) keyOf(l *leaf, rank uint32, v []int32) uint64 {
	if l.m.reduction.isPlain() {
		return uint64(rank)
	}
	key := o.hash(l, v)
	for o.taken[key] { // two vectors hardly ever have the same hash
		key = mix(key + 1)
	}
	o.taken[key] = true
	return key
}

// ranks returns the ranks of the leaves of a state.
func (c *component) ranks(id uint32) []uint32 {
	width := uint32(c.hi - c.lo)
	page := (*c.ranking.Load())[id>>pageBits]
	at := id & (1<<pageBits - 1) * width
	return page[at : at+width]
}

// join implements [folding]: the ranks of a new state are those of its halves.
func (o *orbits) join(p *pair, halves uint64, id uint32) {
	both := p.ranks(id)
	copy(both[copy(both, p.left.ranks(uint32(halves>>32))):], p.right.ranks(uint32(halves)))
}

// grow implements [folding]: it adds a page of ranks.
func (o *orbits) grow(c *component) {
	var pages [][]uint32
	if old := c.ranking.Load(); old != nil {
		pages = *old
	}
	size := (c.hi - c.lo) << pageBits
	longer := append(pages, make([]uint32, size))
	c.ranking.Store(&longer)
	c.grow(4 * int64(size))
}

// representative implements [folding].
func (o *orbits) representative(lane int, s State) State {
	if o.lacking.Load() {
		return s
	}
	l := o.lane(lane)
	if o.greatest(l, s) == 0 {
		return s
	}
	return o.stateOf(lane, l, l.best)
}

// renaming implements [folding].
func (o *orbits) renaming(s State) []int { return o.elements[o.greatest(o.lane(0), s)].Inverse }

// load loads the ranks of s and the keys of their orbits.
func (o *orbits) load(l *orbitLane, s State) {
	copy(l.ranks[copy(l.ranks, o.m.left.ranks(s.Left())):], o.m.right.ranks(s.Right()))
	keys := *o.orbits.Load()
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

// orbit implements [folding].
func (o *orbits) orbit(s State) []State {
	l := o.lane(0)
	o.load(l, s)
	list, listed := []State{s}, map[State]bool{s: true}
	for i := range o.elements {
		o.rename(l, i, l.image)
		if t := o.stateOf(0, l, l.image); !listed[t] {
			listed[t] = true
			list = append(list, t)
		}
	}
	return list
}

// stateOf returns the configuration with these ranks.
func (o *orbits) stateOf(lane int, l *orbitLane, ranks []uint32) State {
	return State(o.find(lane, o.m.left, ranks, &l.left))<<32 | State(o.find(lane, o.m.right, ranks, &l.right))
}

// lane returns the data that a worker uses alone.
func (o *orbits) lane(lane int) *orbitLane {
	if list := o.lanes.Load(); list != nil && lane < len(*list) {
		return (*list)[lane]
	}
	m := o.m
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
func (o *orbits) find(lane int, c *component, ranks []uint32, known *[1 << knownBits]uint32) uint32 {
	want, hash := ranks[c.lo:c.hi], uint64(0)
	for _, rank := range want {
		hash = mix(hash ^ uint64(rank))
	}
	at := &known[hash>>(64-knownBits)]
	if *at != 0 && slices.Equal(c.ranks(*at-1), want) {
		return *at - 1
	}
	m := o.m
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lane = lane
	before := m.recorder.total()
	id := o.build(c, ranks)
	m.recorder.askSince(before, c, askedHalf, ranks)
	*at = id + 1
	return id
}

// forgetHalves implements [folding].
func (o *orbits) forgetHalves() {
	if o.lanes.Load() == nil {
		return
	}
	for _, l := range *o.lanes.Load() {
		clear(l.left[:])
		clear(l.right[:])
	}
}

// build returns the state of a component with these ranks of all leaves. The lock must
// be held.
func (o *orbits) build(c *component, ranks []uint32) uint32 {
	m := o.m
	p, ok := m.pairs[c]
	switch {
	case ok:
		return p.state(o.build(p.left, ranks), o.build(p.right, ranks))
	case c.lo == len(m.leaves):
		return ranks[c.lo]
	}
	l, rank := m.leaves[c.lo], ranks[c.lo]
	if int(rank) < len(l.ranked) && l.ranked[rank] != 0 {
		return l.ranked[rank] - 1
	}
	return l.state(slices.Clone(o.vectors[rank].vector))
}

// vector implements [folding]: it notes the rank of a new state.
func (o *orbits) vector(l *leaf, v []int32, id uint32) {
	rank := o.rankOf(l, v)
	l.ranks(id)[0] = rank
	for int(rank) >= len(l.ranked) {
		l.ranked = append(l.ranked, 0)
	}
	l.ranked[rank] = id + 1
}

// folds implements [folding].
func (o *orbits) folds() bool { return true }

// renamings implements [folding].
func (o *orbits) renamings() []symmetry.Element { return o.elements }

// replay implements [folding]: it reads the ranks of all leaves, of which those of a component matter.
func (o *orbits) replay(c *component, r *reader) bool {
	m := o.m
	ranks := make([]uint32, len(m.leaves)+1)
	for p := c.lo; p < c.hi; p++ {
		ranks[p] = uint32(r.next())
		if known := len(m.environment.states); p < len(m.leaves) && int(ranks[p]) >= len(o.vectors) || p == len(m.leaves) && int(ranks[p]) >= known {
			return false
		}
	}
	if !r.failed {
		o.build(c, ranks)
	}
	return !r.failed
}
