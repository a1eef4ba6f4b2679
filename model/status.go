package model

import (
	"fmt"
	"strings"
)

// Role is how far the election has come at a process, as an observer sees it.
type Role uint8

// The roles of a process.
const (
	Undecided Role = iota // has not decided, and does not try to win (yet)
	Candidate             // is trying to win
	Lost                  // has decided that it is not the leader
	Won                   // has decided that it is the leader
)

var roleNames = [...]string{"undecided", "candidate", "lost", "won"}

func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return fmt.Sprintf("role(%d)", uint8(r))
}

// Status is the part of one process that an observer sees. Properties see
// nothing else of its local state.
type Status struct {
	Role    Role
	Leader  ID   // the leader, according to the process; NoID if it names none
	Term    int  // the term of Role and Leader; 0 where there are no terms
	Halted  bool // the process has terminated
	Bounded bool // a bound of the instance keeps the process from going on (terms, say)
	Aside   bool // the process helps the others to elect one of them, and must not be elected itself

	// Own is another value that the protocol shows, of a type of its own, which is
	// compared with == as local states are. A process always shows values of one
	// type, or always nil. A process that is down or has failed shows nil. Properties
	// read Own with the functions of package properties (Own, Count, ...).
	Own any

	// Down and Failed are set by the network, never by an algorithm.
	Down   bool // the process has crashed, or was never up
	Failed bool // the process took a step that is not well-formed
}

// Live reports whether the process is up.
func (s Status) Live() bool { return !s.Down }

// String returns [Status.Words], separated by spaces.
func (s Status) String() string { return strings.Join(s.Words(), " ") }

// Words returns the text of the status in parts, each without white space unless it
// is quoted. Zero values are left out: an undecided role if there is an Own, and of
// an Own that is a struct all zero fields, unless all are.
func (s Status) Words() []string {
	var words []string
	if s.Own == nil || s.Role != Undecided {
		words = append(words, s.Role.String())
	}
	if s.Leader != NoID {
		words = append(words, fmt.Sprintf("leader=%d", int(s.Leader)))
	}
	if s.Term != 0 {
		words = append(words, fmt.Sprintf("term=%d", s.Term))
	}
	if s.Own != nil {
		words = append(words, ownWords(s.Own)...)
	}
	for _, flag := range []struct {
		set  bool
		name string
	}{{s.Halted, "halted"}, {s.Bounded, "bounded"}, {s.Aside, "aside"}, {s.Down, "down"}, {s.Failed, "failed"}} {
		if flag.set {
			words = append(words, flag.name)
		}
	}
	return words
}
