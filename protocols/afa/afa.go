package afa

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

// The document's implementation sends to the right: a message sent there arrives from the left.
const (
	left  model.Port = 0
	right model.Port = 1
)

// Name returns "afa".
func (a Algorithm) Name() string { return "afa" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.Ring},
		MinN:       1,
		Knowledge:  model.KnowID,
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{} } // 1

// Ready says that a process may wake, or be started, until it has.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	asleep := s.Stage == Asleep || a.Readings[Late] != 0 // R7
	return model.Spontaneous{Wake: asleep && !s.Started && !s.Done}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case s.Done && a.Readings[Terminated] != 0: // R4
		if a.Readings[Terminated] == 2 && in.Kind == model.Receive && in.Msg.Kind != Error { // R4
			p.Send(in.Port, Message{Kind: Error})
		}
		return s
	case in.Kind == model.Receive && in.Msg.Kind == Error: // R4
		s.Done = true
		return s
	case in.Kind == model.Wake && a.Readings[Preparation] == 1: // R1
		return a.start(p, s)
	case in.Kind == model.Wake:
		return a.wake(p, s)
	case in.Msg.Kind == EM:
		return a.elect(p, s, in)
	case in.Msg.Kind == TM:
		return a.terminate(p, s, in)
	}
	return a.ping(p, s, in)
}

// wake makes a process a candidate that sends its own identity.
func (a Algorithm) wake(p *model.Process[Message], s State) State { // 2
	if s.Stage != Asleep && a.Readings[Late] == 1 { // R7
		s.Stage = Candidate // 4
	} else {
		s = a.awaken(p, s)
	}
	if a.Readings[Late] != 0 { // R7
		s.Started = true
	}
	p.Send(s.Next, Message{EM, p.ID()}) // 3
	return s
}

// awaken makes a process a candidate.
func (a Algorithm) awaken(p *model.Process[Message], s State) State {
	s.Stage, s.Least, s.Next = Candidate, p.ID(), right // 4, 6, 7
	if a.Readings[Direction] != 0 {                     // 3 R6
		s.Next = model.Port(p.Choose(2))
	}
	return s
}

// onward returns the port through which a message goes on that came through in.Port.
func (a Algorithm) onward(s State, in model.Input[Message]) model.Port {
	if a.Readings[Direction] == 2 { // 9 R6
		return s.Next
	}
	return left + right - in.Port
}

// elect handles the arrival of an identity.
func (a Algorithm) elect(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case s.Stage == Asleep && a.Readings[Woken] == 1: // 5 R2
		s = a.wake(p, s)
	case s.Stage == Asleep: // 5
		s = a.awaken(p, s)
		if a.Fixes.Has(Start) && in.Msg.ID > s.Least { // E1
			p.Send(s.Next, Message{EM, s.Least})
		}
		if in.Msg.ID < s.Least { // 7
			s = a.update(p, s, in)
			s.Stage = Defeated // 10
		}
		return s
	}
	if s.Stage != Candidate && !(s.Stage == Defeated && a.Fixes.Has(Relay)) { // 11 E2
		return s
	}
	switch {
	case in.Msg.ID > s.Least: // 12
	case in.Msg.ID < s.Least: // 13
		s = a.update(p, s, in)
		if a.Readings[Defeat] == 0 { // 10 R3
			s.Stage = Defeated
		}
	case s.Stage == Candidate || a.Readings[Same] == 1: // 14 R5
		s.Stage, s.Leader = Elected, p.ID()          // 14
		p.Send(a.onward(s, in), Message{TM, p.ID()}) // 16, 17
	}
	return s
}

// update makes the identity that has come the least one known, and sends it on.
func (a Algorithm) update(p *model.Process[Message], s State, in model.Input[Message]) State {
	s.Least = in.Msg.ID             // 8, 13
	p.Send(a.onward(s, in), in.Msg) // 9, 13
	return s
}

// terminate handles the arrival of a termination message.
func (a Algorithm) terminate(p *model.Process[Message], s State, in model.Input[Message]) State {
	s.Done = true                                  // 26
	if a.Fixes.Has(Absorb) && s.Stage == Elected { // E3
		return s
	}
	s.Leader = in.Msg.ID            // 17
	p.Send(a.onward(s, in), in.Msg) // 25
	return s
}

// start begins the preparation phase of a process.
func (a Algorithm) start(p *model.Process[Message], s State) State { // 20
	s.Started = true
	p.Send(right, Message{Ping, p.ID()}) // 20
	for _, id := range s.Held {          // 21
		p.Send(right, Message{Ping, model.ID(id)})
	}
	s.Held = ""
	return s
}

// ping handles the arrival of a PING.
func (a Algorithm) ping(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case !s.Started: // 21
		s.Held += string(rune(in.Msg.ID))
	case in.Msg.ID != p.ID(): // 22
		p.Send(right, in.Msg)
	case s.Stage == Asleep || a.Readings[Late] != 0: // 23 R7
		return a.wake(p, s) // 24
	}
	return s
}
