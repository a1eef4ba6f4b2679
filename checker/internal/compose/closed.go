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
func (n *normal) alone(lane int, s State) (lefts, rights []event) {
	kinds := kindsOf(n.m.right.attr(s.Right()))
	lefts, rights = n.m.left.aloneIn(n, lane, s.Left(), kinds), n.m.right.aloneIn(n, lane, s.Right(), kinds)
	if len(lefts)+len(rights) == 0 {
		return nil, nil
	}
	if _, ok := n.take(lane, s); ok {
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
func (c *component) aloneIn(n *normal, lane int, id uint32, left confluent.Budgets) []event {
	if x := c.alone[left].known(id); x != 0 {
		return c.asList(x)
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.askAbout(c, askedAlone, uint64(id), uint64(left))
	return c.aloneLocked(n, id, left)
}

func (c *component) aloneLocked(n *normal, id uint32, left confluent.Budgets) []event {
	return c.listAt(c.alone[left].place(id, c.grow), func() []event { return c.make.makeAlone(n, id, left) })
}

// makeAlone returns the events of the closed process of the half in which it has
// the fewest. The sibling receives its part of the batch of an event.
func (p *pair) makeAlone(n *normal, id uint32, left confluent.Budgets) []event {
	r := p.record(id)
	if r.attr&failed != 0 {
		return nil
	}
	l, other := uint32(r.halves>>32), uint32(r.halves)
	lefts, rights := p.left.aloneLocked(n, l, left), p.right.aloneLocked(n, other, left)
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
func (l *leaf) makeAlone(n *normal, id uint32, left confluent.Budgets) []event {
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
	if !n.deliveries.Closed(heads, left) {
		return l.fates(n, id, left)
	}
	return slices.Clone(l.eventsLocked(id))
}

// fates returns the events of the first message, by port and text, of which these may be taken alone.
func (l *leaf) fates(n *normal, id uint32, left confluent.Budgets) (list []event) {
	v := l.vector(id)
	_, e, ok := l.firstDelivery(v, func(e entry) bool { return n.deliveries.Fates(l.delivery(v, e), left) })
	if !ok {
		return nil
	}
	text := l.m.tables.MessageText(e.message())
	for _, y := range l.eventsLocked(id) {
		if of := l.m.labels.list[y.label].Event; n.deliveries.HasFate(of.Kind, left) && of.Port == e.port() && of.Message == text {
			list = append(list, y)
		}
	}
	return list
}

// Closes reports whether the events of a process are taken alone in any
// configuration. Then a complete search must have met no cycle of such
// configurations.
func (m *Machine) Closes() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reduction.closes()
}

// Alone reports whether the events of one process are taken alone in s.
func (m *Machine) Alone(s State) bool {
	if m.Facts(s).Failed {
		return false
	}
	lefts, rights := m.reduction.alone(0, s)
	return len(lefts)+len(rights) > 0
}

// Whole tells that a cycle of configurations in which Alone is true passes
// through s. The machine is broken then.
func (m *Machine) Whole(s State) { m.reduction.hides(s) }

// hides implements [reduction].
func (n *normal) hides(s State) {
	lefts, rights := n.alone(0, s)
	p := n.m.Label(slices.Concat(lefts, rights)[0].label).Event.Process
	n.m.mu.Lock()
	defer n.m.mu.Unlock()
	n.deliveries.Whole(p, compiled.Local(n.m.leaves[p].vector(n.m.split(s)[p])[atLocal]))
}
