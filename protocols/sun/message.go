package sun

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message. The document calls the first three "election"
// and tells them apart by their contents.
type Kind uint8

// The kinds of message.
const (
	Starter      Kind = iota // election, with the number of the process that has detected the crash
	Informer                 // election in the innermost ring, with the number of the process that has begun it
	Biggest                  // election in a subring, with the biggest number so far
	MCoordinator             // M-coordinator, with the biggest number so far
	Coordinator              // coordinator, with its number
)

// Message is a message.
type Message struct {
	Kind Kind
	ID   model.ID
}

var formats = [...]string{"ELECTION(starter=%d)", "ELECTION(informer=%d)", "ELECTION(biggest=%d)", "M-COORDINATOR(%d)", "COORDINATOR(%d)"}

func (m Message) String() string { return fmt.Sprintf(formats[m.Kind], m.ID) }
