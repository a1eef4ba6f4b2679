package raft_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest/limits"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

var update = flag.Bool("update", false, "write limits.txt")

// A mutant is the corrected algorithm with a defect: it lacks fixes, on some inputs it does
// something else instead, its next state is another, or it restarts otherwise.
type mutant struct {
	algorithm
	lacks   errata.Fixes
	instead func(p *process, s state, in input) (next state, applies bool)
	after   func(p *process, s, next state, in input) state
	restart func(s, next state) state
}

func (m mutant) Step(p *process, s state, in input) state {
	if m.instead != nil {
		if next, applies := m.instead(p, s, in); applies {
			return next
		}
	}
	next := m.algorithm.Step(p, s, in)
	if m.after != nil {
		next = m.after(p, s, next, in)
	}
	return next
}

func (m mutant) Restart(p model.Self, s state) state {
	next := m.algorithm.Restart(p, s)
	if m.restart != nil {
		next = m.restart(s, next)
	}
	return next
}

func is(in input, kind raft.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == kind }

// sensible is a network on which clocks can be trusted and all have realised
// that there is no leader.
func sensible(n int, f model.Faults) model.Network {
	net := network(n)
	net.Timing, net.Wake.All, net.Faults = model.Timely, true, f
	return net
}

// TestMutantsAreCaught holds the table of limits: which limit catches which mutant first, and which erratum.
func TestMutantsAreCaught(t *testing.T) {
	entry, err := catalogue.ByName("raft")
	if err != nil {
		t.Fatal(err)
	}
	of := func(m mutant) func(claims.Variant, model.Network, int) (*model.System, error) {
		return func(v claims.Variant, net model.Network, limit int) (*model.System, error) {
			m.algorithm = algorithm{Fixes: fixed &^ m.lacks, Readings: v.Readings, MaxTerm: limit, Clock: clockOf(net)}
			return model.New(m, net)
		}
	}
	growth := limits.Growth{Entry: entry, MaxTime: 20 * time.Second, Sound: limits.Mutant{New: of(mutant{})},
		Most: func(net model.Network) int { return most(entry.Limits[0], net) }}
	var list []limits.Mutant
	for i, e := range raft.Errata {
		list = append(list, limits.Mutant{Name: e.ID, Reason: e.Printed, New: of(mutant{lacks: fixed &^ entry.Without(i).Fixes})})
	}
	for _, row := range mutants {
		list = append(list, limits.Mutant{Name: row.name, Reason: row.reason, New: of(row.mutant)})
	}
	limits.Run(t, growth, list, limits.ModeOf(t, *update))
}

// clockOf returns the clock of an instance of the catalogue.
func clockOf(net model.Network) raft.Clock {
	if net.Timing == model.Lockstep {
		return clocked.Clock
	}
	return raft.Clock{}
}

// most returns the greatest limit that can be searched on a network: the one of the catalogue, where clocks can be trusted
// and no instance uses all terms; otherwise two terms more, or one more with three processes and faults or another order.
func most(terms claims.Limit, net model.Network) int {
	switch limit := terms.Of(net); {
	case net.Timing != model.Async:
		return limit
	case net.N == 3 && (net.Order != model.FIFO || net.Faults != model.Faults{}):
		return limit + 1
	default:
		return limit + 2
	}
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
		a := algorithm{Fixes: fixed, Readings: errata.Readings{raft.Local: option}, MaxTerm: 1}
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
		a := algorithm{Fixes: fixed, MaxTerm: row.terms, Readings: errata.Readings{raft.Already: row.reading, raft.AsLarge: 1}}
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
