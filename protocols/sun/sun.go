package sun

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

// Name returns "sun".
func (a Algorithm) Name() string { return "sun" }

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.Graph},
		MinN:       1,
		Knowledge:  model.KnowID | model.KnowLabel,
	}
}

// Init returns the state of a process at the start.
func (a Algorithm) Init(model.Self) State { return State{} }

// Ready says that a process may detect the crash until it has heard of it.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous { // 1
	if a.Readings[Aware] == 1 { // R4
		return model.Spontaneous{Wake: !s.Heard && s.Leader == model.NoID}
	}
	return model.Spontaneous{Wake: !s.Heard}
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	ring := ringOf(in.Port)
	if in.Kind == model.Receive && a.Readings[Aware] == 0 { // R4
		s.Heard = true
	}
	m := in.Msg
	switch {
	case in.Kind == model.Wake:
		return a.detect(p, s)
	case m.Kind == Starter:
		return a.start(p, s, m)
	case m.Kind == Informer:
		return a.election(p, s, m.ID)
	case m.Kind == Coordinator:
		return a.coordinator(p, s, ring, m)
	case ring < own(p.Self):
		return a.end(p, s, ring, m)
	case m.Kind == MCoordinator:
		s.Held = m.ID
		return a.collect(p, s)
	}
	p.Send(next(ring), Message{Biggest, max(m.ID, p.ID())}) // 6, 7
	return a.wheel(p, s)
}

// detect handles the detection of the crash.
func (a Algorithm) detect(p *model.Process[Message], s State) State {
	s.Heard = true
	if a.Readings[Centre] == 1 && innermost(p.Self) { // R3
		return a.inform(p, s)
	}
	p.Send(next(0), Message{Starter, p.ID()}) // 2
	return s
}

// start handles the arrival of an election message that has been in no subring
// yet: the first process of the innermost ring that it comes to is the informer.
func (a Algorithm) start(p *model.Process[Message], s State, m Message) State {
	switch {
	case !innermost(p.Self):
		p.Send(next(own(p.Self)), m) // 7
		return s
	case s.Informer: // 18
		return s
	case s.Wheeled && a.Fixes.Has(Late): // E4
		return s
	}
	return a.inform(p, s)
}

// inform makes a process the informer.
func (a Algorithm) inform(p *model.Process[Message], s State) State {
	s.Informer = true
	p.Send(next(own(p.Self)), Message{Informer, p.ID()}) // 3, 4, 24
	if a.Readings[Itself] == 1 {                         // R7
		return s
	}
	return a.wheel(p, s)
}

// wheel sends an election message into each subring that begins here.
func (a Algorithm) wheel(p *model.Process[Message], s State) State {
	if s.Wheeled && a.Readings[Once] == 0 { // R1
		return s
	}
	s.Wheeled = own(p.Self) > 0
	for ring := range own(p.Self) {
		p.Send(next(ring), Message{Biggest, p.ID()}) // 5, 24
		if ring > 0 && a.Fixes.Has(Inner) {          // E5
			p.Send(next(ring), Message{MCoordinator, p.ID()})
		}
	}
	return s
}

// election handles the arrival of an informer's election message, on the
// innermost ring.
func (a Algorithm) election(p *model.Process[Message], s State, informer model.ID) State {
	switch {
	case informer == p.ID(): // 8
		s.Back = s.Informer
		if a.Readings[Itself] == 1 { // R7
			s = a.wheel(p, s)
		}
		return a.begin(p, s)
	case s.Informer && !(a.Fixes.Has(Yield) && informer > p.ID()): // 19 E3
		return s // 20
	}
	s.Informer = false
	p.Send(next(own(p.Self)), Message{Informer, informer}) // 3, 4
	return a.wheel(p, s)
}

// begin sends M-coordinator, once the informer's election has come back.
func (a Algorithm) begin(p *model.Process[Message], s State) State {
	if s.Back && (a.Readings[Everywhere] == 0 || a.ended(p, s)) { // 8 R5
		s.Back = false
		p.Send(next(own(p.Self)), Message{MCoordinator, p.ID()}) // 9, 25
	}
	return s
}

// ended reports whether, on each ring but its own, a subring has ended here.
func (a Algorithm) ended(p *model.Process[Message], s State) bool {
	return s.Ended == 1<<own(p.Self)-1
}

// end handles the message that comes out of a subring.
func (a Algorithm) end(p *model.Process[Message], s State, ring int, m Message) State {
	s.Biggest = max(s.Biggest, m.ID, p.ID())                        // 10, 11
	if ring == 0 || m.Kind == MCoordinator || !a.Fixes.Has(Inner) { // E5
		s.Ended |= 1 << ring
	}
	if a.Readings[Apart] == 1 && innermost(p.Self) && !s.Wheeled && !s.Informer { // 3 R2
		s = a.inform(p, s)
	}
	return a.collect(p, a.begin(p, s))
}

// collect handles M-coordinator as soon as the subrings have ended.
func (a Algorithm) collect(p *model.Process[Message], s State) State {
	if s.Held == model.NoID { // 12
		return s
	}
	if s.Informer && !a.Fixes.Has(Compare) { // E1
		return a.announce(p, s)
	}
	if !a.ended(p, s) { // 12, 13
		return s
	}
	s.Held = max(s.Held, s.Biggest) // 13
	if s.Informer {
		return a.announce(p, s)
	}
	p.Send(next(own(p.Self)), Message{MCoordinator, s.Held}) // 14
	s.Held = model.NoID
	return s
}

// announce sends coordinator on its way, when M-coordinator is back at the
// informer.
func (a Algorithm) announce(p *model.Process[Message], s State) State { // 15
	m := Message{Coordinator, s.Held}
	s.Held, s.Leader = model.NoID, m.ID // 15
	p.Send(next(own(p.Self)), m)        // 16, 26
	return a.tell(p, s, m)
}

// tell sends coordinator into the subrings that begin here.
func (a Algorithm) tell(p *model.Process[Message], s State, m Message) State {
	if s.Told && a.Readings[Each] == 0 { // R6
		return s
	}
	s.Told = own(p.Self) > 0
	for ring := range own(p.Self) {
		p.Send(next(ring), m) // 17, 26
	}
	return s
}

// coordinator handles the arrival of coordinator. With E2 it ends where a subring
// ends, and on the innermost ring at the informer.
func (a Algorithm) coordinator(p *model.Process[Message], s State, ring int, m Message) State {
	s.Leader = m.ID
	if (ring < own(p.Self) || s.Informer) && a.Fixes.Has(Stop) { // E2
		return s
	}
	p.Send(next(ring), m)   // 16, 17
	if ring < own(p.Self) { // 17
		return s
	}
	return a.tell(p, s, m)
}

// Observe returns the view of an observer: a process has won when it has learnt
// that it is the coordinator. The informer has not won by being the informer.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	switch s.Leader {
	case model.NoID:
		return model.Status{}
	case p.ID():
		return model.Status{Role: model.Won, Leader: s.Leader}
	}
	return model.Status{Role: model.Lost, Leader: s.Leader}
}
