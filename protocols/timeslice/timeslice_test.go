package timeslice_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/timeslice"
)

var (
	asleep = timeslice.State{}
	leader = timeslice.State{Awake: true, Role: model.Won, Leader: 2}
)

func counting(rounds int) timeslice.State { return timeslice.State{Awake: true, Rounds: rounds} }

func lost(to model.ID) timeslice.State {
	return timeslice.State{Awake: true, Role: model.Lost, Leader: to}
}

// TestStepFollowsTheText is about the process with identity 2 of three.
func TestStepFollowsTheText(t *testing.T) {
	for _, row := range []struct {
		state  timeslice.State
		kind   model.Kind
		id     model.ID // that comes, where something is received
		next   timeslice.State
		sends  []string
		line   string // the words of the source
		reason string
	}{
		{asleep, model.Wake, 0, counting(0), nil, "3: and count rounds from then on", "it wakes"},
		{counting(0), model.Round, 0, counting(1), nil, "4: phase v is the n rounds from round n(v-1) + 1", "round 1 is of phase 1"},
		{counting(2), model.Round, 0, counting(3), nil, "4: phase v is the n rounds from round n(v-1) + 1", "so is round 3"},
		{counting(3), model.Round, 0, leader, []string{"ID(2)"}, "6: elects itself; 7: sends its identity to the left", "round 4 is the first of phase 2"},
		{counting(2), model.Receive, 1, lost(1), []string{"ID(1)"}, "11: it passes the identity on to the left", "and has lost"},
		{counting(2), model.Receive, 3, lost(3), []string{"ID(3)"}, "10: the processor has lost", "whatever the identity"},
		{asleep, model.Receive, 1, timeslice.State{Role: model.Lost, Leader: 1}, []string{"ID(1)"}, "10: the processor has lost", "asleep or not"},
		{leader, model.Receive, 2, leader, nil, "13: the leader's own identity ends at the leader", "it is back"},
	} {
		next, sends := react(t, row.state, row.kind, row.id)
		if next != row.next {
			t.Errorf("%v upon %v %d: got %v, want %v (line %s; %s)", row.state, row.kind, row.id, next, row.next, row.line, row.reason)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%v upon %v %d: sends (-want +got), line %s; %s\n%s", row.state, row.kind, row.id, row.line, row.reason, diff)
		}
	}
}

// react returns the local state and the sends that follow: there is one port.
func react(t *testing.T, state timeslice.State, kind model.Kind, id model.ID) (timeslice.State, []string) {
	t.Helper()
	s, err := model.New(timeslice.Algorithm{}, ring([]model.ID{2, 3, 1}))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: kind, Msg: -1}
	if kind == model.Receive {
		in.Port, in.Msg = 1, tables.Message(timeslice.Message{ID: id})
	}
	outcomes := tables.Step(0, tables.Local(0, state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v %d: outcomes %+v", state, kind, id, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, tables.MessageText(sent.Msg))
	}
	return tables.Value(0, outcomes[0].Next).(timeslice.State), sends
}

// ring returns the network of the algorithm with these identities.
func ring(ids []model.ID) model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: len(ids), IDs: ids,
		Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		state  timeslice.State
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{asleep, model.Spontaneous{Wake: true}, model.Status{}, "it may start"},
		{counting(3), model.Spontaneous{Round: true}, model.Status{}, "it counts"},
		{leader, model.Spontaneous{}, model.Status{Role: model.Won, Leader: 2, Halted: true}, "it has terminated"},
		{lost(1), model.Spontaneous{}, model.Status{Role: model.Lost, Leader: 1, Halted: true}, "so has this one"},
		{timeslice.State{Role: model.Lost, Leader: 1}, model.Spontaneous{}, model.Status{Role: model.Lost, Leader: 1, Halted: true}, "it does not start any more"},
	} {
		a := timeslice.Algorithm{}
		if got := a.Ready(model.Self{}, row.state); got != row.ready {
			t.Errorf("%v: reacts to %+v, want %+v: %s", row.state, got, row.ready, row.reason)
		}
		if diff := cmp.Diff(row.status, a.Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{timeslice.Message{ID: 3}, "ID(3)", "an identity"},
		{asleep, "asleep,undecided", "at the start"},
		{counting(3), "awake,undecided,rounds=3", "while it counts"},
		{lost(1), "awake,lost,leader=1", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNeeds(t *testing.T) {
	async, uniform := ring([]model.ID{2, 1}), ring([]model.ID{2, 1})
	async.Timing, uniform.Grants = model.Async, model.KnowID
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{async, "timeslice: timing async; allowed: lockstep", "silence means nothing where delays are not known"},
		{uniform, "does not grant N", "phases are n rounds"},
	} {
		_, err := model.New(timeslice.Algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
