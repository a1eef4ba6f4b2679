// Package bakery is the bakery algorithm by messages: L. Lamport, A new solution of Dijkstra's concurrent programming problem
// (CACM 17(8), 1974). The paper reads registers of other processes; here their owners answer questions, and the loops in which the paper waits
// for a register are questions that the owner defers. docs/examples.md quotes it.
package bakery

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Phase is the status of a process that an observer sees.
type Phase uint8

// The phases of a process.
const (
	Outside  Phase = iota
	Choosing       // its number
	Waiting        // until it is its turn
	Inside
)

func (f Phase) String() string {
	return [...]string{"outside", "choosing", "waiting", "inside"}[f]
}

// A Ticket has a number, 0 for none. Of two with one number that of the smaller identity goes first.
type Ticket struct {
	Number int
	Of     model.ID
}

// State is the local state of a process.
type State struct {
	Phase   Phase
	Asked   int // how often it has asked to enter
	Number  int // of its ticket
	Seen    int // the greatest number of others
	Answers int // to its last questions
}

// A Kind is the kind of a message.
type Kind uint8

// The kinds of messages.
const (
	Number Kind = iota // a question for the number, and
	Has                // its answer
	Turn               // a question whether it is the turn of a ticket, which is answered when it is by
	Go
)

// Message is a message.
type Message struct {
	Kind   Kind
	Ticket Ticket // of Has without identity, and of Turn
}

func (m Message) String() string {
	switch m.Kind {
	case Has:
		return fmt.Sprintf("HAS(%d)", m.Ticket.Number)
	case Turn:
		return fmt.Sprintf("TURN?(%d,id=%d)", m.Ticket.Number, m.Ticket.Of)
	}
	return [...]string{Number: "NUMBER?", Go: "GO"}[m.Kind]
}

// Algorithm: who wants to enter takes a number above those of all others, and waits for each other one until that has chosen
// and does not go first.
type Algorithm struct {
	Requests int // how often each process may ask; it bounds the numbers

	// The planted faults:
	Open  bool // a process answers while it chooses
	Equal bool // a number may be that of another process
	Ties  bool // of two tickets with one number neither goes first
}

// InputNames names the request and the end of the critical section.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "request", Timers: [8]string{"leave"}}
}

// Init returns a process that is outside.
func (Algorithm) Init(model.Self) State { return State{} }

// Observe shows the phase.
func (Algorithm) Observe(_ model.Self, s State) model.Status { return model.Status{Own: s.Phase} }

// Ready says that a process may ask, and need not, but must leave.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	if s.Phase == Inside {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{Wake: s.Phase == Outside && s.Asked < a.Requests}
}

// Defers says that a question for the turn waits while the process chooses, and while it goes first.
func (a Algorithm) Defers(p model.Self, s State, _ model.Port, m Message) bool {
	if m.Kind != Turn {
		return false
	}
	return s.Phase == Choosing && !a.Open || s.Number != 0 && a.first(Ticket{s.Number, p.ID()}, m.Ticket)
}

// first reports whether one ticket goes before another one.
func (a Algorithm) first(one, other Ticket) bool {
	return one.Number < other.Number || one.Number == other.Number && (a.Ties || one.Of < other.Of)
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Wake:
		tell(p, Message{Kind: Number})
		return State{Phase: Choosing, Asked: s.Asked + 1}
	case in.Kind == model.Timeout:
		return State{Asked: s.Asked}
	case in.Msg.Kind == Number:
		p.Send(in.Port, Message{Has, Ticket{Number: s.Number}})
	case in.Msg.Kind == Turn:
		p.Send(in.Port, Message{Kind: Go})
	default: // an answer
		s.Seen = max(s.Seen, in.Msg.Ticket.Number)
		if s.Answers++; s.Answers == p.Ports()-1 {
			return a.next(p, s)
		}
	}
	return s
}

// next is the step of a process that all have answered.
func (a Algorithm) next(p *model.Process[Message], s State) State {
	s.Answers = 0
	if s.Phase == Waiting {
		s.Phase = Inside
		return s
	}
	s.Phase, s.Number = Waiting, s.Seen+1
	if a.Equal {
		s.Number = max(s.Seen, 1)
	}
	tell(p, Message{Turn, Ticket{s.Number, p.ID()}})
	return s
}

// tell sends a message to all others.
func tell(p *model.Process[Message], m Message) {
	for q := 1; q < p.Ports(); q++ {
		p.Send(model.Port(q), m)
	}
}

// Network links each of n processes with every other. It must let messages overtake each other: a question that is deferred
// may not hold up an answer.
func Network(n int, order model.Order) model.Network {
	net := model.Network{Topology: model.Complete, N: n, Order: order}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// Exclusion says that no two processes are inside at a time.
func Exclusion() properties.Property {
	return properties.NewAlways("exclusion", "no two processes are inside at a time",
		properties.Both(func(a, b Phase) bool { return a != Inside || b != Inside }))
}

// Entry says that whoever asks to enter does.
func Entry() properties.Property {
	return properties.NewLeadsTo("entry", "whoever asks enters",
		properties.Every(func(f Phase) bool { return f == Choosing }),
		properties.Every(func(f Phase) bool { return f == Inside }))
}
