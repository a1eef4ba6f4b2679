package raft

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Phase is the stage of a process in the election.
type Phase uint8

// The phases.
const (
	Unaware   Phase = iota // has heard of nothing yet
	Waiting                // knows of no leader; its election timeout runs
	Asking                 // is a candidate
	Following              // has voted or knows the leader; waits for nothing but the leader's crash
	Leading                // has won
)

var phaseNames = [...]string{"unaware", "waiting", "asking", "following", "leading"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// State is the local state of a process.
type State struct {
	Phase   Phase
	Term    int         // the greatest term that it knows of
	Vote    model.ID    // for whom it has voted last, NoID if never
	VotedIn int         // the term of that vote
	Votes   model.IDSet // who has voted for it, while it is a candidate
	Leader  model.ID    // whom it follows, NoID while unknown
	Limit   uint8       // with a Clock, the length of its election timeout; 0: not drawn yet
	Elapsed uint8       // with a Clock, the rounds since the timeout or the last heartbeat began
}

func (s State) String() string {
	words := []string{s.Phase.String(), fmt.Sprintf("term=%d", s.Term)}
	if s.Vote != model.NoID {
		words = append(words, fmt.Sprintf("vote=%d@%d", s.Vote, s.VotedIn))
	}
	if s.Votes != 0 {
		words = append(words, fmt.Sprintf("votes=%v", s.Votes))
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	switch {
	case s.Limit != 0:
		words = append(words, fmt.Sprintf("timeout=%d/%d", s.Elapsed, s.Limit))
	case s.Elapsed != 0:
		words = append(words, fmt.Sprintf("elapsed=%d", s.Elapsed))
	}
	return strings.Join(words, ",")
}

// follow returns the state of a follower of leader, NoID if it does not know
// one.
func (s State) follow(leader model.ID) State {
	s.Phase, s.Leader, s.Votes = Following, leader, 0
	return s
}

// Observe returns the view of an observer: a process that has voted has decided
// nothing until it knows the leader. The term is that of the process.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	status := model.Status{Term: s.Term, Leader: s.Leader, Bounded: a.waits(s) && s.Term == a.lastTerm()}
	switch {
	case s.Phase == Asking:
		status.Role = model.Candidate
	case s.Phase == Leading:
		status.Role, status.Leader = model.Won, p.ID()
	case s.Leader != model.NoID:
		status.Role = model.Lost
	}
	return status
}
