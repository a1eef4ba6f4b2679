package hs

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Probe Kind = iota // <probe, j, k, d>
	Reply             // <reply, j, k>
	Term              // <term, j>: the termination message
)

// Message is a message. K and D are 0 where its kind has none.
type Message struct {
	Kind Kind
	J    model.ID // whom it is about
	K    int      // the phase
	D    int      // hops, this one included
}

func (m Message) String() string {
	switch m.Kind {
	case Probe:
		return fmt.Sprintf("PROBE(%d,%d,%d)", m.J, m.K, m.D)
	case Reply:
		return fmt.Sprintf("REPLY(%d,%d)", m.J, m.K)
	}
	return fmt.Sprintf("TERM(%d)", m.J)
}
