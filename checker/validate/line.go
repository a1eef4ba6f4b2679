package validate

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/interrex/interrex/model"
)

// Line is a line of a log: the reaction of one process to one input. A field that
// is omitted, or null, was not logged and is not compared. In timing lockstep a
// line is the turn of one process in one round.
type Line struct {
	Process   int              `json:"process"`            // its number, from 0; never left out
	Time      *int             `json:"time,omitzero"`      // in timing bounded: the ticks before it, since the start
	Event     string           `json:"event,omitzero"`     // wake, receive, timeout, idle, suspect, invoke, round, crash or restart
	During    string           `json:"during,omitzero"`    // of a crash within a step: the event of that step
	Port      *int             `json:"port,omitzero"`      // on which the message arrived, or whose process is suspected
	From      *int             `json:"from,omitzero"`      // the process that sent the message
	Message   string           `json:"message,omitzero"`   // the text of the message that arrived
	Timer     *int             `json:"timer,omitzero"`     // which ran out
	Operation *int             `json:"operation,omitzero"` // which was invoked
	Name      string           `json:"name,omitzero"`      // the name that the algorithm gives the timer, the operation or the wake-up
	Wakes     *bool            `json:"wakes,omitzero"`     // of a round: the process wakes at its start
	Choices   []int            `json:"choices,omitzero"`   // results of Choose, in order; not of a round
	Sends     []Send           `json:"sends,omitzero"`     // all messages that were sent, in order; an empty list: none
	Status    *Status          `json:"status,omitzero"`    // as an observer sees it afterwards
	Note      *json.RawMessage `json:"note,omitzero"`      // anything; it is not compared

	Place string `json:"-"` // where the line stands, for people: p0.log:17; "": its number among all
}

// Send is part of Line: a message that was sent.
type Send struct {
	Port    *int   `json:"port,omitzero"`    // through which it was sent
	To      *int   `json:"to,omitzero"`      // the process that it was sent to
	Message string `json:"message,omitzero"` // its text
}

// Status is part of Line: a process as an observer sees it, as far as it was
// logged. A failed step, in the sense of the model, must be logged: if it is
// omitted, failed is false.
type Status struct {
	Role    string           `json:"role,omitzero"`   // undecided, candidate, lost or won
	Leader  *model.ID        `json:"leader,omitzero"` // an identity; 0: nobody
	Term    *int             `json:"term,omitzero"`
	Halted  *bool            `json:"halted,omitzero"`
	Bounded *bool            `json:"bounded,omitzero"`
	Aside   *bool            `json:"aside,omitzero"`
	Down    *bool            `json:"down,omitzero"`
	Failed  *bool            `json:"failed,omitzero"`
	Own     *json.RawMessage `json:"own,omitzero"` // value that the protocol shows besides, in JSON; a struct is an object with the names of its fields in Go, of which any may be left out
}

// String returns the line as JSON.
func (l Line) String() string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(l); err != nil {
		return fmt.Sprintf("line of p%d: %v", l.Process, err) // a note that is no JSON
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
