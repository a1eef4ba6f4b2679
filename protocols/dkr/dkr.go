package dkr

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Algorithm is the algorithm.
type Algorithm struct{}

// Mode is the way in which a process treats the values that arrive.
type Mode uint8

// The modes, in the order in which a process goes through them.
const (
	Asleep Mode = iota
	Active
	Passive
	Terminated
)

var modeNames = [...]string{"asleep", "active", "passive", "terminated"}

func (m Mode) String() string { return modeNames[m] }

// State is the local state of a process.
type State struct {
	Mode      Mode
	Value     model.ID // while active: the value that the process stands for
	Neighbour model.ID // while active: the value of the nearest active process, NoID while unknown
	Knows     bool     // has announced the winner
	Leader    model.ID // who is the leader, NoID while unknown
}

func (s State) String() string {
	words := []string{s.Mode.String()}
	if s.Value != model.NoID {
		words = append(words, fmt.Sprintf("value=%d", s.Value))
	}
	if s.Neighbour != model.NoID {
		words = append(words, fmt.Sprintf("neighbour=%d", s.Neighbour))
	}
	if s.Knows {
		words = append(words, "knows")
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	return strings.Join(words, ",")
}

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	One    Kind = iota // the value of the nearest active process
	Two                // the value of the second nearest
	Winner             // the identity of the leader
)

var kindNames = [...]string{"ONE", "TWO", "WINNER"}

// Message is a message.
type Message struct {
	Kind Kind
	J    model.ID
}

func (m Message) String() string { return fmt.Sprintf("%s(%d)", kindNames[m.Kind], m.J) }

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "dkr".
func (Algorithm) Name() string { return "dkr" }

// Needs returns the demands of the algorithm on its network.
func (Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowID,
	}
}

// Init returns the state of a process that has done nothing yet.
func (Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process may wake until it has started.
func (Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	return model.Spontaneous{Wake: s.Mode == Asleep}
}

// Step is the algorithm.
func (Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if s.Mode == Asleep { // 20
		s.Mode, s.Value = Active, p.ID()    // 1
		p.Send(left, Message{One, s.Value}) // 1
	}
	switch {
	case in.Kind != model.Receive:
		return s
	case in.Msg.Kind == Winner:
		return winner(p, s, in.Msg.J)
	case s.Mode != Active:
		p.Send(left, in.Msg) // 7, 8, 14, 15
		return s
	case in.Msg.Kind == One:
		return one(p, s, in.Msg.J)
	}
	return two(p, s, in.Msg.J)
}

// one handles the value of the nearest active process.
func one(p *model.Process[Message], s State, j model.ID) State { // 2
	if j == s.Value { // 5
		s.Knows = true                   // 6
		p.Send(left, Message{Winner, j}) // 6
		return s
	}
	// 3
	s.Neighbour = j               // 4
	p.Send(left, Message{Two, j}) // 4
	return s
}

// two handles the value of the second nearest active process.
func two(p *model.Process[Message], s State, j model.ID) State { // 9
	if s.Neighbour > j && s.Neighbour > s.Value { // 10
		s.Value, s.Neighbour = s.Neighbour, model.NoID // 11
		p.Send(left, Message{One, s.Value})            // 11
		return s
	}
	// 12
	s.Mode, s.Value, s.Neighbour = Passive, model.NoID, model.NoID // 13
	return s
}

// winner handles the identity of the leader.
func winner(p *model.Process[Message], s State, j model.ID) State { // 16
	if !s.Knows {
		p.Send(left, Message{Winner, j}) // 18
	}
	return State{Mode: Terminated, Leader: j, Knows: s.Knows} // 17, 19
}

// Observe returns the view of an observer.
func (Algorithm) Observe(self model.Self, s State) model.Status {
	switch {
	case s.Mode == Active:
		return model.Status{Role: model.Candidate}
	case s.Mode != Terminated:
		return model.Status{}
	case s.Leader == self.ID():
		return model.Status{Role: model.Won, Leader: s.Leader, Halted: true}
	}
	return model.Status{Role: model.Lost, Leader: s.Leader, Halted: true}
}
