package compose

import (
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model/compiled"
)

// A leaf is settled if it enables no confluent delivery that is silent: sends
// nothing. Such a delivery touches nothing but the leaf, so it is taken before the
// state of the leaf is numbered, and the states passed over have no numbers. The delivery
// is told as soon as somebody asks for the events in the settled state: many leaf states
// belong to events that never happen.

// settling has the silent deliveries that a leaf has passed over.
type settling struct {
	pending map[uint32][]passage // by settled state (see shared): the deliveries that led to it and are not told yet
	leads   map[lead]bool
	told    map[uint32]bool // the settled states that somebody has asked about
}

// passage is a silent delivery.
type passage = confluent.Delivery

// lead says that a passage led to a settled state.
type lead struct {
	passage
	to uint32
}

func newSettling() *settling {
	return &settling{pending: map[uint32][]passage{}, leads: map[lead]bool{}, told: map[uint32]bool{}}
}

// settle returns the settled vector that v leads to, and the deliveries that are passed over.
func (n *normal) settle(l *leaf, v []int32) (after []int32, over []passage) {
	for {
		var x passage
		var o compiled.Outcome
		i, e, ok := l.firstDelivery(v, func(e entry) (ok bool) {
			x = l.delivery(v, e)
			o, ok = n.deliveries.Silent(x)
			return ok
		})
		if !ok {
			return v, over
		}
		over = append(over, x)
		v = l.receive(v, i, e, o)
	}
}

// settled notes the deliveries that led to a state.
func (n *normal) settled(l *leaf, id uint32, over []passage) {
	s, to := n.settlings[l.process], l.m.folding.shared(l, id)
	for _, x := range over {
		if y := (lead{x, to}); !s.leads[y] {
			s.leads[y] = true
			s.pending[to] = append(s.pending[to], x)
			l.grow(bytesPerName)
		}
	}
	if s.told[to] {
		n.tellPassages(l, to)
	}
}

// meet implements [reduction]. It tells of the local state in a state of the leaf, of the messages that may arrive
// in it, and of the deliveries that led to it. (Any other message that may arrive in a
// state passed over may arrive later, too; then it is known to arrive before.)
func (n *normal) meet(l *leaf, id uint32) {
	s, to := n.settlings[l.process], l.m.folding.shared(l, id)
	if s.told[to] {
		return
	}
	s.told[to] = true
	v := l.vector(id)
	if v[atMode] == modeDown {
		n.deliveries.Fall(l.process)
	}
	if v[atMode] != modeUp {
		return
	}
	local := compiled.Local(v[atLocal])
	n.deliveries.Enter(l.process, local)
	for i := range l.slots {
		for _, e := range l.m.contents.deliverable(v[atChannels+i]) {
			n.deliveries.Meet(l.process, local, e.port(), e.message())
		}
	}
	n.tellPassages(l, to)
}

// tellPassages relies on the deliveries that led to a state.
func (n *normal) tellPassages(l *leaf, to uint32) {
	for _, x := range n.settlings[l.process].pending[to] {
		l.m.tables.Step(x.Process, x.Local, x.Input()) // it may happen
		n.deliveries.Confluent(x, n.m.faults)
	}
	delete(n.settlings[l.process].pending, to)
}
