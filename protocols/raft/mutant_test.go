package raft_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/raft"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the corrected algorithm with a defect: on some inputs it does
// something else instead, or what it does is changed.
type mutant struct {
	algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
	after   func(s, next state) state
	restart func(s state) state
}

func (m mutant) Step(p *process, s state, in input) state {
	if m.instead != nil {
		if next, applies := m.instead(p, s, in); applies {
			return next
		}
	}
	next := m.algorithm.Step(p, s, in)
	if m.after != nil {
		next = m.after(s, next)
	}
	return next
}

func (m mutant) Restart(p model.Self, s state) state {
	s = m.algorithm.Restart(p, s)
	if m.restart != nil {
		s = m.restart(s)
	}
	return s
}

func is(in input, kind raft.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == kind }

// sensible is a network on which clocks can be trusted and all have realised
// that there is no leader.
func sensible(n int, f model.Faults) model.Network {
	net := network(n)
	net.Timing, net.Wake.All, net.Faults = model.Timely, true, f
	return net
}

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name   string
		mutant mutant
		net    model.Network
		terms  int
		caught string
		reason string
	}{
		{"takes a request for a vote", mutant{instead: func(p *process, s state, in input) (state, bool) {
			next := s
			next.Phase = raft.Leading
			return next, is(in, raft.Request) && s.Phase == raft.Asking
		}}, network(2), 1, "uniqueness", "two that ask each other both win"},
		{"forgets its vote", mutant{after: func(_, next state) state {
			if next.Phase == raft.Waiting {
				next.Vote, next.VotedIn = model.NoID, 0
			}
			return next
		}}, network(3), 1, "uniqueness", "it votes for all that ask"},
		{"forgets its vote when it crashes", mutant{restart: func(s state) state {
			s.Vote, s.VotedIn = model.NoID, 0
			return s
		}}, faulty(network(3), model.Faults{Crash: 1, Restart: 1}), 1, "uniqueness-ever", "the term alone is not enough (line 20)"},
		{"follows whoever leads", mutant{instead: func(_ *process, s state, in input) (state, bool) {
			s.Phase, s.Votes, s.Leader = raft.Following, 0, 1
			return s, is(in, raft.Append) && in.Msg.Term < s.Term && in.Port == 0
		}}, network(3), 2, "agreement", "it follows a leader of the past (line 24)"},
		{"keeps its term", mutant{algorithm: algorithm{Readings: model.Readings{raft.AsLarge: 1}}, instead: stands},
			sensible(3, model.Faults{Crash: 1}), 4, "elected", "nobody votes again, however often it stands (line 3)"},
		{"does not vote for itself", mutant{after: func(s, next state) state {
			if next.Phase == raft.Asking && next.Term > s.Term {
				next.Votes = 0
			}
			return next
		}}, network(2), 2, "leader-reachable", "one vote of two is no majority (line 5)"},
		{"asks itself", mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Timeout {
				p.Send(model.Port(p.Ports()), request(s.Term))
			}
			return s, in.Kind == model.Timeout
		}}, network(2), 2, "well-formed", "there is no such port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.mutant.Fixes, row.mutant.MaxTerm = fixed, row.terms
			if got := verdict(t, row.mutant, row.net, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			if got := verdict(t, row.mutant.algorithm, row.net, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// stands initiates an election in the term that the process is in.
func stands(p *process, s state, in input) (state, bool) {
	if in.Kind != model.Timeout {
		return s, false
	}
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) != p.ID() {
			p.Send(q, request(s.Term))
		}
	}
	return state{Phase: raft.Asking, Term: s.Term, Vote: p.ID(), VotedIn: s.Term, Votes: model.IDs(p.ID())}, true
}

func faulty(net model.Network, f model.Faults) model.Network {
	net.Faults = f
	return net
}

// TestNobodyLeadsWhereNobodyReachesAMajority refutes line 15: on a ring of six
// each process reaches two others.
func TestNobodyLeadsWhereNobodyReachesAMajority(t *testing.T) {
	for _, row := range []struct {
		topology model.Topology
		want     checker.Result
		reason   string
	}{
		{model.Ring, checker.Violated, "three of six are no majority"},
		{model.Star, checker.Holds, "the hub reaches all"},
		{model.CompleteByID, checker.Holds, "all reach all"},
	} {
		net := network(6)
		net.Topology, net.Timing, net.Wake.Only = row.topology, model.Timely, []int{0}
		if got := verdict(t, algorithm{Fixes: fixed, MaxTerm: 1}, net, "leader-reachable"); got != row.want {
			t.Errorf("%v: leader-reachable: got %v, want %v: %s", row.topology, got, row.want, row.reason)
		}
	}
}

// TestMajorityOfThoseThatAProcessKnows is about R3: p0 of a ring of six knows p1 and p5.
func TestMajorityOfThoseThatAProcessKnows(t *testing.T) {
	for option, want := range map[uint8]checker.Result{0: checker.Violated, 1: checker.Holds} {
		net := network(6)
		net.Topology, net.Timing, net.Wake.Only = model.Ring, model.Timely, []int{0}
		a := algorithm{Fixes: fixed, Readings: model.Readings{raft.Local: option}, MaxTerm: 1}
		if got := verdict(t, a, net, "leader-reachable"); got != want {
			t.Errorf("option %d: leader-reachable: got %v, want %v", option, got, want)
		}
	}
}

// TestOneVoteForEverEndsNoElection is about R1=b. That elections do not end
// shows, in the instance, as its last term: no bound on terms is enough.
func TestOneVoteForEverEndsNoElection(t *testing.T) {
	const enough = 4
	bounded := properties.NewAlways("bounded", "nobody would stand beyond the last term", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Live() && s.Bounded {
				return false
			}
		}
		return true
	})
	for _, row := range []struct {
		reading uint8
		terms   int
		want    checker.Result
		reason  string
	}{
		{0, enough, checker.Holds, "one vote in each term: the second election succeeds"},
		{1, enough, checker.Violated, "who voted for the process that has crashed votes for no other"},
		{1, 4 * enough, checker.Violated, "the same, after as many elections as you like"},
	} {
		a := algorithm{Fixes: fixed, MaxTerm: row.terms, Readings: model.Readings{raft.Already: row.reading, raft.AsLarge: 1}}
		if got := check(t, a, sensible(3, model.Faults{Crash: 1}), bounded); got != row.want {
			t.Errorf("R1=%c, %d terms: got %v, want %v: %s", 'a'+row.reading, row.terms, got, row.want, row.reason)
		}
	}
}

// verdict says whether the property of that name holds of an algorithm on a
// network.
func verdict(t *testing.T, a model.Algorithm[state, message], net model.Network, property string) checker.Result {
	t.Helper()
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	return check(t, a, net, p)
}

func check(t *testing.T, a model.Algorithm[state, message], net model.Network, p properties.Property) checker.Result {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	o := checker.Options{Properties: []properties.Property{p}}
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
