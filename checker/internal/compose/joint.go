package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A joint is a kind of event that all processes have at once, so that it belongs to no component: a tick in
// timing bounded, a round in lockstep.
type joint interface {
	// prepare is called when the leaves have been cut in two. The lock is held.
	prepare()
	// states appends the configurations after such events of s, and reports whether one of these is obligatory.
	states(lane int, s State, list []State) (_ []State, obligatory bool)
	// edges appends such events of s, in the same order.
	edges(s State, list []Edge) []Edge
	// ofTables reports whether the tables of components have all that these events look up. If so, requests
	// for them are recorded, and the leaves may be cut elsewhere.
	ofTables() bool
}

// newJoints returns the events of all processes at once that the timing has. The lock is held.
func newJoints(m *Machine) (list []joint) {
	switch m.sys.Network().Timing {
	case model.Bounded:
		list = append(list, &tick{m: m})
	case model.Lockstep:
		list = append(list, newRounds(m))
	}
	for _, j := range list {
		j.prepare()
	}
	return list
}

// areOfTables reports whether the tables of components have all that events look up.
func areOfTables(list []joint) bool {
	return !slices.ContainsFunc(list, func(j joint) bool { return !j.ofTables() })
}
