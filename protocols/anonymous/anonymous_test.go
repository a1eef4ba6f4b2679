package anonymous_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/anonymous"
)

// bothWays reads the values that come from the left and the right: in state 0 it goes to
// state 1 upon M(1) from the left, to 2 upon M(1) from the right, to 0 upon
// nothing or both.
var bothWays = anonymous.Algorithm{
	Class: anonymous.Class{States: 3, Messages: 2, Ports: 2},
	Table: "u000210/w101111/l0?2222",
}

func TestStepReadsTheTable(t *testing.T) {
	for _, row := range []struct {
		algorithm anonymous.Algorithm
		state     anonymous.State
		kind      model.Kind
		port      model.Port // of message M(1), where one is received
		next      string
		sends     []string
		reason    string
	}{
		{anonymous.First(), anonymous.State{}, model.Wake, 0, "woken,at=0", nil, "it has woken, and waits for the round"},
		{anonymous.First(), anonymous.State{}, model.Receive, 1, "woken,at=0,got=0,1", nil, "a message wakes too"},
		{anonymous.First(), anonymous.State{Awake: true}, model.Round, 0, "awake,at=1", []string{"0 M(1)"}, "next(0, nothing) = 1, which sends M(1)"},
		{anonymous.First(), anonymous.State{Awake: true, Got: [2]int{0, 1}}, model.Round, 0, "awake,at=2", []string{"0 M(1)"}, "next(0, M(1)) = 2"},
		{anonymous.First(), anonymous.State{Awake: true, Begun: true, At: 2}, model.Round, 0, "awake,at=2", []string{"0 M(1)"}, "next(2, nothing) = 2"},
		{bothWays, anonymous.State{Awake: true}, model.Round, 0, "awake,at=0", nil, "next(0, nothing, nothing) = 0, which sends nothing"},
		{bothWays, anonymous.State{Awake: true, Got: [2]int{0, 1}}, model.Round, 0, "stuck,at=2,entry=18", nil, "next(0, nothing, M(1)) = 2; what that sends is open"},
		{bothWays, anonymous.State{Awake: true, Got: [2]int{1, 0}}, model.Round, 0, "awake,at=1", []string{"0 M(1)"}, "next(0, M(1), nothing) = 1, which sends to the left"},
		{bothWays, anonymous.State{Awake: true, Stuck: 19}, model.Receive, 0, "stuck,at=0,entry=18", nil, "stuck for ever"},
	} {
		next, sends := react(t, row.algorithm, row.state, compiled.Input{Kind: row.kind, Port: row.port, Msg: -1})
		if diff := cmp.Diff(append([]string{row.next}, row.sends...), append([]string{next}, sends...)); diff != "" {
			t.Errorf("%v upon %v: %s\nlocal state and sends (-want +got):\n%s", row.state, row.kind, row.reason, diff)
		}
	}
}

// react returns the texts of the local state and of the sends that follow.
func react(t *testing.T, a anonymous.Algorithm, s anonymous.State, in compiled.Input) (next string, sends []string) {
	t.Helper()
	system, err := model.New(a, ring(a.Class, 3))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(system)
	tables.Repeat = true
	if in.Kind == model.Receive {
		in.Msg = tables.Message(anonymous.Message(1))
	}
	outcomes := tables.Step(0, tables.Local(0, s), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", s, in.Kind, outcomes)
	}
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprint(sent.Port, " ", tables.MessageText(sent.Msg)))
	}
	return fmt.Sprint(tables.Value(0, outcomes[0].Next)), sends
}

func TestObserve(t *testing.T) {
	for _, row := range []struct {
		state  anonymous.State
		role   model.Role
		reason string
	}{
		{anonymous.State{At: 1}, model.Undecided, "asleep"},
		{anonymous.State{At: 1, Awake: true}, model.Undecided, "it has not taken a round yet"},
		{anonymous.State{At: 0, Awake: true, Begun: true}, model.Undecided, "row 0 is u"},
		{anonymous.State{At: 1, Awake: true, Begun: true}, model.Won, "row 1 is w"},
		{anonymous.State{At: 2, Awake: true, Begun: true}, model.Lost, "row 2 is l"},
		{anonymous.State{At: 1, Awake: true, Begun: true, Stuck: 1}, model.Undecided, "the role may be what is open"},
	} {
		if diff := cmp.Diff(model.Status{Role: row.role}, anonymous.First().Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestAllYieldsEachTableOnce(t *testing.T) {
	for _, row := range []struct {
		algorithm anonymous.Algorithm
		count     int64
		reason    string
	}{
		{anonymous.Class{States: 1, Messages: 2, Ports: 1}.Any(), 3 * 2, "a role and a message; one state has one next"},
		{anonymous.Class{States: 2, Messages: 2, Ports: 1}.Any(), 9 * 4 * 16, "two roles, two messages, four next states"},
		{anonymous.Class{States: 2, Messages: 2, Ports: 2}.Any(), 9 * 16 * 256, "two roles, four messages, eight next states"},
		{bothWays, 2, "one entry is open"},
		{anonymous.First(), 1, "none is"},
	} {
		seen := map[string]bool{}
		for a := range row.algorithm.All() {
			if seen[a.Table] || strings.ContainsRune(a.Table, anonymous.Open) {
				t.Errorf("%s comes twice or has an open entry", a.Table)
			}
			seen[a.Table] = true
		}
		if int64(len(seen)) != row.count || row.algorithm.Count() != row.count {
			t.Errorf("%s: got %d tables and count %d, want %d: %s",
				row.algorithm.Table, len(seen), row.algorithm.Count(), row.count, row.reason)
		}
	}
}

func TestFillFollowsTheColumns(t *testing.T) {
	open := anonymous.Class{States: 2, Messages: 3, Ports: 1}.Any()
	for _, row := range []struct {
		entry  int
		want   []string
		reason string
	}{
		{0, []string{"u????/?????", "l????/?????", "w????/?????"}, "a role"},
		{1, []string{"?0???/?????", "?1???/?????", "?2???/?????"}, "nothing or one of two messages"},
		{7, []string{"?????/?0???", "?????/?1???", "?????/?2???"}, "the same of the second row"},
		{10, []string{"?????/????0", "?????/????1"}, "a next state"},
	} {
		var got []string
		for a := range open.Fill(row.entry) {
			got = append(got, a.Table)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("entry %d, %s (-want +got):\n%s", row.entry, row.reason, diff)
		}
	}
}

func TestNeedsLockstep(t *testing.T) {
	for _, row := range []struct {
		algorithm anonymous.Algorithm
		net       model.Network
		says      string
		reason    string
	}{
		{anonymous.First(), model.Network{Topology: model.UnidirectionalRing, N: 2},
			"anonymous: timing async; allowed: lockstep", "a table is about rounds"},
		{anonymous.First(), model.Network{Topology: model.Ring, N: 2, Timing: model.Lockstep},
			"anonymous: topology ring; allowed: unidirectional-ring", "one port"},
		{bothWays, model.Network{Topology: model.UnidirectionalRing, N: 2, Timing: model.Lockstep},
			"anonymous: topology unidirectional-ring; allowed: ring, graph", "two ports"},
	} {
		_, err := model.New(row.algorithm, row.net)
		if err == nil || err.Error() != row.says {
			t.Errorf("got error %v, want %q: %s", err, row.says, row.reason)
		}
	}
}
