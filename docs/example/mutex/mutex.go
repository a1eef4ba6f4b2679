// Package mutex is mutual exclusion by messages, with timestamps: G. Ricart and
// A. K. Agrawala, An optimal algorithm for mutual exclusion in computer networks
// (CACM 24(1), 1981). docs/examples.md quotes it.
package mutex

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Phase is the status of a process that an observer sees.
type Phase uint8

// The phases of a process.
const (
	Outside Phase = iota
	Waiting       // it has asked to enter
	Inside        // it is in the critical section
)

func (p Phase) String() string { return [...]string{"outside", "waiting", "inside"}[p] }

// state is the local state of a process.
type state struct {
	Phase   Phase
	Asked   int           // how often it has asked
	Clock   int           // the greatest timestamp that it knows
	Time    int           // the timestamp of its request
	Replies int           // to its request
	Owed    model.PortSet // the ports whose requests it has yet to answer
}

// A message is a request with its timestamp and sender, or a reply: the zero
// value.
type message struct {
	Time int
	From model.ID
}

func (m message) String() string {
	if m == (message{}) {
		return "REPLY"
	}
	return fmt.Sprintf("REQUEST(t=%d,id=%d)", m.Time, m.From)
}

// Algorithm: who wants to enter asks all others, and enters when all have
// replied. A process that has asked earlier replies later, when it leaves.
type Algorithm struct {
	Requests int  // how often each process may ask; it bounds the timestamps
	Ties     bool // the planted fault: of two requests with one timestamp neither goes first
}

// InputNames names the request and the end of the critical section.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "request", Timers: [8]string{"leave"}}
}

// Init returns a process that is outside.
func (Algorithm) Init(model.Self) state { return state{} }

// Ready says that a process may ask, and need not, but must leave.
func (a Algorithm) Ready(_ model.Self, s state) model.Spontaneous {
	switch {
	case s.Phase == Inside:
		return model.Spontaneous{Timers: model.Timers(0)}
	case s.Phase == Outside && s.Asked < a.Requests:
		return model.Spontaneous{Wake: true}
	}
	return model.Spontaneous{}
}

// Observe shows the phase.
func (Algorithm) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Phase} }

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[message], s state, in model.Input[message]) state {
	switch {
	case in.Kind == model.Wake:
		s.Phase, s.Asked, s.Clock, s.Replies = Waiting, s.Asked+1, s.Clock+1, 0
		s.Time = s.Clock
		for q := 1; q < p.Ports(); q++ {
			p.Send(model.Port(q), message{s.Time, p.ID()})
		}
	case in.Kind == model.Timeout:
		for q := range s.Owed.All() {
			p.Send(q, message{})
		}
		s.Phase, s.Owed = Outside, 0
	case in.Msg == message{}:
		if s.Replies++; s.Replies == p.Ports()-1 {
			s.Phase = Inside
		}
	default:
		s.Clock = max(s.Clock, in.Msg.Time)
		if s.Phase == Inside || s.Phase == Waiting && a.first(message{s.Time, p.ID()}, in.Msg) {
			s.Owed = s.Owed.With(in.Port)
		} else {
			p.Send(in.Port, message{})
		}
	}
	return s
}

// first reports whether request m goes before other.
func (a Algorithm) first(m, other message) bool {
	return m.Time < other.Time || m.Time == other.Time && (a.Ties || m.From < other.From)
}

// Network links each of n processes with every other. A link may change the
// order of its messages.
func Network(n int) model.Network {
	net := model.Network{Topology: model.Complete, N: n, Order: model.Bag}
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

// Entry says that whoever waits enters: one property of every process.
func Entry() properties.Property {
	return properties.NewLeadsTo("entry", "whoever waits enters",
		properties.Every(func(phase Phase) bool { return phase == Waiting }),
		properties.Every(func(phase Phase) bool { return phase == Inside }))
}
