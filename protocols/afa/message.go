package afa

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	EM    Kind = iota // the ElectionMessage, with an identity
	TM                // the TerminationMessage, with the identity of the leader
	Ping              // the message of the preparation phase, with the identity of its sender
	Error             // of a call to a process that has shut down (R4=c)
)

// Message is a message.
type Message struct {
	Kind Kind
	ID   model.ID
}

func (m Message) String() string {
	if m.Kind == Error {
		return "ERROR"
	}
	return fmt.Sprintf("%s(%d)", [...]string{"EM", "TM", "PING"}[m.Kind], m.ID)
}
