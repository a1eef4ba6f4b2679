package paxos

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with proposals in rounds 1..MaxRound.
type Algorithm struct {
	Readings errata.Readings
	MaxRound int // the last round; 0: 2
}

// decision is the timer of a process that waits for a decision.
const decision uint8 = 0

// Name returns "paxos".
func (a Algorithm) Name() string { return "paxos" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{decision: "decision"}}
}

// Needs returns the knowledge and network that the algorithm requires.
func (a Algorithm) Needs() model.Needs {
	return model.Needs{
		Topologies: []model.Topology{model.CompleteByID, model.Complete},
		MinN:       1,
		MaxN:       63, // a set of identities has no greater ones
		Knowledge:  model.KnowID | model.KnowN | model.KnowNeighbours,
	}
}

// Init returns the state of a process at the start.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back: it still knows
// the proposals that it has promised and accepted as an acceptor, and the chosen value.
func (a Algorithm) Restart(_ model.Self, s State) State {
	if s.Phase == Decided {
		return s // 15
	}
	return s.acceptor() // 12
}

// Ready says that a process may propose by itself (it wakes), and that it waits
// for a decision.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	ready := model.Spontaneous{Wake: s.Phase == Unaware}
	if a.waits(s) && s.Promised.Round < a.lastRound() {
		ready.Timers = model.Timers(decision) // 14
	}
	return ready
}

// Durations returns how long a process waits for a decision, in units of the greatest
// delay: longer than the two round trips of a proposal and the news of the choice.
func (a Algorithm) Durations(model.Self, State) model.Durations { // 14
	const proposal = 5
	timeout := model.Span{Least: proposal + 1, Greatest: 2 * (proposal + 1)} // 14
	if a.Readings[Patience] == 1 {                                           // R1
		timeout = model.Exactly(proposal - 1)
	}
	return model.Durations{Timers: [8]model.Span{decision: timeout}}
}

// waits reports whether a process is to propose once its timeout is over.
func (a Algorithm) waits(s State) bool { return s.Phase != Unaware && s.Phase != Decided }

func (a Algorithm) lastRound() int {
	if a.MaxRound == 0 {
		return 2
	}
	return a.MaxRound
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	switch {
	case in.Kind != model.Receive:
		return propose(p, s)
	case m.Kind == Chosen: // 15
		return State{Phase: Decided, Leader: m.Value}
	case s.Phase == Decided:
		p.Send(in.Port, Message{Kind: Chosen, Value: s.Leader}) // 15
		return s
	case m.Kind == Prepare:
		return promise(p, s, in)
	case m.Kind == Accept:
		return accept(p, s, in)
	case m.Ballot != s.Promised:
		return s // an answer to a proposal that is abandoned: 13
	case m.Kind == Promise && s.Phase == Preparing:
		return promised(p, s, p.Neighbour(in.Port), m.Accepted)
	case m.Kind == Accepted && s.Phase == Proposing:
		return accepted(p, s, p.Neighbour(in.Port))
	}
	return s
}

// propose makes a process a proposer. As an acceptor it promises at once.
func propose(p *model.Process[Message], s State) State {
	s.Promised = Ballot{s.Promised.Round + 1, p.ID()} // 1
	s.Phase, s.Answers, s.Greatest = Preparing, 0, Proposal{}
	broadcast(p, Message{Kind: Prepare, Ballot: s.Promised}) // 2
	return promised(p, s, p.ID(), s.Accepted)
}

// broadcast sends m to all other processes.
func broadcast(p *model.Process[Message], m Message) {
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) != p.ID() {
			p.Send(q, m)
		}
	}
}

// promise handles the arrival of a Prepare.
func promise(p *model.Process[Message], s State, in model.Input[Message]) State {
	if !in.Msg.Ballot.After(s.Promised) { // 3
		return s
	}
	p.Reset(decision)                                                                 // 14
	s.Promised = in.Msg.Ballot                                                        // 4
	p.Send(in.Port, Message{Kind: Promise, Ballot: s.Promised, Accepted: s.Accepted}) // 4
	return s.acceptor()                                                               // 13
}

// promised handles the arrival of a promise.
func promised(p *model.Process[Message], s State, from model.ID, x Proposal) State {
	s.Answers = s.Answers.With(from)
	if x.Ballot.After(s.Greatest.Ballot) {
		s.Greatest = x // 6
	}
	if 2*s.Answers.Len() <= p.N() { // 5
		return s
	}
	value := s.Greatest.Value // 6
	if value == model.NoID {
		value = p.ID() // 6
	}
	s.Phase, s.Answers, s.Greatest = Proposing, 0, Proposal{}
	s.Accepted = Proposal{s.Promised, value}
	broadcast(p, Message{Kind: Accept, Ballot: s.Promised, Value: value}) // 6
	return accepted(p, s, p.ID())
}

// accept handles the arrival of an Accept.
func accept(p *model.Process[Message], s State, in model.Input[Message]) State { // 7
	if s.Promised.After(in.Msg.Ballot) { // 8
		return s
	}
	p.Reset(decision) // 14
	s.Promised = in.Msg.Ballot
	s.Accepted = Proposal{in.Msg.Ballot, in.Msg.Value}              // 8
	p.Send(in.Port, Message{Kind: Accepted, Ballot: in.Msg.Ballot}) // 8
	return s.acceptor()                                             // 13
}

// accepted handles the news that an acceptor has accepted the proposal.
func accepted(p *model.Process[Message], s State, from model.ID) State {
	s.Answers = s.Answers.With(from)
	if 2*s.Answers.Len() <= p.N() { // 9
		return s
	}
	leader := s.Accepted.Value
	broadcast(p, Message{Kind: Chosen, Value: leader}) // 10
	return State{Phase: Decided, Leader: leader}       // 11
}
