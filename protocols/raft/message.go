package raft

import "fmt"

// Kind is the purpose of a message.
type Kind uint8

// The kinds of message.
const (
	Request Kind = iota // asks for a vote
	Vote                // gives it
	Append              // says that its sender leads
)

var kindNames = [...]string{"REQUEST", "VOTE", "APPEND"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Message is a message. The port tells its sender.
type Message struct {
	Kind Kind
	Term int // 0 in a vote that does not say in which term it is given
}

func (m Message) String() string {
	if m.Term == 0 {
		return m.Kind.String()
	}
	return fmt.Sprintf("%v(%d)", m.Kind, m.Term)
}
