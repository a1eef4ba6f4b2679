package compose

import (
	"sync"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A monitor that is told of whole events sees more than the tables of a leaf have. It
// is told after an event is composed, by the definition of the model.

// tell replaces in each event of s, which has not been told of it yet, the state of the
// monitor after it. The lock must not be held.
func (m *Machine) tell(s State, list []Edge) {
	if len(list) == 0 {
		return
	}
	for _, e := range list {
		m.raise(e.Next)
	}
	if !m.told.SeesEvents() {
		for i, e := range list {
			list[i].Next = m.look(e.Next)
		}
		return
	}
	state, before := m.monitorIn(s), m.Shown(s)
	for i, e := range list {
		if next := m.told.TellStep(state, m.stepOf(s, before, m.Shown(e.Next), m.Label(e.Label))); next != state {
			list[i].Next = m.with(e.Next, next)
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
func (m *Machine) look(s State) State {
	l := &m.looks
	l.mu.Lock()
	if l.entries == nil {
		l.entries = make([]struct{ from, to State }, 1<<lookBits)
		m.bytes.Add(16 << lookBits)
	}
	at := &l.entries[(uint64(s)^uint64(s)>>29)*0x9e3779b97f4a7c15>>(64-lookBits)]
	known := *at
	l.mu.Unlock()
	if known.from == s && known != (struct{ from, to State }{}) {
		return known.to
	}
	state, next := m.monitorIn(s), s
	c := m.Shown(s)
	if now := m.told.TellStep(state, properties.StepFrom(c, c, model.Event{}, nil)); now != state {
		next = m.with(s, now)
	}
	l.mu.Lock()
	at.from, at.to = s, next
	l.mu.Unlock()
	return next
}

// clear forgets the results.
func (l *looks) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.entries)
}

// with returns s with another state of the monitor.
func (m *Machine) with(s State, monitor any) State {
	m.mu.Lock()
	defer m.mu.Unlock()
	states := m.split(s)
	last := len(m.leaves)
	e := m.environment.states[states[last]]
	e.monitor = monitor
	states[last] = m.environment.state(e)
	return m.join(states)
}

// monitorIn returns the state of the monitor in s.
func (m *Machine) monitorIn(s State) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	states := m.split(s)
	return m.environment.states[states[len(m.leaves)]].monitor
}

// decode returns the configuration that s stands for, and the state of the monitor in
// it: the opposite of encode.
func (m *Machine) decode(s State) (model.Configuration, any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.leaves)
	states := m.split(s)
	e := m.environment.states[states[n]]
	c := model.Configuration{Locals: make([]any, n), Down: make([]bool, n), Channels: make([][]model.Envelope, len(m.sys.Channels())),
		Left: e.left, Started: e.started}
	if m.sys.Network().Faults.Cut > 0 {
		c.Cut = make([]bool, len(m.sys.Links()))
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
	m.sys.Semantics().Sort(c)
	return c, e.monitor
}

// decode writes the part of a configuration that a state of the leaf stands for.
func (l *leaf) decode(v []int32, c *model.Configuration) {
	p := l.process
	if v[atLocal] >= 0 {
		c.Locals[p] = l.m.tables.Value(p, compiled.Local(v[atLocal]))
	}
	c.Down[p] = v[atMode] == modeDown
	if v[atMode] >= modeFailed {
		if c.Failures == nil {
			c.Failures = make([]string, len(l.m.leaves))
		}
		c.Failures[p] = l.m.failures[v[atMode]-modeFailed].text
	}
	for q := range cutPorts(v).All() {
		c.Cut[l.m.sys.OutLink(p, q)] = true
	}
	for q := range l.across(v).All() {
		c.Divided[l.m.sys.OutLink(p, q)] = true
	}
	for i, ch := range l.slots {
		for _, e := range l.m.contents.lists[v[atChannels+i]] {
			c.Channels[ch] = append(c.Channels[ch], model.Envelope{Port: e.port(), Msg: l.m.tables.MessageValue(e.message()), Ticks: e.ticks()})
		}
	}
	if c.Clocks != nil {
		c.Clocks[p] = l.m.clocks.List(v[l.atClocks()])
	}
}
