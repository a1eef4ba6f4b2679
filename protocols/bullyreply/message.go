package bullyreply

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Election    Kind = iota
	Number           // the number of the sender
	Coordinator      // the number of the new coordinator
)

// Message is a message. Of is NoID in Election, whose sender is known from the
// port.
type Message struct {
	Kind Kind
	Of   model.ID
}

func (m Message) String() string {
	switch m.Kind {
	case Election:
		return "ELECTION"
	case Number:
		return fmt.Sprintf("NUMBER(%d)", m.Of)
	}
	return fmt.Sprintf("COORDINATOR(%d)", m.Of)
}
