package bullyimproved

import "fmt"

// Message is a message: its msg_type. The port tells its sender, the process_id
// of the listing.
type Message uint8

// The messages.
const (
	Election       Message = iota + 1 // ELECTION
	OK                                // OK
	Coordinator                       // I_AM_COORDINATOR
	YouCoordinator                    // YOU_ARE_COORDINATOR
)

var messageNames = [...]string{"none", "ELECTION", "OK", "I_AM_COORDINATOR", "YOU_ARE_COORDINATOR"}

func (m Message) String() string {
	if int(m) < len(messageNames) {
		return messageNames[m]
	}
	return fmt.Sprintf("MESSAGE(%d)", uint8(m))
}
