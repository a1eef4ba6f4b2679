package tokenring

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
	Involved              // has sent the ELECTION of another on
	Starting              // has sent an ELECTION of its own
	Stuck                 // its ELECTION has come back without a number
	Settled               // knows the coordinator
)

var phaseNames = [...]string{"unaware", "involved", "starting", "stuck", "settled"}

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
	Leader model.ID // the coordinator, NoID while unknown
	Held   Tokens   // the tokens sent on, which may have to be sent once more
	Once   bool     // has sent an ELECTION of its own, and knows the coordinator (R6=b)
}

func (s State) String() string {
	words := []string{s.Phase.String(), s.Role.String()}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	if s.Once {
		words = append(words, "once")
	}
	for _, h := range s.Held.All() {
		words = append(words, h.String())
	}
	return strings.Join(words, ",")
}

// The timers.
const (
	noReply uint8 = iota // no reply has come
	detects              // the old coordinator has given no sign of life
)

// itself and next are the ports to the process itself and to the next one.
const (
	itself model.Port = 0
	next   model.Port = 1
)

// Name returns "tokenring".
func (a Algorithm) Name() string { return "tokenring" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{noReply: "reply", detects: "coordinator"}}
}

// Needs returns the demands of the algorithm on its network: the map of the ring is
// that port k leads to the k-th next process.
func (a Algorithm) Needs() model.Needs { // 1
	return model.Needs{
		Topologies: []model.Topology{model.Complete},
		MinN:       2,
		MaxN:       63, // a set of identities has no greater ones
		Knowledge:  model.KnowID | model.KnowNeighbours,
	}
}

// Init returns the state of a process that has not heard of a crash.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back: a crash erases its
// local state.
func (a Algorithm) Restart(model.Self, State) State { return State{} }

// Ready says that a process may detect the crash of the old coordinator at any
// time (it wakes), with E5 does so eventually, with E6 detects that of a new one
// too, and that it waits for replies.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous { // 2
	ready := model.Spontaneous{Wake: s.Phase == Unaware, Suspect: s.Held.watched()}
	if s.Phase == Involved && a.Readings[Aware] == 1 { // R4
		ready.Wake = true
	}
	if s.Phase == Unaware && a.Fixes.Has(Everybody) { // E5
		ready.Timers |= model.Timers(detects)
	}
	if s.Held.waits() { // 4
		ready.Timers |= model.Timers(noReply)
	}
	if s.Phase == Settled && s.Leader != p.ID() && a.Fixes.Has(Successor) { // E6
		ready.Suspect = ready.Suspect.With(p.PortOf(s.Leader))
	}
	return ready
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Timeout && in.Timer == noReply:
		return a.lost(p, s, func(h Held) bool { return !h.Taken })
	case in.Kind == model.Suspect && (s.Phase != Settled || in.Port != p.PortOf(s.Leader)):
		return a.lost(p, s, func(h Held) bool { return h.Taken && h.Port == in.Port }) // E4
	case in.Kind != model.Receive:
		return start(p, s)
	case in.Msg.Kind == Reply:
		return a.reply(s, in)
	}
	if in.Port != itself {
		p.Send(in.Port, in.Msg.reply()) // 5
	}
	if in.Msg.Kind == Election {
		return a.election(p, s, in)
	}
	return a.coordinator(p, s, in)
}

// start holds an election.
func start(p *model.Process[Message], s State) State {
	s = State{Phase: Starting, Role: model.Candidate, Held: s.Held.untaken()}
	return send(p, s, Held{Token: Message{Kind: Election, Starter: p.ID()}, Port: next}) // 3
}

// send sends a token on. A token that a process sends to itself needs no reply.
func send(p *model.Process[Message], s State, h Held) State {
	p.Send(h.Port, h.Token)
	if h.Port != itself {
		s.Held = s.Held.with(h)
		p.Reset(noReply)
	}
	return s
}

// reply handles the arrival of REPLY: the token is in other hands.
func (a Algorithm) reply(s State, in model.Input[Message]) State { // 5
	s.Held = s.Held.take(func(h Held) bool { return h.Port == in.Port && h.Token.reply() == in.Msg })
	if !a.Fixes.Has(Watch) { // E4
		s.Held = s.Held.untaken()
	}
	return s
}

// lost handles tokens whose holders are down.
func (a Algorithm) lost(p *model.Process[Message], s State, is func(Held) bool) State {
	held := s.Held
	s.Held = held.without(is)
	for _, h := range held.All() {
		switch {
		case !is(h):
		case a.Fixes.Has(Take) && p.Neighbour(h.Port) == h.Token.Starter: // E3
			s = a.take(p, s, h.Token)
		default:
			h.Port, h.Taken = (h.Port+1)%model.Port(p.Ports()), false // 4
			s = send(p, s, h)                                         // 4
		}
	}
	return s
}

// election handles the arrival of ELECTION.
func (a Algorithm) election(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	if m.Starter == p.ID() { // 6
		if a.Fixes.Has(Own) { // E1
			m.Numbers = a.put(m.Numbers, p.ID())
		}
		return a.choose(p, s, m.Numbers)
	}
	if a.kills(p, s, in) {
		return s // 12
	}
	m.Numbers = a.put(m.Numbers, p.ID()) // 7
	if s.Phase == Unaware {
		s = State{Phase: Involved, Held: s.Held}
	}
	return send(p, s, Held{Token: m, Port: next}) // 6, 13
}

// put returns the numbers together with that of the process.
func (a Algorithm) put(numbers model.IDSet, id model.ID) model.IDSet {
	switch {
	case a.Readings[Biggest] == 0: // R1
		return numbers.With(id)
	case id > numbers.Max(): // 10
		return model.IDs(id)
	}
	return numbers
}

// kills reports whether the process stops a token that another has started.
func (a Algorithm) kills(p *model.Process[Message], s State, in model.Input[Message]) bool {
	if a.Readings[Rules] == 1 || in.Msg.Kind == Coordinator && a.Readings[Any] == 0 { // R2 R3
		return false
	}
	sender := in.Msg.Starter
	if a.Readings[Sender] == 1 { // R5
		sender = p.Neighbour(in.Port)
	}
	return (s.Phase == Starting || s.Once) && p.ID() > sender // 11, 12 R6
}

// choose chooses the coordinator and announces it.
func (a Algorithm) choose(p *model.Process[Message], s State, numbers model.IDSet) State {
	leader := numbers.Max()   // 8
	if leader == model.NoID { // 8
		return State{Phase: Stuck, Role: model.Candidate, Held: s.Held}
	}
	m := Message{Kind: Coordinator, Starter: p.ID(), Leader: leader}
	return send(p, a.settled(p, s, leader), Held{Token: m, Port: next}) // 9
}

// coordinator handles the arrival of COORDINATOR.
func (a Algorithm) coordinator(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	if m.Starter == p.ID() && a.Fixes.Has(Stop) { // E2
		return s
	}
	if m.Starter != p.ID() && a.kills(p, s, in) {
		return s
	}
	return send(p, a.settled(p, s, m.Leader), Held{Token: m, Port: next}) // 9
}

// take acts for the starter of a token, which is down: the token has come
// round.
func (a Algorithm) take(p *model.Process[Message], s State, m Message) State {
	if m.Kind == Coordinator {
		return s
	}
	return a.choose(p, s, m.Numbers)
}

// settled returns the state of a process that knows the coordinator.
func (a Algorithm) settled(p *model.Process[Message], s State, leader model.ID) State {
	role := model.Lost
	if leader == p.ID() {
		role = model.Won
	}
	once := a.Readings[Over] == 1 && (s.Phase == Starting || s.Once) // R6
	return State{Phase: Settled, Role: role, Leader: leader, Held: s.Held.untaken(), Once: once}
}

// Observe returns the status of a process, which its state determines.
func (a Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}
