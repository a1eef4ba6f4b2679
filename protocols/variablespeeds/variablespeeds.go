package variablespeeds

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of readings.
type Algorithm struct {
	Readings errata.Readings
}

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "variablespeeds".
func (a Algorithm) Name() string { return "variablespeeds" }

// Needs returns the knowledge and network that the algorithm requires. Identities are
// exponents of the number of rounds.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowID,
		Timings:    []model.Timing{model.Lockstep},
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process may wake until it is awake, and that rounds matter
// to one that starts or holds an identity.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	return model.Spontaneous{Wake: s.Part == Asleep, Round: s.Part == Starting || s.Held != model.NoID}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Round:
		return a.round(p, s)
	case a.lynch() && s.Part == Asleep: // 17
		s.Part, s.Least = Taking, p.ID()
		s = hold(s, p.ID()) // 18
	case in.Kind == model.Wake:
		s.Part = Starting // 3
	case s.Part == Asleep || s.Part == Starting: // 5
		s.Part = Relay
	}
	switch {
	case in.Kind != model.Receive || s.Halted:
		return s
	case in.Msg.Kind == Term:
		return a.terminate(p, s, in.Msg)
	}
	return a.elect(p, s, in.Msg)
}

// lynch reports whether all take part, at the speeds of the second phase.
func (a Algorithm) lynch() bool { return a.Readings[Woken] == 1 } // R1

// round handles the end of a round, after its messages.
func (a Algorithm) round(p *model.Process[Message], s State) State {
	if s.Part == Starting { // 3
		s.Part, s.Least = Taking, p.ID()
		p.Send(left, Message{First, p.ID()}) // 4
	}
	if s.Held == model.NoID {
		return s
	}
	if s.Wait--; s.Wait == 0 { // 10
		p.Send(left, Message{Second, s.Held})
		s.Held = model.NoID
	}
	return s
}

// hold stores an identity in place of any other. It waits 2^id - 1 rounds, of
// which the current one is the first, and goes on in the next.
func hold(s State, id model.ID) State { // 11
	s.Held, s.Wait = id, 1<<id // 10
	return s
}

// elect handles the arrival of an identity.
func (a Algorithm) elect(p *model.Process[Message], s State, m Message) State { // 6
	switch {
	case s.Part == Taking && m.ID == p.ID(): // 12
		s.Role, s.Leader, s.Halted = model.Won, p.ID(), true // 12, 14
		p.Send(left, Message{Term, p.ID()})                  // 14
	case s.Least != model.NoID && m.ID > s.Least: // 13
	case s.Part == Relay && m.Kind == First: // 9
		s.Role, s.Least = model.Lost, m.ID // 8
		s.Held, s.Wait = model.NoID, 0     // 11
		p.Send(left, m)                    // 9
	default: // 7
		s.Role, s.Least = model.Lost, m.ID // 8
		s = hold(s, m.ID)                  // 10
	}
	return s
}

// terminate handles the arrival of the termination message at a process that
// has not terminated. The leader has terminated already.
func (a Algorithm) terminate(p *model.Process[Message], s State, m Message) State { // 15, 16
	p.Send(left, m)                                     // 15
	s.Role, s.Leader, s.Halted = model.Lost, m.ID, true // 15
	s.Held, s.Wait = model.NoID, 0
	return s
}

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader, Halted: s.Halted}
}
