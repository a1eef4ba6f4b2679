package singh

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Kind is the kind of a message.
type Kind uint8

// The kinds of message.
const (
	Capture Kind = iota // CAPTURE(phase, level or step, id)
	Accept              // ACCEPT(1, level) or ACCEPT(2); as printed also ACCEPT(level) and ACCEPT(2, id)
	Owner               // OWNER(id)
	Ack                 // ACK(id)
	Inform              // INFORM(distance)
	Elected             // ELECTED(id)
)

var kindNames = [...]string{"CAPTURE", "ACCEPT", "OWNER", "ACK", "INFORM", "ELECTED"}

// none stands for a missing Arg of a message.
const none = -1

// Message is a message. A case of the text takes it if it has the arguments
// that are printed there, so ACCEPT(2) and ACCEPT(2, id) are not the same.
type Message struct {
	Kind  Kind
	Phase int      // 0: none
	Arg   int      // a level, step or distance
	ID    model.ID // NoID: none
}

func (m Message) String() string {
	text := ""
	add := func(present bool, v int) {
		if present {
			text += fmt.Sprintf(",%d", v)
		}
	}
	add(m.Phase != 0 || m.Kind == Accept, m.Phase)
	add(m.Arg != none, m.Arg)
	add(m.ID != model.NoID, int(m.ID))
	return fmt.Sprintf("%s(%s)", kindNames[m.Kind], text[1:])
}

func capture(phase, arg int, id model.ID) Message { return Message{Capture, phase, arg, id} }
func accept1(level int) Message                   { return Message{Accept, 1, level, model.NoID} }
func accept2() Message                            { return Message{Accept, 2, none, model.NoID} }
func named(k Kind, id model.ID) Message           { return Message{k, 0, none, id} }
func inform(distance int) Message                 { return Message{Inform, 0, distance, model.NoID} }

// is reports whether m is CAPTURE of the given phase, or ACCEPT as the case of
// that phase has it: ACCEPT(1, level), ACCEPT(2).
func (m Message) is(k Kind, phase int) bool {
	if m.Kind != k || m.Phase != phase {
		return false
	}
	return k != Accept || (m.Arg != none) == (phase == 1) && m.ID == model.NoID
}
