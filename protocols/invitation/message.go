package invitation

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Group is the number of a group: who formed it, and how many groups that
// process had formed then. The zero value is none.
type Group struct {
	Coordinator model.ID
	Count       int
}

func (g Group) String() string { return fmt.Sprintf("%d#%d", g.Coordinator, g.Count) }

// term returns the number of the group as one number: 203 is the second group
// that process 3 has formed.
func (g Group) term() int { return 100*g.Count + int(g.Coordinator) }

// Kind is the purpose of a message.
type Kind uint8

// The kinds of message.
const (
	AreYouCoordinator Kind = iota
	Yes                    // the answer to that
	No                     // the answer to that
	Invitation             // to a group
	Accept                 // of an invitation
	Ready                  // the group has been formed
	AreYouThere            // a member asks its coordinator
	There                  // the answer to that while the group is being formed, else Ready
	NoMore                 // the answer to that of anybody else
)

var kindNames = [...]string{"ARE-YOU-COORDINATOR", "YES", "NO", "INVITATION", "ACCEPT", "READY", "ARE-YOU-THERE", "THERE", "NO-MORE"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Message is a message. The group of a question and its answer is that of the
// process that asks.
type Message struct {
	Kind  Kind
	Group Group
}

func (m Message) String() string { return fmt.Sprintf("%v(%v)", m.Kind, m.Group) }
