package etcdrafttest

import (
	"maps"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A Living is a system and its verdict on liveness.
type Living struct {
	Case
	Want  checker.Result
	Takes Effort
}

// Effort is how long a search takes.
type Effort int

// The efforts. Those of many seconds are made if ETCDRAFT_HEAVY is set.
const (
	Little Effort = iota
	Seconds
	Many
)

// Endless is a configuration in which no bound is reached but that of terms and of
// logs: heartbeats without end, and candidates that ask before they raise the term.
func Endless(terms, log int) etcdraft.Config {
	return etcdraft.Config{MaxTerm: terms, MaxLog: log, Patient: true, PreVote: true, Campaigns: etcdraft.Unlimited, Beats: etcdraft.Unlimited}
}

// Livings are systems with faults in which raft is live, and systems of which a
// bound keeps it from being so: nothing is known of their liveness.
func Livings() []Living {
	type only = map[etcdraft.Input][]int
	crash, restart, loss := model.Faults{Crash: 1}, model.Faults{Crash: 1, Restart: 1}, model.Faults{Loss: 1}
	of := func(name, reason string, n int, f model.Faults, c etcdraft.Config, edit func(*etcdraft.Config)) Case {
		edit(&c)
		return Case{Name: name, Reason: reason, N: n, Timing: model.Timely, Faults: f, Config: c}
	}
	proper := func(*etcdraft.Config) {}
	joint := func(change string) func(*etcdraft.Config) {
		return func(c *etcdraft.Config) {
			c.Voters, c.Changes, c.Only = 1, []string{change}, only{etcdraft.Proposing: {2}}
		}
	}
	return []Living{
		{of("crash", "the other server cannot decide alone", 2, crash, Endless(3, 4), proper), checker.Holds, Little},
		{of("restart", "a heartbeat brings a server that was down what it has missed", 2, restart, Endless(3, 4), func(c *etcdraft.Config) { c.Only = only{etcdraft.Proposing: {1}} }), checker.Holds, Seconds},
		{of("loss", "a heartbeat finds out which message was lost", 2, loss, Endless(3, 4), proper), checker.Holds, Seconds},
		{of("duplication", "a message arrives twice", 2, model.Faults{Dup: 1}, Endless(3, 4), proper), checker.Holds, Little},
		{of("crash-3", "the next leader", 3, crash, Endless(3, 0), proper), checker.Holds, Seconds},
		{of("restart-3", "the next leader, or the same", 3, restart, Endless(4, 0), proper), checker.Holds, Many},
		{of("loss-3", "a server that does not know the leader disturbs it", 3, loss, Endless(4, 0), proper), checker.Holds, Seconds},
		{of("quorum-crash", "a leader without a majority steps down, and nobody leads", 2, crash, Endless(3, 2), func(c *etcdraft.Config) { c.CheckQuorum = true }), checker.Holds, Little},
		{of("quorum-restart", "a server does not wait for its leader that restarts, and asks for its vote, because of the lease", 2, restart, Endless(3, 0),
			func(c *etcdraft.Config) { c.CheckQuorum = true }), checker.Holds, Seconds},
		{of("joint-crash", "without the server that is added the joint configuration is not left", 2, crash, Endless(3, 4), joint("implicit:v2")), checker.Holds, Little},
		{of("joint-restart", "the joint configuration is left after a restart", 2, restart, Endless(4, 5), joint("implicit:v2")), checker.Holds, Little},
		{of("joint-loss", "the entry that leaves the joint configuration is lost", 2, loss, Endless(3, 4), joint("implicit:v2")), checker.Holds, Little},
		{of("swap-crash", "a server that is removed need not learn of it", 2, crash, Endless(3, 5), joint("v2,r1")), checker.Holds, Little},
		{of("removal", "a leader that is removed takes no proposals", 2, model.Faults{}, Endless(3, 3), func(c *etcdraft.Config) {
			c.Changes, c.Only = []string{"r1"}, only{etcdraft.Proposing: {1}}
		}), checker.Holds, Little},
		{of("removal-transfer", "a leader that is removed need not learn of the next one", 2, model.Faults{}, Endless(4, 3), func(c *etcdraft.Config) {
			c.PreVote, c.Changes, c.Transfers, c.Only = false, []string{"r1"}, 1, only{etcdraft.Proposing: {1}, etcdraft.Transferring: {1}}
		}), checker.Holds, Seconds},
		{of("joint-crash-3", "two of three go on", 3, crash, Endless(4, 5), func(c *etcdraft.Config) {
			c.Voters, c.Changes, c.Only = 2, []string{"v3,r2"}, only{etcdraft.Proposing: {3}}
		}), checker.Holds, Seconds},
		{of("transfer-loss", "the leader gives up a transfer of which it hears nothing", 2, loss, Endless(5, 0), func(c *etcdraft.Config) { c.Transfers = 1 }), checker.Holds, Many},
		{of("learner-loss", "a learner applies too, and need not campaign", 2, loss, Endless(3, 4), func(c *etcdraft.Config) { c.Learners, c.Only = 1, only{etcdraft.Campaigning: {1}} }), checker.Holds, Little},
		{of("snapshot-loss", "the transport says that the snapshot has not arrived", 2, loss, Endless(3, 4), func(c *etcdraft.Config) {
			c.Learners, c.SnapshotEvery = 1, 2
			c.Reports = []etcdraft.Report{etcdraft.SnapshotFailed, etcdraft.SnapshotFailed, etcdraft.SnapshotFailed}
		}), checker.Holds, Little},

		{of("few-heartbeats", "a leader has none left to find out which message was lost", 2, model.Faults{Loss: 2}, Endless(2, 0), func(c *etcdraft.Config) { c.Beats = 1 }), checker.Unknown, Little},
		{of("no-heartbeats", "of the leader that is elected", 2, loss, Endless(2, 0), func(c *etcdraft.Config) { c.Only = only{etcdraft.Beating: {1}} }), checker.Unknown, Little},
		{of("few-terms", "the next leader would need another term", 3, crash, etcdraft.Config{MaxTerm: 1, Patient: true, Beats: etcdraft.Unlimited}, proper), checker.Unknown, Little},
		{of("few-campaigns", "nobody campaigns again when messages were lost", 2, model.Faults{Loss: 2}, Endless(3, 0), func(c *etcdraft.Config) { c.Campaigns = 1 }), checker.Unknown, Little},
		{of("one-candidate", "the only server that campaigns is down", 3, crash, Endless(3, 0), func(c *etcdraft.Config) { c.Only = only{etcdraft.Campaigning: {1}} }), checker.Unknown, Little},
		{of("impatient", "servers that would campaign in later terms", 3, crash, etcdraft.Config{MaxTerm: 1, Beats: etcdraft.Unlimited}, proper), checker.Unknown, Little},
		{of("short-log", "the first entry of a term fills it", 2, model.Faults{}, Endless(3, 1), proper), checker.Unknown, Little},
		{of("short-log-joint", "the change that leaves the joint configuration finds no room", 2, restart, Endless(3, 2), func(c *etcdraft.Config) {
			c.Voters, c.Changes, c.Only = 1, []string{"explicit:v2", "leave"}, only{etcdraft.Proposing: {2}}
		}), checker.Unknown, Little},
		{of("one-changer", "the leader is not who takes changes", 3, restart, Endless(3, 4), func(c *etcdraft.Config) {
			c.Voters, c.Changes, c.Only = 1, []string{"explicit:v2", "leave"}, only{etcdraft.Campaigning: {1, 2}, etcdraft.Proposing: {3}, etcdraft.Changing: {1}}
		}), checker.Unknown, Many},
		{of("removed", "a server that is no voter any more, and restarts, does not tell those that wait for it", 2, restart, Endless(2, 3), func(c *etcdraft.Config) {
			c.Changes, c.Only = []string{"r1"}, only{etcdraft.Campaigning: {1, 2}, etcdraft.Proposing: {2}}
		}), checker.Unknown, Many},
		{of("unreported", "nobody says that the snapshot has not arrived", 2, loss, Endless(3, 4), func(c *etcdraft.Config) { c.Learners, c.SnapshotEvery = 1, 2 }), checker.Unknown, Little},
	}
}

// Live judges the liveness of raft with faults.
func Live(t *testing.T, l etcdraft.Library) {
	for _, c := range Livings() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Takes == Many && os.Getenv("ETCDRAFT_HEAVY") == "" || c.Takes >= Seconds && testing.Short() {
				t.Skip("takes long")
			}
			r := c.Check(t, l, "leads", "applies", "joint-left")
			want, got := map[string]checker.Result{}, map[string]checker.Result{}
			for _, v := range r.Verdicts {
				want[v.Property.Name], got[v.Property.Name] = c.Want, v.Result
				if v.Result == checker.Violated {
					t.Logf("%s: %q, then for ever %q", v.Property.Name, v.Execution.Lasso().Stem, v.Execution.Lasso().Loop)
				}
			}
			if !maps.Equal(want, got) {
				t.Errorf("%s (-want +got):\n%s", c.Reason, cmp.Diff(want, got))
			}
			t.Logf("%d configurations, %d calls, %v", r.Configurations, r.Steps, r.Elapsed)
		})
	}
}
