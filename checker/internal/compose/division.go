package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
)

// Where the network may divide, the vector of a leaf ends with the ports that lead to the other
// group. The environment knows whether it is divided, and so which events there are. Each of them is a push
// to the leaves.
const divisionWidth = 2

// across returns the ports whose links lead from one group of a divided network to the other.
func (l *leaf) across(v []int32) model.PortSet {
	if !l.m.divides {
		return 0
	}
	at := len(v) - divisionWidth
	return model.PortSet(uint32(v[at])) | model.PortSet(uint32(v[at+1]))<<32
}

func (l *leaf) setAcross(v []int32, s model.PortSet) {
	if l.m.divides {
		at := len(v) - divisionWidth
		v[at], v[at+1] = int32(uint32(s)), int32(uint32(s>>32))
	}
}

// divisions returns the events of the environment in a state: that the network divides, in each way, or
// that it is whole again.
func (e *environment) divisions(s environmentState) (list []event) {
	if s.divided {
		s.divided = false
		return append(list, e.division(s, model.Event{Process: -1, Kind: model.Heal}))
	}
	if s.left.Divide > 0 {
		s.divided, s.left = true, s.left.Minus(model.Divide.Cost())
		for _, group := range e.m.sys.Semantics().Divisions() {
			list = append(list, e.division(s, model.Event{Process: -1, Kind: model.Divide, Group: group}))
		}
	}
	return list
}

// division returns the event that leads to a state of the environment, with the links between the
// group of x and all others severed.
func (e *environment) division(to environmentState, x model.Event) event {
	var atoms []atom
	for p, l := range e.m.leaves {
		atoms = append(atoms, atom{p, e.m.batches.putsNumber(puts{guard: dividing, across: l.toOthers(x.Group)})})
	}
	return event{next: e.state(to), out: e.m.batches.number(atoms) | optional, label: e.m.labelOf(x, false, 0)}
}

// toOthers returns the ports of the process that lead from a group to all others, or back.
func (l *leaf) toOthers(group []int) (across model.PortSet) {
	for q, link := range l.links {
		if link.To >= 0 && slices.Contains(group, l.process) != slices.Contains(group, link.To) {
			across = across.With(model.Port(q))
		}
	}
	return across
}

// divisionAfter returns an event of all processes after a renaming.
func (m *Machine) divisionAfter(r *symmetry.Renaming, e model.Event) model.Event {
	if e.Kind == model.Divide {
		var group []int
		for _, p := range e.Group {
			group = append(group, r.Process(p))
		}
		e.Group = model.Division(group, len(m.leaves))
	}
	return e
}
