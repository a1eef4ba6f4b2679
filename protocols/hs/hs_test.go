package hs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/hs"
)

const (
	left  model.Port = 0
	right model.Port = 1
)

// reaction is the step that the process with identity 2 takes in a local state upon a
// message that comes from the right, or upon no message.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    hs.State
	message  hs.Message // the zero value: no message
	next     hs.State
	sends    []string // L: to the left, R: to the right
	line     string   // the words of the source
	reason   string
}

func probe(j model.ID, k, d int) hs.Message { return hs.Message{Kind: hs.Probe, J: j, K: k, D: d} }
func reply(j model.ID, k int) hs.Message    { return hs.Message{Kind: hs.Reply, J: j, K: k} }
func term(j model.ID) hs.Message            { return hs.Message{Kind: hs.Term, J: j} }

var (
	asleep   = hs.State{Asleep: true}
	awake    = hs.State{}
	lost     = hs.State{Role: model.Lost}
	leader   = hs.State{Role: model.Won, Leader: 2, Halted: true}
	follower = hs.State{Role: model.Lost, Leader: 3, Halted: true}
	started  = []string{"L PROBE(2,0,1)", "R PROBE(2,0,1)"}
)

const fixed = errata.Corrected

func TestStepFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{0, errata.Readings{}, asleep, hs.Message{}, awake, started,
			"4: send <probe, id, 0, 1> to left and right", "it starts"},
		{0, errata.Readings{}, awake, probe(3, 1, 1), awake, []string{"L PROBE(3,1,2)"},
			"8: send <probe, j, k, d+1> to the other side", "3 > 2 and 1 < 2^1; as printed only the leader decides"},
		{0, errata.Readings{}, awake, probe(3, 1, 2), awake, []string{"R REPLY(3,1)"},
			"10: send <reply, j, k> back", "3 > 2 and 2 >= 2^1"},
		{0, errata.Readings{}, awake, probe(3, 0, 1), awake, []string{"R REPLY(3,0)"},
			"10: send <reply, j, k> back", "3 > 2 and 1 >= 2^0: in phase 0 the neighbour is the last"},
		{0, errata.Readings{}, awake, probe(1, 0, 1), awake, nil,
			"17: a probe with j < id is swallowed", "1 < 2"},
		{0, errata.Readings{}, awake, probe(2, 2, 3), leader, nil,
			"6: if j = id then terminate as the leader", "as printed it tells nobody"},
		{0, errata.Readings{}, awake, reply(3, 1), awake, []string{"L REPLY(3,1)"},
			"12: if j /= id then send <reply, j, k> to the other side", "it answers somebody else's probe"},
		{0, errata.Readings{}, awake, reply(2, 0), hs.State{Replies: [2]int{right: 1}}, nil,
			"14: if <reply, j, k> has been received from the other side already", "it has not"},
		{0, errata.Readings{}, hs.State{Replies: [2]int{left: 1}}, reply(2, 0), hs.State{Replies: [2]int{1, 1}},
			[]string{"L PROBE(2,1,1)", "R PROBE(2,1,1)"},
			"15: send <probe, id, k+1, 1>", "a winner of phase 0 probes in each direction (line 19)"},
		{0, errata.Readings{}, hs.State{Replies: [2]int{2, 1}}, reply(2, 1), hs.State{Replies: [2]int{2, 2}},
			[]string{"L PROBE(2,2,1)", "R PROBE(2,2,1)"},
			"15: send <probe, id, k+1, 1>", "a winner of phase 1"},
		{0, errata.Readings{}, hs.State{Replies: [2]int{1, 1}}, reply(2, 1), hs.State{Replies: [2]int{1, 2}}, nil,
			"14: if <reply, j, k> has been received", "the replies of phase 0 do not count in phase 1"},
	})
}

func TestFixes(t *testing.T) {
	check(t, []reaction{
		{0, errata.Readings{}, asleep, probe(1, 0, 1), asleep, nil,
			"17: a probe with j < id is swallowed", "as printed it sleeps on, and may never start"},
		{fixed, errata.Readings{}, asleep, probe(1, 0, 1), awake, started,
			"1: upon receiving no message", "E1: a message makes it start too"},
		{fixed, errata.Readings{}, asleep, probe(3, 0, 1), lost, append(started[:2:2], "R REPLY(3,0)"),
			"1: upon receiving no message", "E1: it starts before it handles the message"},
		{fixed, errata.Readings{}, awake, probe(2, 2, 3), leader, []string{"L TERM(2)"},
			"21: terminates as the leader and sends a termination message around the ring", "E2"},
		{fixed, errata.Readings{}, leader, probe(2, 2, 3), leader, nil,
			"6: if j = id then terminate as the leader", "its second probe: it has terminated already"},
		{fixed, errata.Readings{}, awake, probe(3, 1, 1), lost, []string{"L PROBE(3,1,2)"},
			"8: send <probe, j, k, d+1> to the other side", "E2: whoever lets a greater identity pass has lost"},
		{fixed, errata.Readings{}, lost, term(3), follower, []string{"L TERM(3)"},
			"21: a termination message around the ring", "E2: it passes it on and terminates"},
		{fixed, errata.Readings{}, leader, term(2), leader, nil,
			"21: a termination message around the ring", "E2: it ends at the leader"},
		{errata.Fix(hs.Start), errata.Readings{}, awake, probe(3, 1, 1), awake, []string{"L PROBE(3,1,2)"},
			"23: only the leader terminates", "without E2 nobody loses"},
	})
}

func TestReadings(t *testing.T) {
	check(t, []reaction{
		{fixed, errata.Readings{hs.Losing: 1}, awake, probe(3, 1, 1), awake, []string{"L PROBE(3,1,2)"},
			"8: send <probe, j, k, d+1> to the other side", "R2=b: it has not lost yet"},
		{fixed, errata.Readings{}, follower, probe(3, 1, 1), follower, []string{"L PROBE(3,1,2)"},
			"8: send <probe, j, k, d+1> to the other side", "R3=a: a terminated process still passes messages on"},
		{fixed, errata.Readings{hs.Terminated: 1}, follower, probe(3, 1, 1), follower, nil,
			"6: terminate as the leader", "R3=b: a terminated process does nothing"},
		{fixed, errata.Readings{hs.Onward: 1}, hs.State{Replies: [2]int{left: 1}}, reply(2, 0), hs.State{Replies: [2]int{1, 1}},
			[]string{"R PROBE(2,1,1)"},
			"15: send <probe, id, k+1, 1>", "R4=b: back to where the reply came from"},
		{fixed, errata.Readings{hs.Sleeper: 1}, hs.State{Asleep: true}, probe(1, 1, 1), hs.State{Relay: true, Role: model.Lost}, []string{"L PROBE(1,1,2)"},
			"16: initially, asleep is true", "R6=b: it passes on what it would swallow, and does not start"},
		{fixed, errata.Readings{hs.Sleeper: 1}, hs.State{Relay: true, Role: model.Lost}, probe(1, 0, 1), hs.State{Relay: true, Role: model.Lost}, []string{"R REPLY(1,0)"},
			"10: send <reply, j, k> back to the side it came from", "R6=b: whatever its own identity"},
		{fixed, errata.Readings{hs.Again: 1}, leader, probe(2, 2, 3), leader, []string{"L TERM(2)"},
			"21: sends a termination message around the ring", "R5=b: once for each probe that comes back"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.message, row.reason)
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
func react(t *testing.T, row reaction) (hs.State, []string) {
	t.Helper()
	net := model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{2, 3, 1}}
	s, err := model.New(hs.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != (hs.Message{}) {
		in = compiled.Input{Kind: model.Receive, Port: right, Msg: tables.Message(row.message)}
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", row.state, row.message, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, map[model.Port]string{left: "L ", right: "R "}[sent.Port]+tables.MessageText(sent.Msg))
	}
	return tables.Value(0, outcomes[0].Next).(hs.State), sends
}

// TestMirror says that the algorithm acts from the left as from the right, but for the termination message, which the leader sends to the left.
func TestMirror(t *testing.T) {
	net := model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{2, 3, 1}}
	s, err := model.New(hs.Algorithm{Fixes: fixed}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for _, m := range []hs.Message{probe(3, 1, 1), probe(3, 1, 2), probe(1, 0, 1), reply(3, 1), term(3)} {
		sent := map[model.Port]compiled.Outcome{}
		for _, side := range []model.Port{left, right} {
			in := compiled.Input{Kind: model.Receive, Port: side, Msg: tables.Message(m)}
			sent[side] = tables.Step(0, tables.Local(0, awake), in)[0]
		}
		mirrored := sent[left]
		mirrored.Sends = nil
		for _, one := range sent[left].Sends {
			mirrored.Sends = append(mirrored.Sends, compiled.Send{Port: left + right - one.Port, Msg: one.Msg})
		}
		if diff := cmp.Diff(sent[right], mirrored); diff != "" {
			t.Errorf("%v (-from the right +from the left, mirrored):\n%s", m, diff)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{probe(2, 0, 1), "PROBE(2,0,1)", "identity, phase, hops"},
		{reply(2, 0), "REPLY(2,0)", "identity, phase"},
		{term(3), "TERM(3)", "the leader"},
		{asleep, "asleep,undecided,replies=0,0", "at the start"},
		{follower, "awake,lost,leader=3,halted,replies=0,0", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	sleeper := follower
	sleeper.Asleep = true
	for _, row := range []struct {
		readings errata.Readings
		state    hs.State
		ready    model.Spontaneous
		status   model.Status
		reason   string
	}{
		{errata.Readings{}, asleep, model.Spontaneous{Wake: true}, model.Status{}, "asleep: it may start"},
		{errata.Readings{hs.Nothing: 1}, asleep, model.Spontaneous{Idle: true}, model.Status{}, "R1=b: it must, once idle"},
		{errata.Readings{}, awake, model.Spontaneous{}, model.Status{}, "it starts once"},
		{errata.Readings{}, sleeper, model.Spontaneous{Wake: true},
			model.Status{Role: model.Lost, Leader: 3, Halted: true}, "without E1 it may terminate asleep, and start later"},
		{errata.Readings{hs.Terminated: 1}, sleeper, model.Spontaneous{},
			model.Status{Role: model.Lost, Leader: 3, Halted: true}, "R3=b: terminated, it does not even start"},
	} {
		a := hs.Algorithm{Readings: row.readings}
		if diff := cmp.Diff(row.ready, a.Ready(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: reacts to (-want +got): %s\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, a.Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestNeedsARing(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}},
			"hs: topology unidirectional-ring; allowed: ring", "replies could not come back"},
		{model.Network{Topology: model.Ring, N: 2},
			"the processes are anonymous", "anonymous processes"},
	} {
		_, err := model.New(hs.Algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
