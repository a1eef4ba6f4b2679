package invitation

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Phase is the progress of a process in forming or joining a group.
type Phase uint8

// The phases. Forming and Joining are reorganising.
const (
	Asleep   Phase = iota // has not started
	Working               // is a member or the coordinator of a group
	Checking              // is the coordinator of a group, and has asked for others
	Forming               // forms a group, as its coordinator
	Joining               // has accepted an invitation
)

var phaseNames = [...]string{"asleep", "working", "checking", "forming", "joining"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// State is the local state of a process.
type State struct {
	Phase   Phase
	Count   int         // how many groups it has formed
	Group   Group       // its group
	Members model.IDSet // the other members, if it is the coordinator
	Asked   model.IDSet // who has not yet answered its question
	Others  model.IDSet // who has answered that it is a coordinator
}

func (s State) String() string {
	words := []string{s.Phase.String()}
	if s.Phase == Asleep {
		return fmt.Sprintf("asleep,count=%d", s.Count)
	}
	words = append(words, fmt.Sprintf("group=%v", s.Group))
	if s.Count != s.Group.Count {
		words = append(words, fmt.Sprintf("count=%d", s.Count))
	}
	for _, set := range []struct {
		name string
		ids  model.IDSet
	}{{"members", s.Members}, {"asked", s.Asked}, {"others", s.Others}} {
		if set.ids != 0 {
			words = append(words, fmt.Sprintf("%s=%v", set.name, set.ids))
		}
	}
	return strings.Join(words, ",")
}

// atWork reports whether a process is not reorganising.
func (s State) atWork() bool { return s.Phase == Working || s.Phase == Checking }

// leads reports whether the process with that identity is the coordinator of
// its group.
func (s State) leads(id model.ID) bool { return s.Phase != Asleep && s.Group.Coordinator == id }

// Observe returns the view of an observer: a process that is reorganising has
// decided nothing. The term is the number of the group.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	if s.Phase == Asleep {
		return model.Status{Bounded: s.Count == a.lastCount()}
	}
	status := model.Status{Term: s.Group.term(), Bounded: a.recoversNext(p, s) && s.Count == a.lastCount()}
	switch {
	case s.Phase == Forming:
		status.Role = model.Candidate
	case s.atWork() && s.leads(p.ID()):
		status.Role, status.Leader = model.Won, p.ID()
	case s.atWork():
		status.Role, status.Leader = model.Lost, s.Group.Coordinator
	}
	return status
}
