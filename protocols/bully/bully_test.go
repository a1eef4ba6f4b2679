package bully_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/errata"
)

// The ports of the process with identity 2 among 1, 2 and 3.
const (
	smaller model.Port = iota
	itself
	greater
)

var (
	wake  = compiled.Input{Kind: model.Wake, Msg: -1}
	noOK  = compiled.Input{Kind: model.Timeout, Timer: 0, Msg: -1}
	crash = compiled.Input{Kind: model.Suspect, Port: greater, Msg: -1}
)

// from returns the arrival of message m on port q.
func from(q model.Port, m bully.Message) compiled.Input {
	return compiled.Input{Kind: model.Receive, Port: q, Msg: compiled.Message(m)}
}

func TestStepFollowsTheText(t *testing.T) {
	unaware := bully.State{}
	asking := bully.State{Phase: bully.Asking, Role: model.Candidate}
	yielding := bully.State{Phase: bully.Yielding, Role: model.Lost}
	watching := bully.State{Phase: bully.Yielding, Role: model.Lost, Above: model.Ports(greater)}
	coordinator := bully.State{Phase: bully.Settled, Role: model.Won, Leader: 2}
	follower := bully.State{Phase: bully.Settled, Role: model.Lost, Leader: 3}
	loyal := bully.State{Phase: bully.Settled, Role: model.Lost, Leader: 1}
	fixed, printed := errata.Corrected, errata.Fixes(0)
	asks, announces := []string{"2 ELECTION"}, []string{"0 COORDINATOR", "2 COORDINATOR"}
	for _, row := range []struct {
		fixes    errata.Fixes
		readings errata.Readings
		state    bully.State
		in       compiled.Input
		next     bully.State
		sends    []string // port and message
		line     string   // the words of the source
		reason   string
	}{
		{printed, errata.Readings{}, unaware, wake, asking, asks,
			"2: sends ELECTION to all processes that have a bigger number", "it detects the crash of the old coordinator"},
		{printed, errata.Readings{}, follower, crash, asking, asks,
			"1: detects that the coordinator has crashed", "the new coordinator crashes too"},
		{printed, errata.Readings{}, unaware, from(smaller, bully.Election), asking, []string{"0 OK", "2 ELECTION"},
			"9: P[j] sends ELECTION to the greater ones", "after it has sent OK"},
		{printed, errata.Readings{bully.Onward: 1}, unaware, from(smaller, bully.Election), unaware, []string{"0 OK"},
			"3: sends OK to P[i]", "R1=b: that is all"},
		{printed, errata.Readings{}, asking, from(smaller, bully.Election), asking, []string{"0 OK"},
			"9: P[j] sends ELECTION to the greater ones", "R2=a: it has done so"},
		{printed, errata.Readings{bully.Again: 1}, yielding, from(smaller, bully.Election), asking, []string{"0 OK", "2 ELECTION"},
			"9: P[j] sends ELECTION to the greater ones", "R2=b: once more"},
		{printed, errata.Readings{}, asking, from(greater, bully.OK), yielding, nil,
			"4: it knows that it cannot be the coordinator", "an OK in time"},
		{printed, errata.Readings{}, follower, from(greater, bully.OK), follower, nil,
			"4: it knows that it cannot be the coordinator", "it knows more than that already"},
		{printed, errata.Readings{}, asking, noOK, asking, asks,
			"5: else it repeats steps a to c", "as printed"},
		{fixed, errata.Readings{}, asking, noOK, coordinator, announces,
			"6: announces itself as new coordinator to all of the processes", "E1: nobody greater is up"},
		{fixed, errata.Readings{bully.Whom: 1}, asking, noOK, coordinator, []string{"0 COORDINATOR", "1 COORDINATOR", "2 COORDINATOR"},
			"6: announces itself as new coordinator to all of the processes", "R3=b: itself is one of them"},
		{fixed, errata.Readings{}, asking, from(greater, bully.OK), watching, nil,
			"4: it knows that it cannot be the coordinator", "E2: as long as that one is up"},
		{fixed, errata.Readings{}, watching, crash, asking, asks,
			"4: it knows that it cannot be the coordinator", "E2: who has sent OK has crashed"},
		{printed, errata.Readings{}, yielding, from(greater, bully.Coordinator), follower, nil,
			"11: the greatest one broadcasts COORDINATOR", "it is told"},
		{printed, errata.Readings{}, coordinator, from(itself, bully.Coordinator), coordinator, nil,
			"6: announces itself as new coordinator to all of the processes", "R3=b: it is told what it knows"},
		{printed, errata.Readings{}, coordinator, from(smaller, bully.Coordinator), loyal, nil,
			"6: announces itself as new coordinator to all of the processes", "as printed the greater one obeys"},
		{fixed, errata.Readings{}, coordinator, from(smaller, bully.Coordinator), asking, asks,
			"6: one process that has a bigger number than others", "E3: a smaller one is not obeyed"},
	} {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.in, row.reason)
		next, sends := react(t, bully.Algorithm{Fixes: row.fixes, Readings: row.readings}, row.state, row.in)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// react returns the local state and the sends that follow. in.Msg is a
// bully.Message.
func react(t *testing.T, a bully.Algorithm, s bully.State, in compiled.Input) (bully.State, []string) {
	t.Helper()
	system, err := model.New(a, network())
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(system)
	tables.Repeat = true
	if in.Kind == model.Receive {
		in.Msg = tables.Message(bully.Message(in.Msg))
	}
	outcomes := tables.Step(0, tables.Local(0, s), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", s, in, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprintf("%d %s", sent.Port, tables.MessageText(sent.Msg)))
	}
	return tables.Value(0, outcomes[0].Next).(bully.State), sends
}

// network returns three processes that are up, the first of identity 2.
func network() model.Network {
	return model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{2, 1, 3}, Timing: model.Timely}
}

func TestTheGreatestAnnouncesItselfAsPrintedToo(t *testing.T) {
	net := network()
	net.IDs = []model.ID{3, 1, 2}
	system, err := model.New(bully.Algorithm{}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(system)
	asking := tables.Local(0, bully.State{Phase: bully.Asking, Role: model.Candidate})
	next := tables.Value(0, tables.Step(0, asking, noOK)[0].Next)
	want := bully.State{Phase: bully.Settled, Role: model.Won, Leader: 3}
	if diff := cmp.Diff(want, next); diff != "" {
		t.Errorf("line 11, the greatest one of all is up (-want +got):\n%s", diff)
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{bully.Election, "ELECTION", "as the document writes it"},
		{bully.OK, "OK", "as the document writes it"},
		{bully.Coordinator, "COORDINATOR", "as the document writes it"},
		{bully.Message(9), "message(9)", "no message"},
		{bully.Phase(9), "phase(9)", "no phase"},
		{bully.State{}, "unaware,undecided", "at the start"},
		{bully.State{Phase: bully.Yielding, Role: model.Lost, Above: model.Ports(greater)}, "yielding,lost,ok:2", "E2: OK has come from port 2"},
		{bully.State{Phase: bully.Settled, Role: model.Lost, Leader: 3}, "settled,lost,leader=3", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		fixes  errata.Fixes
		state  bully.State
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{0, bully.State{}, model.Spontaneous{Wake: true}, model.Status{},
			"line 1: it may detect the crash, and need not"},
		{errata.Fix(bully.Everybody), bully.State{}, model.Spontaneous{Wake: true, Timers: model.Timers(1)}, model.Status{},
			"E4: it detects the crash at last"},
		{0, bully.State{Phase: bully.Asking, Role: model.Candidate}, model.Spontaneous{Timers: model.Timers(0)},
			model.Status{Role: model.Candidate}, "it waits for OK"},
		{0, bully.State{Phase: bully.Yielding, Role: model.Lost}, model.Spontaneous{},
			model.Status{Role: model.Lost}, "as printed it waits for COORDINATOR for ever"},
		{errata.Corrected, bully.State{Phase: bully.Yielding, Role: model.Lost, Above: model.Ports(greater)},
			model.Spontaneous{Suspect: model.Ports(greater)},
			model.Status{Role: model.Lost}, "E2: as long as who has sent OK is up"},
		{0, bully.State{Phase: bully.Settled, Role: model.Lost, Leader: 3}, model.Spontaneous{},
			model.Status{Role: model.Lost, Leader: 3}, "the text ends with the announcement"},
		{errata.Fix(bully.Successor), bully.State{Phase: bully.Settled, Role: model.Lost, Leader: 3}, model.Spontaneous{Suspect: model.Ports(greater)},
			model.Status{Role: model.Lost, Leader: 3}, "E5: it detects that the new coordinator crashes"},
		{errata.Corrected, bully.State{Phase: bully.Settled, Role: model.Won, Leader: 2}, model.Spontaneous{},
			model.Status{Role: model.Won, Leader: 2}, "the coordinator does not suspect itself"},
	} {
		system, err := model.New(bully.Algorithm{Fixes: row.fixes}, network())
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
