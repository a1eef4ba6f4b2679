package paxos

import (
	"cmp"
	"fmt"

	"github.com/interrex/interrex/model"
)

// Ballot is the number of a proposal. Different proposers have different
// numbers. The zero value is less than all of them.
type Ballot struct {
	Round int
	ID    model.ID // the proposer
}

// After reports whether b is greater than c.
func (b Ballot) After(c Ballot) bool {
	return cmp.Or(cmp.Compare(b.Round, c.Round), cmp.Compare(b.ID, c.ID)) > 0
}

func (b Ballot) String() string { return fmt.Sprintf("%d.%d", b.Round, b.ID) }

// Proposal is a numbered value. The zero value is none.
type Proposal struct {
	Ballot Ballot
	Value  model.ID // who is to be the leader
}

func (x Proposal) String() string { return fmt.Sprintf("%v=%d", x.Ballot, x.Value) }

// Kind is the purpose of a message.
type Kind uint8

// The kinds of message.
const (
	Prepare  Kind = iota // asks for a promise
	Promise              // gives it, with the accepted proposal
	Accept               // asks to accept a proposal
	Accepted             // says that it is accepted
	Chosen               // names the chosen value
)

var kindNames = [...]string{"PREPARE", "PROMISE", "ACCEPT", "ACCEPTED", "CHOSEN"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Message is a message. Fields that its kind does not use are zero.
type Message struct {
	Kind     Kind
	Ballot   Ballot   // of the proposal that it is about
	Accepted Proposal // Promise
	Value    model.ID // Accept, Chosen
}

func (m Message) String() string {
	switch {
	case m.Kind == Chosen:
		return fmt.Sprintf("%v(%d)", m.Kind, m.Value)
	case m.Kind == Accept:
		return fmt.Sprintf("%v(%v=%d)", m.Kind, m.Ballot, m.Value)
	case m.Accepted != Proposal{}:
		return fmt.Sprintf("%v(%v,%v)", m.Kind, m.Ballot, m.Accepted)
	}
	return fmt.Sprintf("%v(%v)", m.Kind, m.Ballot)
}
