package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/confluent"
)

// With order inbox a confluent delivery may send messages that overtake those in front of
// them. Whether they do depends on who receives them, in another component perhaps. So a
// state of a component has a list of such deliveries, one for each process at most, and
// the push of a batch that does not overtake is refused. The label of an event in the
// list is how many messages it sends.

// overtakingIn returns the confluent deliveries of a state as far as the component can
// tell. The machine's lock is not held.
func (c *component) overtakingIn(n *normal, lane int, id uint32, left confluent.Budgets) []event {
	if x := c.overtaking[left].known(id); x != 0 {
		return c.asList(x)
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.askAbout(c, askedOvertaking, uint64(id), uint64(left))
	return c.overtakingLocked(n, id, left)
}

func (c *component) overtakingLocked(n *normal, id uint32, left confluent.Budgets) []event {
	return c.listAt(c.overtaking[left].place(id, c.grow), func() []event { return c.make.makeOvertaking(n, id, left) })
}

// makeOvertaking returns the confluent deliveries of the halves that the other one does not
// refuse.
func (p *pair) makeOvertaking(n *normal, id uint32, left confluent.Budgets) []event {
	halves := p.record(id).halves
	l, r := uint32(halves>>32), uint32(halves)
	list := p.ofLeft(nil, p.left.overtakingLocked(n, l, left), r)
	return p.ofRight(list, p.right.overtakingLocked(n, r, left), l)
}

// makeOvertaking returns the confluent delivery of the process, if there is one.
func (l *leaf) makeOvertaking(n *normal, id uint32, left confluent.Budgets) []event {
	if e, sends, ok := n.makeCourse(l, id, left); ok {
		e.label = uint32(sends)
		return []event{e}
	}
	return nil
}

// takeOvertaking takes the first confluent delivery that no component refuses, if there is one,
// and returns how many messages it sends.
func (n *normal) takeOvertaking(lane int, s State, left confluent.Budgets) (next State, sends uint32, ok bool) {
	for _, e := range n.m.left.overtakingIn(n, lane, s.Left(), left) {
		if other := n.m.right.pushAny(lane, s.Right(), e.out); other != refused {
			return State(e.next)<<32 | State(other), e.label, true
		}
	}
	for _, e := range n.m.right.overtakingIn(n, lane, s.Right(), left) {
		if other := n.m.left.pushAny(lane, s.Left(), e.out); other != refused {
			return State(other)<<32 | State(e.next), e.label, true
		}
	}
	return s, 0, false
}

// pushAny is push for a batch that may be empty.
func (c *component) pushAny(lane int, id, batch uint32) uint32 {
	if batch == 0 {
		return id
	}
	return c.push(lane, id, batch)
}

// receive implements [reduction]: it receives a message that overtakes those in v, if it does.
func (n *normal) receive(l *leaf, v []int32, x put) (over passage, ok bool) {
	if !n.overtaking {
		return over, false
	}
	over = l.delivery(v, x.entry)
	if slices.ContainsFunc(l.m.contents.lists[v[atChannels+x.slot]], func(e entry) bool { return e.port() == over.Port }) {
		return over, false
	}
	o, ok := n.deliveries.Overtakes(over)
	if ok {
		l.step(v, o)
		over.Overtakes = true
	}
	return over, ok
}
