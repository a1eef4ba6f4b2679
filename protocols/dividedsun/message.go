package dividedsun

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Election     Kind = iota // election, around the main ring or in a subring
	MCoordinator             // M-coordinator, in the ring of P_m's
	Crash                    // a point to the informer: the coordinator has crashed
	Inform                   // election, from the informer to its points
	Reply                    // a point to the informer: it is not down
	Divide                   // the informer to its points
	Info                     // a point to the informer: the biggest number of a subring
	Coordinator              // the new coordinator
)

// Message is a message.
type Message struct {
	Kind Kind
	ID   model.ID // the biggest number so far, or the coordinator
	By   model.ID // who has sent it around the main ring; NoID if it is not sent around that
}

func (m Message) String() string {
	switch {
	case m.Kind == Election && m.By == model.NoID:
		return fmt.Sprintf("ELECTION(biggest=%d)", m.ID)
	case m.Kind == Election:
		return fmt.Sprintf("ELECTION(starter=%d,biggest=%d)", m.By, m.ID)
	case m.Kind == MCoordinator:
		return fmt.Sprintf("M-COORDINATOR(%d)", m.ID)
	case m.Kind == Info:
		return fmt.Sprintf("INFO(%d)", m.ID)
	case m.Kind == Coordinator && m.By != model.NoID:
		return fmt.Sprintf("COORDINATOR(%d,by=%d)", m.ID, m.By)
	case m.Kind == Coordinator:
		return fmt.Sprintf("COORDINATOR(%d)", m.ID)
	}
	return map[Kind]string{Crash: "CRASH", Inform: "ELECTION", Reply: "REPLY", Divide: "DIVIDE"}[m.Kind]
}
