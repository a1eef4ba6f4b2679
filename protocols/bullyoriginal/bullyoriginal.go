package bullyoriginal

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes and of readings.
// The zero value is the text as printed.
type Algorithm struct {
	Fixes    errata.Fixes
	Readings errata.Readings
}

// The timers.
const (
	threshold uint8 = iota // THRESHOLD is over
	missed                 // there is no coordinator to respond
)

// Name returns "bully-original".
func (a Algorithm) Name() string { return "bully-original" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{threshold: "THRESHOLD", missed: "coordinator"}}
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

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(model.Self) State { return State{Phase: Normal} } // 32

// Restart returns the state of Init: nothing survives a crash. The document has no
// restart (line 33 of the source); this is for the page of assumptions.
func (a Algorithm) Restart(p model.Self, _ State) State { return a.Init(p) }

// Ready says that a process without a coordinator may start an election, that
// one with a coordinator starts an election when the coordinator crashes, and
// whether the next tick has an effect.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	var ready model.Spontaneous
	switch s.Phase {
	case Normal: // 6 7 34
		ready.Wake = s.Current == model.NoID          // 23
		ready.Suspect = watch(p, s.Current)           // 23
		if ready.Wake && a.Readings[Initiator] == 0 { // R5
			ready.Timers = model.Timers(missed) // 23
		}
	case WaitingForCoordinator: // 6 7
		if a.Fixes.Has(Wait) { // E1
			ready.Suspect = watch(p, s.Best)
		}
	case Coordinating: // 8
		ready.Idle = !s.Sent // 9
	case WaitingForOK: // 11
		if !s.Expired {
			ready.Timers = model.Timers(threshold) // 12 13
		}
		ready.Idle = s.Oks > 0 || s.Expired // 14 17 19 20
	}
	return ready
}

// watch returns the port of the process with identity id, none if it is NoID.
func watch(p model.Self, id model.ID) model.PortSet {
	if id == model.NoID {
		return 0
	}
	return model.Ports(p.PortOf(id))
}

// Step is the algorithm: the body of the loop of its state machine. The process then
// forgets the values that it will not read.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	return a.kept(a.step(p, s, in))
}

func (a Algorithm) step(p *model.Process[Message], s State, in model.Input[Message]) State { // 1 2
	switch in.Kind { // 3
	case model.Receive: // 4 21
		return a.handle(p, s, in) // 22
	case model.Idle: // 5
		return a.tick(p, s)
	case model.Timeout:
		if in.Timer == threshold {
			s.Expired = true // 13
			return s
		}
	}
	return a.start(p, s) // 23
}

// kept returns s without the values that no line reads before they are written. Processes that differ in
// nothing else do the same for ever, so there are fewer local states of the same text.
func (a Algorithm) kept(s State) State {
	s.Oks = min(s.Oks, 1)                              // 14: nothing asks for more than one
	if a.Fixes.Has(Stale) && s.Phase != WaitingForOK { // E2
		s.Oks = 0
	}
	if a.Fixes.Has(Wait) && s.Phase != WaitingForOK && s.Phase != WaitingForCoordinator { // E1
		s.Best = model.NoID
	}
	return s
}

// tick handles a second without a message.
func (a Algorithm) tick(p *model.Process[Message], s State) State {
	switch {
	case s.Phase == Coordinating: // 8
		return a.announce(p, s) // 9 10
	case s.Expired && a.Readings[Passes] == 1: // R4
		return a.announce(p, s) // 26
	case s.Oks > 0: // 14
		s.Oks = 0                       // 15
		s.Phase = WaitingForCoordinator // 16 28
		s.Expired = false
	case s.Expired: // 17
		return a.announce(p, s) // 18
	}
	return s
}

// handle handles a message from the process behind in.Port.
func (a Algorithm) handle(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch in.Msg {
	case Election: // 31
		p.Send(in.Port, OK) // 31
		if a.commences(s) {
			return a.start(p, s) // 28 31
		}
	case OK: // 29
		s.Oks++                // 29
		if a.Fixes.Has(Wait) { // E1
			s.Best = max(s.Best, p.Neighbour(in.Port))
		}
	case Coordinator: // 27 30
		s.Phase, s.Current = Normal, p.Neighbour(in.Port) // 27 30
		s.Expired, s.Sent, s.Best = false, a.sent(s), model.NoID
	}
	return s
}

// commences reports whether a process that receives ELECTION in state s starts
// an election of its own.
func (a Algorithm) commences(s State) bool { // 31 R2
	switch a.Readings[Underway] {
	case 1:
		return true
	case 2:
		return s.Phase == Normal
	}
	return s.Phase == Normal || s.Phase == Coordinating
}

// start starts an election.
func (a Algorithm) start(p *model.Process[Message], s State) State {
	p.Reset(threshold)
	me := p.PortOf(p.ID())
	for q := me + 1; int(q) < p.Ports(); q++ {
		p.Send(q, Election) // 24
	}
	s = State{Phase: WaitingForOK, Oks: s.Oks, Sent: a.sent(s)} // 25 34
	if a.Fixes.Has(Stale) {                                     // E2
		s.Oks = 0
	}
	if int(me) == p.Ports()-1 && a.Readings[Greatest] == 1 { // R1
		s.Phase = Coordinating
	}
	return s
}

// sent returns the flag of line 9 when an election starts or ends at a process that
// is no coordinator then.
func (a Algorithm) sent(s State) bool { return s.Sent && a.Readings[Flag] == 1 } // R6

// announce makes the process the coordinator: send_coordinator of the listing.
func (a Algorithm) announce(p *model.Process[Message], s State) State {
	me := p.PortOf(p.ID())
	for q := range model.Port(p.Ports()) {
		if q < me || q > me && a.Readings[Whom] == 1 { // R3
			p.Send(q, Coordinator) // 26
		}
	}
	return State{Phase: Coordinating, Current: p.ID(), Oks: s.Oks, Sent: true} // 26
}

// Observe returns the view of an observer. A coordinator has won, a process
// that knows one has lost, and one that waits for OKs is a candidate. During an
// election a process knows no coordinator.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	switch {
	case s.Phase == Coordinating:
		return model.Status{Role: model.Won, Leader: p.ID()}
	case s.Phase == WaitingForOK:
		return model.Status{Role: model.Candidate}
	case s.Phase == Normal && s.Current != model.NoID:
		return model.Status{Role: model.Lost, Leader: s.Current}
	}
	return model.Status{}
}
