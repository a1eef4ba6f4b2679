package bullyimproved

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

// Name returns "bully-improved".
func (a Algorithm) Name() string { return "bully-improved" }

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
func (a Algorithm) Init(model.Self) State { return State{Phase: Normal} } // 17

// Restart returns the state of Init: nothing survives a crash. The document has no
// restart; this is for the page of assumptions.
func (a Algorithm) Restart(p model.Self, _ State) State { return a.Init(p) }

// Ready says that a process without a coordinator may start an election, that
// one with a coordinator starts an election when the coordinator crashes, unless
// it knows of an election already, and whether the next tick has an effect.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	switch s.Phase {
	case Normal: // 18
		return a.readyNormal(p, s)
	case WaitingForCoordinator: // 18
		if a.Fixes.Has(Wait) { // E3
			return model.Spontaneous{Suspect: watch(p, s.Current)}
		}
	case Coordinating: // 19
		return model.Spontaneous{Idle: !s.Sent} // 20
	case WaitingForOK: // 1
		ready := model.Spontaneous{Idle: s.Expired || a.counted(p, s) || s.Oks > 0 && !a.Fixes.Has(Reset)} // 4 14
		if !s.Expired {
			ready.Timers = model.Timers(threshold) // 2 3
		}
		return ready
	}
	return model.Spontaneous{}
}

func (a Algorithm) readyNormal(p model.Self, s State) model.Spontaneous {
	if s.Elector != model.NoID && a.Readings[Flagged] != 2 { // 22 R2
		if a.Fixes.Has(Flag) { // E2
			return model.Spontaneous{Suspect: watch(p, s.Elector)}
		}
		return model.Spontaneous{}
	}
	ready := model.Spontaneous{Wake: s.Current == model.NoID, Suspect: watch(p, s.Current)} // 21
	if ready.Wake && a.Readings[Initiator] == 0 {                                           // R6
		ready.Timers = model.Timers(missed) // 21
	}
	return ready
}

// watch returns the port of the process with identity id, none if it is NoID
// or the process itself.
func watch(p model.Self, id model.ID) model.PortSet {
	if id == model.NoID || id == p.ID() {
		return 0
	}
	return model.Ports(p.PortOf(id))
}

// counted reports whether the number of OKs of line 4 has come.
func (a Algorithm) counted(p model.Self, s State) bool { // 4 R1
	index := int(p.PortOf(p.ID())) // the identity, counted from 0
	switch a.Readings[Count] {
	case 1:
		return s.Oks == p.Ports()-(index+1)+1
	case 2:
		return s.Oks == p.Ports()-1-index
	}
	return s.Oks == p.Ports()-index+1
}

// Step is the algorithm: the body of the loop of its state machine. The process then
// forgets the values that it will not read.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	return a.kept(p.Self, a.step(p, s, in))
}

func (a Algorithm) step(p *model.Process[Message], s State, in model.Input[Message]) State { // 15
	switch in.Kind {
	case model.Receive:
		return a.handle(p, s, in)
	case model.Idle: // 16
		return a.tick(p, s)
	case model.Timeout:
		if in.Timer == threshold {
			s.Expired = true // 3
			return s
		}
	}
	return a.start(p, s) // 21
}

// kept returns s without the values that no line reads before they are written. Processes that differ in
// nothing else do the same for ever, so there are fewer local states of the same text.
func (a Algorithm) kept(p model.Self, s State) State {
	if s.Phase != Normal && a.Readings[Flagged] != 1 && a.Readings[Lasting] == 0 { // 22 R2 R8: NORMAL begins at 31
		s.Elector = model.NoID
	}
	if s.Phase == Coordinating && a.Readings[Forgets] == 0 { // 25 R3: 31 and an election write it
		s.Current = p.ID()
	}
	if s.Phase != Coordinating && a.Readings[Resends] == 0 { // 20 R4: an election comes first
		s.Sent = false
	}
	return s
}

// tick handles a second without a message.
func (a Algorithm) tick(p *model.Process[Message], s State) State {
	if s.Phase == Coordinating { // 19
		return a.announce(p, s) // 20
	}
	looked := a.counted(p.Self, s) || s.Expired // 4
	switch {
	case looked && s.Oks == 0: // 5
		s.Current, s.Phase = p.ID(), Coordinating // 6 7
		s.Expired = false
	case looked: // 8
		p.Send(p.PortOf(s.Current), YouCoordinator) // 9 10 11 12 27
		s.Phase = WaitingForCoordinator             // 13
		s.Expired = false
	}
	if looked || !a.Fixes.Has(Reset) { // E1
		s.Oks = 0 // 14
	}
	return s
}

// handle handles a message from the process behind in.Port.
func (a Algorithm) handle(p *model.Process[Message], s State, in model.Input[Message]) State {
	from := p.Neighbour(in.Port)
	switch in.Msg {
	case Election: // 23
		p.Send(in.Port, OK) // 23
		s.Elector = from    // 22
	case OK: // 26
		s.Oks++
		s.Current = max(s.Current, from) // 26
		if a.Readings[Answer] == 1 {     // R7
			s.Current = from
		}
	case YouCoordinator: // 28
		if s.Elector == model.NoID || a.Readings[Flagged] != 1 { // R2
			return a.start(p, s) // 28
		}
	case Coordinator: // 31
		s.Phase, s.Current, s.Expired = Normal, from, false // 31
		if a.Readings[Lasting] == 0 {                       // R8
			s.Elector = model.NoID
		}
	}
	return s
}

// start starts an election.
func (a Algorithm) start(p *model.Process[Message], s State) State {
	p.Reset(threshold)
	for q := p.PortOf(p.ID()) + 1; int(q) < p.Ports(); q++ {
		p.Send(q, Election) // 24
	}
	s.Phase, s.Expired, s.Elector = WaitingForOK, false, model.NoID // 24
	if a.Readings[Forgets] == 0 {                                   // R3
		s.Current = p.ID() // 25
	}
	if a.Readings[Resends] == 0 { // R4
		s.Sent = false
	}
	return s
}

// announce sends the coordinator messages.
func (a Algorithm) announce(p *model.Process[Message], s State) State {
	me := p.PortOf(p.ID())
	for q := range model.Port(p.Ports()) {
		if q < me || q > me && a.Readings[Whom] == 0 { // R5
			p.Send(q, Coordinator) // 20 30
		}
	}
	s.Sent = true // 20
	return s
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
