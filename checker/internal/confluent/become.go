package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A property of events is refuted by a step of one process, or by its crash or restart. A
// search looks at each of them that may happen, also beside the deliveries that are taken at once,
// and in the local states in which these are compared with rivals. So as long as none of them
// refutes the property, no execution does, and a search need not see the events that change a
// status. Once one of them does, later searches see all changes that the property sees.

// becoming is a change of the status of some process.
type becoming struct{ from, to model.Status }

// SeesSteps reports whether a search must look at events to judge properties of events. If not,
// no event refutes one, unless d is broken.
func (d *Deliveries) SeesSteps() bool {
	return d == nil || len(d.sight.Steps) == 0 || d.sight.seesSteps
}

// Become tells that a process may pass from one status to another, by one event.
func (d *Deliveries) Become(from, to model.Status) {
	x := becoming{from, to}
	if d.SeesSteps() || d.became[x] {
		return
	}
	d.became[x] = true
	if d.sight.refutes(x, d.system.Network().Faults.Crash > 0) && d.requires(seenSteps) {
		d.refuted, d.broken = true, true
	}
}

// Step tells that process p may take a step in local state l, with these outcomes.
func (d *Deliveries) Step(p int, l compiled.Local, list []compiled.Outcome) {
	if d.SeesSteps() {
		return
	}
	for _, o := range list {
		if o.IsKnown() {
			d.Become(d.tables.Status(p, l), d.tables.Status(p, o.Next))
		}
	}
}

// peek returns the outcomes of a step, which may happen in no execution.
func (d *Deliveries) peek(p int, l compiled.Local, in compiled.Input) []compiled.Outcome {
	list := d.tables.Peek(p, l, in)
	d.Step(p, l, list)
	return list
}

// refutes reports whether a change of a status refutes a property of events, or so does an event that
// leaves one of them as it is or, if processes may crash, a crash.
func (v *Sight) refutes(x becoming, crashes bool) bool {
	list := []becoming{x, {x.from, x.from}, {x.to, x.to}}
	if crashes {
		down := model.Status{Down: true}
		list = append(list, becoming{x.from, down}, becoming{x.to, down})
	}
	return slices.ContainsFunc(list, func(x becoming) bool {
		return slices.ContainsFunc(v.Steps, func(h *properties.Shape) bool { return refutes(h, x) })
	})
}

func refutes(h *properties.Shape, x becoming) (is bool) {
	defer properties.Unless(&is, true)
	return !h.Step(x.from, x.to)
}
