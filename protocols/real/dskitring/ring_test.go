package dskitring_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grafana/dskit/ring"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/dskitring"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A system is what is searched, and how many configurations and events it has if
// the property holds.
type system struct {
	name, reason           string
	n                      int
	order                  model.Order
	faults                 model.Faults
	options                dskitring.Options
	configurations, events int64
}

// The tokens of members, and what their updates make of them.
var (
	own    = [][]uint32{{1}, {2}, nil}
	shared = [][]uint32{{1}, {1}, nil}

	joins   = []ring.InstanceState{ring.JOINING, ring.ACTIVE}
	leaves  = []ring.InstanceState{ring.ACTIVE, ring.LEAVING}
	is      = []ring.InstanceState{ring.ACTIVE}
	nothing = []ring.InstanceState{}
)

func lives(list ...[]ring.InstanceState) [][]ring.InstanceState { return list }

// holding are systems in which the promise is kept.
var holding = []system{
	{"own-tokens", "in any order, and a message twice", 2, model.Bag, model.Faults{Dup: 1}, dskitring.Options{Tokens: own, Lives: lives(leaves, leaves)}, 159, 456},
	{"three", "three members in any order", 3, model.Bag, model.Faults{}, dskitring.Options{Tokens: own, Lives: lives(leaves, leaves, joins)}, 9261, 54243},
	{"restart", "a member that restarts with its clock", 3, model.Bag, crash, dskitring.Options{Tokens: own, Lives: lives(leaves, nothing, nothing)}, 211, 478},
	{"restart-split", "a crash between the clock and each message", 3, model.Bag, crash,
		dskitring.Options{Tokens: own, Lives: lives(leaves, nothing, nothing), Granularity: realcode.Split}, 359, 855},
	{"shared-token", "members with one token, none of which leaves", 3, model.Bag, model.Faults{}, dskitring.Options{Tokens: shared, Lives: lives(joins, joins, is)}, 4235, 20870},
}

var crash = model.Faults{Crash: 1, Restart: 1}

// violating are systems in which it is broken: by the library, and by faults that
// are planted in the application.
var violating = []system{
	{"token-of-leaving-member", "the library: a token conflict is resolved by what has been merged before", 2, model.FIFO, model.Faults{},
		dskitring.Options{Tokens: shared, Lives: lives(leaves, is)}, 0, 0},
	{"clock-not-persisted", "planted: after a restart an update has the timestamp of another one", 3, model.Bag, crash,
		dskitring.Options{Tokens: own, Lives: lives(leaves, nothing, nothing), Application: dskitring.ClockLost}, 0, 0},
	{"not-merged", "planted: what arrives overwrites what is newer", 2, model.Bag, model.Faults{},
		dskitring.Options{Tokens: own, Lives: lives(leaves, nothing), Application: dskitring.Overwrites}, 0, 0},
}

func (c system) build(t testing.TB) *model.System {
	t.Helper()
	a, err := realcode.New(dskitring.Code(c.options))
	if err != nil {
		t.Fatal(err)
	}
	net := model.Network{Topology: model.CompleteByID, N: c.n, Order: c.order, Faults: c.faults}
	for i := range c.n {
		net.IDs = append(net.IDs, model.ID(i+1))
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (c system) check(t testing.TB) checker.Report {
	t.Helper()
	r, err := checker.Check(context.Background(), c.build(t), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: []properties.Property{dskitring.Convergence()}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestHolds(t *testing.T) {
	for _, c := range holding {
		t.Run(c.name, func(t *testing.T) {
			r := c.check(t)
			if v := r.Verdicts[0]; v.Result != checker.Holds {
				t.Errorf("%s: %v: %s", c.reason, v.Result, v.Note())
			}
			if r.Configurations != c.configurations || r.Events != c.events {
				t.Errorf("%d configurations, %d events; want %d, %d", r.Configurations, r.Events, c.configurations, c.events)
			}
			t.Log(r.Elapsed)
		})
	}
}

// TestViolated finds each fault by a shortest schedule: the one that is stored in
// testdata, with its chart.
func TestViolated(t *testing.T) {
	for _, c := range violating {
		t.Run(c.name, func(t *testing.T) {
			r := c.check(t)
			v := r.Verdicts[0]
			if v.Result != checker.Violated {
				t.Fatalf("%s: %v: %s", c.reason, v.Result, v.Note())
			}
			x := *v.Execution
			file := counterexamples.Record(counterexamples.Instance{Algorithm: "dskitring", Variant: c.name, Network: *x.System.Network()}, x, v.Property, model.Weak)
			file.Prose = append([]string{c.reason + "."}, file.Prose...)
			if err := file.Check(); err != nil {
				t.Fatal(err)
			}
			stored(t, c.name+".txt", file.Format())
			stored(t, c.name+".svg", counterexamples.SVG(x, file.Title()+"\n"+counterexamples.Summary(x, v.Property)))
		})
	}
}

// stored compares with a file of testdata.
func stored(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-stored +found):\n%s", path, diff)
	}
}

// TestProper plants nothing: the systems of the planted faults keep the promise.
func TestProper(t *testing.T) {
	for _, c := range violating[1:] {
		c.options.Application = dskitring.Proper
		if v := c.check(t).Verdicts[0]; v.Result != checker.Holds {
			t.Errorf("%s without the fault: %v", c.name, v.Result)
		}
	}
}

// TestAgreement compares the engine with the reference explorer.
func TestAgreement(t *testing.T) {
	for _, c := range []system{holding[0], violating[0]} {
		if err := checkertest.Agree(c.build(t), checkertest.Options{Properties: []properties.Property{dskitring.Convergence()}}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
