package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/raft"
)

type (
	raftProcess = model.Process[raft.Message]
	raftInput   = model.Input[raft.Message]
)

// raftReads returns the algorithm of which lines are read in another way.
func raftReads(m mutation[raft.Algorithm, raft.State, raft.Message], source, other string) another {
	return another{source: source, other: other, choices: m.choices, system: func(v catalogue.Variant, net model.Network) (*model.System, error) {
		e, err := catalogue.ByName("raft")
		if err != nil {
			return nil, err
		}
		terms, lengths := e.Limits[0].On(net, v.Limits[0]), e.Limits[1].On(net, v.Limits[1])
		a := raft.Algorithm{Fixes: v.Fixes, Readings: v.Readings, MaxTerm: terms, Clock: catalogue.RaftClock(lengths)}
		return model.New(mutated[raft.Algorithm, raft.State, raft.Message]{a, m}, net)
	}}
}

func raftOthers() []another {
	type m = mutation[raft.Algorithm, raft.State, raft.Message]
	return []another{
		raftReads(m{ready: func(a raft.Algorithm, p model.Self, s raft.State) model.Spontaneous {
			ready := a.Ready(p, s)
			if s.Phase != raft.Unaware && s.Phase != raft.Following {
				ready.Wake, ready.Suspect = false, 0
			}
			return ready
		}}, "raft 1", "only a follower realises that the leader is down"),
		raftReads(m{step: ownRequest}, "raft 3-6", "the vote for itself needs a message"),
		raftReads(m{choices: []choice{{variant: "printed"}}, step: func(a raft.Algorithm, p *raftProcess, s raft.State, in raftInput) raft.State {
			next := a.Step(p, s, in)
			if s.Phase == raft.Unaware && in.Kind == model.Receive {
				next.Phase = raft.Unaware
			}
			return next
		}}, "raft 1, 10", "as printed, a process that votes before it has realised that there is no leader realises it afterwards"),
		raftReads(m{choices: []choice{{variant: "printed"}}, step: keepsTimeout}, "raft 2, 8", "as printed, a vote does not start the timeout of the voter anew"),
		raftReads(m{step: votesAgain}, "raft 7", "\"another candidate\" is another than itself: a vote for itself is no hindrance"),
	}
}

// votesAgain votes for another candidate after a vote for itself.
func votesAgain(a raft.Algorithm, p *raftProcess, s raft.State, in raftInput) raft.State {
	if in.Kind != model.Receive || in.Msg.Kind != raft.Request || s.Phase == raft.Asking || s.Vote != p.ID() {
		return a.Step(p, s, in)
	}
	free := s
	free.Vote = model.NoID
	next := a.Step(p, free, in)
	if next.Vote == model.NoID {
		next.Vote = s.Vote
	}
	return next
}

// ownRequest sends a candidate's request to itself as well, if it has a port to itself. The candidate votes
// for itself when that comes.
func ownRequest(a raft.Algorithm, p *raftProcess, s raft.State, in raftInput) raft.State {
	if in.Kind == model.Receive && in.Msg.Kind == raft.Request && p.Neighbour(in.Port) == p.ID() {
		if s.Phase == raft.Asking && s.Term == in.Msg.Term {
			s.Vote, s.VotedIn = p.ID(), s.Term
			p.Send(in.Port, raft.Message{Kind: raft.Vote, Term: s.Term})
		}
		return s
	}
	next := a.Step(p, s, in)
	for q := range model.Port(p.Ports()) {
		if next.Phase == raft.Asking && next.Term > s.Term && p.Neighbour(q) == p.ID() {
			next.Vote, next.VotedIn, next.Votes = s.Vote, s.VotedIn, 0
			p.Send(q, raft.Message{Kind: raft.Request, Term: next.Term})
		}
	}
	return next
}

// keepsTimeout votes as printed while the timeout runs, and does not touch it.
func keepsTimeout(a raft.Algorithm, p *raftProcess, s raft.State, in raftInput) raft.State {
	if s.Phase != raft.Waiting || in.Kind != model.Receive || in.Msg.Kind != raft.Request {
		return a.Step(p, s, in)
	}
	from := p.Neighbour(in.Port)
	if s.Vote != model.NoID && s.Vote != from && s.VotedIn == in.Msg.Term { // 7
		return s
	}
	s.Vote, s.VotedIn = from, in.Msg.Term
	p.Send(in.Port, raft.Message{Kind: raft.Vote}) // 8
	return s
}
