package compose

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// Locals returns the local states of the processes of s, and who is down.
func (m *Machine) Locals(s State) string {
	var list [][]int32
	for p, id := range m.split(s)[:len(m.leaves)] {
		list = append(list, m.leaves[p].vector(id)[:atCutLow])
	}
	return fmt.Sprint(list)
}

// StateOf returns the state of a configuration.
func (m *Machine) StateOf(c model.Configuration) State {
	m.mu.Lock()
	defer m.mu.Unlock()
	states := m.split(m.encode(c, nil))
	for p, l := range m.leaves {
		v, cut, across := slices.Clone(l.vector(states[p])), model.PortSet(0), model.PortSet(0)
		for q := range m.sys.Semantics().Ports(p) {
			i := m.sys.Semantics().OutLink(p, model.Port(q))
			if i >= 0 && c.Cut != nil && c.Cut[i] {
				cut = cut.With(model.Port(q))
			}
			if i >= 0 && c.Divided != nil && c.Divided[i] {
				across = across.With(model.Port(q))
			}
		}
		betrays := c.Traitors != nil && c.Traitors[p]
		if betrays {
			v[atLocal] = betrayed
		}
		if betrays || cut|across != 0 {
			setCutPorts(v, cut)
			l.setAcross(v, across)
			states[p] = l.state(v)
		}
	}
	if slices.Contains(c.Divided, true) {
		e := m.environment.states[states[len(m.leaves)]]
		e.divided = true
		states[len(m.leaves)] = m.environment.state(e)
	}
	return m.join(states)
}

// Keep keeps lists of events of these lengths, and returns those that changed.
func Keep(lengths ...int) (wrong []int) {
	c := newComponent(bare(), 0, 1)
	var places []uint64
	var lists [][]event
	for i, n := range lengths {
		list := make([]event, n)
		for j := range list {
			list[j] = event{uint32(i), uint32(j), uint32(n)}
		}
		lists, places = append(lists, list), append(places, c.keep(list))
	}
	for i, at := range places {
		if !slices.Equal(c.at(at), lists[i]) {
			wrong = append(wrong, i)
		}
	}
	return wrong
}

// ArenaChunk is the number of events in a chunk of the arena.
const ArenaChunk = arenaChunk

// Decode returns the configuration that s stands for.
func (m *Machine) Decode(s State) model.Configuration {
	c, _ := m.decode(s)
	return c
}

// Leaves returns the states of the leaves of s.
func (m *Machine) Leaves(s State) []uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.split(s)
}

// bare returns a machine without a system, whose layers do nothing.
func bare() *Machine {
	return &Machine{reduction: plain{}, folding: distinct{}, recorder: forgetful{}}
}

// ErrTranslation is errTranslation.
var ErrTranslation = errTranslation
