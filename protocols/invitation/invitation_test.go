package invitation_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/invitation"
)

type (
	algorithm = invitation.Algorithm
	group     = invitation.Group
	state     = invitation.State
	message   = invitation.Message
)

// reaction is the step that the process with identity 2 of three takes in a local state
// upon an input, if it may form two groups. Port q leads to identity q+1.
type reaction struct {
	state   state
	in      compiled.Input
	message message // the received message, if in is a Receive
	next    state
	sends   []string // port and text
	line    string   // the words of the source
	reason  string
}

// from is the arrival of a message from that identity.
func from(id model.ID) compiled.Input {
	return compiled.Input{Kind: model.Receive, Port: model.Port(id - 1)}
}

var (
	wakes   = compiled.Input{Kind: model.Wake, Msg: -1}
	expires = compiled.Input{Kind: model.Timeout, Msg: -1}

	first, second = group{Coordinator: 2, Count: 1}, group{Coordinator: 2, Count: 2}
	theirs        = group{Coordinator: 3, Count: 2}

	alone    = state{Phase: invitation.Working, Count: 1, Group: first}
	checking = state{Phase: invitation.Checking, Count: 1, Group: first, Asked: model.IDs(1, 3)}
	forming  = state{Phase: invitation.Forming, Count: 2, Group: second}
	leading  = state{Phase: invitation.Working, Count: 2, Group: second, Members: model.IDs(3)}
	joining  = state{Phase: invitation.Joining, Count: 1, Group: theirs}
	member   = state{Phase: invitation.Working, Count: 1, Group: theirs}
)

func asked(s state, ids ...model.ID) state {
	s.Asked = model.IDs(ids...)
	return s
}

func others(s state, ids ...model.ID) state {
	s.Others = model.IDs(ids...)
	return s
}

func say(k invitation.Kind, g group) message { return message{Kind: k, Group: g} }

func TestStepFollowsTheText(t *testing.T) {
	checkReactions(t, append(coordinators(), members()...))
}

// coordinators are the reactions of those who start, ask and form groups.
func coordinators() []reaction {
	asleep, dead := state{}, state{Count: 2}
	known, heard := others(asked(checking, 1), 3), leading
	heard.Phase = invitation.Forming
	ask, invite := []string{"0:ARE-YOU-COORDINATOR(2#1)", "2:ARE-YOU-COORDINATOR(2#1)"}, []string{"2:INVITATION(2#2)"}
	both := others(asked(checking), 3)
	both.Members = model.IDs(1)
	return []reaction{
		{asleep, wakes, message{}, alone, nil, "3: a process that starts recovers", "its first group"},
		{asleep, from(1), say(invitation.AreYouCoordinator, group{Coordinator: 1, Count: 1}), alone, []string{"0:YES(1#1)"},
			"3: a process that starts recovers", "a message starts it"},
		{dead, from(1), say(invitation.AreYouCoordinator, first), dead, nil, "1: increments its counter", "it is used up: it stays asleep"},
		{alone, expires, message{}, checking, ask, "4: asks all other processes", "it has waited"},
		{checking, from(3), say(invitation.Yes, first), known, nil, "6: there are other coordinators", "3 is one"},
		{checking, from(3), say(invitation.No, first), asked(checking, 1), nil, "5: otherwise NO", "3 is none"},
		{checking, from(3), say(invitation.Yes, second), checking, nil, "6: waited for the answers", "to a question of another group"},
		{asked(alone, 1, 3), from(3), say(invitation.Yes, first), asked(alone, 1), nil, "6: once it has waited for the answers", "too late"},
		{known, expires, message{}, forming, invite, "7: sends INVITATION to the other coordinators", "it has no members"},
		{both, expires, message{}, forming, []string{"0:INVITATION(2#2)", "2:INVITATION(2#2)"},
			"8: and to the members of its old group", "1 is a member, 3 a coordinator"},
		{asked(checking, 1), expires, message{}, asked(alone, 1), nil, "6: there are other coordinators", "there is none"},
		{forming, from(3), say(invitation.Accept, second), heard, nil, "13: adds the sender to the members", "3 joins"},
		{forming, from(3), say(invitation.Accept, first), forming, nil, "13: receives ACCEPT to it", "another group"},
		{heard, expires, message{}, leading, []string{"2:READY(2#2)"}, "14: sends READY to the members", "3 is one"},
		{alone, from(3), say(invitation.Accept, first), alone, nil, "13: a coordinator that forms a group", "it does not"},
	}
}

// members are the reactions of those who are invited, and of whom is asked.
func members() []reaction {
	invited := say(invitation.Invitation, theirs)
	escaped := state{Phase: invitation.Working, Count: 2, Group: second}
	next := joining
	next.Count = 2
	return []reaction{
		{alone, from(3), invited, joining, []string{"2:ACCEPT(3#2)"}, "11: sends it ACCEPT", "it is at work"},
		{checking, from(3), invited, joining, []string{"2:ACCEPT(3#2)"}, "9: is not reorganising", "it only asks"},
		{leading, from(1), invited, next, []string{"2:INVITATION(3#2)", "2:ACCEPT(3#2)"}, "10: forwards it to the members of its group", "3 is one"},
		{forming, from(3), invited, forming, nil, "12: ignores it", "it is reorganising"},
		{joining, from(3), say(invitation.Invitation, group{Coordinator: 1, Count: 2}), joining, nil, "12: ignores it", "it is reorganising"},
		{member, from(1), invited, member, nil, "9: receives INVITATION to a group", "its own"},
		{alone, from(1), say(invitation.Invitation, second), alone, nil, "9: receives INVITATION to a group", "of which it would be the coordinator"},
		{joining, from(3), say(invitation.Ready, theirs), member, nil, "15: receives READY from its group", "it goes to work"},
		{asked(member, 3), from(3), say(invitation.Ready, theirs), member, nil, "18: READY again", "it is answered"},
		{joining, from(3), say(invitation.Ready, first), joining, nil, "15: receives READY from its group", "another group"},
		{asked(joining, 3), from(3), say(invitation.There, theirs), joining, nil, "18: THERE", "it waits on"},
		{member, expires, message{}, asked(member, 3), []string{"2:ARE-YOU-THERE(3#2)"}, "16: asks it ARE-YOU-THERE", "it has waited"},
		{asked(member, 3), expires, message{}, escaped, nil, "21: not answered in time", "it recovers"},
		{member, from(3), say(invitation.NoMore, theirs), escaped, nil, "20: is answered NO-MORE", "it recovers"},
		{next, from(3), say(invitation.NoMore, theirs), next, nil, "1: increments its counter", "it is used up"},
		{leading, from(3), say(invitation.AreYouThere, second), leading, []string{"2:READY(2#2)"}, "18: READY again once it is", "3 is a member"},
		{forming, from(3), say(invitation.AreYouThere, second), forming, []string{"2:NO-MORE(2#2)"}, "17: the one who asks is a member", "3 is none"},
		{leading, from(1), say(invitation.AreYouThere, first), leading, []string{"0:NO-MORE(2#1)"}, "17: of the group in question", "a group of the past"},
		{member, from(1), say(invitation.AreYouCoordinator, first), member, []string{"0:NO(2#1)"}, "5: otherwise NO", "it is a member"},
		{forming, from(1), say(invitation.AreYouCoordinator, first), forming, []string{"0:NO(2#1)"}, "5: is not reorganising", "it is"},
	}
}

func network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n, Timing: model.Timely}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// tables returns the tables of three processes that may form two groups.
func tables(t *testing.T) *compiled.Tables {
	t.Helper()
	s, err := model.New(algorithm{}, network(3))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	return tables
}

func checkReactions(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		s, err := model.New(algorithm{}, network(3))
		if err != nil {
			t.Fatal(err)
		}
		upon := checkertest.Upon{Kind: row.in.Kind, Port: row.in.Port, Timer: row.in.Timer, Message: row.message}
		checkertest.Reacts(t, s, checkertest.Reaction[state]{
			Process: 1, From: row.state, Upon: upon, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

// TestReadyAndObserve is about the process with identity 2 of three.
func TestReadyAndObserve(t *testing.T) {
	timer, none := model.Spontaneous{Timers: model.Timers(0)}, model.Spontaneous{}
	used := asked(member, 3)
	used.Count = 2
	for _, row := range []struct {
		state  state
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{state{}, model.Spontaneous{Wake: true}, model.Status{}, "it may start"},
		{state{Count: 2}, none, model.Status{Bounded: true}, "it cannot form another group"},
		{alone, timer, model.Status{Role: model.Won, Leader: 2, Term: 102}, "it will ask for others"},
		{asked(alone, 1), none, model.Status{Role: model.Won, Leader: 2, Term: 102}, "it has asked, and waits for 1"},
		{asked(checking, 1), timer, model.Status{Role: model.Won, Leader: 2, Term: 102}, "it waits for 1, but not for ever"},
		{forming, timer, model.Status{Role: model.Candidate, Term: 202}, "it waits for members"},
		{joining, timer, model.Status{Term: 203}, "it will ask for its coordinator"},
		{member, timer, model.Status{Role: model.Lost, Leader: 3, Term: 203}, "it will ask for its coordinator"},
		{asked(member, 3), timer, model.Status{Role: model.Lost, Leader: 3, Term: 203}, "it waits for the answer, but not for ever"},
		{used, none, model.Status{Role: model.Lost, Leader: 3, Term: 203, Bounded: true}, "it cannot form another group"},
	} {
		tables := tables(t)
		l := tables.Local(1, row.state)
		if diff := cmp.Diff(row.ready, tables.Ready(1, l)); diff != "" {
			t.Errorf("%v reacts to (-want +got): %s\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, tables.Status(1, l)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

// TestRestart is about the process with identity 2 of three.
func TestRestart(t *testing.T) {
	for _, row := range []struct {
		state, want state
		reason      string
	}{
		{state{}, alone, "it recovers"},
		{joining, state{Phase: invitation.Working, Count: 2, Group: second}, "the counter survives (3)"},
		{leading, state{Count: 2}, "it cannot form another group"},
	} {
		tables := tables(t)
		got := tables.Value(1, tables.Restart(1, tables.Local(1, row.state)))
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%v (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{say(invitation.AreYouThere, second), "ARE-YOU-THERE(2#2)", "the second group of 2"},
		{state{Count: 2}, "asleep,count=2", "after a crash"},
		{leading, "working,group=2#2,members={3}", "a coordinator"},
		{asked(member, 3), "working,group=3#2,count=1,asked={3}", "a member"},
		{others(checking, 3), "checking,group=2#1,asked={1,3},others={3}", "in the middle"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}
