package etcdrafttest

import (
	"os"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// Searches are larger systems, in which inputs and faults mix. No fault is known
// that they show.
func Searches() []Case {
	crash := model.Faults{Crash: 1, Restart: 1}
	lossy := model.Faults{Crash: 1, Restart: 1, Dup: 1, Loss: 1}
	type only = map[etcdraft.Input][]int
	const (
		campaign, propose, transfer = etcdraft.Campaigning, etcdraft.Proposing, etcdraft.Transferring
	)
	return []Case{
		{Name: "joint-split", Reason: "a joint change, and crashes between persisting and sending", N: 3, Faults: crash,
			Config: etcdraft.Config{Voters: 2, MaxTerm: 2, Campaigns: 1, MaxLog: 2, Changes: []string{"v3,r1"}, Granularity: realcode.Split,
				Only: only{campaign: {1, 2}, propose: {3}}}},
		{Name: "snapshot-bag", Reason: "snapshots that are lost, doubled and overtaken", N: 2, Order: model.Bag, Faults: lossy,
			Config: etcdraft.Config{MaxTerm: 2, Campaigns: 1, MaxLog: 3, SnapshotEvery: 2, Reports: []etcdraft.Report{etcdraft.SnapshotFailed, etcdraft.Unreachable}}},
		{Name: "snapshot-3", Reason: "a second leader sends the snapshot", N: 3, Faults: model.Faults{Crash: 1, Restart: 1, Loss: 1},
			Config: etcdraft.Config{MaxTerm: 2, Campaigns: 1, MaxLog: 3, SnapshotEvery: 2, Only: only{campaign: {1, 2}}}},
		{Name: "read-change", Reason: "who acknowledges a read changes", N: 3, Order: model.Bag, Faults: model.Faults{Dup: 1},
			Config: etcdraft.Config{Voters: 2, MaxTerm: 2, Campaigns: 1, MaxLog: 2, Reads: 1, Changes: []string{"v3"},
				Only: only{campaign: {1, 2}, propose: {3}, etcdraft.Reading: {1, 2}}}},
		{Name: "pre-vote", Reason: "pre-votes, leases and a transfer", N: 3, Faults: crash,
			Config: etcdraft.Config{MaxTerm: 2, Campaigns: 2, MaxLog: 2, PreVote: true, CheckQuorum: true, Beats: 3, Transfers: 1,
				Only: only{campaign: {1, 2}, transfer: {1}}}},
		{Name: "two-changes", Reason: "one simple change after another", N: 4, Faults: crash,
			Config: etcdraft.Config{Voters: 2, MaxTerm: 2, Campaigns: 1, MaxLog: 3, Changes: []string{"v3", "v4"}, Only: only{campaign: {1, 2}, propose: {4}}}},
		{Name: "apply-first", Reason: "snapshots of what is applied before it is persisted", N: 2, Faults: crash,
			Config: etcdraft.Config{MaxTerm: 2, MaxLog: 2, SnapshotEvery: 2, Granularity: realcode.Split, Application: etcdraft.ApplyFirst}},
		{Name: "progress", Reason: "short messages, rejections that come late", N: 2, Order: model.Bag, Faults: lossy,
			Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3, OneEntry: true, Reports: []etcdraft.Report{etcdraft.Unreachable}, Beats: 1}},
		{Name: "demote-transfer", Reason: "leadership goes to a server that becomes a learner", N: 3, Faults: crash,
			Config: etcdraft.Config{MaxTerm: 2, Campaigns: 1, MaxLog: 2, Transfers: 1, Changes: []string{"l2"}, Only: only{campaign: {1, 3}, propose: {3}, transfer: {1}}}},
		{Name: "joint-snapshot", Reason: "a joint configuration comes by a snapshot", N: 3, Faults: model.Faults{Crash: 1, Restart: 1, Loss: 1},
			Config: etcdraft.Config{Voters: 1, MaxTerm: 2, Campaigns: 1, MaxLog: 3, SnapshotEvery: 2, Changes: []string{"v2,v3", "r1"},
				Reports: []etcdraft.Report{etcdraft.SnapshotFailed}, Only: only{campaign: {1, 2}, propose: {3}}}},
		{Name: "joint-transfer", Reason: "a server that restarts is told to campaign before it applies a joint change", N: 3, Faults: crash,
			Config: etcdraft.Config{Voters: 1, MaxTerm: 3, Campaigns: 1, MaxLog: 2, Transfers: 1, Changes: []string{"v2,v3"},
				Only: only{propose: {2}, transfer: {3}}}},
		{Name: "removal-split", Reason: "the leader removes itself, in parts", N: 2, Faults: crash,
			Config: etcdraft.Config{MaxTerm: 2, Campaigns: 1, MaxLog: 2, Changes: []string{"r1"}, Granularity: realcode.Split, Only: only{propose: {2}}}},
	}
}

// Search searches each of the systems for as long as ETCDRAFT_SEARCH says, a
// duration; without it, none. A search that is cut short refutes or says nothing.
func Search(t *testing.T, l etcdraft.Library) {
	if os.Getenv("ETCDRAFT_SEARCH") == "" {
		t.Skip("for as long as ETCDRAFT_SEARCH says")
	}
	limit, err := time.ParseDuration(os.Getenv("ETCDRAFT_SEARCH"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Searches() {
		t.Run(c.Name, func(t *testing.T) {
			i := c.On(t, l)
			r, err := checker.Check(t.Context(), i.System, checker.Options{Properties: i.Properties(), MaxTime: limit})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Verdicts {
				if v.Result == checker.Violated {
					t.Errorf("%s: %s is violated: %q", c.Reason, v.Property.Name, v.Execution.Lasso().Events())
				}
			}
			t.Logf("complete: %t; %d configurations, %d calls, %v", r.Complete, r.Configurations, r.Steps, r.Elapsed)
		})
	}
}
