package etcdrafttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/reproduce"
)

// A Recorded is a schedule that is written for those who keep raft.
type Recorded struct {
	Case
	Schedule []string
	property string // that the test is to judge
	calls    string // the kinds of call that the schedule is there for, by spaces
	says     string // the message with which the test fails; "": it passes
	Refused  string // why there is no script of rafttest; "": there is one
}

// carried are the effects of an event that are events of their own.
func carried(n int) []string { return slices.Repeat([]string{"timeout p0:7"}, n) }

// Schedules have each kind of input and of option.
func Schedules() []Recorded {
	return []Recorded{
		{Case{Name: "simple", Reason: "a voter becomes a learner", N: 2, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Beats: 1, Changes: []string{"l2"}}},
			[]string{"timeout p0:0", "receive p1:0 Vote(1>2,t1)", "receive p0:1 VoteResp(2>1,t1)", "receive p1:0 App(1>2,t1,[1/1:])", "receive p0:1 AppResp(2>1,t1,at1/0)",
				"receive p1:0 App(1>2,t1,at1/1,commit1)", "timeout p0:6", "receive p1:0 App(1>2,t1,at1/1,commit1,[2/1:l2])", "timeout p0:2"},
			"progress", "simple( Tick(", "", ""},
		{Case{Name: "joint", Reason: "one voter takes the place of another, and the joint configuration is left by itself", N: 2,
			Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 2, Changes: []string{"v2,r1"}}},
			[]string{"timeout p0:0", "timeout p0:6", "receive p1:0 App(1>2,t1,at1/1,commit2,[2/1:v2,r1])", "receive p0:1 AppResp(2>1,t1,at1/0,reject0)",
				"receive p1:0 App(1>2,t1,commit2,[1/1:],[2/1:v2,r1],[3/1:auto:leave])", "receive p0:1 AppResp(2>1,t1,at3/0)"},
			"uniqueness-ever", "ConfChangeTransitionAuto,", "", ""},
		{Case{Name: "implicit", Reason: "a joint change of one step", N: 2, Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 2, Changes: []string{"implicit:v2"}}},
			[]string{"timeout p0:0", "timeout p0:6"}, "uniqueness-ever", "ConfChangeTransitionJointImplicit,", "", ""},
		{Case{Name: "explicit", Reason: "a joint configuration is left on request", N: 3,
			Config: etcdraft.Config{Voters: 1, Learners: 1, MaxTerm: 1, MaxLog: 3, Changes: []string{"explicit:l3", "leave"}}},
			[]string{"timeout p0:0", "timeout p0:6", "timeout p0:6"}, "uniqueness-ever", `Learners: ConfChangeTransitionJointExplicit, ConfChangeTransitionAuto,`, "", ""},
		{Case{Name: "snapshot", Reason: "a snapshot is lost, another arrives, and reports say so", N: 2, Order: model.Bag, Faults: model.Faults{Loss: 3},
			Config: etcdraft.Config{Voters: 1, Learners: 1, MaxTerm: 1, MaxLog: 2, SnapshotEvery: 2, Beats: 3,
				Reports: []etcdraft.Report{etcdraft.Unreachable, etcdraft.SnapshotFailed, etcdraft.SnapshotSent}}},
			[]string{"timeout p0:0", "lose p1:0 App(1>2,t1,[1/1:])", "timeout p0:4", "timeout p0:1", "timeout p0:2", "receive p1:0 Heartbeat(1>2,t1)",
				"receive p0:1 HeartbeatResp(2>1,t1)", "lose p1:0 Snap(1>2,t1,snapshot2/1:v1l2,1:,1:a)", "timeout p0:4", "timeout p0:2",
				"receive p1:0 Heartbeat(1>2,t1)", "receive p0:1 HeartbeatResp(2>1,t1)", "timeout p0:4", "receive p1:0 Snap(1>2,t1,snapshot2/1:v1l2,1:,1:a)", "receive p0:1 AppResp(2>1,t1,at2/0)"},
			"state-machine-safety", "compact(2) ReportUnreachable(2) SnapshotFailure) SnapshotFinish) `restore Propose(", "", "event 9, timeout p0:4: rafttest has no command for a report about a snapshot"},
		{Case{Name: "compacted", Reason: "a server restarts from a snapshot", N: 1, Faults: model.Faults{Crash: 1, Restart: 1}, Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3, SnapshotEvery: 2}},
			[]string{"timeout p0:0", "timeout p0:1", "crash p0", "restart p0", "timeout p0:0"},
			"state-machine-safety", "compact(2) crash() start(", "", "event 3, crash p0: rafttest neither crashes nor restarts a server"},
		{Case{Name: "uncompacted", Reason: "a crash comes between a snapshot and its write", N: 1, Faults: model.Faults{Crash: 1, Restart: 1},
			Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3, SnapshotEvery: 2, Granularity: realcode.Split}},
			slices.Concat([]string{"timeout p0:0"}, carried(7), []string{"timeout p0:1"}, carried(5), []string{"crash p0", "restart p0", "timeout p0:0"}, carried(5)),
			"state-machine-safety", "compact(2) uncompact()", "", "event 2, timeout p0:7: rafttest handles a Ready as one event"},
		{Case{Name: "snapshot-lost", Reason: "a follower applies what comes after a snapshot, not what is in it", N: 2,
			Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, SnapshotEvery: 2, Changes: []string{"v2"}, Application: etcdraft.SnapshotLost}},
			[]string{"timeout p0:0", "timeout p0:6", "timeout p0:1", "receive p1:0 App(1>2,t1,at1/1,commit2,[2/1:v2])", "receive p0:1 AppResp(2>1,t1,at1/0,reject0)",
				"receive p1:0 Snap(1>2,t1,snapshot2/1:v1.2,1:,1:v2)", "receive p0:1 AppResp(2>1,t1,at2/0)", "receive p1:0 App(1>2,t1,at2/1,commit2,[3/1:a])",
				"receive p0:1 AppResp(2>1,t1,at3/0)", "receive p1:0 App(1>2,t1,at3/1,commit3)"},
			"state-machine-safety", "compact(2) `restore", `commit3): server 2 applies 1/3 EntryNormal "a" where 1/1 EntryNormal "" has been applied`, "rafttest handles a Ready in an order of its own; allowed: application Proper"},
		{Case{Name: "lease", Reason: "a leader that hears nothing of its successor answers by its lease", N: 3,
			Config: etcdraft.Config{MaxTerm: 2, Reads: 1, CheckQuorum: true, LeaseReads: true,
				Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1, 2}, etcdraft.Reading: {1}}}},
			[]string{"timeout p0:0", "receive p1:0 Vote(1>2,t1)", "receive p0:1 VoteResp(2>1,t1)", "receive p1:0 App(1>2,t1,[1/1:])", "receive p0:1 AppResp(2>1,t1,at1/0)",
				"timeout p1:0", "receive p2:1 Vote(2>3,t2,at1/1)", "receive p1:2 VoteResp(3>2,t2)", "receive p2:1 App(2>3,t2,at1/1,[2/2:])",
				"receive p1:2 AppResp(3>2,t2,at1/0,reject0)", "receive p2:1 App(2>3,t2,[1/1:],[2/2:])", "receive p1:2 AppResp(3>2,t2,at2/0)", "timeout p0:5"},
			"linearizable-reads", "ReadOnlyLeaseBased read(", "timeout p0:5: server 1 reads at index 1 what was applied up to 2 when the read began", "event 13, timeout p0:5: rafttest has no command for a read"},
		{Case{Name: "advanced-first", Reason: "each batch is applied with the next, changes of the configuration too", N: 3,
			Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, Changes: []string{"l2", "l3"}, Granularity: realcode.Split, Application: etcdraft.AdvanceFirst}},
			slices.Concat([]string{"timeout p0:0"}, carried(6), []string{"timeout p0:6"}, carried(4), []string{"timeout p0:6"}, carried(5)),
			"state-machine-safety", "simple(", "", "rafttest handles a Ready in an order of its own; allowed: application Proper"},
		{Case{Name: "transfer", Reason: "the second leader is the one that was asked for", N: 2, Config: etcdraft.Config{MaxTerm: 1, Transfers: 1, PreVote: true, Campaigns: 1}},
			[]string{"timeout p0:0", "receive p1:0 PreVote(1>2,t1)", "receive p0:1 PreVoteResp(2>1,t1)", "receive p1:0 Vote(1>2,t1)", "receive p0:1 VoteResp(2>1,t1)", "receive p1:0 App(1>2,t1,[1/1:])",
				"receive p0:1 AppResp(2>1,t1,at1/0)", "timeout p0:3", "receive p1:0 App(1>2,t1,at1/1,commit1)", "receive p1:0 TimeoutNow(1>2,t1)"},
			"uniqueness-ever", "TransferLeader(2) PreVote:", "", ""},
		{Case{Name: "read-after-restart", Reason: "a read before a crash gets no answer", N: 2, Faults: model.Faults{Crash: 1, Restart: 1},
			Config: etcdraft.Config{MaxTerm: 1, Reads: 2, Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1}, etcdraft.Reading: {2}}}},
			[]string{"timeout p0:0", "receive p1:0 Vote(1>2,t1)", "receive p0:1 VoteResp(2>1,t1)", "receive p1:0 App(1>2,t1,[1/1:])", "receive p0:1 AppResp(2>1,t1,at1/0)",
				"timeout p1:5", "crash p1", "restart p1", "receive p0:1 ReadIndex(2>1,t0,2.1)"},
			"linearizable-reads", `read("2.1")`, "", "event 6, timeout p1:5: rafttest has no command for a read"},
		{Case{Name: "joiner", Reason: "a server that joins gets a snapshot", N: 2,
			Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, SnapshotEvery: 2, Changes: []string{"v2"}}},
			[]string{"timeout p0:0", "timeout p0:6", "receive p1:0 App(1>2,t1,at1/1,commit2,[2/1:v2])", "receive p0:1 AppResp(2>1,t1,at1/0,reject0)",
				"receive p1:0 Snap(1>2,t1,snapshot2/1:v1.2,1:,1:v2)", "receive p0:1 AppResp(2>1,t1,at2/0)", "timeout p0:1"},
			"state-machine-safety", "compact(2) `restore", "", ""},
		{Case{Name: "older", Reason: "a server is sent a snapshot that is older than what the leader has applied", N: 2, Faults: model.Faults{Loss: 1},
			Config: etcdraft.Config{Voters: 1, Learners: 1, MaxTerm: 1, MaxLog: 3, SnapshotEvery: 2, Beats: 1}},
			[]string{"timeout p0:0", "lose p1:0 App(1>2,t1,[1/1:])", "timeout p0:1", "timeout p0:1", "timeout p0:2", "receive p1:0 Heartbeat(1>2,t1)", "receive p0:1 HeartbeatResp(2>1,t1)"},
			"state-machine-safety", "compact(2) MsgSnap", "",
			"event 7, receive p0:1 HeartbeatResp(2>1,t1): rafttest would send a snapshot at the last index that is applied, 3, not at 2"},
		{Case{Name: "unreachable", Reason: "a follower that is reported as unreachable is probed", N: 2, Faults: model.Faults{Loss: 1},
			Config: etcdraft.Config{Learners: 1, MaxTerm: 1, MaxLog: 2, Beats: 1, Reports: []etcdraft.Report{etcdraft.Unreachable}, CheckQuorum: true, LeaseReads: true}},
			[]string{"timeout p0:0", "receive p1:0 App(1>2,t1,[1/1:])", "receive p0:1 AppResp(2>1,t1,at1/0)", "timeout p0:1", "timeout p0:4", "timeout p0:2"},
			"progress", "ReportUnreachable(2)", "", ""},
	}
}

// Alone writes a schedule with each kind of input as a test that imports raft
// alone, and runs these on the versions of a file of go.mod.
func Alone(t *testing.T, l reproduce.Library, mod string) {
	sources, want := map[string]string{}, map[string]string{}
	for _, a := range Schedules() {
		t.Run(a.Name, func(t *testing.T) {
			x, i := a.Replay(t, l, a.Schedule)
			name := "Test_" + strings.ReplaceAll(a.Name, "-", "_")
			source, err := x.GoTest(name, Named(t, a.property)(i))
			if err != nil {
				t.Fatalf("%s: %v", a.Reason, err)
			}
			sources[a.Name], want[a.Name] = string(source), "--- PASS: "+name+" "
			if a.says != "" {
				want[a.Name] = "--- FAIL: " + name + " "
			}
			for call := range strings.FieldsSeq(a.calls) {
				if !strings.Contains(sources[a.Name], call) {
					t.Errorf("%s: no %s in\n%s", a.Reason, call, source)
				}
			}
		})
	}
	if testing.Short() {
		return // go builds a test program for each
	}
	output := RunAlone(t, mod, sources)
	for _, a := range Schedules() {
		for _, text := range []string{want[a.Name], a.says} {
			if !strings.Contains(output, text) {
				t.Errorf("%s: %s: want %q in the output", a.Name, a.Reason, text)
			}
		}
	}
	if strings.Contains(output, "in the schedule") { // which, at the last event, fails nothing
		t.Error("a test departs from its schedule")
	}
	if t.Failed() {
		t.Log(output)
	}
}
