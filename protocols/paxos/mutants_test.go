package paxos_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/paxos"
)

// is reports whether a message of that kind comes to a process that has not
// decided.
func is(s state, in input, kind paxos.Kind) bool {
	return in.Kind == model.Receive && in.Msg.Kind == kind && s.Phase != paxos.Decided
}

// mutants are wrong forms of the algorithm, of the kind that real edits make.
var mutants = []struct {
	name   string
	reason string
	mutant mutant
}{
	{"decides alone", "a majority has promised, none has accepted (line 9)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return decides(p.ID()), is(s, in, paxos.Promise) && s.Phase == paxos.Preparing && in.Msg.Ballot == s.Promised
		}}},
	{"proposes itself always", "a value that is chosen is among the answers (line 6)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Promise) {
				in.Msg.Accepted, s.Greatest = proposal{}, proposal{}
			}
			return s, in
		}}},
	{"proposes the least of the answers", "the least may be one that was not chosen (line 6)", mutant{takes: leastAnswer}},
	{"forgets its own accepted proposal when it proposes", "it may be the only member of its majority that has accepted (line 6)",
		mutant{after: func(s, next state, in input) state {
			if in.Kind != model.Receive {
				next.Greatest = proposal{}
			}
			return next
		}}},
	{"loses its accepted proposal when it proposes", "others no longer hear of it either (line 4)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if in.Kind != model.Receive {
				s.Accepted = proposal{}
			}
			return s, in
		}}},
	{"loses its accepted proposal when it promises", "the next proposer does not hear of it (line 4)",
		mutant{after: func(s, next state, in input) state {
			if is(s, in, paxos.Prepare) {
				next.Accepted = proposal{}
			}
			return next
		}}},
	{"promises nothing", "it accepts less than it has promised (line 8)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Accept) {
				s.Promised = ballot{}
			}
			return s, in
		}}},
	{"says nothing of its accepted proposal", "the next proposer does not hear of a chosen value (line 4)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Prepare) {
				s.Accepted = proposal{}
			}
			return s, in
		}}},
	{"says that each accepted proposal is as new as the promise", "the greatest of the answers is not the newest (line 6)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Promise) && in.Msg.Accepted != (proposal{}) {
				in.Msg.Accepted.Ballot = in.Msg.Ballot
			}
			return s, in
		}}},
	{"keeps its promise when it accepts", "an older proposal may follow the one that it accepts (line 8)",
		mutant{after: func(s, next state, in input) state {
			if is(s, in, paxos.Accept) && next.Phase != paxos.Decided {
				next.Promised = s.Promised
			}
			return next
		}}},
	{"lets older requests take its promise back", "it accepts less than it has promised (line 3)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Prepare) {
				s.Promised = ballot{}
			}
			return s, in
		}}},
	{"remembers the first proposal that it accepts", "the next proposer hears of one that was not chosen (line 4)",
		mutant{after: func(s, next state, in input) state {
			if is(s, in, paxos.Accept) && s.Accepted != (proposal{}) {
				next.Accepted = s.Accepted
			}
			return next
		}}},
	{"asks for no promises", "the acceptors may have accepted another value (line 2)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Receive {
				return s, false
			}
			own := proposal{Ballot: ballot{Round: s.Promised.Round + 1, ID: p.ID()}, Value: p.ID()}
			for q := range model.Port(p.Ports()) {
				if p.Neighbour(q) != p.ID() {
					p.Send(q, message{Kind: paxos.Accept, Ballot: own.Ballot, Value: own.Value})
				}
			}
			return state{Phase: paxos.Proposing, Promised: own.Ballot, Accepted: own, Answers: model.IDs(p.ID())}, true
		}}},
	{"believes that its own proposal is the chosen one", "the news are about another value (line 10)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return decides(p.ID()), is(s, in, paxos.Chosen) && s.Accepted.Value == p.ID()
		}}},
	{"counts answers to proposals that it has abandoned", "they promise less than it thinks (line 13)",
		mutant{takes: func(_ *process, s state, in input) (state, input) {
			if s.Phase == paxos.Preparing && is(s, in, paxos.Promise) || s.Phase == paxos.Proposing && is(s, in, paxos.Accepted) {
				in.Msg.Ballot = s.Promised
			}
			return s, in
		}}},
	{"keeps the answers to its last proposal", "with three processes the second answer is a majority already; with more it is about another number (line 5)",
		mutant{after: func(s, next state, in input) state {
			if in.Kind == model.Timeout {
				for q := range s.Answers.All() {
					next.Answers = next.Answers.With(q)
				}
			}
			return next
		}}},
	{"goes on when it has promised to another", "harmless: answers to a number that is not its last promise do not count (line 13)",
		mutant{after: func(s, next state, in input) state {
			if is(s, in, paxos.Prepare) && s.Phase == paxos.Proposing {
				next.Phase, next.Answers = s.Phase, s.Answers
			}
			return next
		}}},
	{"decides when it accepts", "with three processes it is a majority together with the proposer; with more it is not (line 9)",
		mutant{after: func(s, next state, in input) state {
			if is(s, in, paxos.Accept) && next.Accepted.Ballot == in.Msg.Ballot {
				return decides(in.Msg.Value)
			}
			return next
		}}},
	{"takes half of the processes for a majority", "two halves have no process in common (line 9)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Receive || p.N() != 2 {
				return s, false
			}
			return decides(p.ID()), true
		}}},
	{"proposes itself although a value is chosen", "a value that is chosen stays so for ever (line 15)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return decides(p.ID()), in.Kind == model.Receive && s.Phase == paxos.Decided
		}}},
	{"promises after it has decided, and says nothing", "the next proposer does not hear of the chosen value (line 15)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := in.Kind == model.Receive && in.Msg.Kind == paxos.Prepare && s.Phase == paxos.Decided
			if applies {
				p.Send(in.Port, message{Kind: paxos.Promise, Ballot: in.Msg.Ballot})
			}
			return s, applies
		}}},
	{"forgets when it crashes", "it accepts again (line 12)", mutant{restart: func(state) state { return state{} }}},
	{"forgets its promise when it crashes", "it accepts less than it has promised (line 12)",
		mutant{restart: func(s state) state {
			if s.Phase == paxos.Decided {
				return s
			}
			return state{Phase: paxos.Waiting, Promised: s.Accepted.Ballot, Accepted: s.Accepted}
		}}},
	{"proposes once", "a lost message is not sent again (line 14)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) { return s, in.Kind == model.Timeout }}},
	{"tells itself", "there is no such port",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Wake {
				p.Send(model.Port(p.Ports()), prepare(ballot{Round: 1, ID: p.ID()}))
			}
			return s, in.Kind == model.Wake
		}}},
	{"remembers the answers of its last proposal about accepted ones", "harmless: each of them was accepted (line 6)",
		mutant{after: func(s, next state, in input) state {
			if in.Kind == model.Timeout && s.Greatest.Ballot.After(next.Greatest.Ballot) {
				next.Greatest = s.Greatest
			}
			return next
		}}},
}

func decides(leader model.ID) state { return state{Phase: paxos.Decided, Leader: leader} }

// leastAnswer makes a proposer propose the least of the answers.
func leastAnswer(_ *process, s state, in input) (state, input) {
	if !is(s, in, paxos.Promise) || in.Msg.Ballot != s.Promised {
		return s, in
	}
	if x := in.Msg.Accepted; x != (proposal{}) && s.Greatest.Ballot.After(x.Ballot) {
		s.Greatest = x
	} else if s.Greatest != (proposal{}) {
		in.Msg.Accepted = proposal{}
	}
	return s, in
}
