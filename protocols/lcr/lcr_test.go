package lcr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// reaction is the step that the process with identity 2 takes in a local state upon an
// input: a message, or waking where there is none.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    lcr.State
	message  string // its text; "": it wakes
	next     lcr.State
	sends    []string
	line     string // the words of the source
	reason   string
}

func TestStepFollowsTheText(t *testing.T) {
	awake, lost := lcr.State{Part: lcr.Awake}, lcr.State{Part: lcr.Awake, Role: model.Lost}
	elected := lcr.State{Part: lcr.Awake, Role: model.Won, Leader: 2}
	leader := lcr.State{Part: lcr.Awake, Role: model.Won, Leader: 2, Halted: true}
	follower := lcr.State{Part: lcr.Awake, Role: model.Lost, Leader: 3, Halted: true}
	fixed := errata.Corrected
	for _, row := range []reaction{
		{0, errata.Readings{}, lcr.State{}, "", awake, []string{"ELECT(2)"},
			"1: send your own identity to the left", "a process that wakes starts"},
		{0, errata.Readings{}, lcr.State{}, "ELECT(1)", awake, []string{"ELECT(2)"},
			"9: first comes line 1", "woken by a message, it sends its own identity first"},
		{0, errata.Readings{lcr.Woken: 1}, lcr.State{}, "ELECT(1)", lcr.State{}, nil,
			"2: when an identity j arrives", "R1=b: it sleeps on"},
		{0, errata.Readings{lcr.Woken: 2}, lcr.State{}, "ELECT(1)", lcr.State{Part: lcr.Relay, Role: model.Lost}, []string{"ELECT(1)"},
			"2: when an identity j arrives", "R1=c: it is a relay, also for lesser identities"},
		{0, errata.Readings{}, awake, "ELECT(3)", lost, []string{"ELECT(3)"},
			"4: pass j on to the left (you have lost)", "3 > 2"},
		{0, errata.Readings{}, lcr.State{}, "ELECT(3)", lost, []string{"ELECT(2)", "ELECT(3)"},
			"9: first comes line 1", "its own identity goes before the one it passes on"},
		{fixed, errata.Readings{lcr.Losing: 1}, awake, "ELECT(3)", awake, []string{"ELECT(3)"},
			"4: pass j on to the left", "R2=b: it has not lost yet"},
		{0, errata.Readings{}, awake, "ELECT(2)", elected, nil,
			"6: elect yourself (you have won)", "as printed it tells nobody"},
		{fixed, errata.Readings{}, awake, "ELECT(2)", leader, []string{"TERM(2)"},
			"10: send a termination message to the left and terminate as the leader", "E1, and E2 names the leader"},
		{errata.Fix(lcr.Terminate), errata.Readings{}, awake, "ELECT(2)", leader, []string{"TERM"},
			"10: send a termination message to the left", "without E2 the message does not say who"},
		{0, errata.Readings{}, awake, "ELECT(1)", awake, nil,
			"8: do nothing", "1 < 2"},
		{fixed, errata.Readings{}, lost, "TERM(3)", follower, []string{"TERM(3)"},
			"12: pass it on to the left and terminate as a non-leader", "now it knows the leader"},
		{fixed, errata.Readings{}, leader, "TERM(2)", leader, nil,
			"12: pass it on to the left and terminate as a non-leader", "E3: not the leader itself"},
		{fixed &^ errata.Fix(lcr.Absorb), errata.Readings{}, leader, "TERM(2)",
			lcr.State{Part: lcr.Awake, Role: model.Lost, Leader: 2, Halted: true}, []string{"TERM(2)"},
			"12: pass it on to the left and terminate as a non-leader", "without E3 the leader is demoted"},
		{fixed &^ errata.Fix(lcr.Absorb), errata.Readings{lcr.Terminated: 1}, leader, "TERM(2)", leader, nil,
			"10: terminate as the leader", "R3=b: a terminated process does nothing"},
		{fixed, errata.Readings{}, follower, "ELECT(3)", follower, []string{"ELECT(3)"},
			"4: pass j on to the left", "R3=a: a terminated process still passes messages on"},
	} {
		name := fmt.Sprintf("%v upon %s: %s", row.state, row.message, row.reason)
		next, sends := react(t, row)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// react returns the local state and the sends that follow. All sends go left.
func react(t *testing.T, row reaction) (lcr.State, []string) {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{2, 3, 1}}
	s, err := model.New(lcr.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != "" {
		in = compiled.Input{Kind: model.Receive, Port: 1, Msg: tables.Message(parse(t, row.message))}
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %s: outcomes %+v", row.state, row.message, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		if sent.Port != 0 {
			t.Errorf("%v upon %s: sends to port %d, not to the left", row.state, row.message, sent.Port)
		}
		sends = append(sends, tables.MessageText(sent.Msg))
	}
	return tables.Value(0, outcomes[0].Next).(lcr.State), sends
}

// parse returns the message with that text.
func parse(t *testing.T, text string) lcr.Message {
	t.Helper()
	for _, m := range messages() {
		if m.String() == text {
			return m
		}
	}
	t.Fatalf("no message has the text %q", text)
	return lcr.Message{}
}

func messages() []lcr.Message {
	var list []lcr.Message
	for id := range model.ID(4) {
		list = append(list, lcr.Message{Kind: lcr.Term, ID: id})
		if id != model.NoID {
			list = append(list, lcr.Message{Kind: lcr.Elect, ID: id})
		}
	}
	return list
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{lcr.Message{Kind: lcr.Elect, ID: 3}, "ELECT(3)", "an identity"},
		{lcr.Message{Kind: lcr.Term, ID: 3}, "TERM(3)", "the leader is named"},
		{lcr.Message{Kind: lcr.Term}, "TERM", "the leader is not named"},
		{lcr.State{}, "asleep,undecided", "at the start"},
		{lcr.State{Part: lcr.Awake, Role: model.Lost, Leader: 3, Halted: true}, "awake,lost,leader=3,halted", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		readings errata.Readings
		state    lcr.State
		wakes    bool
		status   model.Status
		reason   string
	}{
		{errata.Readings{}, lcr.State{}, true, model.Status{}, "asleep: it may wake"},
		{errata.Readings{}, lcr.State{Part: lcr.Awake}, false, model.Status{}, "it wakes once"},
		{errata.Readings{lcr.Woken: 1, lcr.Terminated: 1}, lcr.State{Role: model.Lost, Leader: 3, Halted: true}, false,
			model.Status{Role: model.Lost, Leader: 3, Halted: true}, "R3=b: terminated, it does not even wake"},
		{errata.Readings{lcr.Woken: 1}, lcr.State{Role: model.Lost, Leader: 3, Halted: true}, true,
			model.Status{Role: model.Lost, Leader: 3, Halted: true}, "R1=b: it may still wake"},
	} {
		a := lcr.Algorithm{Readings: row.readings}
		if got := a.Ready(model.Self{}, row.state); got != (model.Spontaneous{Wake: row.wakes}) {
			t.Errorf("%v: reacts to %+v, want wake %t: %s", row.state, got, row.wakes, row.reason)
		}
		if diff := cmp.Diff(row.status, a.Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestNeedsAUnidirectionalRing(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{2, 1}},
			"lcr: topology ring; allowed: unidirectional-ring", "messages would travel both ways"},
		{model.Network{Topology: model.UnidirectionalRing, N: 2},
			"the processes are anonymous", "anonymous processes"},
	} {
		_, err := model.New(lcr.Algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
