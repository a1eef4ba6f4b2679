package afa

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Stage is the state of a process in the words of the document.
type Stage uint8

// The stages.
const (
	Asleep    Stage = iota // the sleeping stage
	Candidate              // C
	Defeated               // D
	Elected                // E, or L
)

var stageNames = [...]string{"asleep", "candidate", "defeated", "elected"}

func (s Stage) String() string { return stageNames[s] }

// State is the local state of a process.
type State struct {
	Stage   Stage
	Done    bool       // has received a termination message
	Started bool       // has been started, which begins the preparation phase (R1=b), or has started the algorithm by itself (R7)
	Least   model.ID   // the least identity that it knows, NoID while it is asleep
	Next    model.Port // where it sends its own messages, once awake
	Leader  model.ID   // who is the leader, NoID while unknown
	Held    string     // the identities of the PINGs that wait for the process to be started (R1=b), in order, as runes
}

func (s State) String() string {
	words := []string{s.Stage.String()}
	add := func(set bool, format string, value any) {
		if set {
			words = append(words, fmt.Sprintf(format, value))
		}
	}
	add(s.Started, "%v", "started")
	add(s.Held != "", "held=%v", []rune(s.Held))
	add(s.Least != model.NoID, "least=%d", s.Least)
	add(s.Stage != Asleep && s.Next == left, "next=%v", "left")
	add(s.Leader != model.NoID, "leader=%d", s.Leader)
	add(s.Done, "%v", "done")
	return strings.Join(words, ",")
}

// Observe returns the view of an observer. A process that is done tells whether
// it is the leader or not.
func (a Algorithm) Observe(_ model.Self, s State) model.Status { // 27
	role := [...]model.Role{Asleep: model.Undecided, Candidate: model.Candidate, Defeated: model.Lost, Elected: model.Won}[s.Stage]
	if s.Done && s.Stage != Elected {
		role = model.Lost
	}
	return model.Status{Role: role, Leader: s.Leader, Halted: s.Done}
}
