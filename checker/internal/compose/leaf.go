package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// leaf is the component of one process.
type leaf struct {
	*component
	process  int
	links    []model.Link            // behind each port; To is -1 where there is none
	slots    []int                   // the leaf's channels, as channels of the system
	vectors  vectors                 // the states
	scratch  []int32                 // workspace of makePush
	statuses map[model.Status]uint32 // views
	views    []model.Status
	taken    map[stepKey]*step // the steps that were taken in some state
	ranked   []uint32          // by rank, if there are [orbits]: the number of the state, plus 1; 0: not met
	firsts   []int32           // the local states in which the process starts, unless it is down
	watchers []watcher         // in timing bounded: who is told when the process goes down or comes back
}

// A state of a leaf is a vector: the local state (-1: none is kept, or betrayed), whether
// the process is up, the links that are cut, and the contents of the channels. In
// timing bounded the clocks follow, and the ports whose process is down. Where the
// network may divide, the ports that lead to the other group come last.
const (
	atLocal = iota
	atMode
	atCutLow
	atCutHigh
	atChannels
)

// Modes of a process; beyond modeFailed, which failure.
const (
	modeUp = iota
	modeDown
	modeFailed
)

func newLeaf(m *Machine, p int) *leaf {
	l := &leaf{component: newComponent(m, p, p+1), process: p, slots: m.sys.Semantics().InChannels(p),
		statuses: map[model.Status]uint32{}, taken: map[stepKey]*step{}}
	l.make = l
	width := atChannels + len(l.slots)
	if m.delay > 0 {
		width += clockWidth
		l.watchers = m.watchersOf(p)
	}
	if m.divides {
		width += divisionWidth
	}
	l.vectors = newVectors(width)
	for q := model.Port(0); int(q) < m.sys.Semantics().Ports(p); q++ {
		if i := m.sys.Semantics().OutLink(p, q); i >= 0 {
			l.links = append(l.links, m.sys.Links()[i])
		} else {
			l.links = append(l.links, model.Link{To: -1})
		}
	}
	return l
}

// state returns the number of a state that early deliveries have led to. The
// lock is held.
func (l *leaf) state(v []int32, early ...passage) uint32 {
	return l.m.reduction.number(l, v, early)
}

// number returns the number of a state. The lock is held.
func (l *leaf) number(v []int32) uint32 {
	id, slot, ok := l.vectors.find(v)
	if ok {
		return id
	}
	var attr uint64
	status := l.status(v)
	view, ok := l.statuses[status]
	if !ok {
		view = uint32(len(l.views))
		l.statuses[status] = view
		l.views = append(l.views, status)
	}
	attr = uint64(view) << 32
	if v[atMode] >= modeFailed {
		attr |= failed
		l.m.fails.Store(true)
	}
	if v[atMode] == modeUp && !l.isIdle(v) {
		attr |= inFlight
	}
	if l.turn(v) != nil {
		attr |= inTurn
	}
	id = l.add(attr, 0)
	l.m.folding.vector(l, v, id)
	l.vectors.add(v, slot)
	l.m.recorder.vector(l, v, id)
	l.grow(int64(5*l.vectors.width) + 3*8) // of the slots, a quarter to a half are taken
	return id
}

// next returns the distinct messages of the i-th channel of v that may arrive next,
// also those that are deferred. The process is up.
func (l *leaf) next(v []int32, i int) []entry {
	n := v[atChannels+i]
	if !l.m.contents.order.PerReceiver() || !l.m.tables.Defers() {
		return l.m.contents.deliverable(n)
	}
	var list []entry
	for _, e := range l.m.contents.lists[n] {
		if !e.among(list) {
			list = append(list, e)
		}
		if !l.deferred(v, e) {
			break
		}
	}
	return list
}

// deferred reports whether the process, which is up, does not receive a message yet. It is
// false if that is not known: whoever comes there, and makes the events, is told why.
func (l *leaf) deferred(v []int32, e entry) bool {
	is, _ := l.m.tables.PeekDeferred(l.process, compiled.Local(v[atLocal]), e.port(), e.message())
	return is
}

// isIdle reports whether the process, which is up, can receive nothing.
func (l *leaf) isIdle(v []int32) bool {
	for i := range l.slots {
		switch {
		case v[atChannels+i] == 0:
		case !l.m.tables.Defers():
			return false
		case slices.ContainsFunc(l.next(v, i), func(e entry) bool { return !l.deferred(v, e) }):
			return false
		}
	}
	return true
}

func (l *leaf) vector(id uint32) []int32 {
	return l.vectors.at(id)
}

func (l *leaf) status(v []int32) model.Status {
	switch {
	case v[atMode] >= modeFailed:
		return model.Status{Failed: true}
	case v[atMode] == modeDown:
		return model.Status{Down: true}
	}
	return l.m.tables.Status(l.process, compiled.Local(v[atLocal]))
}

// makePush delivers a batch: messages to a process that is down are lost.
func (l *leaf) makePush(id, batch uint32) uint32 {
	l.m.reduction.meet(l, id)
	given := l.m.batches.puts[l.m.batches.payload(batch, l.lo)]
	v := append(l.scratch[:0], l.vector(id)...)
	l.scratch = v
	if given.guard == ticking {
		return l.tick(id, v)
	}
	if given.guard == dividing {
		l.setAcross(v, given.across)
		return l.state(v)
	}
	down := v[atMode] == modeDown
	if given.fell|given.rose != 0 {
		l.notice(v, given)
		if down {
			return l.state(v)
		}
	}
	if given.guard == whileDown && !down || given.guard == whileUp && down {
		return refused
	}
	if down {
		return id
	}
	if l.m.blocks && !l.hasRoom(v, given.rooms) {
		return refused
	}
	var early []passage
	for _, x := range given.entries {
		if over, ok := l.m.reduction.receive(l, v, x); ok {
			early = append(early, over)
			continue
		}
		if given.guard == overtakes {
			return refused
		}
		v[atChannels+x.slot] = l.m.contents.put(v[atChannels+x.slot], x.entry)
		l.m.reduction.fill(l.slots[x.slot])
	}
	return l.state(v, early...)
}

// slot returns which of the leaf's channels a link into it feeds.
func (l *leaf) slot(q model.Port) int {
	for i, ch := range l.slots {
		link := l.m.sys.Semantics().Channels()[ch].Link
		if link < 0 || l.m.sys.Links()[link].ToPort == q {
			return i
		}
	}
	panic("compose: a message arrives on a port that does not exist")
}

// isSevered reports whether all that is sent to a port is lost: its link is cut, or leads to the other group.
func (l *leaf) isSevered(v []int32, q model.Port) bool {
	return q < 64 && l.severed(v).Has(q)
}

func (l *leaf) severed(v []int32) model.PortSet { return cutPorts(v) | l.across(v) }

func cutPorts(v []int32) model.PortSet {
	return model.PortSet(uint32(v[atCutLow])) | model.PortSet(uint32(v[atCutHigh]))<<32
}

func setCutPorts(v []int32, s model.PortSet) {
	v[atCutLow], v[atCutHigh] = int32(uint32(s)), int32(uint32(s>>32))
}

// fall makes v the state of a process that has crashed with the given local
// state.
func (l *leaf) fall(v []int32, local compiled.Local) {
	v[atMode] = modeDown
	v[atLocal] = -1
	if l.m.sys.Network().Faults.Restart > 0 {
		v[atLocal] = int32(local)
	}
	clear(v[atChannels : atChannels+len(l.slots)])
	l.wind(v)
}

// observe returns the observation that a monitor gets of a step of the leaf.
func (l *leaf) observe(before, after []int32, sends int) properties.Observation {
	return properties.Observation{Process: l.process, Before: l.status(before), After: l.status(after), Sends: sends}
}
