package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model/compiled"
)

// kindsOf returns the kinds of fault that may strike, from an attribute of the
// right half.
func kindsOf(attr uint64) confluent.Budgets { return confluent.Budgets(attr >> budgets & (1<<6 - 1)) }

// alone returns the events of the closed process whose events are taken alone in
// s: the one with the fewest events. There are none if no process is closed, or if
// s lies on a cycle of confluent deliveries.
func (m *Machine) alone(lane int, s State) (lefts, rights []event) {
	kinds := kindsOf(m.right.attr(s.Right()))
	lefts, rights = m.left.aloneIn(lane, s.Left(), kinds), m.right.aloneIn(lane, s.Right(), kinds)
	if len(lefts)+len(rights) == 0 {
		return nil, nil
	}
	if _, ok := m.takeConfluent(lane, s); ok {
		return nil, nil
	}
	if fewer(lefts, rights) {
		return lefts, nil
	}
	return nil, rights
}

// fewer reports whether the left half has a closed process, with no more events than
// that of the right half.
func fewer(lefts, rights []event) bool {
	return len(lefts) > 0 && (len(rights) == 0 || len(lefts) <= len(rights))
}

// aloneIn returns the events that are taken alone in a state of the component as
// far as it can tell. The machine's lock is not held.
func (c *component) aloneIn(lane int, id uint32, left confluent.Budgets) []event {
	if x := c.alone[left].known(id); x != 0 {
		return c.asList(x)
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.note(askedAlone, uint64(id), uint64(left))
	return c.aloneLocked(id, left)
}

func (c *component) aloneLocked(id uint32, left confluent.Budgets) []event {
	return c.listAt(c.alone[left].place(id, c.grow), func() []event { return c.make.makeAlone(id, left) })
}

// makeAlone returns the events of the closed process of the half in which it has
// the fewest. The sibling receives its part of the batch of an event.
func (p *pair) makeAlone(id uint32, left confluent.Budgets) []event {
	r := p.record(id)
	if r.attr&failed != 0 {
		return nil
	}
	l, other := uint32(r.halves>>32), uint32(r.halves)
	lefts, rights := p.left.aloneLocked(l, left), p.right.aloneLocked(other, left)
	if fewer(lefts, rights) {
		return p.ofLeft(nil, lefts, other)
	}
	return p.ofRight(nil, rights, l)
}

// ofLeft appends the events of the left half that the right one, in a state, does not refuse.
func (p *pair) ofLeft(list, lefts []event, right uint32) []event {
	for _, e := range lefts {
		if next, out, ok := p.deliver(e, p.right, right); ok {
			list = append(list, event{p.state(e.next, next), out, e.label})
		}
	}
	return list
}

// ofRight appends the events of the right half that the left one, in a state, does not refuse.
func (p *pair) ofRight(list, rights []event, left uint32) []event {
	for _, e := range rights {
		if next, out, ok := p.deliver(e, p.left, left); ok {
			list = append(list, event{p.state(next, e.next), out, e.label})
		}
	}
	return list
}

// makeAlone returns the events of the process if it is closed.
func (l *leaf) makeAlone(id uint32, left confluent.Budgets) []event {
	v := l.vector(id)
	if v[atMode] != modeUp {
		return nil
	}
	heads := make([]confluent.Delivery, len(l.slots))
	for i := range heads {
		heads[i] = l.delivery(v, 0)
		heads[i].Msg = -1
		if list := l.m.contents.lists[v[atChannels+i]]; len(list) > 0 {
			heads[i] = l.delivery(v, list[0])
		}
	}
	if !l.m.confluent.Closed(heads, left) {
		return nil
	}
	return slices.Clone(l.eventsLocked(id))
}

// Closes reports whether the events of a process are taken alone in any
// configuration. Then a complete search must have met no cycle of such
// configurations.
func (m *Machine) Closes() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.confluent != nil && m.confluent.Closes()
}

// Alone reports whether the events of one process are taken alone in s.
func (m *Machine) Alone(s State) bool {
	if m.Facts(s).Failed {
		return false
	}
	lefts, rights := m.alone(0, s)
	return len(lefts)+len(rights) > 0
}

// Whole tells that a cycle of configurations in which Alone is true passes
// through s. The machine is broken then.
func (m *Machine) Whole(s State) {
	lefts, rights := m.alone(0, s)
	p := m.Label(slices.Concat(lefts, rights)[0].label).Event.Process
	m.mu.Lock()
	defer m.mu.Unlock()
	m.confluent.Whole(p, compiled.Local(m.leaves[p].vector(m.split(s)[p])[atLocal]))
}
