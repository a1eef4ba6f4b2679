package hs

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
	Asleep  bool
	Relay   bool // was woken by a message, and swallows no probe (R6=b)
	Halted  bool // has terminated
	Role    model.Role
	Leader  model.ID // who is the leader, NoID while unknown
	Replies [2]int   // by port: the number of phases for which the reply has come
}

func (s State) String() string {
	words := []string{"awake"}
	if s.Asleep {
		words[0] = "asleep"
	}
	words = append(words, s.Role.String())
	if s.Relay {
		words = append(words, "relay")
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	if s.Halted {
		words = append(words, "halted")
	}
	return strings.Join(append(words, fmt.Sprintf("replies=%d,%d", s.Replies[left], s.Replies[right])), ",")
}

const (
	left  model.Port = 0
	right model.Port = 1
)

// other returns the other side.
func other(side model.Port) model.Port { return left + right - side }

// Name returns "hs".
func (a Algorithm) Name() string { return "hs" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.Ring},
		MinN:       1,
		Knowledge:  model.KnowID,
	}
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{Asleep: true} } // 16

// Ready says that a sleeping process may start: it wakes, or it learns that no
// message has come.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous { // 1 R1
	asleep := s.Asleep && !a.deaf(s)
	if a.Readings[Nothing] == 1 {
		return model.Spontaneous{Idle: asleep}
	}
	return model.Spontaneous{Wake: asleep}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if a.deaf(s) {
		return s
	}
	if s.Asleep && in.Kind == model.Receive && a.Readings[Sleeper] == 1 { // R6
		s.Asleep, s.Relay = false, true
	}
	if in.Kind != model.Receive || a.Fixes.Has(Start) { // 1 E1
		if s.Asleep { // 2
			s.Asleep = false                                     // 3
			both(p, Message{Kind: Probe, J: p.ID(), K: 0, D: 1}) // 4
		}
	}
	switch {
	case in.Kind != model.Receive:
		return s
	case in.Msg.Kind == Probe:
		return a.probe(p, s, in)
	case in.Msg.Kind == Reply:
		return a.reply(p, s, in)
	}
	return a.terminate(p, s, in)
}

func both(p *model.Process[Message], m Message) { // 19
	p.Send(left, m)
	p.Send(right, m)
}

// probe handles the arrival of a probe.
func (a Algorithm) probe(p *model.Process[Message], s State, in model.Input[Message]) State { // 5
	id, j, k, d := p.ID(), in.Msg.J, in.Msg.K, in.Msg.D
	if j == id { // 6, 21
		again := s.Role == model.Won
		s.Role, s.Leader, s.Halted = model.Won, id, true                  // 6
		if a.Fixes.Has(Terminate) && (!again || a.Readings[Again] == 1) { // E2 R5
			p.Send(left, Message{Kind: Term, J: id}) // 21
		}
	}
	passes := j > id || s.Relay // 7, 9 R6
	if passes && d < 1<<k {     // 7
		p.Send(other(in.Port), Message{Kind: Probe, J: j, K: k, D: d + 1}) // 8
	}
	if passes && d >= 1<<k { // 9
		p.Send(in.Port, Message{Kind: Reply, J: j, K: k}) // 10
	}
	if passes && a.Fixes.Has(Terminate) && a.Readings[Losing] == 0 { // E2 R2
		s.Role = model.Lost
	}
	return s // 17
}

// reply handles the arrival of a reply.
func (a Algorithm) reply(p *model.Process[Message], s State, in model.Input[Message]) State { // 11
	id, j, k := p.ID(), in.Msg.J, in.Msg.K
	if j != id { // 12
		p.Send(other(in.Port), in.Msg) // 12
		return s
	} // 13
	s.Replies[in.Port] = k + 1
	if s.Replies[other(in.Port)] > k { // 14
		next := Message{Kind: Probe, J: id, K: k + 1, D: 1}
		if a.Readings[Onward] == 0 { // R4
			both(p, next) // 15, 19
		} else {
			p.Send(in.Port, next) // 15
		}
	}
	return s
}

// terminate handles the arrival of the termination message. Only E2 sends one;
// the document leaves its way open.
func (a Algorithm) terminate(p *model.Process[Message], s State, in model.Input[Message]) State {
	if s.Role == model.Won {
		return s
	}
	p.Send(other(in.Port), in.Msg)
	s.Role, s.Leader, s.Halted = model.Lost, in.Msg.J, true
	return s
}

// deaf reports whether s ignores every input from now on.
func (a Algorithm) deaf(s State) bool { return s.Halted && a.Readings[Terminated] == 1 } // R3

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader, Halted: s.Halted}
}
