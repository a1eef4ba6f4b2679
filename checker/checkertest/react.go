package checkertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// Upon is an input: a message, or if that is nil one of the other kinds.
type Upon struct {
	Kind    model.Kind
	Timer   uint8
	Port    model.Port
	Message any
}

func (u Upon) String() string {
	if u.Message != nil {
		return fmt.Sprintf("%v at port %d", u.Message, u.Port)
	}
	return fmt.Sprintf("%v %d", u.Kind, u.Timer)
}

// Reacts reports as errors if process 0 of s does not go from one local state
// to the next upon an input and send that, each message as "text to identity". Why
// is the line of the source, and the reason for the test.
func Reacts[L comparable](t *testing.T, s *model.System, from L, upon Upon, next L, sends []string, why string) {
	t.Helper()
	tables := s.Compile()
	tables.Repeat = true
	in := model.TableInput{Kind: upon.Kind, Port: upon.Port, Timer: upon.Timer, Msg: -1}
	if upon.Message != nil {
		in = model.TableInput{Kind: model.Receive, Port: upon.Port, Msg: tables.Message(upon.Message)}
	}
	outcomes := tables.Step(0, tables.Local(0, from), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", from, upon, outcomes)
	}
	var got []string
	for _, sent := range outcomes[0].Sends {
		got = append(got, fmt.Sprintf("%s to %d", tables.MessageText(sent.Msg), behind(s, sent.Port)))
	}
	if diff := cmp.Diff(next, tables.Value(0, outcomes[0].Next).(L)); diff != "" {
		t.Errorf("%v upon %v, line %s\nlocal state (-want +got):\n%s", from, upon, why, diff)
	}
	if diff := cmp.Diff(sends, got); diff != "" {
		t.Errorf("%v upon %v, line %s\nsends (-want +got):\n%s", from, upon, why, diff)
	}
}

// behind returns the identity of the process behind a port of process 0.
func behind(s *model.System, port model.Port) model.ID {
	links := s.Links()
	i := slices.IndexFunc(links, func(l model.Link) bool { return l.From == 0 && l.FromPort == port })
	return s.Network().IDs[links[i].To]
}

// IsReady reports as errors if process 0 of s reacts to other inputs in a local
// state, or is seen otherwise.
func IsReady(t *testing.T, s *model.System, state any, ready model.Spontaneous, status model.Status, reason string) {
	t.Helper()
	tables := s.Compile()
	l := tables.Local(0, state)
	if diff := cmp.Diff(ready, tables.Ready(0, l)); diff != "" {
		t.Errorf("%v reacts to (-want +got): %s\n%s", state, reason, diff)
	}
	if diff := cmp.Diff(status, tables.Status(0, l)); diff != "" {
		t.Errorf("%v is seen as (-want +got): %s\n%s", state, reason, diff)
	}
}
