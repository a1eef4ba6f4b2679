package afa_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

// reaction is the step that the process with identity 2 takes in a local state upon a
// message from the left, or waking where there is none.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    afa.State
	message  afa.Message // zero: it wakes
	next     afa.State
	sends    []string
	line     string // the words of the source
	reason   string
}

const (
	fixed             = errata.Corrected
	left, right       = model.Port(0), model.Port(1)
	asleep, candidate = afa.Asleep, afa.Candidate
	defeated, elected = afa.Defeated, afa.Elected
)

func em(id model.ID) afa.Message   { return afa.Message{Kind: afa.EM, ID: id} }
func tm(id model.ID) afa.Message   { return afa.Message{Kind: afa.TM, ID: id} }
func ping(id model.ID) afa.Message { return afa.Message{Kind: afa.Ping, ID: id} }

// awake returns the local state of a process that has woken.
func awake(stage afa.Stage, least model.ID) afa.State {
	return afa.State{Stage: stage, Least: least, Next: right}
}

func done(s afa.State, leader model.ID) afa.State {
	s.Leader, s.Done = leader, true
	return s
}

func known(s afa.State, leader model.ID) afa.State {
	s.Leader = leader
	return s
}

func TestStepFollowsTheText(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{0, none, afa.State{}, afa.Message{}, awake(candidate, 2), []string{"R EM(2)"},
			"3: it sends EM with its UID to one of its neighbours", "it wakes of its own accord"},
		{0, none, afa.State{}, em(1), awake(defeated, 1), []string{"R EM(1)"},
			"9: it sends it to the next process", "woken by a lesser identity: its own is not sent"},
		{0, none, afa.State{}, em(3), awake(candidate, 2), nil,
			"7: if the ID is less than the least ID that it knows", "woken by a greater identity: nothing is said"},
		{0, none, awake(candidate, 2), em(3), awake(candidate, 2), nil,
			"12: EM is discarded", "3 > 2"},
		{0, none, awake(candidate, 2), em(1), awake(defeated, 1), []string{"R EM(1)"},
			"13: it becomes the least known ID, and EM with it goes to the neighbour", "1 < 2"},
		{0, none, awake(candidate, 2), em(2), known(awake(elected, 2), 2), []string{"R TM(2)"},
			"14: set its state to L; 16: send TM around the ring", "its own identity is back"},
		{0, none, awake(defeated, 2), em(1), awake(defeated, 2), nil,
			"11: when EM comes to a process that is in state C", "nothing is said of state D"},
		{0, none, awake(defeated, 1), tm(1), done(awake(defeated, 1), 1), []string{"R TM(1)"},
			"25: it is forwarded along the ring", "and the process is done"},
		{0, none, known(awake(elected, 2), 2), tm(2), done(awake(elected, 2), 2), []string{"R TM(2)"},
			"25: it is forwarded along the ring", "by the leader too"},
	})
}

func TestFixes(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{fixed, none, afa.State{}, em(3), awake(candidate, 2), []string{"R EM(2)"},
			"3: it sends EM with its UID", "E1: that is less than what has come"},
		{fixed, none, afa.State{}, em(1), awake(defeated, 1), []string{"R EM(1)"},
			"9: it sends it to the next process", "E1 is about greater identities"},
		{fixed, none, awake(defeated, 2), em(1), awake(defeated, 1), []string{"R EM(1)"},
			"13: EM with it goes to the neighbour", "E2: from a defeated process too"},
		{fixed, none, awake(defeated, 1), em(2), awake(defeated, 1), nil,
			"12: EM is discarded", "E2: by a defeated process too"},
		{fixed, none, awake(defeated, 1), em(1), awake(defeated, 1), nil,
			"14: the process can set its state to L", "R5=a: a defeated process never does"},
		{fixed, none, known(awake(elected, 2), 2), tm(2), done(awake(elected, 2), 2), nil,
			"25: it is forwarded along the ring", "E3: not by the leader"},
		{fixed, none, known(awake(elected, 2), 2), em(3), known(awake(elected, 2), 2), nil,
			"11: when EM comes to a process that is in state C", "the leader discards"},
	})
}

func TestReadings(t *testing.T) {
	pinging := afa.State{Started: true}
	held := afa.State{Held: "\x03\x01"}
	prepared := awake(candidate, 2)
	prepared.Started = true
	prepares := errata.Readings{afa.Preparation: 1}
	started := func(s afa.State) afa.State { s.Started = true; return s }
	check(t, []reaction{
		{fixed, prepares, held, afa.Message{}, pinging, []string{"R PING(2)", "R PING(3)", "R PING(1)"},
			"20: it tries to send PING to itself", "what has waited follows, in order"},
		{fixed, prepares, afa.State{Held: "\x03"}, ping(1), held, nil,
			"21: PING waits where the next process is not started yet", "after one that waits already"},
		{fixed, prepares, pinging, ping(3), pinging, []string{"R PING(3)"},
			"22: PING that is meant for another process goes on", "3 is another process"},
		{fixed, prepares, pinging, ping(2), prepared, []string{"R EM(2)"},
			"24: it can start the algorithm", "its own PING is back"},
		{fixed, prepares, prepared, ping(2), prepared, nil,
			"24: it can start the algorithm", "it has woken already: it starts once"},
		{0, errata.Readings{afa.Woken: 1}, afa.State{}, em(3), awake(candidate, 2), []string{"R EM(2)"},
			"3: it sends EM with its UID", "R2=b: woken by a message"},
		{0, errata.Readings{afa.Woken: 1}, afa.State{}, em(1), awake(defeated, 1), []string{"R EM(2)", "R EM(1)"},
			"3: it sends EM with its UID", "R2=b: and then does what a candidate does"},
		{0, errata.Readings{afa.Defeat: 1}, awake(candidate, 2), em(1), awake(candidate, 1), []string{"R EM(1)"},
			"13: it becomes the least known ID", "R3=b: it stays a candidate"},
		{fixed, errata.Readings{afa.Terminated: 1}, done(awake(defeated, 2), 2), em(1), done(awake(defeated, 2), 2), nil,
			"27: the program of a process then shuts down", "R4=b: it does nothing"},
		{fixed, errata.Readings{afa.Terminated: 2}, done(awake(defeated, 2), 2), em(1), done(awake(defeated, 2), 2), []string{"L ERROR"},
			"27: the program of a process then shuts down", "R4=c: the sender is told"},
		{fixed, errata.Readings{afa.Terminated: 2}, awake(defeated, 1), afa.Message{Kind: afa.Error}, done(awake(defeated, 1), 0), nil,
			"27: the program of a process then shuts down", "R4=c: so does that of the sender, without a leader"},
		{fixed, errata.Readings{afa.Terminated: 2}, done(awake(defeated, 1), 1), afa.Message{Kind: afa.Error}, done(awake(defeated, 1), 1), nil,
			"27: the program of a process then shuts down", "R4=c: it has"},
		{fixed, errata.Readings{}, done(awake(defeated, 2), 2), em(1), done(awake(defeated, 1), 2), []string{"R EM(1)"},
			"13: EM with it goes to the neighbour", "R4=a: it does what it did before"},
		{fixed, errata.Readings{afa.Same: 1}, awake(defeated, 1), em(1), known(awake(elected, 1), 2), []string{"R TM(2)"},
			"14: the process can set its state to L", "R5=b: a defeated process too"},
		{fixed, errata.Readings{afa.Direction: 2}, afa.State{Stage: candidate, Least: 2, Next: left}, em(1),
			afa.State{Stage: defeated, Least: 1, Next: left}, []string{"L EM(1)"},
			"9: it sends it to the next process", "R6=c: its next process is on the left"},
		{fixed, errata.Readings{afa.Late: 1}, awake(defeated, 1), afa.Message{}, started(awake(candidate, 1)), []string{"R EM(2)"},
			"4: its state becomes C", "R7=b: a message has woken it, and it knows the ID 1"},
		{fixed, errata.Readings{afa.Late: 2}, awake(defeated, 1), afa.Message{}, started(awake(candidate, 2)), []string{"R EM(2)"},
			"4: its state becomes C", "R7=c: it begins anew"},
		{fixed, errata.Readings{afa.Preparation: 1, afa.Late: 2}, started(awake(defeated, 1)), ping(2), started(awake(candidate, 2)), []string{"R EM(2)"},
			"24: it can start the algorithm", "R7=c: a message has woken it before its PING came back"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.message, row.reason)
		reactions := react(t, row)
		if len(reactions) != 1 {
			t.Fatalf("%s: %d outcomes, want one", name, len(reactions))
		}
		want := outcome{row.next, row.sends}
		if diff := cmp.Diff(want, reactions[0]); diff != "" {
			t.Errorf("%s\nline %s\noutcome (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// outcome is one way in which a reaction may turn out.
type outcome struct {
	Next  afa.State
	Sends []string
}

func react(t *testing.T, row reaction) []outcome {
	t.Helper()
	net := model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{2, 3, 1}}
	s, err := model.New(afa.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != (afa.Message{}) {
		in = compiled.Input{Kind: model.Receive, Port: left, Msg: tables.Message(row.message)}
	}
	var list []outcome
	for _, o := range tables.Step(0, tables.Local(0, row.state), in) {
		if o.Failure != "" {
			t.Fatalf("%v upon %v: %s", row.state, row.message, o.Failure)
		}
		one := outcome{Next: tables.Value(0, o.Next).(afa.State)}
		for _, sent := range o.Sends {
			one.Sends = append(one.Sends, map[model.Port]string{left: "L ", right: "R "}[sent.Port]+tables.MessageText(sent.Msg))
		}
		list = append(list, one)
	}
	return list
}

// TestEitherNeighbour is line 3 under R6=b and R6=c: both ways are explored,
// and messages go on as the reading says.
func TestEitherNeighbour(t *testing.T) {
	toLeft, toRight := awake(candidate, 2), awake(candidate, 2)
	toLeft.Next = left
	for _, reading := range []uint8{1, 2} {
		got := react(t, reaction{fixes: fixed, readings: errata.Readings{afa.Direction: reading}})
		want := []outcome{{toLeft, []string{"L EM(2)"}}, {toRight, []string{"R EM(2)"}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("option %d (-want +got):\n%s", reading, diff)
		}
	}
	got := react(t, reaction{fixes: fixed, readings: errata.Readings{afa.Direction: 1}, state: toLeft, message: em(1)})
	toLeft.Stage, toLeft.Least = defeated, 1
	if diff := cmp.Diff([]outcome{{toLeft, []string{"R EM(1)"}}}, got); diff != "" {
		t.Errorf("R6=b: what comes from the left goes on to the right (-want +got):\n%s", diff)
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{em(3), "EM(3)", "an identity"},
		{tm(1), "TM(1)", "the leader"},
		{ping(2), "PING(2)", "who is meant"},
		{afa.State{}, "asleep", "at the start"},
		{afa.State{Held: "\x03\x01"}, "asleep,held=[3 1]", "PINGs wait"},
		{afa.State{Stage: candidate, Started: true, Least: 2, Next: left}, "candidate,started,least=2,next=left", "sends to the left"},
		{done(awake(defeated, 1), 1), "defeated,least=1,leader=1,done", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		state  afa.State
		wakes  bool
		status model.Status
		reason string
	}{
		{afa.State{}, true, model.Status{}, "asleep: it may wake"},
		{afa.State{Started: true}, false, model.Status{}, "started: its PING will wake it"},
		{awake(candidate, 2), false, model.Status{Role: model.Candidate}, "it wakes once"},
		{awake(defeated, 1), false, model.Status{Role: model.Lost}, "state D"},
		{known(awake(elected, 2), 2), false, model.Status{Role: model.Won, Leader: 2}, "state L"},
		{done(awake(elected, 2), 2), false, model.Status{Role: model.Won, Leader: 2, Halted: true}, "the leader is done"},
		{done(awake(candidate, 1), 1), false, model.Status{Role: model.Lost, Leader: 1, Halted: true}, "R3=b: its code says that it is not the leader"},
		{afa.State{Leader: 1, Done: true}, false, model.Status{Role: model.Lost, Leader: 1, Halted: true}, "done, it does not wake"},
	} {
		a := afa.Algorithm{}
		if got := a.Ready(model.Self{}, row.state); got != (model.Spontaneous{Wake: row.wakes}) {
			t.Errorf("%v: reacts to %+v, want wake %t: %s", row.state, got, row.wakes, row.reason)
		}
		if diff := cmp.Diff(row.status, a.Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestNeedsARingWithIdentities(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}},
			"afa: topology unidirectional-ring; allowed: ring", "the implementation sends to the right, and R6 either way"},
		{model.Network{Topology: model.Ring, N: 2}, "the processes are anonymous", "anonymous processes"},
	} {
		_, err := model.New(afa.Algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
