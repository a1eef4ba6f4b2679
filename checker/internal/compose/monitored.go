package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// begin implements [folding].
func (o *orbits) begin(of *properties.Monitor, starts []*model.System, states []any) {
	if !o.keepsMonitors(of, starts, states) {
		o.refuse()
	}
}

// follow implements [folding].
func (o *orbits) follow(of *properties.Monitor, state any, x properties.Observation, next any) {
	if !o.keepMonitor(of, state, x, next) {
		o.refuse()
	}
}

// keepMonitor reports whether the monitor makes no difference between processes: next
// follows state upon x, whichever name the process has.
func (o *orbits) keepMonitor(m *properties.Monitor, state any, x properties.Observation, next any) (keeps bool) {
	defer properties.Unless(&keeps, false)
	return !slices.ContainsFunc(o.elements, func(e symmetry.Element) bool {
		y := x
		for _, k := range e.Word {
			r := o.generators[k]
			y.Before, y.After, y.Process = r.Status(y.Process, y.Before), r.Status(y.Process, y.After), r.Process(y.Process)
		}
		return m.Next(m.Renamed(state, e.Image), y) != m.Renamed(next, e.Image)
	})
}

// keepsMonitors reports whether the states of a monitor at the start are the same after each
// generator, where the processes start in other local states.
func (o *orbits) keepsMonitors(of *properties.Monitor, starts []*model.System, states []any) bool {
	for _, r := range o.generators {
		for i, to := range symmetry.Renamed(starts, r.Image) {
			if after, ok := renamedMonitor(of, states[i], r.Image); !ok || after != states[to] {
				return false
			}
		}
	}
	return true
}
