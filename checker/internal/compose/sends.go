package compose

import "github.com/interrex/interrex/checker/internal/confluent"

// Weighed is [Machine.Edges] with the number of messages that the confluent
// deliveries between each event and the next normal form send. (Silent ones send
// nothing.) The machine must have no monitor.
func (m *Machine) Weighed(s State, list []Edge) []Edge {
	before := len(list)
	list = m.edges(s, list)
	if m.confluent != nil {
		for i := range list[before:] {
			e := &list[before+i]
			e.Next, e.Passed = m.weigh(e.Next)
		}
	}
	return list
}

// Passed returns how many messages the confluent deliveries before each initial
// configuration send.
func (m *Machine) Passed() []uint32 { return m.passed }

// sender is a state of a leaf that has a confluent delivery while these kinds of fault
// may strike.
type sender struct {
	id   uint32
	left confluent.Budgets
}

// weigh returns the normal form of a configuration, and how many messages the
// deliveries on the way send.
func (m *Machine) weigh(s State) (normal State, sends uint32) {
	normal = confluent.Normalize(s, m.confluent.MaxCourse, func(s State) (State, bool) {
		next, ok := m.takeConfluent(0, s)
		if ok {
			sends += m.sends(s)
		}
		return next, ok
	})
	return normal, sends
}

// sends returns how many messages the delivery of takeConfluent sends.
func (m *Machine) sends(s State) uint32 {
	left := kindsOf(m.right.attr(s.Right()))
	if m.overtaking {
		_, sends, _ := m.takeOvertaking(0, s, left)
		return sends
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.left.courseLocked(s.Left(), left); ok {
		return m.left.make.sends(s.Left(), left)
	}
	return m.right.make.sends(s.Right(), left)
}

// sends returns how many messages the confluent delivery of the half that has one
// sends.
func (p *pair) sends(id uint32, left confluent.Budgets) uint32 {
	halves := p.record(id).halves
	l := uint32(halves >> 32)
	if _, ok := p.left.courseLocked(l, left); ok {
		return p.left.make.sends(l, left)
	}
	return p.right.make.sends(uint32(halves), left)
}

// sends returns how many messages the confluent delivery of the process sends.
func (l *leaf) sends(id uint32, left confluent.Budgets) uint32 {
	return l.sent[sender{id, left}]
}
