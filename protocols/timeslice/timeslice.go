package timeslice

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Algorithm is the algorithm.
type Algorithm struct{}

// State is the local state of a process.
type State struct {
	Awake  bool
	Rounds int // rounds counted, up to the first one of its own phase
	Role   model.Role
	Leader model.ID // who is the leader, NoID while unknown
}

func (s State) String() string {
	words := []string{"asleep"}
	if s.Awake {
		words[0] = "awake"
	}
	words = append(words, s.Role.String())
	if s.Rounds != 0 {
		words = append(words, fmt.Sprintf("rounds=%d", s.Rounds))
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	return strings.Join(words, ",")
}

// Message is the identity of the leader on its way around.
type Message struct {
	ID model.ID
}

func (m Message) String() string { return fmt.Sprintf("ID(%d)", m.ID) }

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "timeslice".
func (a Algorithm) Name() string { return "timeslice" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowID | model.KnowN, // 3
		Timings:    []model.Timing{model.Lockstep},
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that an undecided process may wake until it has, and from then on
// counts rounds.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	undecided := s.Role == model.Undecided
	return model.Spontaneous{Wake: undecided && !s.Awake, Round: undecided && s.Awake} // 3
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Wake:
		s.Awake = true // 3
	case in.Kind == model.Round:
		return a.round(p, s)
	case s.Role != model.Won: // 9, 13
		p.Send(left, in.Msg)                                  // 11
		s.Role, s.Leader, s.Rounds = model.Lost, in.Msg.ID, 0 // 10, 12
	}
	return s
}

// round counts a round in which no identity has come.
func (a Algorithm) round(p *model.Process[Message], s State) State {
	s.Rounds++                             // 3
	if s.Rounds == p.N()*int(p.ID()-1)+1 { // 4, 5
		s.Role, s.Leader, s.Rounds = model.Won, p.ID(), 0 // 6, 8
		p.Send(left, Message{p.ID()})                     // 7
	}
	return s
}

// Observe returns the view of an observer: a process that has decided has
// terminated.
func (a Algorithm) Observe(_ model.Self, s State) model.Status { // 8, 12
	return model.Status{Role: s.Role, Leader: s.Leader, Halted: s.Role != model.Undecided}
}
