package bullyimproved_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	bully "github.com/interrex/interrex/protocols/bullyimproved"
)

// reaction is what the process with identity 2 of three, whose ports lead to 1,
// to itself and to 3, does in a local state upon an input.
type reaction struct {
	fixes    model.Fixes
	readings model.Readings
	state    bully.State
	input    upon
	next     bully.State
	sends    []string
	line     string // what the source says
	reason   string
}

// upon is an input: a message, or if there is none one of the other kinds.
type upon struct {
	kind    model.Kind
	timer   uint8
	message bully.Message
	from    model.Port
}

func (u upon) String() string {
	if u.message != 0 {
		return fmt.Sprintf("%v from %d", u.message, u.from+1)
	}
	return fmt.Sprintf("%v %d", u.kind, u.timer)
}

func gets(m bully.Message, from model.ID) upon { return upon{message: m, from: model.Port(from - 1)} }

var (
	wakes   = upon{kind: model.Wake}
	suspect = upon{kind: model.Suspect, from: 2}
	tick    = upon{kind: model.Idle}
	expires = upon{kind: model.Timeout}
	misses  = upon{kind: model.Timeout, timer: 1}
)

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.input, row.reason)
		next, sends := react(t, row)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// react returns the local state and the sends that follow.
func react(t *testing.T, row reaction) (bully.State, []string) {
	t.Helper()
	tables := system(t, bully.Algorithm{Fixes: row.fixes, Readings: row.readings}, []model.ID{2, 3, 1}).Compile()
	tables.Repeat = true
	in := model.TableInput{Kind: row.input.kind, Port: row.input.from, Timer: row.input.timer, Msg: -1}
	if row.input.message != 0 {
		in = model.TableInput{Kind: model.Receive, Port: row.input.from, Msg: tables.Message(row.input.message)}
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", row.state, row.input, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprintf("%s to %d", tables.MessageText(sent.Msg), sent.Port+1))
	}
	return tables.Value(0, outcomes[0].Next).(bully.State), sends
}

// checkReady holds what the process reacts to, and what an observer sees of it,
// against a table.
func checkReady(t *testing.T, rows []readiness) {
	t.Helper()
	for _, row := range rows {
		tables := system(t, bully.Algorithm{Fixes: row.fixes, Readings: row.readings}, []model.ID{2, 3, 1}).Compile()
		l := tables.Local(0, row.state)
		if diff := cmp.Diff(row.ready, tables.Ready(0, l)); diff != "" {
			t.Errorf("%v reacts to (-want +got): %s\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, tables.Status(0, l)); diff != "" {
			t.Errorf("%v is seen as (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

// readiness is what the process with identity 2 of three reacts to in a local
// state, and how an observer sees it.
type readiness struct {
	fixes    model.Fixes
	readings model.Readings
	state    bully.State
	ready    model.Spontaneous
	status   model.Status
	reason   string
}

// system returns the system of a on the network of the document.
func system(t *testing.T, a model.Algorithm[bully.State, bully.Message], ids []model.ID) *model.System {
	t.Helper()
	s, err := model.New(a, model.Network{Topology: model.CompleteByID, N: len(ids), IDs: ids,
		Order: model.Inbox, Timing: model.Timely})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
