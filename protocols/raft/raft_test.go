package raft_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

type (
	algorithm = raft.Algorithm
	state     = raft.State
	message   = raft.Message
)

// reaction is the step that the process with identity 2 of three takes in a local state
// upon an input. Port q leads to identity q+1.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    state
	in       compiled.Input
	message  message // the received message, if in is a Receive
	next     state
	sends    []string // port and text
	line     string   // the words of the source
	reason   string
}

// All fixes, and all but some.
const fixed = errata.Corrected

func but(these ...int) errata.Fixes { return fixed &^ errata.Fix(these...) }

func receive(port model.Port) compiled.Input {
	return compiled.Input{Kind: model.Receive, Port: port}
}

var (
	wakes    = compiled.Input{Kind: model.Wake, Msg: -1}
	expires  = compiled.Input{Kind: model.Timeout, Msg: -1}
	suspects = compiled.Input{Kind: model.Suspect, Port: 2, Msg: -1}

	unaware   = state{}
	waiting   = state{Phase: raft.Waiting}
	asking    = state{Phase: raft.Asking, Term: 1, Vote: 2, VotedIn: 1, Votes: model.IDs(2)}
	leading   = state{Phase: raft.Leading, Term: 1, Vote: 2, VotedIn: 1}
	following = state{Phase: raft.Following, Term: 1, Vote: 3, VotedIn: 1, Leader: 3}
	voted     = state{Phase: raft.Waiting, Term: 1, Vote: 3, VotedIn: 1}
)

func request(term int) message { return message{Kind: raft.Request, Term: term} }
func vote(term int) message    { return message{Kind: raft.Vote, Term: term} }
func leads(term int) message   { return message{Kind: raft.Append, Term: term} }

func TestStepFollowsTheText(t *testing.T) {
	checkReactions(t, append(elections(), requests()...))
}

// elections are the reactions of those who stand, win and hear of it.
func elections() []reaction {
	none, asks, tells := errata.Readings{}, []string{"0:REQUEST(1)", "2:REQUEST(1)"}, []string{"0:APPEND(1)", "2:APPEND(1)"}
	two := asking
	two.Votes = model.IDs(2, 3)
	return []reaction{
		{fixed, none, unaware, wakes, message{}, waiting, nil, "1: a process realises that the leader is down", "it waits first"},
		{fixed, none, following, suspects, message{}, voted, nil, "1: a process realises that the leader is down", "the leader has crashed"},
		{fixed, none, waiting, expires, message{}, asking, asks, "3: it increments its term", "lines 3-6 at once"},
		{fixed, none, voted, expires, message{}, state{Phase: raft.Asking, Term: 2, Vote: 2, VotedIn: 2, Votes: model.IDs(2)},
			[]string{"0:REQUEST(2)", "2:REQUEST(2)"}, "5: it votes for itself", "the vote of term 1 is over"},
		{fixed, none, asking, receive(2), vote(1), leading, tells, "22: once it has votes from a majority", "its own and one more"},
		{fixed, none, asking, receive(2), vote(2), asking, nil, "21: counts in that term only", "another term"},
		{fixed, none, leading, receive(0), vote(1), leading, nil, "22: once it has votes from a majority", "it has won already"},
		{but(raft.Answer), none, asking, receive(2), vote(0), leading, tells, "8: votes for the requester", "without E5 no vote has a term"},
		{but(raft.Majority), none, asking, receive(2), vote(1), two, nil, "11: the candidate with the most votes wins", "without E7 it waits"},
		{but(raft.Majority), none, asking, expires, message{}, leading, tells, "11: the candidate with the most votes wins", "it knows of no others"},
		{but(raft.Announce), none, asking, receive(2), vote(1), leading, nil, "11: the candidate with the most votes wins", "without E8 nobody is told"},
		{fixed, none, unaware, receive(2), leads(1), state{Phase: raft.Following, Term: 1, Leader: 3}, nil, "24: recognises the sender as leader", "1 > 0"},
		{fixed, none, asking, receive(2), leads(1), state{Phase: raft.Following, Term: 1, Vote: 2, VotedIn: 1, Leader: 3}, nil,
			"24: with a term at least as large as its own", "1 = 1"},
		{fixed, none, state{Phase: raft.Waiting, Term: 2}, receive(2), leads(1), state{Phase: raft.Waiting, Term: 2}, nil,
			"24: with a term at least as large as its own", "1 < 2"},
	}
}

// requests are the reactions of those who are asked for their vote.
func requests() []reaction {
	none, yes := errata.Readings{}, []string{"2:VOTE(1)"}
	later, moved := voted, state{Phase: raft.Waiting, Term: 2, Vote: 1, VotedIn: 2}
	later.Phase, later.Vote, later.VotedIn = raft.Following, 3, 2
	return []reaction{
		{fixed, none, unaware, receive(2), request(1), voted, yes, "8: accepts the request and votes for the requester", "and now waits for a leader (25)"},
		{but(raft.Retry), none, unaware, receive(2), request(1), state{Phase: raft.Following, Term: 1, Vote: 3, VotedIn: 1}, yes,
			"8: accepts the request and votes for the requester", "without E1 it waits for nothing"},
		{but(raft.Adopt), none, waiting, receive(2), request(1), state{Phase: raft.Waiting, Vote: 3, VotedIn: 1}, yes,
			"8: accepts the request and votes for the requester", "without E3 it keeps its term"},
		{but(raft.Answer), none, unaware, receive(2), request(1), voted, []string{"2:VOTE"}, "8: votes for the requester", "without E5 the vote has no term"},
		{fixed, none, voted, receive(0), request(1), voted, nil, "7: has not already voted for another candidate", "it has, for 3"},
		{fixed, none, voted, receive(2), request(1), voted, yes, "7: has not already voted for another candidate", "for this one"},
		{fixed, none, voted, receive(0), request(2), moved, []string{"0:VOTE(2)"}, "17: at most one candidate in a given term", "a new term"},
		{fixed, errata.Readings{raft.Already: 1}, voted, receive(0), request(2), state{Phase: raft.Waiting, Term: 2, Vote: 3, VotedIn: 1}, nil,
			"7: has not already voted for another candidate", "R1=b: once for ever"},
		{fixed, none, following, receive(2), request(1), following, yes, "8: votes for the requester", "a slow request: it goes on following"},
		{fixed, none, moved, receive(2), request(1), moved, nil, "18: a request with an older term is rejected", "1 < 2"},
		{but(raft.Fresh), none, moved, receive(2), request(1), state{Phase: raft.Waiting, Term: 2, Vote: 3, VotedIn: 1}, yes,
			"7: has not already voted for another candidate", "without E2 not in that term"},
		{fixed, none, asking, receive(2), request(1), voted, yes, "9: whose term is at least as large as its own", "1 = 1"},
		{fixed, errata.Readings{raft.AsLarge: 1}, asking, receive(2), request(1), asking, nil, "9: whose term is at least as large as its own", "R2=b: it has voted for itself"},
		{fixed, none, asking, receive(0), request(2), moved, []string{"0:VOTE(2)"}, "10: accepts it and becomes a follower", "2 > 1"},
		{fixed, none, asking, receive(2), request(0), asking, nil, "9: whose term is at least as large as its own", "0 < 1"},
		{fixed, none, leading, receive(2), request(1), leading, nil, "7: has not already voted for another candidate", "for itself"},
		{fixed, none, leading, receive(0), request(2), moved, []string{"0:VOTE(2)"}, "19: a leader that discovers that its term is out of date", "2 > 1"},
		{but(raft.StepDown), none, leading, receive(0), request(2), state{Phase: raft.Leading, Term: 2, Vote: 1, VotedIn: 2}, []string{"0:VOTE(2)"},
			"8: accepts the request and votes for the requester", "without E6 it still leads"},
	}
}

func network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

func checkReactions(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		s, err := model.New(algorithm{Fixes: row.fixes, Readings: row.readings}, network(3))
		if err != nil {
			t.Fatal(err)
		}
		upon := checkertest.Upon{Kind: row.in.Kind, Port: row.in.Port, Timer: row.in.Timer, Message: row.message}
		checkertest.Reacts(t, s, checkertest.Reaction[state]{
			Process: 1, From: row.state, Upon: upon, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

func TestRestart(t *testing.T) {
	old := leading
	for _, row := range []struct {
		fixes  errata.Fixes
		want   state
		reason string
	}{
		{fixed, state{Phase: raft.Waiting, Term: 1, Vote: 2, VotedIn: 1}, "term and vote survive (20), and it hears of no leader (25)"},
		{but(raft.Persist), unaware, "without E4 nothing survives"},
	} {
		if diff := cmp.Diff(row.want, algorithm{Fixes: row.fixes}.Restart(model.Self{}, old)); diff != "" {
			t.Errorf("%v (-want +got): %s\n%s", old, row.reason, diff)
		}
	}
}

// TestReadyAndObserve is about the process with identity 2 of three, in an
// instance of one term.
func TestReadyAndObserve(t *testing.T) {
	timer, none := model.Spontaneous{Timers: model.Timers(0)}, model.Spontaneous{}
	for _, row := range []struct {
		fixes  errata.Fixes
		state  state
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{fixed, unaware, model.Spontaneous{Wake: true}, model.Status{}, "it may realise that there is no leader"},
		{fixed, waiting, timer, model.Status{}, "it is to stand in term 1"},
		{fixed, voted, none, model.Status{Term: 1, Bounded: true}, "it would stand in term 2"},
		{fixed, asking, none, model.Status{Role: model.Candidate, Term: 1, Bounded: true}, "it would stand in term 2"},
		{but(raft.Retry, raft.Announce), asking, none, model.Status{Role: model.Candidate, Term: 1}, "without E1 it would not"},
		{but(raft.Majority), asking, timer, model.Status{Role: model.Candidate, Term: 1}, "without E7 it will win"},
		{fixed, following, model.Spontaneous{Suspect: model.Ports(2)}, model.Status{Role: model.Lost, Leader: 3, Term: 1}, "the leader may crash"},
		{fixed, leading, none, model.Status{Role: model.Won, Leader: 2, Term: 1}, "it leads"},
	} {
		s, err := model.New(algorithm{Fixes: row.fixes, MaxTerm: 1}, network(3))
		if err != nil {
			t.Fatal(err)
		}
		tables := compiled.New(s)
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
		{request(1), "REQUEST(1)", "a term"},
		{vote(0), "VOTE", "no term, without E5"},
		{unaware, "unaware,term=0", "at the start"},
		{asking, "asking,term=1,vote=2@1,votes={2}", "a candidate"},
		{following, "following,term=1,vote=3@1,leader=3", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNeedsNeighboursToNameTheLeaderBy(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.Complete, N: 2}, "the processes are anonymous", "a vote is for somebody"},
		{model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}},
			"raft: topology unidirectional-ring; allowed: complete-by-id, complete, star, ring, graph", "votes go back the way requests came"},
	} {
		_, err := model.New(algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
