package raft

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes, its text read in one way, and
// with terms 1..MaxTerm. The zero value is the text as printed, with two terms.
type Algorithm struct {
	Fixes    errata.Fixes
	Readings errata.Readings
	MaxTerm  int   // the last term; 0: 2
	Clock    Clock // for timing lockstep; the zero value: timers run out as the network says
}

// election is the timer of the election timeout.
const election uint8 = 0

// Name returns "raft".
func (a Algorithm) Name() string { return "raft" }

// InputNames returns the names of the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{election: "election"}}
}

// Needs returns the demands of the algorithm on its network: identities to name the
// leader by, and nothing of the topology.
func (a Algorithm) Needs() model.Needs {
	needs := model.Needs{
		Topologies: []model.Topology{model.CompleteByID, model.Complete, model.Star, model.Ring, model.Graph},
		MinN:       1,
		MaxN:       63, // a set of identities has no greater ones
		Knowledge:  model.KnowID | model.KnowN | model.KnowNeighbours,
	}
	if a.Clock.runs() {
		needs.Timings = []model.Timing{model.Lockstep}
	}
	return needs
}

// Init returns the state of a process at the start.
func (a Algorithm) Init(model.Self) State { return State{} }

// Restart returns the state of a process that comes back as a follower that
// knows of no leader.
func (a Algorithm) Restart(_ model.Self, s State) State {
	if !a.Fixes.Has(Persist) { // E4
		return State{}
	}
	return a.wait(State{Term: s.Term, Vote: s.Vote, VotedIn: s.VotedIn}) // 20
}

// Ready says that a process may realise that there is no leader (it wakes) or,
// of the leader that it follows, that it is down; and that it waits before it
// initiates an election.
func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous {
	ready := model.Spontaneous{Wake: s.Phase == Unaware} // 1
	if a.Clock.runs() {                                  // 26
		ready.Round = a.counts(s)
		return ready
	}
	if a.waits(s) && s.Term < a.lastTerm() || s.Phase == Asking && !a.Fixes.Has(Majority) { // E7
		ready.Timers = model.Timers(election) // 2
	}
	if s.Phase == Following && s.Leader != model.NoID {
		ready.Suspect = model.Ports(p.PortOf(s.Leader)) // 1
	}
	return ready
}

// Durations returns how long the election timeout is, in units of the greatest delay: longer
// than a request and its answer, and up to twice as long, as the example of the paper
// (150-300 ms). That a leader is down is realised within as long.
func (a Algorithm) Durations(p model.Self, _ State) model.Durations { // 2
	const roundTrip = 2
	timeout := model.Span{Least: roundTrip + 1, Greatest: 2 * (roundTrip + 1)} // 2
	if a.Readings[Timeout] == 1 {                                              // R4
		timeout = model.Exactly(roundTrip + 1)
	}
	if a.Readings[Timeout] == 2 { // R4
		timeout = model.Exactly((roundTrip + 1) * (1 + greater(p)))
	}
	return model.Durations{Timers: [8]model.Span{election: timeout}, Suspect: timeout} // 1
}

// greater returns how many processes that p has a link to have greater identities.
func greater(p model.Self) int {
	count := 0
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) > p.ID() {
			count++
		}
	}
	return count
}

// waits reports whether a process is to stand in the next term once its
// election timeout is over.
func (a Algorithm) waits(s State) bool {
	return s.Phase == Waiting || s.Phase == Asking && a.Fixes.Has(Retry) && a.Fixes.Has(Majority)
}

func (a Algorithm) lastTerm() int {
	if a.MaxTerm == 0 {
		return 2
	}
	return a.MaxTerm
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch in.Kind {
	case model.Wake, model.Suspect:
		s.Phase, s.Leader = Waiting, model.NoID // 1
		return s
	case model.Timeout:
		return a.expire(p, s)
	case model.Round:
		return a.tick(p, s)
	}
	switch from := p.Neighbour(in.Port); in.Msg.Kind {
	case Request:
		return a.request(p, s, in)
	case Vote:
		return a.vote(p, s, from, in.Msg.Term)
	default:
		return a.recognise(s, from, in.Msg.Term)
	}
}

// expire handles the end of an election timeout.
func (a Algorithm) expire(p *model.Process[Message], s State) State {
	if s.Phase == Asking && !a.Fixes.Has(Majority) {
		return a.win(p, s) // 11
	}
	return a.stand(p, s) // 2, 25
}

// stand initiates an election.
func (a Algorithm) stand(p *model.Process[Message], s State) State {
	s.Term++                                          // 3
	s.Phase = Asking                                  // 4
	s.Vote, s.VotedIn = p.ID(), s.Term                // 5
	s.Votes, s.Leader = model.IDs(p.ID()), model.NoID // 5
	s = s.restart()
	broadcast(p, Message{Request, s.Term}) // 6
	return a.count(p, s)
}

// broadcast sends m to each of the other processes that a port leads to.
func broadcast(p *model.Process[Message], m Message) {
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) != p.ID() {
			p.Send(q, m)
		}
	}
}

// request handles the arrival of a vote request.
func (a Algorithm) request(p *model.Process[Message], s State, in model.Input[Message]) State {
	from, term := p.Neighbour(in.Port), in.Msg.Term
	accepts := a.accepts(s, from, term)
	if term > s.Term {
		s = a.outdated(s, term)
	}
	if !accepts {
		return s
	}
	s.Vote, s.VotedIn = from, term // 8
	s.Elapsed = 0                  // 26
	p.Reset(election)              // 26
	answer := Message{Kind: Vote}
	if a.Fixes.Has(Answer) { // E5
		answer.Term = term // 21
	}
	p.Send(in.Port, answer) // 8
	if s.Phase == Unaware || s.Phase == Asking {
		s = a.wait(s) // 10
	}
	return s
}

// outdated handles a term that is greater than that of the process.
func (a Algorithm) outdated(s State, term int) State {
	if a.Fixes.Has(Adopt) { // E3
		s.Term = term // 16
		s = s.restart()
		if s.Phase != Leading {
			s = a.wait(s) // 19
		}
	}
	if s.Phase == Leading && a.Fixes.Has(StepDown) { // E6
		s = a.wait(s) // 19
	}
	return s
}

// accepts reports whether a process votes for a candidate that asks for it.
func (a Algorithm) accepts(s State, candidate model.ID, term int) bool {
	if s.Phase == Asking { // 9
		return term > s.Term || term == s.Term && a.Readings[AsLarge] == 0 // R2
	}
	if term < s.Term && a.Fixes.Has(Fresh) { // E2
		return false // 18
	}
	inTerm := s.VotedIn == term || a.Readings[Already] == 1       // R1
	return s.Vote == model.NoID || !inTerm || s.Vote == candidate // 7, 17
}

// wait returns the state of a follower that does not know the leader: it waits
// for one, or, in the words of the text, for nothing.
func (a Algorithm) wait(s State) State {
	s = s.follow(model.NoID)
	if a.Fixes.Has(Retry) { // E1
		s.Phase = Waiting // 25
	}
	return s
}

// vote handles the arrival of a vote.
func (a Algorithm) vote(p *model.Process[Message], s State, from model.ID, term int) State {
	if s.Phase != Asking || term != s.Term && a.Fixes.Has(Answer) {
		return s
	}
	s.Votes = s.Votes.With(from)
	return a.count(p, s)
}

// count evaluates the election.
func (a Algorithm) count(p *model.Process[Message], s State) State {
	if a.Fixes.Has(Majority) && 2*s.Votes.Len() > a.electorate(p) {
		return a.win(p, s) // 22
	}
	return s
}

// electorate returns the number of processes of which a candidate needs a majority.
func (a Algorithm) electorate(p *model.Process[Message]) int {
	if a.Readings[Local] == 0 { // R3
		return p.N() // 22
	}
	known := model.IDs(p.ID())
	for q := range model.Port(p.Ports()) {
		known = known.With(p.Neighbour(q))
	}
	return known.Len()
}

// win makes a process the leader.
func (a Algorithm) win(p *model.Process[Message], s State) State {
	s.Phase, s.Votes = Leading, 0 // 11
	s = s.restart()
	if a.Fixes.Has(Announce) { // E8
		broadcast(p, Message{Append, s.Term}) // 23
	}
	return s
}

// recognise handles the message of a leader.
func (a Algorithm) recognise(s State, leader model.ID, term int) State {
	if term < s.Term {
		return s
	}
	s.Term, s.Elapsed = term, 0 // 26
	return s.follow(leader)     // 24
}
