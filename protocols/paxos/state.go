package paxos

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Phase is the progress of a process towards a decision.
type Phase uint8

// The phases.
const (
	Unaware   Phase = iota // has heard of nothing yet
	Waiting                // is an acceptor; its timeout runs
	Preparing              // has asked for promises
	Proposing              // has asked to accept its proposal
	Decided                // knows the chosen value
)

var phaseNames = [...]string{"unaware", "waiting", "preparing", "proposing", "decided"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// State is the local state of a process.
type State struct {
	Phase    Phase
	Promised Ballot      // the greatest number that it has promised; its own while it proposes
	Accepted Proposal    // the greatest that it has accepted
	Answers  model.IDSet // who has answered its proposal, itself included
	Greatest Proposal    // the greatest among the answers, while it prepares
	Leader   model.ID    // who is chosen, NoID while unknown
}

func (s State) String() string {
	if s.Phase == Decided {
		return fmt.Sprintf("decided,leader=%d", s.Leader)
	}
	words := []string{s.Phase.String()}
	if s.Promised != (Ballot{}) {
		words = append(words, fmt.Sprintf("promised=%v", s.Promised))
	}
	if s.Accepted != (Proposal{}) {
		words = append(words, fmt.Sprintf("accepted=%v", s.Accepted))
	}
	if s.Answers != 0 {
		words = append(words, fmt.Sprintf("answers=%v", s.Answers))
	}
	if s.Greatest != (Proposal{}) {
		words = append(words, fmt.Sprintf("greatest=%v", s.Greatest))
	}
	return strings.Join(words, ",")
}

// acceptor returns the state of a process that proposes nothing.
func (s State) acceptor() State {
	s.Phase, s.Answers, s.Greatest = Waiting, 0, Proposal{}
	return s
}

// Observe returns the view of an observer: a process names the leader once it
// knows that it is chosen.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	status := model.Status{Leader: s.Leader, Bounded: a.waits(s) && s.Promised.Round == a.lastRound()}
	switch {
	case s.Phase == Preparing || s.Phase == Proposing:
		status.Role = model.Candidate
	case s.Phase == Decided && s.Leader == p.ID():
		status.Role = model.Won
	case s.Phase == Decided:
		status.Role = model.Lost
	}
	return status
}
