package etcdrafttest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/model/realcode/etcdraft"
)

// A Known is a fault of released versions, and the schedule that shows it.
type Known struct {
	Case
	Property string
	Schedule []string
	In       []string // the release series that have it
}

// Releases are the known faults of released versions.
func Releases() []Known {
	return []Known{
		{Case{Name: "etcd-14370", Reason: "a single voter is handed committed entries before they are stable, and applies them in parallel", N: 1,
			Faults: model.Faults{Crash: 1, Restart: 1},
			Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3, Granularity: realcode.Split, Application: etcdraft.ApplyFirst}},
			"state-machine-safety", []string{"timeout p0:0", "timeout p0:7", "timeout p0:7", "timeout p0:7", "timeout p0:1", "timeout p0:7", "crash p0", "restart p0", "timeout p0:0", "timeout p0:7"},
			[]string{"v3.5"}},
		{Case{Name: "raft-148", Reason: "a rejection that is delayed meets a leader that probes again", N: 2, Order: model.Bag,
			Faults: model.Faults{Crash: 1, Restart: 1, Dup: 1},
			Config: etcdraft.Config{MaxTerm: 2, OneEntry: true, Reports: []etcdraft.Report{etcdraft.Unreachable}}},
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
			},
			[]string{"v3.5"}},
	}
}

// Run searches for the known faults in a release of the series. Those that it has
// are found by the shortest schedule; of the others all properties hold.
func Run(t *testing.T, l etcdraft.Library, series string) {
	for _, k := range Releases() {
		t.Run(k.Name, func(t *testing.T) {
			want := map[string][]string{}
			if slices.Contains(k.In, series) {
				want[k.Property] = k.Schedule
			}
			r := k.Check(t, l)
			if diff := cmp.Diff(want, Refuted(t, r)); diff != "" {
				t.Errorf("%s: refuted (-want +got):\n%s", k.Reason, diff)
			}
			t.Logf("%d configurations, %d events, %d steps", r.Configurations, r.Events, r.Steps)
		})
	}
}
