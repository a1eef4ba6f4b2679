package compose

import (
	"sync"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A monitor that is told of whole events sees more than the tables of a leaf have. It
// is told after an event is composed, by the definition of the model.

// told is the layer of such a monitor.
type told struct {
	m       *Machine
	monitor *properties.Monitor
	looks   looks
}

// expand implements [telling].
func (m *told) expand(_ int, s State, list []State) (_ []State, obligatory bool) {
	x := m.m.Borrow()
	defer m.m.GiveBack(x)
	x.edges = m.m.Edges(s, x.edges[:0])
	for _, e := range x.edges {
		list = append(list, e.Next)
		obligatory = obligatory || x.label(e.Label).Obligatory
	}
	return list, obligatory
}

// tell implements [telling]. It replaces in each event of s, which has not been told of it yet, the state of the
// monitor after it. The lock must not be held.
func (m *told) tell(s State, list []Edge) {
	if len(list) == 0 {
		return
	}
	for _, e := range list {
		m.m.raise(e.Next)
	}
	x := m.m.Borrow()
	defer m.m.GiveBack(x)
	if !m.monitor.SeesEvents() {
		for i, e := range list {
			list[i].Next = m.look(x, e.Next)
		}
		return
	}
	state, number, before := m.m.monitorIn(s), m.m.leafState(s, len(m.m.leaves)), x.Configuration(s)
	for i, e := range list {
		next := x.tell(&x.told, s, e, number, func() any { return m.monitor.TellStep(state, x.Step(before, e)) })
		if next != state {
			list[i].Next = m.m.with(e.Next, next)
		}
	}
}

// looks are results of look, by the lowest bits of a hash of its argument.
type looks struct {
	mu      sync.Mutex
	entries []struct{ from, to State }
}

const lookBits = 16

// look returns s with the state of a monitor that is a function of the configuration.
// Events that come together in a configuration mostly do so within a short time.
func (m *told) look(x *Showing, s State) State {
	l := &m.looks
	l.mu.Lock()
	if l.entries == nil {
		l.entries = make([]struct{ from, to State }, 1<<lookBits)
		m.m.bytes.Add(16 << lookBits)
	}
	at := &l.entries[(uint64(s)^uint64(s)>>29)*0x9e3779b97f4a7c15>>(64-lookBits)]
	known := *at
	l.mu.Unlock()
	if known.from == s && known != (struct{ from, to State }{}) {
		return known.to
	}
	state, next := m.m.monitorIn(s), s
	c := x.Configuration(s)
	if now := m.monitor.TellStep(state, properties.StepFrom(c, c, model.Event{}, 0, false)); now != state {
		next = m.m.with(s, now)
	}
	l.mu.Lock()
	at.from, at.to = s, next
	l.mu.Unlock()
	return next
}

// forget implements [telling].
func (m *told) forget() {
	m.looks.mu.Lock()
	defer m.looks.mu.Unlock()
	clear(m.looks.entries)
}

func (m *told) ofTables() bool                                  { return false }
func (m *told) watched(*properties.Monitor) *properties.Monitor { return nil }

// with returns s with another state of the monitor.
func (m *Machine) with(s State, monitor any) State {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.environment.states[m.leafState(s, len(m.leaves))]
	e.monitor = monitor
	return s&^(1<<32-1) | State(m.withLast(m.right, s.Right(), m.environment.state(e)))
}

// withLast returns the state of c with another state of its last leaf. The lock is held.
func (m *Machine) withLast(c *component, id, last uint32) uint32 {
	p, ok := c.make.(*pair)
	if !ok {
		return last
	}
	halves := c.record(id).halves
	return p.state(uint32(halves>>32), m.withLast(p.right, uint32(halves), last))
}

// monitorIn returns the state of the monitor in s.
func (m *Machine) monitorIn(s State) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.environment.states[m.leafState(s, len(m.leaves))].monitor
}

// decode returns the configuration that s stands for, and the state of the monitor in
// it: the opposite of encode.
func (m *Machine) decode(s State) (model.Configuration, any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.leaves)
	states := m.split(s)
	e := m.environment.states[states[n]]
	c := model.Configuration{Locals: make([]any, n), Down: make([]bool, n), Channels: make([][]model.Envelope, len(m.sys.Semantics().Channels())),
		Left: e.left, Started: e.started}
	if m.sys.Network().Faults.Cut > 0 {
		c.Cut = make([]bool, len(m.sys.Links()))
	}
	if m.sys.Network().Faults.Traitor > 0 {
		c.Traitors = make([]bool, n)
	}
	if m.divides {
		c.Divided = make([]bool, len(m.sys.Links()))
	}
	if m.delay > 0 {
		c.Clocks = make([][]model.Clock, n)
	}
	for p, l := range m.leaves {
		l.decode(l.vector(states[p]), &c)
	}
	for _, channel := range c.Channels {
		m.sys.Network().Order.Sort(channel)
	}
	return c, e.monitor
}

// decode writes the part of a configuration that a state of the leaf stands for.
func (l *leaf) decode(v []int32, c *model.Configuration) {
	p := l.process
	if v[atLocal] >= 0 {
		c.Locals[p] = l.m.tables.Value(p, compiled.Local(v[atLocal]))
	}
	c.Down[p] = v[atMode] == modeDown
	if isTraitor(v) {
		c.Traitors[p] = true
	}
	if v[atMode] >= modeFailed {
		if c.Failures == nil {
			c.Failures = make([]string, len(l.m.leaves))
		}
		c.Failures[p] = l.m.failures[v[atMode]-modeFailed].text
	}
	for q := range cutPorts(v).All() {
		c.Cut[l.m.sys.Semantics().OutLink(p, q)] = true
	}
	for q := range l.across(v).All() {
		c.Divided[l.m.sys.Semantics().OutLink(p, q)] = true
	}
	for i, ch := range l.slots {
		for _, e := range l.m.contents.lists[v[atChannels+i]] {
			c.Channels[ch] = append(c.Channels[ch], l.m.envelope(e))
		}
	}
	if c.Clocks != nil {
		c.Clocks[p] = l.m.clocks.List(v[l.atClocks()])
	}
}
