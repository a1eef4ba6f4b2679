package awe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/awe"
	"github.com/interrex/interrex/protocols/errata"
)

// reaction is the step that the process with identity 2 of three takes in a local state
// upon a message, or waking where there is none.
type reaction struct {
	readings errata.Readings
	state    awe.State
	message  awe.Message // zero: it wakes
	next     awe.State
	sends    []string
	line     string // the words of the source
	reason   string
}

func id(id model.ID) awe.Message            { return awe.Message{ID: id} }
func hop(id model.ID, hops int) awe.Message { return awe.Message{ID: id, Hops: hops} }

func awake(least model.ID) awe.State { return awe.State{Awake: true, Least: least} }

// counted returns s with the counts of R1=b and R1=c.
func counted(s awe.State, seen, size int) awe.State {
	s.Seen, s.Size = seen, size
	return s
}

func decided(s awe.State) awe.State {
	s.Leader = s.Least
	return s
}

func TestStepFollowsTheText(t *testing.T) {
	none, knowsN, counts := errata.Readings{}, errata.Readings{awe.All: 1}, errata.Readings{awe.All: 2}
	asleep := awe.State{Least: 2}
	for _, row := range []reaction{
		{none, asleep, awe.Message{}, awake(2), []string{"ID(2)"},
			"1: it is sent to the next process", "it wakes of its own accord"},
		{none, asleep, id(3), awake(2), []string{"ID(2)", "ID(3)"},
			"3: and then first sends its own ID", "woken by a message"},
		{none, asleep, id(1), awake(1), []string{"ID(2)", "ID(1)"},
			"6: it is remembered if it is less", "woken by a lesser identity"},
		{none, awake(1), id(3), awake(1), []string{"ID(3)"},
			"5: it goes on to the next process", "a greater identity too"},
		{none, awake(1), id(2), decided(awake(1)), nil,
			"10: and a follower of the least one if not", "its own is back, 1 is less"},
		{none, awake(2), id(2), decided(awake(2)), nil,
			"10: it is the leader if the least one is its own", "its own is back, none was less"},
		{none, decided(awake(2)), id(3), decided(awake(2)), []string{"ID(3)"},
			"5: it goes on to the next process", "whoever has decided still passes on"},
		{errata.Readings{awe.Woken: 1}, asleep, id(1), awe.State{Least: 1}, []string{"ID(1)"},
			"4: when the ID of another process comes", "R2=b: it sleeps on, but remembers"},
		{knowsN, counted(awake(1), 2, 0), id(3), decided(counted(awake(1), 3, 0)), []string{"ID(3)"},
			"9: when a process has seen the ID of every process", "R1=b: three have come, and n = 3"},
		{knowsN, counted(awake(1), 1, 0), id(2), counted(awake(1), 2, 0), nil,
			"9: when a process has seen the ID of every process", "R1=b: its own alone tells nothing"},
		{counts, asleep, awe.Message{}, awake(2), []string{"ID(2,1)"},
			"8: an ID carries how many links it has travelled", "R1=c: one"},
		{counts, awake(2), hop(1, 1), counted(awake(1), 1, 0), []string{"ID(1,2)"},
			"8: an ID carries how many links it has travelled", "R1=c: one more"},
		{counts, counted(awake(1), 1, 0), hop(2, 3), counted(awake(1), 2, 3), nil,
			"8: its own tells a process how many there are", "R1=c: two of three have come"},
		{counts, counted(awake(1), 2, 3), hop(3, 2), decided(counted(awake(1), 3, 3)), []string{"ID(3,3)"},
			"9: when a process has seen the ID of every process", "R1=c: the third"},
	} {
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

// react returns the local state and the sends that follow: there is one port.
func react(t *testing.T, row reaction) (awe.State, []string) {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{2, 3, 1}}
	s, err := model.New(awe.Algorithm{Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != (awe.Message{}) {
		in = compiled.Input{Kind: model.Receive, Port: 1, Msg: tables.Message(row.message)}
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", row.state, row.message, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, tables.MessageText(sent.Msg))
	}
	return tables.Value(0, outcomes[0].Next).(awe.State), sends
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{id(3), "ID(3)", "an identity"},
		{hop(3, 2), "ID(3,2)", "and the links that it has travelled"},
		{awe.State{Least: 2}, "asleep,least=2", "at the start"},
		{decided(counted(awake(1), 3, 3)), "awake,least=1,seen=3,size=3,leader=1", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNeeds(t *testing.T) {
	ring := model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}}
	both, uniform := ring, ring
	both.Topology, uniform.Grants = model.Ring, model.KnowID
	for _, row := range []struct {
		readings errata.Readings
		net      model.Network
		says     string
		reason   string
	}{
		{errata.Readings{}, uniform, "", "no process reads n"},
		{errata.Readings{awe.All: 2}, uniform, "", "no process reads n"},
		{errata.Readings{awe.All: 1}, uniform, "does not grant N", "R1=b reads n"},
		{errata.Readings{awe.All: 1}, ring, "", "what is read is granted where the network does not say"},
		{errata.Readings{}, both, "awe: topology ring; allowed: unidirectional-ring", "messages would travel both ways"},
	} {
		_, err := model.New(awe.Algorithm{Readings: row.readings}, row.net)
		if (err == nil) != (row.says == "") || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
