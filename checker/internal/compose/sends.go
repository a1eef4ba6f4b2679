package compose

import "github.com/interrex/interrex/checker/internal/confluent"

// Weighed is [Machine.Edges] with the number of messages that the confluent
// deliveries between each event and the next normal form send. (Silent ones send
// nothing.) The machine must have no monitor.
func (m *Machine) Weighed(s State, list []Edge) []Edge {
	before := len(list)
	list = m.edges(s, list)
	for i := range list[before:] {
		e := &list[before+i]
		e.Next, e.Passed = m.reduction.weigh(e.Next)
	}
	return list
}

// Passed returns how many messages the confluent deliveries before each initial
// configuration send.
func (m *Machine) Passed() []uint32 { return m.passed }

// sender is a state of a leaf that has a confluent delivery while these kinds of fault
// may strike.
type sender struct {
	process int
	id      uint32
	left    confluent.Budgets
}

// weigh implements [reduction]: it returns the normal form of a configuration.
func (n *normal) weigh(s State) (form State, sends uint32) {
	form = confluent.Normalize(s, n.deliveries.MaxCourse, func(s State) (State, bool) {
		next, ok := n.take(0, s)
		if ok {
			sends += n.sends(s)
		}
		return next, ok
	})
	return form, sends
}

// sends returns how many messages the delivery that take takes sends.
func (n *normal) sends(s State) uint32 {
	left := kindsOf(n.m.right.attr(s.Right()))
	if n.overtaking {
		_, sends, _ := n.takeOvertaking(0, s, left)
		return sends
	}
	n.m.mu.Lock()
	defer n.m.mu.Unlock()
	if _, ok := n.m.left.courseLocked(n, s.Left(), left); ok {
		return n.m.left.make.sends(n, s.Left(), left)
	}
	return n.m.right.make.sends(n, s.Right(), left)
}

// sends returns how many messages the confluent delivery of the half that has one
// sends.
func (p *pair) sends(n *normal, id uint32, left confluent.Budgets) uint32 {
	halves := p.record(id).halves
	l := uint32(halves >> 32)
	if _, ok := p.left.courseLocked(n, l, left); ok {
		return p.left.make.sends(n, l, left)
	}
	return p.right.make.sends(n, uint32(halves), left)
}

// sends returns how many messages the confluent delivery of the process sends.
func (l *leaf) sends(n *normal, id uint32, left confluent.Budgets) uint32 {
	return n.sent[sender{l.process, id, left}]
}
