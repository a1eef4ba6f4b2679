package variablespeeds

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Part is the part that a process plays in the election.
type Part uint8

// The parts.
const (
	Asleep   Part = iota // nothing yet
	Starting             // has woken, and is to see whether a message comes in the same round
	Taking               // takes part: it sends its identity
	Relay                // was woken by a message
)

var partNames = [...]string{"asleep", "starting", "taking-part", "relay"}

func (p Part) String() string { return partNames[p] }

// State is the local state of a process.
type State struct {
	Part   Part
	Least  model.ID // the least identity seen, its own among them where it takes part; NoID: none
	Held   model.ID // the identity that waits to go on, NoID if none
	Wait   int      // rounds until it goes on, the current one included; 0 if none waits
	Role   model.Role
	Leader model.ID // who is the leader, NoID while unknown
	Halted bool     // has terminated
}

func (s State) String() string {
	words := []string{s.Part.String(), s.Role.String()}
	if s.Least != model.NoID {
		words = append(words, fmt.Sprintf("least=%d", s.Least))
	}
	if s.Held != model.NoID {
		words = append(words, fmt.Sprintf("held=%d,wait=%d", s.Held, s.Wait))
	}
	if s.Leader != model.NoID {
		words = append(words, fmt.Sprintf("leader=%d", s.Leader))
	}
	if s.Halted {
		words = append(words, "halted")
	}
	return strings.Join(words, ",")
}

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	First  Kind = iota // an identity in the first phase
	Second             // an identity in the second phase
	Term               // the termination message, with the identity of the leader
)

// Message is a message.
type Message struct {
	Kind Kind
	ID   model.ID
}

func (m Message) String() string {
	return fmt.Sprintf("%s(%d)", [...]string{"FIRST", "SECOND", "TERM"}[m.Kind], m.ID)
}
