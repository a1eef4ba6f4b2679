package itairodeh

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Algorithm is the algorithm with K identities to choose from, 1..K; the zero
// value has three, the least with which it needs FIFO channels.
type Algorithm struct {
	K int
}

// Phase is the part that a process plays in the election.
type Phase uint8

// The phases of a process.
const (
	Asleep  Phase = iota // has done nothing yet
	Active               // may still become the leader
	Passive              // has lost, and passes messages on
	Leader               // has won
)

// State is the local state of a process.
type State struct {
	Phase Phase
	ID    int // the identity that an active process has chosen, else 0
}

func (s State) String() string {
	switch s.Phase {
	case Asleep:
		return "asleep"
	case Passive:
		return "passive"
	case Leader:
		return "leader"
	}
	return fmt.Sprintf("active,id=%d", s.ID)
}

// Message is a message: an identity that a process has chosen, on its way
// round the ring.
type Message struct {
	J     int  // the identity
	Hop   int  // which process it comes to, its sender's left neighbour being the first; n+1: any beyond n
	Dirty bool // it has come past another active process with this identity
}

func (m Message) String() string {
	mark := "clean"
	if m.Dirty {
		mark = "dirty"
	}
	return fmt.Sprintf("TOKEN(%d,%d,%s)", m.J, m.Hop, mark)
}

// left is the port to the left. A message sent there arrives from the right.
const left model.Port = 0

// Name returns "itairodeh".
func (a Algorithm) Name() string { return "itairodeh" }

// Needs returns the knowledge and network that the algorithm requires. It does not ask for
// FIFO channels, so that the effect of their absence can be shown.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowN,
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process may wake until it has started.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous { // 3
	return model.Spontaneous{Wake: s.Phase == Asleep}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if s.Phase == Asleep { // 3, 4
		s = a.choose(p)
	}
	switch {
	case in.Kind != model.Receive:
	case s.Phase == Active: // 5
		return a.compete(p, s, in.Msg)
	case s.Phase == Passive: // 6
		pass(p, in.Msg) // 6
	}
	return s // 7
}

// choose makes a process active with an identity of its choice.
func (a Algorithm) choose(p *model.Process[Message]) State {
	k := a.K
	if k == 0 {
		k = 3
	}
	s := State{Phase: Active, ID: 1 + p.Choose(k)} // 1
	p.Send(left, Message{J: s.ID, Hop: 1})         // 2
	return s
}

// compete handles the arrival of a message at an active process.
func (a Algorithm) compete(p *model.Process[Message], s State, m Message) State {
	switch n := p.N(); {
	case m.Hop == n && !m.Dirty: // 8
		return State{Phase: Leader} // 9
	case m.Hop == n: // 10
		return a.choose(p) // 11
	case m.J == s.ID: // 12
		m.Dirty = true // 13
		pass(p, m)     // 13
	case m.J > s.ID: // 14
		pass(p, m)                   // 15
		return State{Phase: Passive} // 15
	case m.J < s.ID: // 16
		// 17
	}
	return s
}

// pass passes a message on. More than n hops are all the same to line 8.
func pass(p *model.Process[Message], m Message) {
	m.Hop = min(m.Hop, p.N()) + 1
	p.Send(left, m)
}

// Observe returns the status of a process, which its phase determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	roles := [...]model.Role{Asleep: model.Undecided, Active: model.Candidate, Passive: model.Lost, Leader: model.Won}
	return model.Status{Role: roles[s.Phase]}
}
