package checkertest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Upon is an input.
type Upon struct {
	Kind    model.Kind
	Port    model.Port
	Timer   uint8
	Message any // the message, if Kind is Receive
}

func (u Upon) String() string {
	if u.Kind == model.Receive {
		return fmt.Sprintf("%v at port %d", u.Message, u.Port)
	}
	return fmt.Sprintf("%v %d", u.Kind, u.Timer)
}

// A Reaction is the step of a process in a local state upon an input.
type Reaction[L any] struct {
	Process int
	From    L
	Upon    Upon
	Next    L
	Sends   []string // each as "port:text"
	Line    string   // the line of the source
	Reason  string
}

// Reacts fails t for each reaction that s does not have.
func Reacts[L any](t *testing.T, s *model.System, r Reaction[L]) {
	t.Helper()
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: r.Upon.Kind, Port: r.Upon.Port, Timer: r.Upon.Timer, Msg: -1}
	if in.Kind == model.Receive {
		in.Msg = tables.Message(r.Upon.Message)
	}
	about := fmt.Sprintf("process %d in %v upon %v: %s\nline %s", r.Process, r.From, r.Upon, r.Reason, r.Line)
	outcomes := tables.Step(r.Process, tables.Local(r.Process, r.From), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%s\noutcomes %+v, want one that is well-formed", about, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprintf("%d:%s", sent.Port, tables.MessageText(sent.Msg)))
	}
	if diff := cmp.Diff(r.Next, tables.Value(r.Process, outcomes[0].Next).(L)); diff != "" {
		t.Errorf("%s\nlocal state (-want +got):\n%s", about, diff)
	}
	if diff := cmp.Diff(r.Sends, sends); diff != "" {
		t.Errorf("%s\nsends (-want +got):\n%s", about, diff)
	}
}

// IsReady fails t if process 0 of s reacts to other inputs in a local state, or has
// another status there.
func IsReady(t *testing.T, s *model.System, state any, ready model.Spontaneous, status model.Status, reason string) {
	t.Helper()
	tables := compiled.New(s)
	l := tables.Local(0, state)
	if diff := cmp.Diff(ready, tables.Ready(0, l)); diff != "" {
		t.Errorf("%v reacts to (-want +got): %s\n%s", state, reason, diff)
	}
	if diff := cmp.Diff(status, tables.Status(0, l)); diff != "" {
		t.Errorf("%v is seen as (-want +got): %s\n%s", state, reason, diff)
	}
}
