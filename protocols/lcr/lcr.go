package lcr

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes and of readings.
// The zero value is the text as printed.
type Algorithm struct {
	Fixes    errata.Fixes
	Readings errata.Readings
}

// State is the local state of a process.
type State struct {
	Part   Part
	Halted bool // has terminated
	Role   model.Role
	Leader model.ID // who is the leader, NoID while unknown
}

// Part is the part that a process takes.
type Part uint8

// The parts.
const (
	Asleep Part = iota
	Awake       // has sent its own identity
	Relay       // was woken by a message, and passes every identity on (R1=c)
)

func (s State) String() string {
	words := []string{"asleep"}
	if s.Part != Asleep {
		words[0] = "awake"
	}
	words = append(words, s.Role.String())
	if s.Part == Relay {
		words = append(words, "relay")
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	if s.Halted {
		words = append(words, "halted")
	}
	return strings.Join(words, ",")
}

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Elect Kind = iota // the identity of a process
	Term              // the termination message
)

// Message is a message: an identity on its way, or the news that there is a
// leader (ID is NoID where the news does not say who).
type Message struct {
	Kind Kind
	ID   model.ID
}

func (m Message) String() string {
	switch {
	case m.Kind == Elect:
		return fmt.Sprintf("ELECT(%d)", m.ID)
	case m.ID == model.NoID:
		return "TERM"
	}
	return fmt.Sprintf("TERM(%d)", m.ID)
}

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "lcr".
func (a Algorithm) Name() string { return "lcr" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowID,
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process may wake until it is awake.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	return model.Spontaneous{Wake: s.Part == Asleep && !a.deaf(s)}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if a.deaf(s) {
		return s
	}
	if s.Part == Asleep && in.Kind != model.Wake && a.Readings[Woken] == 2 { // R1
		s.Part = Relay
	}
	if s.Part == Asleep && (in.Kind == model.Wake || a.Readings[Woken] == 0) { // 9 R1
		s.Part = Awake
		p.Send(left, Message{Elect, p.ID()}) // 1
	}
	switch {
	case in.Kind != model.Receive:
		return s
	case in.Msg.Kind == Elect:
		return a.elect(p, s, in.Msg.ID)
	}
	return a.terminate(p, s, in.Msg.ID)
}

// elect handles the arrival of identity j.
func (a Algorithm) elect(p *model.Process[Message], s State, j model.ID) State { // 2
	switch id := p.ID(); {
	case j > id || s.Part == Relay: // 3 R1
		p.Send(left, Message{Elect, j}) // 4
		if a.Readings[Losing] == 0 {    // R2
			s.Role = model.Lost // 4
		}
	case j == id: // 5
		s.Role, s.Leader = model.Won, id // 6
		if a.Fixes.Has(Terminate) {      // E1
			p.Send(left, a.news(id)) // 10
			s.Halted = true          // 10
		}
	case j < id: // 7
		// 8
	}
	return s
}

// news returns the termination message of the leader.
func (a Algorithm) news(leader model.ID) Message {
	if a.Fixes.Has(Name) { // E2
		return Message{Term, leader}
	}
	return Message{Term, model.NoID} // 10
}

// terminate handles the arrival of a termination message.
func (a Algorithm) terminate(p *model.Process[Message], s State, leader model.ID) State { // 11
	if a.Fixes.Has(Absorb) && s.Role == model.Won { // E3
		return s
	}
	p.Send(left, Message{Term, leader})                   // 12
	s.Role, s.Leader, s.Halted = model.Lost, leader, true // 12
	return s
}

// deaf reports whether s ignores every input from now on.
func (a Algorithm) deaf(s State) bool { return s.Halted && a.Readings[Terminated] == 1 } // R3

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader, Halted: s.Halted}
}
