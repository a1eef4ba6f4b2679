package variablespeeds_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/variablespeeds"
)

type (
	state   = variablespeeds.State
	message = variablespeeds.Message
)

const (
	relay  = variablespeeds.Relay
	taking = variablespeeds.Taking
)

func first(id model.ID) message  { return message{Kind: variablespeeds.First, ID: id} }
func second(id model.ID) message { return message{Kind: variablespeeds.Second, ID: id} }
func term(id model.ID) message   { return message{Kind: variablespeeds.Term, ID: id} }

var (
	starting = state{Part: variablespeeds.Starting}
	partaker = state{Part: taking, Least: 2}
	leader   = state{Part: taking, Least: 2, Role: model.Won, Leader: 2, Halted: true}
)

// passed is a process that has seen a lesser identity and lets none wait.
func passed(part variablespeeds.Part, least model.ID) state {
	return state{Part: part, Least: least, Role: model.Lost}
}

func holding(s state, id model.ID, wait int) state {
	s.Held, s.Wait = id, wait
	return s
}

// reaction is the step that the process with identity 2 of three takes in a local state.
type reaction struct {
	state  state
	kind   model.Kind
	msg    message // where something is received
	next   state
	sends  []string
	line   string // the words of the source
	reason string
}

func TestStepFollowsTheText(t *testing.T) {
	check(t, variablespeeds.Algorithm{}, []reaction{
		{state{}, model.Wake, message{}, starting, nil, "3: starts in a round in which no message comes", "that is to be seen"},
		{starting, model.Round, message{}, partaker, []string{"FIRST(2)"}, "4: it sends its identity to the left", "no message has come"},
		{starting, model.Receive, first(3), passed(relay, 3), []string{"FIRST(3)"}, "5: or starts, when a message comes", "one has come"},
		{state{}, model.Receive, second(3), holding(passed(relay, 3), 3, 8), nil, "10: any other goes on in the second phase", "by a relay too"},
		{passed(relay, 3), model.Receive, first(1), passed(relay, 1), []string{"FIRST(1)"}, "9: a relay passes a message of the first phase on at once", "another one"},
		{holding(passed(relay, 3), 3, 5), model.Receive, first(1), passed(relay, 1), []string{"FIRST(1)"}, "11: unless a lesser one has come by then", "3 waits no more"},
		{partaker, model.Receive, first(1), holding(passed(taking, 1), 1, 2), nil, "10: any other goes on in the second phase, 2^j - 1 rounds later", "a participant delays"},
		{holding(passed(taking, 1), 1, 2), model.Round, message{}, holding(passed(taking, 1), 1, 1), nil, "10: 2^j - 1 rounds later", "j = 1: not in this round"},
		{holding(passed(taking, 1), 1, 1), model.Round, message{}, passed(taking, 1), []string{"SECOND(1)"}, "10: 2^j - 1 rounds later", "j = 1: in this one"},
		{partaker, model.Receive, first(3), partaker, nil, "13: then nothing happens", "3 > 2"},
		{partaker, model.Receive, second(2), leader, []string{"TERM(2)"}, "12: then it is elected; 14: sends a termination message", "its own is back"},
		{passed(relay, 3), model.Receive, second(2), holding(passed(relay, 2), 2, 4), nil, "7: its own among them, where it takes part", "a relay has no identity of its own"},
		{holding(passed(relay, 3), 3, 5), model.Receive, term(1), state{Part: relay, Least: 3, Role: model.Lost, Leader: 1, Halted: true}, []string{"TERM(1)"},
			"15: knows the leader, passes the message on and terminates", "nothing waits any more"},
		{leader, model.Receive, term(2), leader, nil, "16: ends at the leader", "it is back"},
		{leader, model.Receive, second(3), leader, nil, "14: and terminates", "the leader does nothing more"},
	})
}

func TestLynch(t *testing.T) {
	check(t, variablespeeds.Algorithm{Readings: errata.Readings{variablespeeds.Woken: 1}}, []reaction{
		{state{}, model.Wake, message{}, holding(partaker, 2, 4), nil, "18: are in the second phase from the beginning", "its own waits"},
		{state{}, model.Receive, second(3), holding(partaker, 2, 4), nil, "17: all take part", "woken by a greater identity"},
		{state{}, model.Receive, second(1), holding(passed(taking, 1), 1, 2), nil, "11: unless a lesser one has come by then", "its own is never sent"},
		{holding(partaker, 2, 1), model.Round, message{}, partaker, []string{"SECOND(2)"}, "10: goes on in the second phase", "after its rounds"},
	})
}

func check(t *testing.T, a variablespeeds.Algorithm, rows []reaction) {
	t.Helper()
	s, err := model.New(a, ring([]model.ID{2, 3, 1}))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	for _, row := range rows {
		in := compiled.Input{Kind: row.kind, Msg: -1}
		if row.kind == model.Receive {
			in.Port, in.Msg = 1, tables.Message(row.msg)
		}
		outcomes := tables.Step(0, tables.Local(0, row.state), in)
		if len(outcomes) != 1 || outcomes[0].Failure != "" {
			t.Fatalf("%v upon %v %v: outcomes %+v", row.state, row.kind, row.msg, outcomes)
		}
		var sends []string
		for _, sent := range outcomes[0].Sends {
			sends = append(sends, tables.MessageText(sent.Msg))
		}
		name := fmt.Sprintf("%v upon %v %v, line %s; %s", row.state, row.kind, row.msg, row.line, row.reason)
		if diff := cmp.Diff(row.next, tables.Value(0, outcomes[0].Next)); diff != "" {
			t.Errorf("%s\nlocal state (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nsends (-want +got):\n%s", name, diff)
		}
	}
}

// ring returns the network of the algorithm with these identities.
func ring(ids []model.ID) model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: len(ids), IDs: ids,
		Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
}

func TestReady(t *testing.T) {
	for _, row := range []struct {
		state  state
		ready  model.Spontaneous
		reason string
	}{
		{state{}, model.Spontaneous{Wake: true}, "asleep"},
		{starting, model.Spontaneous{Round: true}, "it is to see what the round brings"},
		{holding(partaker, 2, 4), model.Spontaneous{Round: true}, "it counts"},
		{partaker, model.Spontaneous{}, "it waits for a message"},
		{leader, model.Spontaneous{}, "it has terminated"},
	} {
		if got := (variablespeeds.Algorithm{}).Ready(model.Self{}, row.state); got != row.ready {
			t.Errorf("%v: reacts to %+v, want %+v: %s", row.state, got, row.ready, row.reason)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{first(3), "FIRST(3)", "in the first phase"},
		{second(3), "SECOND(3)", "in the second phase"},
		{term(1), "TERM(1)", "the leader"},
		{state{}, "asleep,undecided", "at the start"},
		{holding(passed(relay, 3), 3, 8), "relay,lost,least=3,held=3,wait=8", "an identity waits"},
		{leader, "taking-part,won,least=2,leader=2,halted", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNeedsLockstep(t *testing.T) {
	net := ring([]model.ID{2, 1})
	net.Timing = model.Async
	_, err := model.New(variablespeeds.Algorithm{}, net)
	if err == nil || !strings.Contains(err.Error(), "variablespeeds: timing async; allowed: lockstep") {
		t.Errorf("got error %v: speeds mean nothing where delays are not known", err)
	}
}
