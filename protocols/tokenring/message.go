package tokenring

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Election Kind = iota
	Coordinator
	Reply
)

var kindNames = [...]string{"ELECTION", "COORDINATOR", "REPLY"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Message is a token on its way around the ring, or the reply to one.
type Message struct {
	Kind    Kind
	Of      Kind        // Reply: the kind of the token
	Starter model.ID    // who has sent the token first
	Numbers model.IDSet // Election: the numbers put in; with R1=b the biggest only
	Leader  model.ID    // Coordinator: the new coordinator
}

func (m Message) String() string {
	switch m.Kind {
	case Election:
		return fmt.Sprintf("ELECTION(%d,%v)", m.Starter, m.Numbers)
	case Coordinator:
		return fmt.Sprintf("COORDINATOR(%d,%d)", m.Starter, m.Leader)
	}
	return fmt.Sprintf("REPLY(%v,%d)", m.Of, m.Starter)
}

// reply returns the reply to token m.
func (m Message) reply() Message { return Message{Kind: Reply, Of: m.Kind, Starter: m.Starter} }

// A Held is a token that was sent on, and through which port. The zero value is
// none: tokens have starters.
type Held struct {
	Token Message
	Port  model.Port
	Taken bool // the process behind the port has replied
}

func (h Held) String() string {
	if h.Taken {
		return fmt.Sprintf("%v=>%d", h.Token, h.Port)
	}
	return fmt.Sprintf("%v->%d", h.Token, h.Port)
}
