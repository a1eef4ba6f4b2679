package raft_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/raft"
)

// mutants are wrong forms of the algorithm, of the kind that real edits make.
var mutants = []struct {
	name   string
	reason string
	mutant mutant
}{
	{"takes a request for a vote", "two that ask each other both win (line 22)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return wins(s), is(in, raft.Request) && s.Phase == raft.Asking
		}}},
	{"takes half of the processes for a majority", "two halves have no process in common (line 22)",
		mutant{after: func(p *process, _, next state, _ input) state {
			if next.Phase == raft.Asking && 2*next.Votes.Len() == p.N() {
				return wins(next)
			}
			return next
		}}},
	{"wins without a majority once it has voted for another", "a vote that it has given away does not count (line 9)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return wins(s), is(in, raft.Vote) && s.Phase == raft.Waiting && in.Msg.Term == s.Term
		}}},
	{"counts votes of earlier terms", "they were for another election (line 21)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(in, raft.Vote) || s.Phase != raft.Asking || in.Msg.Term >= s.Term {
				return s, false
			}
			s.Votes = s.Votes.With(p.Neighbour(in.Port))
			if 2*s.Votes.Len() > p.N() {
				tells(p, s.Term)
				s = wins(s)
			}
			return s, true
		}}},
	{"forgets its vote", "it votes for all that ask (line 17)",
		mutant{after: func(_ *process, _, next state, _ input) state {
			if next.Phase == raft.Waiting {
				next.Vote, next.VotedIn = model.NoID, 0
			}
			return next
		}}},
	{"forgets its vote when it follows a leader", "it votes for another in the leader's term (line 17)",
		mutant{after: func(_ *process, _, next state, in input) state {
			if is(in, raft.Append) && next.Phase == raft.Following {
				next.Vote, next.VotedIn = model.NoID, 0
			}
			return next
		}}},
	{"forgets its vote when it suspects its leader", "it votes for another in the term of that leader (line 17)",
		mutant{after: func(_ *process, _, next state, in input) state {
			if in.Kind == model.Suspect {
				next.Vote, next.VotedIn = model.NoID, 0
			}
			return next
		}}},
	{"votes for another although it leads", "it has voted for itself (line 17)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, votes(p, in, s.Phase == raft.Leading && in.Msg.Term == s.Term)
		}}},
	{"votes for another although it asks", "it has voted for itself, and goes on asking (line 10)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, votes(p, in, s.Phase == raft.Asking && in.Msg.Term == s.Term)
		}}},
	{"votes for one of its term although it follows", "it may have voted for the leader (line 17)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, votes(p, in, s.Phase == raft.Following && in.Msg.Term == s.Term)
		}}},
	{"votes once for ever", "who has voted for a process that crashes votes for no other (line 17)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(in, raft.Request) || s.Phase == raft.Asking || s.Vote == model.NoID || s.Vote == p.Neighbour(in.Port) || in.Msg.Term <= s.Term {
				return s, false
			}
			return state{Phase: raft.Waiting, Term: in.Msg.Term, Vote: s.Vote, VotedIn: s.VotedIn}, true
		}}},
	{"votes for greater identities only", "who has a smaller one asks in vain, and another stands besides (line 7)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, is(in, raft.Request) && p.Neighbour(in.Port) < p.ID()
		}}},
	{"does not vote for itself", "one vote of two is no majority (line 5)",
		mutant{after: func(_ *process, s, next state, _ input) state {
			if next.Phase == raft.Asking && next.Term > s.Term {
				next.Votes = 0
			}
			return next
		}}},
	{"forgets that it has voted for itself", "it votes for another in its own term once it waits (line 5)",
		mutant{after: func(_ *process, s, next state, _ input) state {
			if next.Phase == raft.Asking && next.Term > s.Term {
				next.Vote, next.VotedIn = model.NoID, 0
			}
			return next
		}}},
	{"keeps its term when it stands", "nobody votes again, however often it stands (line 3)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return stands(p, s), in.Kind == model.Timeout
		}}},
	{"keeps its term when it stands after a vote", "it votes twice in that term (line 3)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind != model.Timeout || s.VotedIn != s.Term || s.Vote == model.NoID || s.Vote == p.ID() {
				return s, false
			}
			return stands(p, s), true
		}}},
	{"asks one process only", "that one may be down (line 6)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind != model.Timeout || p.N() < 2 {
				return s, false
			}
			p.Send(0, request(s.Term+1))
			return asks(p, s.Term+1), true
		}}},
	{"asks itself", "there is no such port (line 6)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Timeout {
				p.Send(model.Port(p.Ports()), request(s.Term))
			}
			return s, in.Kind == model.Timeout
		}}},
	{"follows a leader of the past", "another leads by now (line 24)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(in, raft.Append) || in.Msg.Term >= s.Term {
				return s, false
			}
			s.Phase, s.Votes, s.Leader = raft.Following, 0, p.Neighbour(in.Port)
			return s, true
		}}},
	{"follows a leader and keeps its own term", "it follows that leader in another term (line 24)",
		mutant{after: func(_ *process, s, next state, in input) state {
			if is(in, raft.Append) {
				next.Term = s.Term
			}
			return next
		}}},
	{"goes on asking when another leads", "harmless: it cannot win in that term (line 24)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, is(in, raft.Append) && s.Phase == raft.Asking && in.Msg.Term == s.Term
		}}},
	{"gives up leading when it is asked in its own term", "harmless to safety: nobody else can win in its term (line 19)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return state{Phase: raft.Waiting, Term: s.Term, Vote: s.Vote, VotedIn: s.VotedIn}, is(in, raft.Request) && s.Phase == raft.Leading && in.Msg.Term == s.Term
		}}},
	{"tells one process only that it leads", "the others do not know (line 23)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(in, raft.Vote) || s.Phase != raft.Asking || in.Msg.Term != s.Term || 2*s.Votes.With(p.Neighbour(in.Port)).Len() <= p.N() {
				return s, false
			}
			p.Send(in.Port, leads(s.Term))
			return wins(s), true
		}}},
	{"tells again that it leads upon each further vote", "once is enough (line 23)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(in, raft.Vote) && s.Phase == raft.Leading && in.Msg.Term == s.Term
			if applies {
				tells(p, s.Term)
			}
			return s, applies
		}}},
	{"tells that it leads when it asks", "it does not lead yet (line 23)",
		mutant{after: func(p *process, s, next state, _ input) state {
			if next.Phase == raft.Asking && next.Term > s.Term {
				tells(p, next.Term)
			}
			return next
		}}},
	{"sends no heartbeats", "the others take it for down (line 27)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, in.Kind == model.Round && s.Phase == raft.Leading
		}}},
	{"a heartbeat does not restart the timeout", "it stands although the leader is up (line 26)",
		mutant{after: func(_ *process, s, next state, in input) state {
			if is(in, raft.Append) && s.Phase == raft.Following {
				next.Elapsed = s.Elapsed
			}
			return next
		}}},
	{"forgets its vote when it crashes", "the term alone is not enough (line 20)",
		mutant{restart: func(_, next state) state {
			next.Vote, next.VotedIn = model.NoID, 0
			return next
		}}},
	{"forgets its term when it crashes", "it votes in a term of the past (line 20)",
		mutant{restart: func(_, next state) state {
			next.Term = 0
			return next
		}}},
	{"leads on when it comes back", "another leads by then (line 20)",
		mutant{restart: func(s, next state) state {
			if s.Phase == raft.Leading {
				return s
			}
			return next
		}}},
	{"asks on when it comes back", "harmless: the votes were for it (line 20)",
		mutant{restart: func(s, next state) state {
			if s.Phase == raft.Asking {
				return s
			}
			return next
		}}},
}

// wins returns the state of a process that has won the election of its term.
func wins(s state) state {
	s.Phase, s.Votes, s.Leader, s.Limit, s.Elapsed = raft.Leading, 0, model.NoID, 0, 0
	return s
}

// asks returns the state of a candidate.
func asks(p *process, term int) state {
	return state{Phase: raft.Asking, Term: term, Vote: p.ID(), VotedIn: term, Votes: model.IDs(p.ID())}
}

// stands initiates an election in the term that the process is in.
func stands(p *process, s state) state {
	broadcast(p, request(s.Term))
	return asks(p, s.Term)
}

// tells says to all others that the process leads.
func tells(p *process, term int) { broadcast(p, leads(term)) }

func broadcast(p *process, m message) {
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) != p.ID() {
			p.Send(q, m)
		}
	}
}

// votes answers a request with a vote where that applies, and returns whether it does.
func votes(p *process, in input, applies bool) bool {
	applies = applies && is(in, raft.Request)
	if applies {
		p.Send(in.Port, vote(in.Msg.Term))
	}
	return applies
}
