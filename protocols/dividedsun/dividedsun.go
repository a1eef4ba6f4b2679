package dividedsun

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes. The zero value is the text as
// printed.
type Algorithm struct{ Fixes errata.Fixes }

// Name returns "divided-sun".
func (a Algorithm) Name() string { return "divided-sun" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.Graph},
		MinN:       2,
		Knowledge:  model.KnowID | model.KnowLabel,
	}
}

// Init returns the state of a process at the start.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process of the ring may detect the crash until it has heard
// of it.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous { // 4
	return model.Spontaneous{Wake: p.Label() != Informer && !s.Heard}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	s.Heard = true
	m := in.Msg
	switch {
	case p.Label() == Informer:
		s.Heard = false
		return a.inform(p, s, in)
	case in.Kind == model.Wake:
		s.Detected, s.Sent = true, true
		p.Send(next, Message{Kind: Election, ID: p.ID(), By: p.ID()}) // 4
		return call(p, s)
	case in.Port == informer:
		return a.fromInformer(p, s, m)
	case m.Kind == Coordinator:
		return a.coordinator(p, s, in)
	case m.Kind == MCoordinator: // 10, 12
		s.Held = max(m.ID, s.Held)
		return a.give(p, s)
	case m.By == model.NoID:
		return a.part(p, s, in)
	}
	return a.election(p, s, m)
}

// call tells the informer of a point about the crash.
func call(p *model.Process[Message], s State) State {
	if p.Label() == Point && !s.Called {
		s.Called = true
		p.Send(informer, Message{Kind: Crash}) // 5
	}
	return s
}

// election handles an election message that some process has sent around the
// main ring.
func (a Algorithm) election(p *model.Process[Message], s State, m Message) State {
	s = call(p, s)
	switch {
	case s.Divides && a.Fixes.Has(Whole): // 11 E2
		return s
	case s.Divides: // 11
		s.Ended, s.Best, s.Held = true, max(s.Best, m.ID), max(s.Held, m.ID)
		return a.give(p, s)
	case m.By == p.ID(): // 4
		s.Leader = m.ID
		p.Send(next, Message{Kind: Coordinator, ID: m.ID, By: p.ID()}) // 4
		return s
	}
	s.Sent = true
	m.ID = max(m.ID, p.ID())
	p.Send(next, m) // 4
	return s
}

// part handles an election message of a D_i, in its subring or in the ring of
// P_m's.
func (a Algorithm) part(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	s = call(p, s)
	passes := p.Label() == Point && !s.Divides && !a.Fixes.Has(Early) // E3
	switch {
	case in.Port < inner && divides(p.Self) && !passes:
		s.Ended, s.Best = true, max(s.Best, m.ID) // 9, 11
		return a.give(p, s)
	case in.Port >= inner && p.Label() == Point && !passes: // 11
		if !a.Fixes.Has(Collect) { // E5
			s.Held = max(s.Held, m.ID)
		}
		return a.give(p, s)
	}
	m.ID = max(m.ID, p.ID())
	if in.Port < inner {
		p.Send(next, m) // 1, 9
		return s
	}
	p.Send(inner, m)                                  // 9
	p.Send(next, Message{Kind: Election, ID: p.ID()}) // 9
	return s
}

// wheel sends election into the subring that begins at a D_i, as Sun does.
func (a Algorithm) wheel(p *model.Process[Message], s State) State {
	if s.Sent && !a.Fixes.Has(Again) { // 8 E1
		return s
	}
	s.Sent = true
	m := Message{Kind: Election, ID: p.ID()}
	p.Send(next, m)           // 1, 8, 9
	p.Send(inner, m)          // 1, 8, 9
	if a.Fixes.Has(Collect) { // 10 E5
		p.Send(inner, Message{Kind: MCoordinator, ID: p.ID()})
	}
	return s
}

// give passes on the result of a subring once it has ended: a P_m inside a
// subring sends M-coordinator, a D_i tells the informer.
func (a Algorithm) give(p *model.Process[Message], s State) State {
	if !s.Ended || s.Held == model.NoID { // 10
		return s
	}
	switch biggest := max(s.Held, s.Best); {
	case p.Label() == Division:
		s.Held = model.NoID
		p.Send(inner, Message{Kind: MCoordinator, ID: biggest}) // 10
	case s.Divides:
		s.Held = model.NoID
		p.Send(informer, Message{Kind: Info, ID: biggest}) // 12
	}
	return s
}

// fromInformer handles a message that a point receives from the informer.
func (a Algorithm) fromInformer(p *model.Process[Message], s State, m Message) State {
	switch m.Kind {
	case Inform:
		p.Send(informer, Message{Kind: Reply}) // 7
	case Divide:
		s.Divides = true
		return a.give(p, a.wheel(p, s))
	case Coordinator:
		s.Leader = m.ID
		p.Send(inner, m) // 2, 14
		return tell(p, s, m)
	}
	return s
}

// tell sends coordinator into the subring that begins here.
func tell(p *model.Process[Message], s State, m Message) State {
	if !s.Told {
		s.Told = true
		p.Send(next, m) // 2, 14
	}
	return s
}

// coordinator handles the arrival of coordinator in a ring.
func (a Algorithm) coordinator(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	s.Leader = m.ID
	ends := s.Divides || m.By == p.ID() || m.By == model.NoID && in.Port < inner && divides(p.Self)
	if ends && a.Fixes.Has(Stop) { // E4
		return s
	}
	if in.Port < inner {
		p.Send(next, m) // 4, 14
		return s
	}
	p.Send(inner, m) // 14
	return tell(p, s, m)
}

// Observe returns the view of an observer: a process has won once it has learnt
// that it is the coordinator. The informer takes no part.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	status := model.Status{Leader: s.Leader, Aside: p.Label() == Informer}
	switch s.Leader {
	case model.NoID:
	case p.ID():
		status.Role = model.Won
	default:
		status.Role = model.Lost
	}
	return status
}
