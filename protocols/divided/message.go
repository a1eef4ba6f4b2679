package divided

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Election    Kind = iota // election in the ring, wheeled by process By
	Crash                   // a point to its informer: the coordinator has crashed
	Inform                  // election, from an informer to its points
	Reply                   // a point to its informer: it is not down
	Divide                  // an informer to its points
	Info                    // a point to its informer: the biggest number of a subring
	Coordinator             // the new coordinator; in the ring wheeled by process By
)

// Message is a message. In the ring, By is the process that sent it first.
type Message struct {
	Kind Kind
	ID   model.ID // the biggest number so far, or the coordinator
	By   model.ID
	Part bool // Election: By has been told to divide
}

func (m Message) String() string {
	switch {
	case m.Kind == Election && m.Part:
		return fmt.Sprintf("ELECTION(divides=%d,biggest=%d)", m.By, m.ID)
	case m.Kind == Election:
		return fmt.Sprintf("ELECTION(starter=%d,biggest=%d)", m.By, m.ID)
	case m.Kind == Info:
		return fmt.Sprintf("INFO(%d)", m.ID)
	case m.Kind == Coordinator && m.By != model.NoID:
		return fmt.Sprintf("COORDINATOR(%d,by=%d)", m.ID, m.By)
	case m.Kind == Coordinator:
		return fmt.Sprintf("COORDINATOR(%d)", m.ID)
	}
	return map[Kind]string{Crash: "CRASH", Inform: "ELECTION", Reply: "REPLY", Divide: "DIVIDE"}[m.Kind]
}
