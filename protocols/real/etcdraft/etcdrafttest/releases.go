package etcdrafttest

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A Known is a fault of released versions, and the schedule that shows it.
type Known struct {
	Case
	Property string
	Schedule []string
	In       map[string]int // the release series that have it, and the number of events: the schedule is this one if the number is the same
	Judged   []string       // properties; nil: all safety properties
	Heavy    bool           // takes more than ten seconds: only if ETCDRAFT_HEAVY is set
}

// Releases are the known faults of released versions.
func Releases() []Known {
	return []Known{
		{Case{Name: "etcd-14370", Reason: "a single voter is handed committed entries before they are stable, and applies them in parallel", N: 1,
			Faults: model.Faults{Crash: 1, Restart: 1},
			Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3, Granularity: realcode.Split, Application: etcdraft.ApplyFirst}},
			"state-machine-safety", []string{"timeout p0:0", "timeout p0:7", "timeout p0:7", "timeout p0:7", "timeout p0:1", "timeout p0:7", "crash p0", "restart p0", "timeout p0:0", "timeout p0:7"},
			map[string]int{"v3.4": 10, "v3.5": 10}, nil, false},
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
			map[string]int{"v3.4": 13, "v3.5": 13}, nil, false},
		{Case{Name: "etcd-12133", Reason: "a server that restarts campaigns with a configuration that a committed joint change has replaced", N: 3,
			Faults: model.Faults{Crash: 1, Restart: 1},
			Config: etcdraft.Config{Voters: 1, MaxTerm: 2, Campaigns: 1, MaxLog: 2, Changes: []string{"v2,v3"},
				Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1, 2}, etcdraft.Proposing: {2}}}},
			"uniqueness-ever", []string{
				"timeout p0:0",
				"timeout p0:6",
				"receive p1:0 App(1>2,t1,at1/1,commit2,[2/1:v2,v3])",
				"receive p0:1 AppResp(2>1,t1,at1/0,reject0)",
				"receive p1:0 App(1>2,t1,commit2,[1/1:],[2/1:v2,v3],[3/1:leave])",
				"receive p0:1 AppResp(2>1,t1,at3/0)",
				"crash p0",
				"restart p0",
				"timeout p0:0",
				"receive p1:0 App(1>2,t1,at3/1,commit3)",
				"timeout p1:0",
				"receive p2:1 Vote(2>3,t2,at3/1)",
				"receive p1:2 VoteResp(3>2,t2)",
			},
			map[string]int{"v3.4": 13}, nil, false},
		staleRead("etcd-20418-context", "an old leader takes an acknowledgement of an earlier read with the same context for one of this read", 0, map[string]int{"v3.4": 23, "v3.5": 22, "v3.6": 22}, []string{
			"timeout p0:0",
			"receive p1:0 Vote(1>2,t1)",
			"receive p0:1 VoteResp(2>1,t1)",
			"timeout p0:3",
			"timeout p0:5",
			"receive p1:0 App(1>2,t1,[1/1:])",
			"receive p0:1 AppResp(2>1,t1,at1/0)",
			"receive p1:0 Heartbeat(1>2,t1,commit1,1)",
			"receive p0:1 HeartbeatResp(2>1,t1,1)",
			"receive p1:0 App(1>2,t1,at1/1,commit1)",
			"receive p1:0 TimeoutNow(1>2,t1)",
			"receive p2:0 Vote(1>3,t1)",
			"receive p0:2 VoteResp(3>1,t1)",
			"receive p2:0 App(1>3,t1,[1/1:])",
			"receive p0:2 AppResp(3>1,t1,at1/0)",
			"receive p2:0 Heartbeat(1>3,t1,1)",
			"receive p2:1 Vote(2>3,t2,at1/1,CampaignTransfer)",
			"receive p1:2 VoteResp(3>2,t2)",
			"receive p2:1 App(2>3,t2,at1/1,commit1,[2/2:])",
			"receive p1:2 AppResp(3>2,t2,at2/0)",
			"timeout p0:5",
			"receive p0:2 HeartbeatResp(3>1,t1,1)",
		}),
		staleRead("etcd-20418-duplicate", "a read that arrives twice carries one that an old leader has begun since", 1, map[string]int{"v3.4": 25, "v3.5": 25, "v3.6": 25}, []string{
			"timeout p0:0",
			"receive p1:0 Vote(1>2,t1)",
			"receive p0:1 VoteResp(2>1,t1)",
			"receive p1:0 App(1>2,t1,[1/1:])",
			"receive p0:1 AppResp(2>1,t1,at1/0)",
			"receive p1:0 App(1>2,t1,at1/1,commit1)",
			"receive p0:1 AppResp(2>1,t1,at1/0)",
			"timeout p1:5",
			"duplicate p0:1 ReadIndex(2>1,t0,2.1)",
			"timeout p0:3",
			"receive p1:0 Heartbeat(1>2,t1,commit1,2.1)",
			"receive p1:0 TimeoutNow(1>2,t1)",
			"receive p2:0 Vote(1>3,t1)",
			"receive p0:2 VoteResp(3>1,t1)",
			"receive p2:0 App(1>3,t1,[1/1:])",
			"receive p0:2 AppResp(3>1,t1,at1/0)",
			"receive p2:0 Heartbeat(1>3,t1,2.1)",
			"receive p0:2 HeartbeatResp(3>1,t1,2.1)",
			"receive p2:1 Vote(2>3,t2,at1/1,CampaignTransfer)",
			"receive p1:2 VoteResp(3>2,t2)",
			"receive p2:1 App(2>3,t2,at1/1,commit1,[2/2:])",
			"receive p1:2 AppResp(3>2,t2,at2/0)",
			"timeout p0:5",
			"receive p0:1 ReadIndex(2>1,t0,2.1)",
			"receive p0:1 HeartbeatResp(2>1,t1,2.1)",
		}),
	}
}

// staleRead is the fault that a leader takes acknowledgements of one read for
// those of another. With dup duplications each read has a context of its own,
// without all reads of a server have the same.
func staleRead(name, reason string, dup int, in map[string]int, schedule []string) Known {
	c := Case{Name: name, Reason: reason, N: 3, Faults: model.Faults{Dup: dup}, Config: etcdraft.Config{MaxTerm: 1, Transfers: 1, Reads: 1,
		Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1}, etcdraft.Transferring: {1}, etcdraft.Reading: {1, 2}}}}
	if dup == 0 {
		c.Config.Reads, c.Config.Application = 2, etcdraft.ContextsReused
		c.Config.Only[etcdraft.Reading] = []int{1}
	}
	return Known{c, "linearizable-reads", schedule, in, []string{"linearizable-reads"}, dup > 0}
}

// Release returns the known fault of that name.
func Release(t testing.TB, name string) Known {
	t.Helper()
	for _, k := range Releases() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("no known fault %q", name)
	return Known{}
}

// Run searches for the known faults in a release of the series. Those that it has
// are found by the shortest schedule; of the others all properties hold.
func Run(t *testing.T, l etcdraft.Library, series string) {
	for _, k := range Releases() {
		t.Run(k.Name, func(t *testing.T) {
			if k.Heavy && os.Getenv("ETCDRAFT_HEAVY") == "" || testing.Short() && k.N > 1 {
				t.Skip("takes long")
			}
			want, found := map[string][]string{}, "not found"
			events, has := k.In[series]
			if has {
				want[k.Property] = k.Schedule
			}
			r := k.Check(t, l, k.Judged...)
			got := Refuted(t, r)
			if has && events != len(k.Schedule) && events == len(got[k.Property]) {
				got[k.Property] = k.Schedule
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: refuted (-want +got):\n%s", k.Reason, diff)
			}
			if len(got) > 0 {
				found = "found"
			}
			t.Logf("%s: %s; %d configurations, %d calls, %v", k.Name, found, r.Configurations, r.Steps, r.Elapsed)
		})
	}
}
