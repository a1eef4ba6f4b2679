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
		v, cut := slices.Clone(l.vector(states[p])), model.PortSet(0)
		for q := range m.sys.Ports(p) {
			if i := m.sys.OutLink(p, model.Port(q)); i >= 0 && c.Cut != nil && c.Cut[i] {
				cut = cut.With(model.Port(q))
			}
		}
		if cut != 0 {
			setCutPorts(v, cut)
			states[p] = l.state(v)
		}
	}
	return m.join(states)
}
