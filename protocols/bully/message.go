package bully

import "fmt"

// Message is a message. The port tells its sender.
type Message uint8

// The messages.
const (
	Election Message = iota
	OK
	Coordinator
)

var names = [...]string{"ELECTION", "OK", "COORDINATOR"}

func (m Message) String() string {
	if int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("message(%d)", uint8(m))
}
