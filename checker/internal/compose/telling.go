package compose

import "github.com/interrex/interrex/properties"

// A telling is the layer that tells a monitor what happens, above the reduction. A monitor that counts, or sees what
// one process shows, is told by the tables: its state is part of the environment, and nothing is left to do. One that is told
// of whole events is told when these are composed.
type telling interface {
	// expand is [Machine.Successors] for a configuration that is not ill-formed.
	expand(lane int, s State, list []State) (_ []State, obligatory bool)
	// tell replaces in events of s, of which the monitor has not been told yet, its state after them.
	tell(s State, list []Edge)
	// forget is called when configurations get other numbers.
	forget()
	// ofTables reports whether the tables of components have all that events look up.
	ofTables() bool
	// watched returns the monitor that the tables tell, of which nil is none.
	watched(monitor *properties.Monitor) *properties.Monitor
}

// newTelling returns the layer of a monitor, nil if there is none.
func newTelling(m *Machine, monitor *properties.Monitor) telling {
	if monitor != nil && monitor.IsTold() {
		return &told{m: m, monitor: monitor}
	}
	return byTables{m}
}

// byTables leaves it to the tables to tell the monitor.
type byTables struct{ m *Machine }

func (b byTables) expand(lane int, s State, list []State) ([]State, bool) {
	return b.m.expand(lane, s, list)
}
func (byTables) tell(State, []Edge) {}
func (byTables) forget()            {}
func (byTables) ofTables() bool     { return true }
func (byTables) watched(monitor *properties.Monitor) *properties.Monitor {
	return monitor
}
