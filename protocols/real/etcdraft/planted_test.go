//go:build !raft37

package etcdraft_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

// A mutant is the library with a fault.
type mutant struct {
	v36.Library
	fault func(etcdraft.Replica) etcdraft.Replica
}

func (m mutant) New(id int, members etcdraft.Members, d etcdraft.Disk, c etcdraft.Config) etcdraft.Replica {
	return m.fault(m.Library.New(id, members, d, c))
}

// forgetful drops the last entry of its log at a heartbeat.
type forgetful struct {
	etcdraft.Replica
	Beaten bool
}

func (f *forgetful) Beat() { f.Replica.Beat(); f.Beaten = true }

func (f *forgetful) State() etcdraft.State {
	s := f.Replica.State()
	if f.Beaten {
		s.Log = s.Log[:len(s.Log)-1]
	}
	return s
}

// garbled reads b where a was sent.
type garbled struct{ etcdraft.Replica }

func (g garbled) Step(message string) { g.Replica.Step(strings.ReplaceAll(message, "a", "b")) }

// loyal does not take a request for its vote once it has an entry.
type loyal struct{ etcdraft.Replica }

func (l loyal) Step(message string) {
	if !strings.Contains(v36.Library{}.Describe(message), "MsgPreVote ") || len(l.State().Log) == 0 {
		l.Replica.Step(message)
	}
}

// broken are systems with a fault, one for each property at least; that of
// progress is raft 148. On the Proper application and the library itself the
// property holds.
var broken = []struct {
	etcdrafttest.Case
	property string
	events   int // of the schedule that is found: a shortest one, where a finite one refutes it
	library  etcdraft.Library
	mended   func(*etcdraft.Config)
}{
	{etcdrafttest.Case{Name: "log-forgotten", Reason: "a leader drops an entry at a heartbeat", N: 1, Config: etcdraft.Config{MaxTerm: 1, Beats: 1}},
		"leader-append-only", 2, mutant{fault: func(r etcdraft.Replica) etcdraft.Replica { return &forgetful{Replica: r} }}, nil},
	{etcdrafttest.Case{Name: "message-garbled", Reason: "an entry changes on its way", N: 2, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Only: only(1)}},
		"log-matching", 7, mutant{fault: func(r etcdraft.Replica) etcdraft.Replica { return garbled{r} }}, nil},
	{etcdrafttest.Case{Name: "snapshot-not-restored", Reason: "a follower applies what comes after a snapshot, not what is in it", N: 2,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, SnapshotEvery: 2, Changes: []string{"v2"}, Application: etcdraft.SnapshotLost}},
		"state-machine-safety", 10, v36.Library{}, nil},
	{etcdrafttest.Case{Name: "lease-without-clock", Reason: "a leader that hears nothing of its successor answers by its lease", N: 3,
		Config: etcdraft.Config{MaxTerm: 2, Reads: 1, CheckQuorum: true, LeaseReads: true,
			Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1, 2}, etcdraft.Reading: {1}}}},
		"linearizable-reads", 13, v36.Library{}, func(c *etcdraft.Config) { c.LeaseReads = false }},
	{etcdrafttest.Case{Name: "advanced-first", Reason: "the library believes that a change is applied, and takes the next", N: 3,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, Changes: []string{"l2", "l3"}, Granularity: realcode.Split, Application: etcdraft.AdvanceFirst}},
		"one-change", 13, v36.Library{}, nil},
	{etcdrafttest.Case{Name: "votes-unsent", Reason: "no server answers a candidate", N: 3, Timing: model.Timely,
		Config: etcdraft.Config{MaxTerm: 2, Patient: true, PreVote: true, Campaigns: etcdraft.Unlimited, Beats: etcdraft.Unlimited, Application: etcdraft.VotesUnsent}},
		"leads", 16, v36.Library{}, nil},
	{etcdrafttest.Case{Name: "loyal", Reason: "no server grants a vote once it has followed a leader, so the first is the last", N: 3, Timing: model.Timely,
		Faults: model.Faults{Crash: 1}, Config: etcdrafttest.Endless(3, 0)},
		"leads", 17, mutant{fault: func(r etcdraft.Replica) etcdraft.Replica { return loyal{r} }}, nil},
	{etcdrafttest.Case{Name: "never-applies", Reason: "no server applies", N: 3, Timing: model.Timely,
		Config: etcdraft.Config{MaxTerm: 2, Patient: true, MaxLog: 2, Beats: etcdraft.Unlimited, Application: etcdraft.NeverApplies}},
		"applies", 27, v36.Library{}, nil},
	{etcdrafttest.Case{Name: "never-leaves", Reason: "the change that leaves a joint configuration is asked for by nobody", N: 2, Timing: model.Timely,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 3, Patient: true, Beats: etcdraft.Unlimited, Changes: []string{"explicit:v2"},
			Only: map[etcdraft.Input][]int{etcdraft.Proposing: {2}}}},
		"joint-left", 9, v36.Library{}, func(c *etcdraft.Config) { c.Changes = append(c.Changes, "leave") }},
}

// TestBroken refutes each property where something is broken, and not where it is
// mended.
func TestBroken(t *testing.T) {
	for _, b := range broken {
		t.Run(b.Name, func(t *testing.T) {
			if testing.Short() && (b.property == "linearizable-reads" || b.Config.Granularity == realcode.Split) {
				t.Skip("takes seconds")
			}
			r := b.Check(t, b.library, b.property)
			v := r.Verdicts[0]
			if v.Result != checker.Violated {
				t.Fatalf("%s: %s %v: %s", b.Reason, b.property, v.Result, v.Note())
			}
			t.Logf("%d configurations, %d calls: %q", r.Configurations, r.Steps, v.Execution.Lasso().Events())
			if got := len(v.Execution.Lasso().Events()); got != b.events {
				t.Errorf("%d events; want %d", got, b.events)
			}
			b.Config.Application = etcdraft.Proper
			if b.mended != nil {
				b.mended(&b.Config)
			}
			r = b.Check(t, v36.Library{}, b.property)
			if v := r.Verdicts[0]; v.Result != checker.Holds {
				t.Errorf("mended: %s %v: %s", b.property, v.Result, v.Note())
			}
			t.Logf("mended: %d configurations, %d calls, %v", r.Configurations, r.Steps, r.Elapsed)
		})
	}
}
