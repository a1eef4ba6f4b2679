package compose

import "fmt"

// Locals returns the local states of the processes of s, and who is down.
func (m *Machine) Locals(s State) string {
	var list [][]int32
	for p, id := range m.split(s)[:len(m.leaves)] {
		list = append(list, m.leaves[p].vector(id)[:atCutLow])
	}
	return fmt.Sprint(list)
}
