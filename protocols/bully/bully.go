package bully

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
	Unaware  Phase = iota // has not heard of a crash
	Asking                // has sent ELECTION, and no OK has come
	Yielding              // an OK has come: another process will be the coordinator
	Settled               // knows the coordinator
)

var phaseNames = [...]string{"unaware", "asking", "yielding", "settled"}

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
	Leader model.ID      // the coordinator, NoID while unknown
	Above  model.PortSet // while yielding, with E2: from where OK has come
}

func (s State) String() string {
	words := []string{s.Phase.String(), s.Role.String()}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	for q := range s.Above.All() {
		words = append(words, fmt.Sprintf("ok:%d", q))
	}
	return strings.Join(words, ",")
}

// The timers.
const (
	noOK    uint8 = iota // no OK has come
	detects              // the old coordinator has given no sign of life
)

// Name returns "bully".
func (a Algorithm) Name() string { return "bully" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{noOK: "OK", detects: "coordinator"}}
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

// Init returns the state of a process that has not heard of a crash.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back: a crash erases its
// local state.
func (a Algorithm) Restart(model.Self, State) State { return State{} }

// Ready says that a process may detect the crash of the old coordinator at any
// time (it wakes), with E4 does so eventually, with E5 detects that of a new one
// too, and that it waits for OK.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	switch {
	case s.Phase == Unaware && a.Fixes.Has(Everybody): // E4
		return model.Spontaneous{Wake: true, Timers: model.Timers(detects)}
	case s.Phase == Unaware:
		return model.Spontaneous{Wake: true} // 1
	case s.Phase == Asking: // 5
		return model.Spontaneous{Timers: model.Timers(noOK)}
	case s.Phase == Settled && s.Leader != p.ID() && a.Fixes.Has(Successor): // E5
		return model.Spontaneous{Suspect: model.Ports(p.PortOf(s.Leader))}
	}
	return model.Spontaneous{Suspect: s.Above} // E2
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Timeout && in.Timer == noOK:
		return a.unanswered(p)
	case in.Kind != model.Receive:
		return start(p)
	case in.Msg == Election:
		return a.election(p, s, in.Port)
	case in.Msg == OK:
		return a.ok(s, in.Port)
	}
	return a.coordinator(p, in.Port)
}

// start holds an election.
func start(p *model.Process[Message]) State {
	p.Reset(noOK)
	for q := p.PortOf(p.ID()) + 1; int(q) < p.Ports(); q++ {
		p.Send(q, Election) // 2, 7
	}
	return State{Phase: Asking, Role: model.Candidate}
}

// election handles the arrival of ELECTION.
func (a Algorithm) election(p *model.Process[Message], s State, from model.Port) State {
	if p.ID() >= p.Neighbour(from) { // 8
		p.Send(from, OK) // 3, 8
	}
	underWay := s.Phase == Asking || s.Phase == Yielding
	if a.Readings[Onward] == 1 || underWay && a.Readings[Again] == 0 { // R1 R2
		return s
	}
	return start(p) // 9
}

// ok handles the arrival of OK. One that comes late changes nothing.
func (a Algorithm) ok(s State, from model.Port) State { // 10
	if s.Phase != Asking && s.Phase != Yielding {
		return s
	}
	s.Phase, s.Role = Yielding, model.Lost // 4
	if a.Fixes.Has(Watch) {                // E2
		s.Above = s.Above.With(from)
	}
	return s
}

// unanswered handles the timeout without an OK.
func (a Algorithm) unanswered(p *model.Process[Message]) State {
	me := p.PortOf(p.ID())
	if greatest := int(me) == p.Ports()-1; !greatest && !a.Fixes.Has(Announce) { // E1
		return start(p) // 5
	}
	for q := range model.Port(p.Ports()) {
		if q != me || a.Readings[Whom] == 1 { // R3
			p.Send(q, Coordinator) // 6, 11
		}
	}
	return State{Phase: Settled, Role: model.Won, Leader: p.ID()} // 6
}

// coordinator handles the arrival of COORDINATOR.
func (a Algorithm) coordinator(p *model.Process[Message], from model.Port) State {
	switch leader := p.Neighbour(from); {
	case leader == p.ID():
		return State{Phase: Settled, Role: model.Won, Leader: leader}
	case leader < p.ID() && a.Fixes.Has(Bully): // E3
		return start(p)
	default:
		return State{Phase: Settled, Role: model.Lost, Leader: leader}
	}
}

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}
