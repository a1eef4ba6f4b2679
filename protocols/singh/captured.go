package singh

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// captured handles a message of a captured process: lines 51-76.
func (t *turn) captured(s State, in model.Input[Message]) State { // 51, 52
	m := in.Msg
	if s.Fresh { // R6
		s.Phase, s.Owner, s.Fresh = 1, 0, false // 54
	}
	switch { // 56
	case m.is(Capture, 1): // 57
		if s.Phase == 1 {
			t.p.Send(in.Port, accept1(0)) // 58
		}
	case m.is(Capture, 2): // 59
		if s.Phase == 1 || s.Owner == 0 { // 60
			t.p.Send(in.Port, accept2()) // 61
			s.Phase = 2                  // 61
		} else {
			t.p.Send(in.Port, inform(int(s.Owner))) // 62
		}
	case m.Kind == Owner: // 63
		if s.Phase == 1 { // 64
			s.Phase, s.Owner = 2, t.distance(in)     // 65, 80
			t.p.Send(in.Port, named(Ack, in.Msg.ID)) // 65
		}
	case m.Kind == Elected: // 72
		return State{Stage: Done, Leader: m.ID} // 73
	}
	return s // 66, 67, 68, 69, 70, 71, 74, 75
}

// distance returns the distance to the owner in the reckoning of a captured
// process that has heard from it.
func (t *turn) distance(in model.Input[Message]) model.Port {
	if t.Fixes.Has(Distance) {
		return in.Port // E11
	}
	return t.index(in.Msg.ID) // 65
}

// index returns the position that line 65 makes of the identity of the owner: one in
// the list Cycle of all processes, which is the same for all.
func (t *turn) index(id model.ID) model.Port {
	switch t.Readings[Place] { // R10
	case 3:
		return model.Port(id) // 90
	case 4:
		return t.p.PortOf(id) // 90
	}
	ids := []model.ID{t.p.ID()}
	for q := 1; q < t.n; q++ {
		ids = append(ids, t.p.Neighbour(model.Port(q)))
	}
	slices.Sort(ids)
	begin := t.n - 1
	if t.Readings[Place] == 1 { // R10
		begin = t.n - 2
	}
	if t.Readings[Place] == 2 { // R10
		begin = 0
	}
	return (t.p.PortOf(id) - t.p.PortOf(ids[begin]) + model.Port(t.n)) % model.Port(t.n)
}
