package checker_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// specRaft is the election of Raft on a complete network whose messages
// overtake each other: who hears nothing asks for the next term, up to a last one; who
// has not voted in a term votes for the first who asks, and refuses the others.
// It is the benchmark model RAFT(n, terms); the algorithm of the documents is in protocols.
type specRaft struct{ terms int }

type raftState struct {
	Term  int
	Role  model.Role // Undecided follows, Candidate asks, Won leads
	Voted model.ID   // in this term
	Votes model.IDSet
}

type raftMsg struct {
	Kind string // request, grant, refuse
	Term int
}

func (m raftMsg) String() string { return fmt.Sprintf("%s(%d)", m.Kind, m.Term) }

func (specRaft) Name() string              { return "spec-raft" }
func (specRaft) Init(model.Self) raftState { return raftState{} }

func (a specRaft) Ready(_ model.Self, s raftState) model.Spontaneous {
	if s.Term < a.terms && s.Role != model.Won {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (specRaft) Observe(_ model.Self, s raftState) model.Status {
	return model.Status{Role: s.Role, Term: s.Term}
}

func (specRaft) Step(p *model.Process[raftMsg], s raftState, in model.Input[raftMsg]) raftState {
	if in.Kind == model.Timeout {
		s = raftState{s.Term + 1, model.Candidate, p.ID(), model.IDs(p.ID())}
		for q := 1; q < p.Ports(); q++ { // port 0 leads to itself
			p.Send(model.Port(q), raftMsg{"request", s.Term})
		}
		return s
	}
	if in.Msg.Term > s.Term {
		s = raftState{Term: in.Msg.Term}
	}
	from := p.Neighbour(in.Port)
	switch {
	case in.Msg.Kind == "request" && in.Msg.Term == s.Term && s.Voted == model.NoID:
		s.Voted = from
		p.Send(in.Port, raftMsg{"grant", s.Term})
	case in.Msg.Kind == "request":
		p.Send(in.Port, raftMsg{"refuse", s.Term})
	case in.Msg.Kind == "grant" && in.Msg.Term == s.Term && s.Role == model.Candidate:
		if s.Votes = s.Votes.With(from); 2*s.Votes.Len() > p.N() {
			s.Role = model.Won
		}
	}
	return s
}
