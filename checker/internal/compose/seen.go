package compose

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/interrex/interrex/model"
)

// A part is a state of a process as predicates see it: its status, and the messages in flight to it. It is not modified
// any more.
type part struct {
	id       uint32
	local    int32 // the number of the local state, -1 if none is kept
	status   model.Status
	channels [][]model.Envelope // by slot
}

const partBits = 12

// partOf returns the part of a process in a configuration. Numbers of states of leaves stay as they are as long as the machine.
func (x *Showing) partOf(s State, process int) *part {
	if x.bare {
		return x.m.leaves[process].part(x.m.leafState(s, process))
	}
	list := x.parts[process]
	id := x.m.leafState(s, process)
	i := int(id % (1 << partBits))
	if i >= len(list) {
		longer := make([]*part, min(max(64, 2*len(list), i+1), 1<<partBits))
		copy(longer, list)
		x.grow(int64(len(longer)-len(list)) * 8)
		x.parts[process], list = longer, longer
	}
	if at := list[i]; at != nil && at.id == id {
		return at
	}
	made := x.m.leaves[process].part(id)
	x.grow(made.bytes() - list[i].bytes())
	list[i] = made
	return made
}

// leafState returns the number of the state of a process in s. The lock need not be held.
func (m *Machine) leafState(s State, process int) uint32 {
	c, id := m.left, s.Left()
	if process >= c.hi {
		c, id = m.right, s.Right()
	}
	for {
		p, ok := c.make.(*pair)
		if !ok {
			return id
		}
		halves := c.record(id).halves
		if process < p.left.hi {
			c, id = p.left, uint32(halves>>32)
		} else {
			c, id = p.right, uint32(halves)
		}
	}
}

// part makes the part of a state. The lock must not be held.
func (l *leaf) part(id uint32) *part {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	v := l.vector(id)
	made := &part{id: id, local: v[atLocal], status: l.views[l.attr(id)>>32], channels: make([][]model.Envelope, len(l.slots))}
	for i := range l.slots {
		made.channels[i] = l.envelopes(v[atChannels+i])
		l.m.sys.Network().Order.Sort(made.channels[i])
	}
	return made
}

// envelopes returns the messages of a channel. The lock is held.
func (l *leaf) envelopes(contents int32) []model.Envelope {
	entries := l.m.contents.lists[contents]
	if len(entries) == 0 {
		return nil
	}
	list := make([]model.Envelope, len(entries))
	for i, e := range entries {
		list[i] = l.m.envelope(e)
	}
	return list
}

// bytes estimates the memory of a part.
func (p *part) bytes() (sum int64) {
	if p == nil {
		return 0
	}
	for _, list := range p.channels {
		sum += int64(unsafe.Sizeof(list)) + int64(len(list))*int64(unsafe.Sizeof(model.Envelope{}))
	}
	return sum + int64(unsafe.Sizeof(*p))
}

// A seenView has the statuses of a view. Predicates get shared, which one of them may modify.
type seenView struct {
	left, right    uint32
	shared, intact []model.Status
}

// How many views a Showing keeps at first, and at most.
const (
	fewViews  = 1 << 6
	mostViews = 1 << 13
)

// statuses returns the statuses of the view of a configuration with these facts.
func (x *Showing) statuses(f Facts) []model.Status {
	if x.bare {
		v, _ := x.m.View(f)
		return v.Status
	}
	at := x.viewAt(f.LeftView, f.RightView)
	switch {
	case at.shared == nil || at.left != f.LeftView || at.right != f.RightView:
		if at.shared != nil && len(x.views) < mostViews {
			x.growViews()
			at = x.viewAt(f.LeftView, f.RightView)
		}
		v, _ := x.m.View(f)
		if at.shared == nil {
			x.grow(2 * int64(len(v.Status)) * int64(unsafe.Sizeof(model.Status{})))
		}
		*at = seenView{f.LeftView, f.RightView, v.Status, slices.Clone(v.Status)}
	case !slices.Equal(at.shared, at.intact):
		at.shared = slices.Clone(at.intact)
	}
	return at.shared
}

// viewAt returns where a view belongs.
func (x *Showing) viewAt(left, right uint32) *seenView {
	return &x.views[hashOf(uint64(left)<<32|uint64(right))>>32%uint64(len(x.views))]
}

// growViews makes room for twice as many views. None of two is lost that did not have the same place.
func (x *Showing) growViews() {
	old := x.views
	x.views = make([]seenView, 2*len(old))
	x.grow(int64(len(old)) * int64(unsafe.Sizeof(seenView{})))
	for _, v := range old {
		if v.shared != nil {
			*x.viewAt(v.left, v.right) = v
		}
	}
}

// showings are those of a machine.
type showings struct {
	generation atomic.Uint32 // of the numbers of configurations
	bytes      atomic.Int64
	bare       *Showing
	mu         sync.Mutex
	free       []*Showing
}

func (x *Showing) grow(bytes int64) {
	x.m.showings.bytes.Add(bytes)
	x.m.bytes.Add(bytes)
}

// Borrow returns a Showing that nobody else has, until it is given back.
func (m *Machine) Borrow() *Showing {
	m.showings.mu.Lock()
	defer m.showings.mu.Unlock()
	if last := len(m.showings.free) - 1; last >= 0 {
		x := m.showings.free[last]
		m.showings.free = m.showings.free[:last]
		return x
	}
	return m.NewShowing()
}

// GiveBack takes back a Showing that was borrowed.
func (m *Machine) GiveBack(x *Showing) {
	m.showings.mu.Lock()
	defer m.showings.mu.Unlock()
	m.showings.free = append(m.showings.free, x)
}

// voidShowings makes the Showings void, as configurations and views get other numbers.
func (m *Machine) voidShowings() {
	m.showings.generation.Add(1)
	m.bytes.Add(-m.showings.bytes.Swap(0))
	m.showings.free = nil
	m.showings.bare = m.newShowing(true)
}
