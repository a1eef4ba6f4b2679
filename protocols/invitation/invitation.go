package invitation

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm in which each process forms MaxCount groups at
// most.
type Algorithm struct {
	Readings errata.Readings
	MaxCount int // 0: 2
}

// patience is the timer of a process that has waited long enough: for answers,
// for members, for a sign of its coordinator, or since it last asked.
const patience uint8 = 0

// Name returns "invitation".
func (a Algorithm) Name() string { return "invitation" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{patience: "patience"}}
}

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.CompleteByID, model.Complete},
		MinN:       1,
		MaxN:       63, // a set of identities has no greater ones
		Knowledge:  model.KnowID | model.KnowNeighbours,
	}
}

// Init returns the state of a process that has not started.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back: it recovers.
func (a Algorithm) Restart(p model.Self, s State) State {
	if s.Count == a.lastCount() {
		return State{Count: s.Count}
	}
	return alone(p.ID(), s) // 3
}

// alone returns the state of a process in a new group of its own.
func alone(id model.ID, s State) State {
	count := s.Count + 1                                                // 1
	return State{Phase: Working, Count: count, Group: Group{id, count}} // 2
}

// Ready says that a process may start by itself (it wakes), and which timeouts
// and crashes it waits for.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	if s.Phase == Asleep { // 3
		return model.Spontaneous{Wake: s.Count < a.lastCount()}
	}
	asks := s.leads(p.ID()) && s.Phase == Working
	if asks && s.Asked != 0 || a.recoversNext(p, s) && s.Count == a.lastCount() {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Timers: model.Timers(patience)}
}

// Durations returns how long a process waits, in units of the greatest delay: for an
// answer longer than a round trip, for members longer than an invitation that is
// forwarded and its answer, for its coordinator longer than that waits for anything, and
// before it asks the others as long as line 25 says.
func (a Algorithm) Durations(p model.Self, s State) model.Durations {
	const answered, joined = 2 + 1, 3 + 1
	wait := model.Exactly(answered) // 6, 21
	switch {
	case s.leads(p.ID()) && s.Phase == Forming:
		wait = model.Exactly(joined) // 14
	case s.leads(p.ID()) && s.Phase == Working:
		wait = a.pause(p) // 4
	case !s.leads(p.ID()) && s.Asked == 0:
		wait = model.Exactly(answered + joined + 1) // 16
	}
	return model.Durations{Timers: [8]model.Span{patience: wait}}
}

// pause returns how long a coordinator waits before it asks whether there are others.
func (a Algorithm) pause(p model.Self) model.Span {
	const merged = 2 + 3 + 1    // questions and answers, invitations and their answers
	if a.Readings[Pause] == 1 { // R1
		return model.Exactly(merged * (1 + greater(p))) // 25
	}
	if a.Readings[Pause] == 2 { // R1
		return model.Exactly(merged)
	}
	return model.Span{Least: merged, Greatest: 2 * merged} // 4
}

// greater returns how many processes have greater identities.
func greater(p model.Self) int {
	count := 0
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) > p.ID() {
			count++
		}
	}
	return count
}

// recoversNext reports whether a process forms another group when its patience
// is over.
func (a Algorithm) recoversNext(p model.Self, s State) bool {
	if s.leads(p.ID()) {
		return s.Phase == Checking && s.Others != 0
	}
	return s.Asked != 0
}

func (a Algorithm) lastCount() int {
	if a.MaxCount == 0 {
		return 2
	}
	return a.MaxCount
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	if s.Phase == Asleep {
		if s.Count == a.lastCount() {
			return s
		}
		s = alone(p.ID(), s) // 3
	}
	switch {
	case in.Kind == model.Receive:
		return a.receive(p, s, in)
	case in.Kind == model.Wake:
		return s
	case s.leads(p.ID()):
		return leader(p, s)
	}
	return member(p, s)
}

// leader handles the timeout of a coordinator.
func leader(p *model.Process[Message], s State) State {
	switch {
	case s.Phase == Forming:
		send(p, s.Members, Message{Ready, s.Group}) // 14
		s.Phase = Working                           // 14
	case s.Phase == Working:
		s.Asked, s.Phase = others(p), Checking
		send(p, s.Asked, Message{AreYouCoordinator, s.Group}) // 4
	case s.Others == 0: // 6
		s.Phase = Working
	default:
		return merge(p, s)
	}
	return s
}

// others returns the identities of all other processes.
func others(p *model.Process[Message]) model.IDSet {
	var ids model.IDSet
	for q := range model.Port(p.Ports()) {
		if id := p.Neighbour(q); id != p.ID() {
			ids = ids.With(id)
		}
	}
	return ids
}

// send sends m to all processes of a set.
func send(p *model.Process[Message], to model.IDSet, m Message) {
	for id := range to.All() {
		p.Send(p.PortOf(id), m)
	}
}

// merge forms a group of the groups of other coordinators and its own.
func merge(p *model.Process[Message], s State) State { // 6
	next := alone(p.ID(), s) // 7
	next.Phase = Forming
	send(p, s.Others|s.Members, Message{Invitation, next.Group}) // 7, 8
	return next
}

// member handles the timeout of a member.
func member(p *model.Process[Message], s State) State {
	if s.Asked != 0 {
		return alone(p.ID(), s) // 21
	}
	s.Asked = model.IDs(s.Group.Coordinator)
	send(p, s.Asked, Message{AreYouThere, s.Group}) // 16
	return s
}

// receive handles the arrival of a message.
func (a Algorithm) receive(p *model.Process[Message], s State, in model.Input[Message]) State {
	from, m := p.Neighbour(in.Port), in.Msg
	switch m.Kind {
	case AreYouCoordinator:
		p.Send(in.Port, Message{answer(s.leads(p.ID()) && s.atWork(), Yes, No), m.Group}) // 5
		return s
	case AreYouThere:
		p.Send(in.Port, Message{whereabouts(s, from, m.Group), m.Group}) // 17
		return s
	case Invitation:
		return join(p, s, m.Group)
	}
	if m.Group != s.Group {
		return s // it is about a group of the past
	}
	switch m.Kind {
	case Yes, No:
		return answered(s, from, m.Kind)
	case Accept:
		if s.Phase == Forming {
			s.Members = s.Members.With(from) // 13
		}
	case Ready:
		s.Phase, s.Asked = Working, 0 // 15
	case There: // 18
		s.Asked = 0
	case NoMore:
		if s.Count < a.lastCount() {
			return alone(p.ID(), s) // 20
		}
	}
	return s
}

func answer(is bool, yes, no Kind) Kind {
	if is {
		return yes
	}
	return no
}

// whereabouts returns the answer to a process that asks for the coordinator of
// a group.
func whereabouts(s State, from model.ID, g Group) Kind { // 17
	switch {
	case s.Group != g || !s.Members.Has(from):
		return NoMore // 19
	case s.Phase == Forming:
		return There // 18
	}
	return Ready // 18
}

// join handles the arrival of an invitation.
func join(p *model.Process[Message], s State, g Group) State { // 9
	if !s.atWork() || g.Coordinator == p.ID() || g == s.Group {
		return s // 12
	}
	send(p, s.Members, Message{Invitation, g})             // 10
	p.Send(p.PortOf(g.Coordinator), Message{Accept, g})    // 11
	return State{Phase: Joining, Count: s.Count, Group: g} // 11
}

// answered handles the arrival of an answer to the question whether its sender
// is a coordinator.
func answered(s State, from model.ID, answer Kind) State {
	s.Asked = s.Asked.Without(from)
	if answer == Yes && s.Phase == Checking {
		s.Others = s.Others.With(from) // 6
	}
	return s
}
