package franklin

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Algorithm is the algorithm.
type Algorithm struct{}

// Mode is the way in which a process treats the identities that arrive.
type Mode uint8

// The modes.
const (
	Asleep Mode = iota
	Active
	Passive
	Leader
)

var modeNames = [...]string{"asleep", "active", "passive", "leader"}

func (m Mode) String() string { return modeNames[m] }

// State is the local state of a process. The arrays are by port.
type State struct {
	Mode Mode
	Now  [2]model.ID // while active: the identities received in this phase, NoID where none has come
	Next [2]model.ID // while active: those received of the next phase
}

func (s State) String() string {
	words := []string{s.Mode.String()}
	if s.Now != [2]model.ID{} {
		words = append(words, fmt.Sprintf("now=%d,%d", s.Now[left], s.Now[right]))
	}
	if s.Next != [2]model.ID{} {
		words = append(words, fmt.Sprintf("next=%d,%d", s.Next[left], s.Next[right]))
	}
	return strings.Join(words, ",")
}

// Message is an identity on its way.
type Message struct{ ID model.ID }

func (m Message) String() string { return fmt.Sprintf("ID(%d)", m.ID) }

const (
	left  model.Port = 0
	right model.Port = 1
)

// other returns the other side.
func other(side model.Port) model.Port { return left + right - side }

// Name returns "franklin".
func (Algorithm) Name() string { return "franklin" }

// Needs returns the demands of the algorithm on its network.
func (Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.Ring},
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
	if s.Mode == Asleep { // 11
		s.Mode = Active // 1
		send(p)
	}
	switch {
	case in.Kind != model.Receive:
		return s
	case s.Mode != Active:
		p.Send(other(in.Port), in.Msg) // 10
		return s
	case s.Now[in.Port] == model.NoID:
		s.Now[in.Port] = in.Msg.ID // 3
	default:
		s.Next[in.Port] = in.Msg.ID
	}
	if s.Now[left] == model.NoID || s.Now[right] == model.NoID {
		return s // 3
	}
	return decide(p, s)
}

func send(p *model.Process[Message]) {
	p.Send(left, Message{p.ID()})  // 2
	p.Send(right, Message{p.ID()}) // 2
}

// decide ends a phase.
func decide(p *model.Process[Message], s State) State {
	switch greatest := max(s.Now[left], s.Now[right]); {
	case greatest > p.ID(): // 4
		pass(p, s)
		return State{Mode: Passive} // 5
	case greatest == p.ID(): // 6
		return State{Mode: Leader} // 7
	}
	send(p)                                 // 8, 9
	return State{Mode: Active, Now: s.Next} // 9
}

// pass passes on the messages that have come too early for a process that is now passive.
func pass(p *model.Process[Message], s State) {
	for _, side := range []model.Port{left, right} {
		if s.Next[side] != model.NoID {
			p.Send(other(side), Message{s.Next[side]}) // 10
		}
	}
}

// Observe returns the view of an observer: the leader names itself.
func (Algorithm) Observe(self model.Self, s State) model.Status {
	switch s.Mode {
	case Active:
		return model.Status{Role: model.Candidate}
	case Passive:
		return model.Status{Role: model.Lost}
	case Leader:
		return model.Status{Role: model.Won, Leader: self.ID()}
	}
	return model.Status{}
}
