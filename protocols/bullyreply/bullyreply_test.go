package bullyreply_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/bullyreply"
	"github.com/interrex/interrex/protocols/errata"
)

// The ports of the process with identity 2 among 1, 2 and 3.
const (
	smaller model.Port = iota
	itself
	greater
)

// The inputs that a process may react to.
var (
	wake        = input{Kind: model.Wake}
	replies     = input{Kind: model.Timeout, Number: model.Number{Timer: 0}}
	detects     = input{Kind: model.Timeout, Number: model.Number{Timer: 1}}
	crash       = input{Kind: model.Suspect, Port: greater}
	asks        = from(smaller, bullyreply.Message{Kind: bullyreply.Election})
	number      = from(greater, bullyreply.Message{Kind: bullyreply.Number, Of: 3})
	coordinator = func(of model.ID) input {
		return from(smaller, bullyreply.Message{Kind: bullyreply.Coordinator, Of: of})
	}
)

func from(q model.Port, m bullyreply.Message) input {
	return input{Kind: model.Receive, Port: q, Msg: m}
}

func TestStepFollowsTheText(t *testing.T) {
	unaware := bullyreply.State{}
	asking := bullyreply.State{Phase: bullyreply.Asking, Role: model.Candidate}
	knowing := bullyreply.State{Phase: bullyreply.Asking, Role: model.Candidate, Best: 3}
	stuck := bullyreply.State{Phase: bullyreply.Stuck, Role: model.Candidate}
	leader := bullyreply.State{Phase: bullyreply.Settled, Role: model.Won, Leader: 2}
	follower := bullyreply.State{Phase: bullyreply.Settled, Role: model.Lost, Leader: 3}
	loyal := bullyreply.State{Phase: bullyreply.Settled, Role: model.Lost, Leader: 1}
	fixed, printed, none := errata.Corrected, errata.Fixes(0), errata.Readings{}
	election := []string{"2 ELECTION"}
	for _, row := range []struct {
		fixes    errata.Fixes
		readings errata.Readings
		state    bullyreply.State
		in       input
		next     bullyreply.State
		sends    []string // port and message
		line     string   // the words of the source
		reason   string
	}{
		{printed, none, unaware, wake, asking, election,
			"2: sends ELECTION to all processes that have a bigger number", "it detects the crash of the old coordinator"},
		{printed, none, unaware, detects, asking, election,
			"1: detects that the coordinator has crashed", "at last"},
		{printed, none, follower, crash, asking, election,
			"1: detects that the coordinator has crashed", "the new coordinator crashes too"},
		{printed, none, unaware, asks, unaware, []string{"0 NUMBER(2)"},
			"3: the processes send their numbers to P[i]", "R1=a: that is all"},
		{printed, errata.Readings{bullyreply.Onward: 1}, unaware, asks, asking, []string{"0 NUMBER(2)", "2 ELECTION"},
			"3: the processes send their numbers to P[i]", "R1=b: and hold an election"},
		{printed, errata.Readings{bullyreply.Onward: 1}, knowing, asks, knowing, []string{"0 NUMBER(2)"},
			"3: the processes send their numbers to P[i]", "R1=b: its own is under way"},
		{printed, none, asking, number, knowing, nil,
			"7: it receives the bigger numbers of the active processes", "in time"},
		{printed, none, follower, number, follower, nil,
			"7: it receives the bigger numbers of the active processes", "too late"},
		{printed, none, knowing, replies, follower, []string{"0 COORDINATOR(3)", "2 COORDINATOR(3)"},
			"9: announces it as coordinator", "the biggest of the received numbers"},
		{printed, errata.Readings{bullyreply.Whom: 1}, knowing, replies, follower, []string{"0 COORDINATOR(3)", "1 COORDINATOR(3)", "2 COORDINATOR(3)"},
			"5: by broadcasting the COORDINATOR message", "R2=b: to itself too"},
		{printed, none, asking, replies, stuck, nil,
			"4: can choose the biggest number, considering the received numbers", "as printed: of none"},
		{fixed, none, asking, replies, leader, []string{"0 COORDINATOR(2)", "2 COORDINATOR(2)"},
			"4: can choose the biggest number, considering the received numbers", "E1: and its own"},
		{printed, none, unaware, coordinator(2), leader, nil,
			"5: announce it as coordinator", "it is announced by another"},
		{printed, none, knowing, coordinator(3), follower, nil,
			"5: announce it as coordinator", "another has chosen before"},
		{printed, none, unaware, coordinator(1), loyal, nil,
			"5: announce it as coordinator", "as printed the greater one obeys"},
		{fixed, none, unaware, coordinator(1), asking, election,
			"8: selects the biggest one", "E2: a smaller one is not obeyed"},
	} {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.in, row.reason)
		next, sends := react(t, bullyreply.Algorithm{Fixes: row.fixes, Readings: row.readings}, row.state, row.in)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// react returns the local state and the sends that follow.
func react(t *testing.T, a bullyreply.Algorithm, s bullyreply.State, in input) (bullyreply.State, []string) {
	t.Helper()
	system, err := model.New(a, network())
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(system)
	tables.Repeat = true
	of := compiled.Input{Kind: in.Kind, Port: in.Port, Timer: in.Timer, Msg: -1}
	if in.Kind == model.Receive {
		of.Msg = tables.Message(in.Msg)
	}
	outcomes := tables.Step(0, tables.Local(0, s), of)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", s, in, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprintf("%d %s", sent.Port, tables.MessageText(sent.Msg)))
	}
	return tables.Value(0, outcomes[0].Next).(bullyreply.State), sends
}

// network returns three processes that are up, the first of identity 2.
func network() model.Network {
	return model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{2, 1, 3}, Timing: model.Timely}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{bullyreply.Message{Kind: bullyreply.Election}, "ELECTION", "the port says from whom"},
		{bullyreply.Message{Kind: bullyreply.Number, Of: 2}, "NUMBER(2)", "the number of the sender"},
		{bullyreply.Message{Kind: bullyreply.Coordinator, Of: 2}, "COORDINATOR(2)", "that of another, as it may be"},
		{bullyreply.Phase(9), "phase(9)", "no phase"},
		{bullyreply.State{}, "unaware,undecided", "at the start"},
		{bullyreply.State{Phase: bullyreply.Asking, Role: model.Candidate, Best: 3}, "asking,candidate,best=3", "a number has come"},
		{bullyreply.State{Phase: bullyreply.Settled, Role: model.Lost, Leader: 3}, "settled,lost,leader=3", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		fixes  errata.Fixes
		state  bullyreply.State
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{0, bullyreply.State{}, model.Spontaneous{Wake: true}, model.Status{},
			"line 1: it may detect the crash, and need not"},
		{errata.Fix(bullyreply.Everybody), bullyreply.State{}, model.Spontaneous{Wake: true, Timers: model.Timers(1)}, model.Status{},
			"E3: it detects the crash at last"},
		{0, bullyreply.State{Phase: bullyreply.Asking, Role: model.Candidate, Best: 3}, model.Spontaneous{Timers: model.Timers(0)},
			model.Status{Role: model.Candidate}, "it waits for greater numbers"},
		{0, bullyreply.State{Phase: bullyreply.Stuck, Role: model.Candidate}, model.Spontaneous{},
			model.Status{Role: model.Candidate}, "it waits for nothing"},
		{0, bullyreply.State{Phase: bullyreply.Settled, Role: model.Lost, Leader: 3}, model.Spontaneous{},
			model.Status{Role: model.Lost, Leader: 3}, "the text ends with the announcement"},
		{errata.Fix(bullyreply.Successor), bullyreply.State{Phase: bullyreply.Settled, Role: model.Lost, Leader: 3}, model.Spontaneous{Suspect: model.Ports(greater)},
			model.Status{Role: model.Lost, Leader: 3}, "E4: it detects that the new coordinator crashes"},
		{errata.Corrected, bullyreply.State{Phase: bullyreply.Settled, Role: model.Won, Leader: 2}, model.Spontaneous{},
			model.Status{Role: model.Won, Leader: 2}, "the coordinator does not suspect itself"},
	} {
		system, err := model.New(bullyreply.Algorithm{Fixes: row.fixes}, network())
		if err != nil {
			t.Fatal(err)
		}
		tables := compiled.New(system)
		local := tables.Local(0, row.state)
		if diff := cmp.Diff(row.ready, tables.Ready(0, local)); diff != "" {
			t.Errorf("%v: %s: ready (-want +got):\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, tables.Status(0, local)); diff != "" {
			t.Errorf("%v: %s: status (-want +got):\n%s", row.state, row.reason, diff)
		}
	}
}
