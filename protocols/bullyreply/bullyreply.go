package bullyreply

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

// Phase is the progress of a process in an election.
type Phase uint8

// The phases.
const (
	Unaware Phase = iota // has not detected a crash
	Asking               // has sent ELECTION and waits for numbers
	Stuck                // has no number to choose from
	Settled              // knows the coordinator
)

var phaseNames = [...]string{"unaware", "asking", "stuck", "settled"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// State is the local state of a process.
type State struct {
	Phase  Phase
	Role   model.Role
	Best   model.ID // while asking: the biggest number received, NoID if none
	Leader model.ID // the coordinator, NoID while unknown
}

func (s State) String() string {
	words := []string{s.Phase.String(), s.Role.String()}
	if s.Best != model.NoID {
		words = append(words, fmt.Sprintf("best=%d", s.Best))
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	return strings.Join(words, ",")
}

// The timers.
const (
	replies uint8 = iota // the numbers have had time to come
	detects              // the old coordinator has given no sign of life
)

// Name returns "bully-reply".
func (a Algorithm) Name() string { return "bully-reply" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{replies: "replies", detects: "coordinator"}}
}

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.CompleteByID},
		MinN:       1,
		MaxN:       64, // a set of ports has no more
		Knowledge:  model.KnowID | model.KnowNeighbours,
	}
}

// Init returns the state of a process that has not detected a crash.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back: a crash erases its
// local state.
func (a Algorithm) Restart(model.Self, State) State { return State{} }

// Ready says that a process may detect the crash of the old coordinator at any
// time (it wakes), with E3 does so eventually, with E4 detects that of a new one
// too, and that it waits for numbers.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	switch {
	case s.Phase == Unaware && a.Fixes.Has(Everybody): // E3
		return model.Spontaneous{Wake: true, Timers: model.Timers(detects)}
	case s.Phase == Unaware:
		return model.Spontaneous{Wake: true} // 1
	case s.Phase == Asking: // 4
		return model.Spontaneous{Timers: model.Timers(replies)}
	case s.Phase == Settled && s.Leader != p.ID() && a.Fixes.Has(Successor): // E4
		return model.Spontaneous{Suspect: model.Ports(p.PortOf(s.Leader))}
	}
	return model.Spontaneous{}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Timeout && in.Timer == replies:
		return a.choose(p, s)
	case in.Kind != model.Receive:
		return start(p)
	case in.Msg.Kind == Election:
		return a.election(p, s, in.Port)
	case in.Msg.Kind == Number:
		return number(s, in.Msg.Of)
	}
	return a.coordinator(p, in.Msg.Of)
}

// start holds an election.
func start(p *model.Process[Message]) State {
	p.Reset(replies)
	for q := p.PortOf(p.ID()) + 1; int(q) < p.Ports(); q++ {
		p.Send(q, Message{Kind: Election}) // 2, 6
	}
	return State{Phase: Asking, Role: model.Candidate}
}

// election handles the arrival of ELECTION.
func (a Algorithm) election(p *model.Process[Message], s State, from model.Port) State {
	p.Send(from, Message{Number, p.ID()})              // 3
	if a.Readings[Onward] == 1 && s.Phase == Unaware { // R1
		return start(p)
	}
	return s
}

// number handles the arrival of a number. One that comes late changes nothing.
func number(s State, of model.ID) State { // 7
	if s.Phase == Asking {
		s.Best = max(s.Best, of)
	}
	return s
}

// choose chooses the coordinator and announces it.
func (a Algorithm) choose(p *model.Process[Message], s State) State {
	best := s.Best                               // 4, 8
	if best == model.NoID && a.Fixes.Has(Self) { // E1
		best = p.ID()
	}
	if best == model.NoID { // 4
		return State{Phase: Stuck, Role: model.Candidate}
	}
	me := p.PortOf(p.ID())
	for q := range model.Port(p.Ports()) {
		if q != me || a.Readings[Whom] == 1 { // R2
			p.Send(q, Message{Coordinator, best}) // 5, 9
		}
	}
	return settled(p, best)
}

// coordinator handles the arrival of COORDINATOR.
func (a Algorithm) coordinator(p *model.Process[Message], leader model.ID) State {
	if leader < p.ID() && a.Fixes.Has(Bully) { // E2
		return start(p)
	}
	return settled(p, leader)
}

// settled returns the state of a process that knows the coordinator.
func settled(p *model.Process[Message], leader model.ID) State {
	if leader == p.ID() {
		return State{Phase: Settled, Role: model.Won, Leader: leader}
	}
	return State{Phase: Settled, Role: model.Lost, Leader: leader}
}

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}
