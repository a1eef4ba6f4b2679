package paxos_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/paxos"
)

type (
	algorithm = paxos.Algorithm
	ballot    = paxos.Ballot
	proposal  = paxos.Proposal
	state     = paxos.State
	message   = paxos.Message
)

// reaction is the step that the process with identity 2 of three takes in a local state
// upon an input. Port q leads to identity q+1.
type reaction struct {
	state   state
	in      compiled.Input
	message message // the received message, if in is a Receive
	next    state
	sends   []string // port and text
	line    string   // the words of the source
	reason  string
}

func receive(port model.Port) compiled.Input {
	return compiled.Input{Kind: model.Receive, Port: port}
}

// Three numbers, in their order, and proposals with them.
var (
	low, own, high = ballot{Round: 1, ID: 1}, ballot{Round: 1, ID: 2}, ballot{Round: 1, ID: 3}

	of1 = proposal{Ballot: low, Value: 1}
	of2 = proposal{Ballot: own, Value: 2}
	of3 = proposal{Ballot: high, Value: 3}

	wakes   = compiled.Input{Kind: model.Wake, Msg: -1}
	expires = compiled.Input{Kind: model.Timeout, Msg: -1}

	unaware   = state{}
	preparing = state{Phase: paxos.Preparing, Promised: own, Answers: model.IDs(2)}
	proposing = state{Phase: paxos.Proposing, Promised: own, Accepted: of2, Answers: model.IDs(2)}
	decided   = state{Phase: paxos.Decided, Leader: 3}
)

func waiting(promised ballot, accepted proposal) state {
	return state{Phase: paxos.Waiting, Promised: promised, Accepted: accepted}
}

func prepare(b ballot) message { return message{Kind: paxos.Prepare, Ballot: b} }
func promise(b ballot, x proposal) message {
	return message{Kind: paxos.Promise, Ballot: b, Accepted: x}
}
func accept(b ballot, value model.ID) message {
	return message{Kind: paxos.Accept, Ballot: b, Value: value}
}
func accepted(b ballot) message     { return message{Kind: paxos.Accepted, Ballot: b} }
func chosen(value model.ID) message { return message{Kind: paxos.Chosen, Value: value} }

func TestStepFollowsTheText(t *testing.T) {
	checkReactions(t, append(proposers(), acceptors()...))
}

// proposers are the reactions of those who propose.
func proposers() []reaction {
	second, two := ballot{Round: 2, ID: 2}, []string{"0:CHOSEN(2)", "2:CHOSEN(2)"}
	heard := preparing
	heard.Promised, heard.Accepted, heard.Greatest = second, of1, of1
	took := proposing
	took.Promised, took.Accepted = second, proposal{Ballot: second, Value: 1}
	took3 := took
	took3.Accepted.Value = 3
	return []reaction{
		{unaware, wakes, message{}, preparing, []string{"0:PREPARE(1.2)", "2:PREPARE(1.2)"}, "2: sends PREPARE with that number", "it has seen none"},
		{waiting(high, of1), expires, message{}, heard, []string{"0:PREPARE(2.2)", "2:PREPARE(2.2)"},
			"1: a number greater than any it has seen", "it answers itself with what it has accepted"},
		{preparing, receive(2), promise(own, proposal{}), proposing, []string{"0:ACCEPT(1.2=2)", "2:ACCEPT(1.2=2)"},
			"6: its own identity", "two of three, and nothing is accepted"},
		{heard, receive(2), promise(second, proposal{}), took, []string{"0:ACCEPT(2.2=1)", "2:ACCEPT(2.2=1)"},
			"6: the value of the greatest proposal among the answers", "its own answer counts"},
		{heard, receive(2), promise(second, of3), took3, []string{"0:ACCEPT(2.2=3)", "2:ACCEPT(2.2=3)"},
			"6: the value of the greatest proposal among the answers", "1.3 > 1.1"},
		{preparing, receive(2), promise(low, proposal{}), preparing, nil, "5: promises", "of another proposal"},
		{proposing, receive(0), promise(own, of1), proposing, nil, "5: once it has promises from a majority", "a late one"},
		{proposing, receive(0), accepted(own), state{Phase: paxos.Decided, Leader: 2}, two, "10: tells all", "two of three have accepted"},
		{proposing, receive(0), accepted(low), proposing, nil, "9: the same proposal", "another one"},
		{preparing, receive(2), prepare(high), waiting(high, proposal{}), []string{"2:PROMISE(1.3)"}, "13: abandons its own", "1.3 > 1.2"},
		{proposing, receive(2), accept(high, 3), waiting(high, of3), []string{"2:ACCEPTED(1.3)"}, "13: abandons its own", "1.3 > 1.2"},
		{proposing, receive(2), chosen(3), decided, nil, "15: knows what is chosen", "it forgets the rest"},
	}
}

// acceptors are the reactions of those who answer.
func acceptors() []reaction {
	return []reaction{
		{unaware, receive(2), prepare(high), waiting(high, proposal{}), []string{"2:PROMISE(1.3)"}, "4: answers with a promise", "nothing is accepted"},
		{waiting(low, of1), receive(2), prepare(high), waiting(high, of1), []string{"2:PROMISE(1.3,1.1=1)"},
			"4: and with the proposal with the greatest number that it has accepted", "1.1"},
		{waiting(high, proposal{}), receive(0), prepare(low), waiting(high, proposal{}), nil, "3: greater than that of any PREPARE", "1.1 < 1.3"},
		{waiting(high, proposal{}), receive(2), prepare(high), waiting(high, proposal{}), nil, "3: greater than that of any PREPARE", "the same again"},
		{waiting(high, of1), receive(2), accept(high, 3), waiting(high, of3), []string{"2:ACCEPTED(1.3)"}, "8: accepts it", "as promised"},
		{unaware, receive(2), accept(high, 3), waiting(high, of3), []string{"2:ACCEPTED(1.3)"}, "8: accepts it", "nothing is promised"},
		{waiting(high, proposal{}), receive(0), accept(low, 1), waiting(high, proposal{}), nil, "8: unless it has responded to a PREPARE with a greater number", "1.1 < 1.3"},
		{decided, receive(0), prepare(low), decided, []string{"0:CHOSEN(3)"}, "15: answers everything but CHOSEN with it", "a question"},
		{decided, receive(0), accepted(own), decided, []string{"0:CHOSEN(3)"}, "15: answers everything but CHOSEN with it", "an answer"},
		{decided, receive(0), chosen(3), decided, nil, "15: answers everything but CHOSEN with it", "it knows that"},
	}
}

func network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// tables returns the tables of three processes and two rounds.
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

func TestRestart(t *testing.T) {
	for _, row := range []struct {
		state, want state
		reason      string
	}{
		{proposing, waiting(own, of2), "what it has promised and accepted survives, not its proposal (12)"},
		{unaware, waiting(ballot{}, proposal{}), "it may have missed something"},
		{decided, decided, "so does what it knows to be chosen (15)"},
	} {
		if diff := cmp.Diff(row.want, algorithm{}.Restart(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

// TestReadyAndObserve is about the process with identity 2 of three, in an
// instance of two rounds.
func TestReadyAndObserve(t *testing.T) {
	timer, none := model.Spontaneous{Timers: model.Timers(0)}, model.Spontaneous{}
	for _, row := range []struct {
		state  state
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{unaware, model.Spontaneous{Wake: true}, model.Status{}, "it may propose"},
		{waiting(high, of3), timer, model.Status{}, "it is to propose in round 2"},
		{waiting(ballot{Round: 2, ID: 1}, of3), none, model.Status{Bounded: true}, "it would propose in round 3"},
		{preparing, timer, model.Status{Role: model.Candidate}, "it may have to propose again"},
		{proposing, timer, model.Status{Role: model.Candidate}, "it may have to propose again"},
		{decided, none, model.Status{Role: model.Lost, Leader: 3}, "another one leads"},
		{state{Phase: paxos.Decided, Leader: 2}, none, model.Status{Role: model.Won, Leader: 2}, "it leads"},
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

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{prepare(own), "PREPARE(1.2)", "a number is a round and an identity"},
		{promise(high, of1), "PROMISE(1.3,1.1=1)", "a proposal is a number and a value"},
		{accept(high, 1), "ACCEPT(1.3=1)", "a proposal"},
		{chosen(1), "CHOSEN(1)", "a value"},
		{unaware, "unaware", "at the start"},
		{state{Phase: paxos.Preparing, Promised: own, Accepted: of1, Answers: model.IDs(1, 2), Greatest: of1},
			"preparing,promised=1.2,accepted=1.1=1,answers={1,2},greatest=1.1=1", "in the middle"},
		{decided, "decided,leader=3", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}
