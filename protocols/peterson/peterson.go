package peterson

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Algorithm is the algorithm.
type Algorithm struct{}

// Mode is the way in which a process treats the next value.
type Mode uint8

// The modes.
const (
	Asleep  Mode = iota
	First        // active, waits for the first value of the phase
	Second       // active, waits for the second
	Passive      // passes values on
	Elected      // has announced that it is elected
)

var modeNames = [...]string{"asleep", "first", "second", "passive", "elected"}

func (m Mode) String() string { return modeNames[m] }

// State is the local state of a process.
type State struct {
	Mode  Mode
	Value model.ID // while active: the value that the process stands for
	Next  model.ID // in mode Second: the first value of the phase
}

func (s State) String() string {
	words := []string{s.Mode.String()}
	if s.Value != model.NoID {
		words = append(words, fmt.Sprintf("value=%d", s.Value))
	}
	if s.Next != model.NoID {
		words = append(words, fmt.Sprintf("next=%d", s.Next))
	}
	return strings.Join(words, ",")
}

// Message is a value on its way.
type Message struct{ Value model.ID }

func (m Message) String() string { return fmt.Sprintf("VALUE(%d)", m.Value) }

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "peterson".
func (Algorithm) Name() string { return "peterson" }

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
	if s.Mode == Asleep { // 15
		s.Mode, s.Value = First, p.ID() // 1
		p.Send(left, Message{s.Value})  // 2
	}
	if in.Kind != model.Receive || s.Mode == Elected {
		return s
	}
	j := in.Msg.Value
	if j == p.ID() { // 4, 7, 12
		return State{Mode: Elected} // 14
	}
	switch s.Mode {
	case First: // 3
		p.Send(left, Message{max(s.Value, j)}) // 5
		s.Mode, s.Next = Second, j
	case Second: // 6
		if s.Next >= max(s.Value, j) { // 8
			s.Mode, s.Value, s.Next = First, s.Next, model.NoID // 9
			p.Send(left, Message{s.Value})                      // 2
		} else {
			s.Mode, s.Value, s.Next = Passive, model.NoID, model.NoID // 10
		}
	case Passive: // 11
		p.Send(left, in.Msg) // 13
	}
	return s
}

// Observe returns the view of an observer: whoever is elected names itself.
func (Algorithm) Observe(self model.Self, s State) model.Status {
	switch {
	case s.Mode == Elected:
		return model.Status{Role: model.Won, Leader: self.ID()}
	case s.Mode == First || s.Mode == Second:
		return model.Status{Role: model.Candidate}
	}
	return model.Status{}
}
