package awe

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of readings.
type Algorithm struct {
	Readings errata.Readings
}

// State is the local state of a process.
type State struct {
	Awake  bool     // has sent its own identity
	Least  model.ID // the least identity seen, its own among them
	Seen   int      // identities that have come, its own among them (R1=b, R1=c)
	Size   int      // the number of processes, 0 while unknown (R1=c)
	Leader model.ID // who is the leader, NoID while unknown
}

func (s State) String() string {
	words := []string{"asleep"}
	if s.Awake {
		words[0] = "awake"
	}
	words = append(words, fmt.Sprintf("least=%d", s.Least))
	add := func(name string, value int) {
		if value != 0 {
			words = append(words, fmt.Sprintf("%s=%d", name, value))
		}
	}
	add("seen", s.Seen)
	add("size", s.Size)
	add("leader", int(s.Leader))
	return strings.Join(words, ",")
}

// Message is the identity of a process on its way around.
type Message struct {
	ID   model.ID
	Hops int // links travelled, this one included (R1=c; else 0)
}

func (m Message) String() string {
	if m.Hops == 0 {
		return fmt.Sprintf("ID(%d)", m.ID)
	}
	return fmt.Sprintf("ID(%d,%d)", m.ID, m.Hops)
}

// next is the port to the next process.
const next model.Port = 0

// Name returns "awe".
func (a Algorithm) Name() string { return "awe" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	needs := model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowID,
	}
	if a.Readings[All] == 1 {
		needs.Knowledge |= model.KnowN
	}
	return needs
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(p model.Self) State { return State{Least: p.ID()} } // 6

// Ready says that a process may wake until it is awake.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if !s.Awake && (in.Kind == model.Wake || a.Readings[Woken] == 0) { // 3 R2
		s.Awake = true
		a.send(p, Message{ID: p.ID()}) // 1, 3
	}
	if in.Kind != model.Receive {
		return s
	}
	if in.Msg.ID == p.ID() { // 7
		s.Size = in.Msg.Hops // 8
	} else { // 4
		s.Least = min(s.Least, in.Msg.ID) // 6
		a.send(p, in.Msg)                 // 5
	}
	if a.Readings[All] != 0 { // R1
		s.Seen++
	}
	if s.Leader == model.NoID && a.seenAll(p, s, in.Msg) { // 9
		s.Leader = s.Least // 10
	}
	return s
}

// send sends m one link further.
func (a Algorithm) send(p *model.Process[Message], m Message) {
	if a.Readings[All] == 2 { // 8 R1
		m.Hops++
	}
	p.Send(next, m)
}

// seenAll reports whether a process has seen the identity of every process,
// m being the last one that has come.
func (a Algorithm) seenAll(p *model.Process[Message], s State, m Message) bool { // 9 R1
	switch a.Readings[All] {
	case 0:
		return m.ID == p.ID()
	case 1:
		return s.Seen == p.N()
	}
	return s.Seen == s.Size
}

// Observe returns the view of an observer: who knows the leader has terminated.
func (a Algorithm) Observe(p model.Self, s State) model.Status { // 10
	switch s.Leader {
	case model.NoID:
		return model.Status{}
	case p.ID():
		return model.Status{Role: model.Won, Leader: s.Leader, Halted: true}
	}
	return model.Status{Role: model.Lost, Leader: s.Leader, Halted: true}
}
