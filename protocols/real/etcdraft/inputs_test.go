//go:build !raft37

package etcdraft_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

// only says that one server campaigns.
func only(id int) map[etcdraft.Input][]int {
	return map[etcdraft.Input][]int{etcdraft.Campaigning: {id}}
}

// kinds are systems in which one kind of input, or of option, matters: all safety
// properties hold, and the state that the input is for can be reached.
var kinds = []struct {
	etcdrafttest.Case
	reached func(s model.Status, seen etcdraft.Seen) bool
}{
	{etcdrafttest.Case{Name: "simple-change", Reason: "a voter is added", N: 2, Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 2, Changes: []string{"v2"}}},
		func(s model.Status, seen etcdraft.Seen) bool { return s.Role == model.Won && seen.Members == "v1.2" }},
	{etcdrafttest.Case{Name: "removal", Reason: "the leader removes itself", N: 2, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Changes: []string{"r1"}, Only: only(1)}},
		func(_ model.Status, seen etcdraft.Seen) bool { return seen.Members == "v2" }},
	{etcdrafttest.Case{Name: "joint-change", Reason: "one voter takes the place of another, and the joint configuration is left by itself", N: 3,
		Config: etcdraft.Config{Voters: 2, MaxTerm: 1, MaxLog: 2, Changes: []string{"v3,r2"}, Only: only(1)}},
		func(_ model.Status, seen etcdraft.Seen) bool {
			return seen.Members == "v1.3" && strings.Contains(string(seen.Applied), "=auto:leave")
		}},
	{etcdrafttest.Case{Name: "explicit-change", Reason: "a joint configuration is left on request", N: 2,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, Changes: []string{"explicit:v2", "leave"}}},
		func(_ model.Status, seen etcdraft.Seen) bool { return seen.Members == "v1.2" }},
	{etcdrafttest.Case{Name: "demotion", Reason: "a voter becomes a learner, which it is to be while the configuration is joint", N: 3,
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Changes: []string{"explicit:l3"}, Only: only(1)}},
		func(_ model.Status, seen etcdraft.Seen) bool { return seen.Members == "v1.2&v1.2.3n3" }},
	{etcdrafttest.Case{Name: "learner", Reason: "a learner applies, and does not count", N: 2, Config: etcdraft.Config{Learners: 1, MaxTerm: 1, MaxLog: 2}},
		func(s model.Status, seen etcdraft.Seen) bool {
			return s.Role == model.Undecided && seen.Applied == "1: 1:a "
		}},
	{etcdrafttest.Case{Name: "transfer", Reason: "the next server campaigns at once, with a term above the bound", N: 2,
		Config: etcdraft.Config{MaxTerm: 1, Transfers: 1, Only: only(1)}},
		func(s model.Status, _ etcdraft.Seen) bool { return s.Role == model.Won && s.Term == 2 }},
	{etcdrafttest.Case{Name: "read", Reason: "a follower reads through the leader", N: 2,
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Reads: 1, Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1}, etcdraft.Reading: {2}}}},
		func(_ model.Status, seen etcdraft.Seen) bool { return seen.Answers == "1:2 " }},
	{etcdrafttest.Case{Name: "read-after-restart", Reason: "a read before a crash and one after it have two contexts", N: 2, Faults: model.Faults{Crash: 1, Restart: 1},
		Config: etcdraft.Config{MaxTerm: 1, Reads: 2, Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1}, etcdraft.Reading: {2}}}},
		func(_ model.Status, seen etcdraft.Seen) bool { return seen.Answers == "2:1 " }},
	{etcdrafttest.Case{Name: "beat", Reason: "a heartbeat is what tells a follower of the commit index when the message that does is lost", N: 2, Faults: model.Faults{Loss: 1},
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 1, Beats: 1, Only: only(1)}},
		func(s model.Status, seen etcdraft.Seen) bool {
			return s.Role == model.Undecided && seen.Applied == "1: "
		}},
	{etcdrafttest.Case{Name: "snapshot", Reason: "a follower that lags gets a snapshot", N: 2, Faults: model.Faults{Loss: 1},
		Config: etcdraft.Config{Voters: 1, Learners: 1, MaxTerm: 1, MaxLog: 2, SnapshotEvery: 2, Reports: []etcdraft.Report{etcdraft.SnapshotFailed, etcdraft.SnapshotSent}}},
		func(s model.Status, seen etcdraft.Seen) bool {
			return s.Role == model.Undecided && seen.Applied == "1: 1:a "
		}},
	{etcdrafttest.Case{Name: "snapshot-to-joiner", Reason: "a server that joins gets what the log no longer holds", N: 2,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, SnapshotEvery: 2, Changes: []string{"v2"}}},
		func(s model.Status, seen etcdraft.Seen) bool {
			return s.Role == model.Undecided && seen.Applied == "1: 1:=v2 1:a "
		}},
	{etcdrafttest.Case{Name: "pre-vote", Reason: "a candidate asks before it raises the term", N: 2, Config: etcdraft.Config{MaxTerm: 2, Campaigns: 1, PreVote: true}},
		func(s model.Status, _ etcdraft.Seen) bool { return s.Role == model.Won && s.Term == 2 }},
	{etcdrafttest.Case{Name: "check-quorum", Reason: "a leader that nobody answers steps down at the end of an election timeout", N: 2,
		Config: etcdraft.Config{MaxTerm: 1, Beats: 6, CheckQuorum: true, Only: only(1)}},
		func(s model.Status, seen etcdraft.Seen) bool {
			return s.Role == model.Undecided && s.Leader == model.NoID && seen.Log == "1: "
		}},
}

func TestInputs(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.Name, func(t *testing.T) {
			i := k.On(t, v36.Library{})
			reached := properties.NewReachable("reached", k.Reason, func(v model.View) bool {
				for _, s := range v.Status {
					if s.Live() && k.reached(s, etcdraft.SeenOf(s)) {
						return true
					}
				}
				return false
			})
			r, err := checker.Check(t.Context(), i.System, checker.Options{Properties: append(i.Properties(), reached)})
			if err != nil {
				t.Fatal(err)
			}
			for name, schedule := range etcdrafttest.Refuted(t, r) {
				t.Errorf("%s: %s is refuted: %q", k.Reason, name, schedule)
			}
			t.Logf("%d configurations, %d calls, %v", r.Configurations, r.Steps, r.Elapsed)
		})
	}
}

// TestConfig refuses wrong configurations, in one line that names the culprit.
func TestConfig(t *testing.T) {
	for _, row := range []struct {
		reason string
		config etcdraft.Config
		want   string
	}{
		{"nobody campaigns", etcdraft.Config{}, "MaxTerm is 0"},
		{"a budget below zero", etcdraft.Config{MaxTerm: 1, Reads: -1}, "Reads is -1"},
		{"less than unlimited", etcdraft.Config{MaxTerm: 1, Campaigns: -2}, "Campaigns is -2"},
		{"less than heartbeats without end", etcdraft.Config{MaxTerm: 1, Beats: -2}, "Beats is -2"},
		{"campaigns without end", etcdraft.Config{MaxTerm: 1, PreVote: true}, "PreVote without a bound of Campaigns"},
		{"no quorum to have a lease from", etcdraft.Config{MaxTerm: 1, LeaseReads: true}, "LeaseReads without CheckQuorum"},
		{"no log is short enough", etcdraft.Config{MaxTerm: 1, Changes: []string{"v2"}}, "Changes with MaxLog 0"},
		{"a change that is none", etcdraft.Config{MaxTerm: 1, MaxLog: 1, Changes: []string{"v2", "x3"}}, `change "x3"`},
		{"a transition that is none", etcdraft.Config{MaxTerm: 1, MaxLog: 1, Changes: []string{"slow:v2"}}, `change "slow:v2"`},
		{"a server that is none", etcdraft.Config{MaxTerm: 1, MaxLog: 1, Changes: []string{"v0"}}, `change "v0"`},
		{"a report that is none", etcdraft.Config{MaxTerm: 1, Reports: []etcdraft.Report{3}}, "report 3"},
		{"an input that is none", etcdraft.Config{MaxTerm: 1, Only: map[etcdraft.Input][]int{7: {1}}}, "input 7"},
		{"nobody takes an input", etcdraft.Config{MaxTerm: 1, Only: map[etcdraft.Input][]int{etcdraft.Proposing: {}}}, "servers []"},
		{"an application that is none", etcdraft.Config{MaxTerm: 1, Application: 99}, "application 99"},
	} {
		_, err := etcdraft.New(v36.Library{}, row.config)
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v; want one line with %q", row.reason, err, row.want)
		}
	}
}

// TestConfigOfFewServers refuses a network that is too small for the configuration.
func TestConfigOfFewServers(t *testing.T) {
	c, err := etcdraft.New(v36.Library{}, etcdraft.Config{MaxTerm: 1, MaxLog: 2, Changes: []string{"v4"}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := realcode.New(c.Code())
	if err != nil {
		t.Fatal(err)
	}
	_, err = model.New(a, model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{1, 2, 3}})
	if err == nil || !strings.Contains(err.Error(), "4") {
		t.Errorf("three servers, and a change that makes server 4 a voter: error %v", err)
	}
}

// TestHeartbeatsLeaveNoTrace finds as many local states of a leader with heartbeats
// without end as without heartbeats.
func TestHeartbeatsLeaveNoTrace(t *testing.T) {
	states := map[int]int{}
	for _, beats := range []int{0, etcdraft.Unlimited} {
		i := etcdrafttest.Case{N: 1, Timing: model.Timely, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Beats: beats}}.On(t, v36.Library{})
		r, err := checker.Check(t.Context(), i.System, checker.Options{Properties: i.Properties()[:1]})
		if err != nil || !r.Complete {
			t.Fatalf("complete: %t, error %v", r.Complete, err)
		}
		states[beats] = i.Algorithm.Counts().States
	}
	if states[0] != states[etcdraft.Unlimited] {
		t.Errorf("%d local states without heartbeats, %d with", states[0], states[etcdraft.Unlimited])
	}
}

// TestDisk reads back the text that a disk writes.
func TestDisk(t *testing.T) {
	for _, text := range []string{
		`{"Term":0,"Vote":0,"Commit":0}`,
		`{"Term":2,"Vote":1,"Commit":3,"Reads":1,"Snapshot":{"Index":1,"Term":1,"Members":{"Voters":[1],"Learners":[2],"Outgoing":[1,3],"AutoLeave":true},` +
			`"Applied":[{"Term":1,"Index":1,"Data":"a"}]},"Entries":[{"Term":2,"Index":2,"Change":"v3"}]}`,
	} {
		d, err := etcdraft.ParseDisk(text)
		if err != nil || d.String() != text {
			t.Errorf("%s is read as %v, error %v", text, d, err)
		}
	}
	if _, err := etcdraft.ParseDisk("{"); err == nil {
		t.Error("half a disk is read")
	}
}
