// Package etcdrafttest holds the tests that every version of the library is put
// to. One binary can link one version only: each has its own test.
package etcdrafttest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/model/realcode/etcdraft"
	"github.com/interrex/interrex/properties"
)

// A Case is a system to search.
type Case struct {
	Name, Reason string
	N            int
	Order        model.Order
	Faults       model.Faults
	Options      etcdraft.Options
	Engine       checker.Engine
}

// System returns the system and its algorithm.
func (c Case) System(t testing.TB, l etcdraft.Library) (*model.System, *realcode.Algorithm) {
	t.Helper()
	a, err := realcode.New(etcdraft.Code(l, c.Options))
	if err != nil {
		t.Fatal(err)
	}
	net := model.Network{Topology: model.CompleteByID, N: c.N, Order: c.Order, Faults: c.Faults}
	for i := range c.N {
		net.IDs = append(net.IDs, model.ID(i+1))
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s, a
}

// Check searches the system and judges the properties.
func (c Case) Check(t testing.TB, l etcdraft.Library, list []properties.Property) checker.Report {
	t.Helper()
	s, _ := c.System(t, l)
	r, err := checker.Check(context.Background(), s, checker.Options{Engine: c.Engine, Properties: list, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Refuted returns the schedules that refute properties, by name; those that hold
// are missing. It fails if any is not decided.
func Refuted(t testing.TB, r checker.Report) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, v := range r.Verdicts {
		switch v.Result {
		case checker.Holds:
		case checker.Violated:
			for _, e := range v.Execution.Lasso().Events() {
				found[v.Property.Name] = append(found[v.Property.Name], e.String())
			}
		default:
			t.Errorf("%s: %v: %s", v.Property.Name, v.Result, v.Note)
		}
	}
	return found
}

// A Known is a fault of released versions, and the schedule that shows it.
type Known struct {
	Case
	Property string
	Schedule []string
}

// Releases are the known faults of released versions.
func Releases() []Known {
	return []Known{
		{Case{Name: "etcd-14370", Reason: "a single voter is handed committed entries before they are stable, and applies them in parallel", N: 1,
			Faults:  model.Faults{Crash: 1, Restart: 1},
			Options: etcdraft.Options{MaxTerm: 2, MaxLog: 3, Granularity: realcode.Split, Application: etcdraft.ApplyFirst}},
			"state-machine-safety", []string{"timeout p0:0", "timeout p0:7", "timeout p0:7", "timeout p0:7", "timeout p0:1", "timeout p0:7", "crash p0", "restart p0", "timeout p0:0", "timeout p0:7"}},
		{Case{Name: "raft-148", Reason: "a rejection that is delayed meets a leader that probes again", N: 2, Order: model.Bag,
			Faults:  model.Faults{Crash: 1, Restart: 1, Dup: 1},
			Options: etcdraft.Options{MaxTerm: 2, OneEntry: true, Unreachable: 1}},
			"progress", []string{
				"timeout p0:0",
				"receive p1:0 Vote(1>2,t1)",
				"crash p0 during receive:1 VoteResp(2>1,t1) after 0",
				"restart p0",
				"timeout p0:0",
				"receive p1:0 Vote(1>2,t2,at1/1)",
				"receive p0:1 VoteResp(2>1,t2)",
				"receive p1:0 App(1>2,t2,at1/1,[2/2:])",
				"duplicate p0:1 AppResp(2>1,t2,at1/0,reject0)",
				"receive p1:0 App(1>2,t2,[1/1:])",
				"receive p0:1 AppResp(2>1,t2,at1/0)",
				"timeout p0:4",
				"receive p0:1 AppResp(2>1,t2,at1/0,reject0)",
			}},
	}
}

// Run searches for the known faults: a version has all of them, or none. Those
// that it has are found by the shortest schedule.
func Run(t *testing.T, l etcdraft.Library, has Has) {
	for _, k := range Releases() {
		t.Run(k.Name, func(t *testing.T) {
			want := map[string][]string{}
			if has == Faulty {
				want[k.Property] = k.Schedule
			}
			r := k.Check(t, l, etcdraft.Properties())
			if diff := cmp.Diff(want, Refuted(t, r)); diff != "" {
				t.Errorf("%s: refuted (-want +got):\n%s", k.Reason, diff)
			}
			t.Logf("%d configurations, %d events, %d steps", r.Configurations, r.Events, r.Steps)
		})
	}
}

// Has says whether a version has the known faults.
type Has int

// The versions.
const (
	Mended Has = iota
	Faulty
)
