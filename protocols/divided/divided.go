package divided

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes and of readings.
// The zero value is the text as printed.
type Algorithm struct {
	Fixes    errata.Fixes
	Readings errata.Readings
}

// Name returns "divided".
func (a Algorithm) Name() string { return "divided" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	needs := model.Needs{
		Topologies: []model.Topology{model.Graph},
		MinN:       2,
		Knowledge:  model.KnowID | model.KnowLabel,
	}
	if a.Readings[Rivals] == 2 { // R1
		needs.Knowledge |= model.KnowNeighbours
	}
	return needs
}

// Init returns the state of a process at the start.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process of the ring may detect the crash until it has heard
// of it, and that an informer detects that a point is down while it waits for
// its reply.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous { // 1
	var ready model.Spontaneous
	if s.Asked && !s.Split {
		ready.Suspect = points(p) &^ s.Replied &^ s.Lost // 7
	}
	heard := s.Heard
	if a.Readings[Aware] == 1 { // R2
		heard = s.Detected || s.Leader != model.NoID
	}
	ready.Wake = p.Label() != Informer && !heard
	return ready
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Wake:
		return a.detect(p, s)
	case in.Kind == model.Suspect:
		s.Lost = s.Lost.With(in.Port)
		return a.divide(p, s)
	case points(p.Self).Has(in.Port):
		return a.fromPoint(p, s, in)
	case in.Port == informer:
		return a.fromInformer(p, s, in.Msg)
	case in.Msg.Kind == Coordinator:
		return a.coordinator(p, s, in.Msg)
	}
	return a.election(p, s, in.Msg)
}

// detect handles the detection of the crash.
func (a Algorithm) detect(p *model.Process[Message], s State) State {
	s.Heard, s.Detected, s.Sent = true, true, true
	p.Send(next, Message{Kind: Election, ID: p.ID(), By: p.ID()}) // 2
	return call(p, s)
}

// call tells the informer of a point about the crash.
func call(p *model.Process[Message], s State) State {
	if p.Label() == Point && !s.Called {
		s.Called = true
		p.Send(informer, Message{Kind: Crash}) // 5
	}
	return s
}

// election handles the arrival of an election message in the ring.
func (a Algorithm) election(p *model.Process[Message], s State, m Message) State {
	s.Heard = true
	s = call(p, s)
	switch {
	case s.Divides && (m.Part || !a.Fixes.Has(Whole)): // E2
		return a.end(p, s, m.ID) // 10, 11
	case s.Divides: // 10
		return s
	case m.Part && p.Label() == Point && a.Fixes.Has(Early): // E3
		return a.end(p, s, m.ID)
	case a.kills(p, s, m): // 17 R1
		return s
	case m.By == p.ID() && !m.Part: // 4
		s.Leader = m.ID
		p.Send(next, Message{Kind: Coordinator, ID: m.ID, By: p.ID()}) // 4, 15
		return s
	}
	s.Sent = true
	m.ID = max(m.ID, p.ID()) // 3
	p.Send(next, m)          // 3, 18
	return s
}

// kills reports whether a process stops a message that goes round the main ring.
func (a Algorithm) kills(p *model.Process[Message], s State, m Message) bool {
	sender := m.By
	if a.Readings[Rivals] == 2 { // R1
		sender = p.Neighbour(previous)
	}
	if a.Readings[Rivals] == 0 || a.Readings[Rivals] == 3 && m.Part { // R1
		return false
	}
	return s.Detected && sender < p.ID() // 17
}

// end stores the result of the subring that ends here.
func (a Algorithm) end(p *model.Process[Message], s State, biggest model.ID) State {
	s.Ended, s.Best = true, max(s.Best, biggest)
	return a.give(p, s)
}

// wheel sends election into the subring that begins here.
func (a Algorithm) wheel(p *model.Process[Message], s State) State {
	if !s.Sent || a.Fixes.Has(Again) { // 9 E1
		s.Sent = true
		p.Send(next, Message{Kind: Election, ID: p.ID(), By: p.ID(), Part: true}) // 9
	}
	return s
}

// fromInformer handles a message that a point receives from its informer.
func (a Algorithm) fromInformer(p *model.Process[Message], s State, m Message) State {
	s.Heard = true
	switch m.Kind {
	case Inform:
		p.Send(informer, Message{Kind: Reply}) // 7
	case Divide: // 9
		s.Divides = true
		return a.divide(p, ask(p, s))
	case Coordinator:
		s.Leader = m.ID
		tell(p, s)
		p.Send(next, Message{Kind: Coordinator, ID: m.ID, By: p.ID()}) // 14
	}
	return s
}

// coordinator handles the arrival of coordinator in the ring.
func (a Algorithm) coordinator(p *model.Process[Message], s State, m Message) State {
	s.Heard, s.Leader = true, m.ID
	if a.Fixes.Has(Stop) && (s.Divides || m.By == p.ID()) { // E4
		return s
	}
	p.Send(next, m) // 4, 14
	return s
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
