//go:build !raft37

package v36_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"
	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/rafttest"
	"go.etcd.io/raft/v3/tracker"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/reproduce"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A goal is the property that the executions to be reproduced reach.
type goal = func(etcdrafttest.Instance) properties.Property

// never returns the property that the goal is not reached.
func never(name string, reached func(i etcdrafttest.Instance, list []model.Status) bool) goal {
	return func(i etcdrafttest.Instance) properties.Property {
		return properties.NewAlways(name, "Never: "+name+".", func(v model.View) bool { return !reached(i, v.Status) })
	}
}

// applied is reached when so many servers have applied so many entries.
func applied(servers, entries int) func(etcdrafttest.Instance, []model.Status) bool {
	return func(i etcdrafttest.Instance, list []model.Status) bool {
		n := 0
		for _, s := range list {
			if strings.Count(string(etcdraft.SeenOf(s).Applied), " ") >= entries {
				n++
			}
		}
		return n >= servers
	}
}

var scripts = []struct {
	etcdrafttest.Case
	goal   goal
	refuse string // the error, after the event
}{
	{etcdrafttest.Case{Name: "commit", Reason: "a proposal that a leader has committed", N: 3, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2}},
		never("two-applied", applied(1, 2)), ""},
	{etcdrafttest.Case{Name: "everywhere", Reason: "a heartbeat tells the followers", N: 2, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Beats: 1}},
		never("applied-everywhere", applied(2, 2)), ""},
	{etcdrafttest.Case{Name: "transfer", Reason: "the second leader is the one that was asked for", N: 3, Config: etcdraft.Config{MaxTerm: 1, Transfers: 1}},
		never("term-2-leader", func(_ etcdrafttest.Instance, list []model.Status) bool {
			for _, s := range list {
				if s.Role == model.Won && s.Term == 2 {
					return true
				}
			}
			return false
		}), ""},
	{etcdrafttest.Case{Name: "prevote", Reason: "two entries in one message, after a pre-vote", N: 2,
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 3, Campaigns: 1, PreVote: true, CheckQuorum: true}}, never("three-applied", applied(1, 3)), ""},
	{etcdrafttest.Case{Name: "restored", Reason: "a server sends a snapshot that has restored one", N: 3,
		Config: etcdraft.Config{Voters: 1, MaxTerm: 1, MaxLog: 5, SnapshotEvery: 2, Transfers: 1, Changes: []string{"v2", "l3"},
			Only: map[etcdraft.Input][]int{etcdraft.Campaigning: {1}, etcdraft.Transferring: {1}, etcdraft.Proposing: {3}}}},
		never("second-snapshot", func(i etcdrafttest.Instance, list []model.Status) bool {
			return list[1].Leader == 2 && etcdraft.SeenOf(list[2]).Applied != "" && etcdraft.SeenOf(list[0]).Members == "v1.2"
		}),
		"event 17, receive p1:2 AppResp(3>2,t2,at3/0,reject0): rafttest does not send what it has restored from a snapshot"},
	{etcdrafttest.Case{Name: "crash", Reason: "there is no command for a crash", N: 3, Faults: model.Faults{Crash: 1}, Config: etcdraft.Config{MaxTerm: 1}},
		never("somebody-down", func(_ etcdrafttest.Instance, list []model.Status) bool {
			return slices.ContainsFunc(list, func(s model.Status) bool { return s.Down })
		}),
		"event 1, crash p0: rafttest neither crashes nor restarts a server"},
}

// TestScript runs scripts by rafttest: after each event the server that has
// reacted is in the same state.
func TestScript(t *testing.T) {
	for _, c := range scripts {
		t.Run(c.Name, func(t *testing.T) {
			if testing.Short() && c.N > 2 {
				t.Skip("takes seconds")
			}
			x, _ := c.Reproduce(t, v36.Library{}, c.goal)
			script, err := x.Script()
			if c.refuse != "" {
				if err == nil || err.Error() != c.refuse {
					t.Errorf("%s: %v, want %s", c.Reason, err, c.refuse)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v, after\n%s", err, reproduce.Format(script))
			}
			play(t, script)
		})
	}
}

// play runs a script by rafttest.
func play(t *testing.T, script []reproduce.Command) {
	t.Helper()
	env := rafttest.NewInteractionEnv(nil)
	for _, command := range script {
		var output string
		for _, line := range command.Lines {
			output += line + "\n" + handle(t, env, line)
		}
		if command.Server == 0 {
			continue
		}
		if diff := cmp.Diff(expected(command), state(t, env, command.Server)); diff != "" {
			t.Fatalf("%s: server %d (-execution +rafttest):\n%s\n%s", command.Event, command.Server, diff, output)
		}
	}
	t.Logf("\n%s", reproduce.Format(script))
}

func handle(t *testing.T, env *rafttest.InteractionEnv, line string) string {
	t.Helper()
	line, input, _ := strings.Cut(line, "\n")
	cmd, args, err := datadriven.ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	return env.Handle(t, datadriven.TestData{Cmd: cmd, CmdArgs: args, Input: input})
}

// An observed has the compared fields of a server: its state, and the entries of its
// log that no snapshot holds, the first of which is at index First.
type observed struct {
	State etcdraft.State // without its log
	First int
	Log   []string
}

// expected returns the state of the server after an event of the execution.
func expected(c reproduce.Command) observed {
	o := observed{State: c.State, First: c.First}
	o.State.Log = nil
	o.State.Members = strings.TrimSuffix(o.State.Members, "auto") // which the Status of raft does not tell
	for _, e := range c.State.Log[c.First-1:] {
		o.Log = append(o.Log, v36.Library{}.DescribeEntry(e))
	}
	return o
}

// state returns what can be seen of a server of rafttest, with the indices of
// the execution.
func state(t *testing.T, env *rafttest.InteractionEnv, id int) observed {
	t.Helper()
	n := env.Nodes[id-1]
	status := n.Status()
	tracked := tracker.ProgressTracker{Config: status.Config}
	members := tracked.ConfState()
	s := etcdraft.State{Term: int(status.Term), Lead: int(status.Lead), Members: etcdraft.Members{Voters: members.Voters, Learners: members.Learners,
		Outgoing: members.VotersOutgoing, Next: members.LearnersNext}.String()}
	switch status.RaftState {
	case raft.StateLeader:
		s.Role = etcdraft.Leader
	case raft.StateCandidate, raft.StatePreCandidate:
		s.Role = etcdraft.Candidate
	}
	for follower, progress := range status.Progress {
		s.Behind = s.Behind || follower != status.ID && progress.Next <= progress.Match
		if progress.State == tracker.StateSnapshot {
			s.Restoring = append(s.Restoring, int(follower))
		}
	}
	slices.Sort(s.Restoring)
	first, err := n.FirstIndex()
	if err != nil {
		t.Fatal(err)
	}
	last, err := n.LastIndex()
	if err != nil {
		t.Fatal(err)
	}
	o := observed{State: s, First: int(first) - reproduce.Offset}
	if last < first {
		return o
	}
	entries, err := n.Entries(first, last+1, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		e.Index -= reproduce.Offset
		o.Log = append(o.Log, raft.DescribeEntry(e, nil))
	}
	return o
}

// TestScriptInputs runs a schedule with each kind of input by rafttest, or says
// why it cannot.
func TestScriptInputs(t *testing.T) {
	for _, a := range etcdrafttest.Schedules() {
		t.Run(a.Name, func(t *testing.T) {
			x, _ := a.Replay(t, v36.Library{}, a.Schedule)
			script, err := x.Script()
			if err != nil || a.Refused != "" {
				if err == nil || err.Error() != a.Refused {
					t.Errorf("%s: %v, want %s", a.Reason, err, a.Refused)
				}
				return
			}
			play(t, script)
		})
	}
}

// TestScriptMessages loses a message, and refuses to deliver one of two messages
// of the same type.
func TestScriptMessages(t *testing.T) {
	for _, c := range []struct {
		name, refuse string
		events       []string
	}{
		{"lost", "", []string{
			"timeout p0:0",
			"timeout p1:0",
			"lose p1:0 Vote(1>2,t1)",
			"receive p0:1 Vote(2>1,t1)",
			"timeout p0:0",
			"receive p1:0 Vote(1>2,t2)",
			"receive p0:1 VoteResp(2>1,t2)",
		}},
		{"alike", "event 8, receive p1:0 App(1>2,t1,at1/1,commit1): rafttest would deliver another message of type MsgApp too", []string{
			"timeout p0:0",
			"receive p1:0 Vote(1>2,t1)",
			"receive p0:1 VoteResp(2>1,t1)",
			"receive p1:0 App(1>2,t1,[1/1:])",
			"receive p0:1 AppResp(2>1,t1,at1/0)",
			"timeout p0:1",
			"timeout p0:1",
			"receive p1:0 App(1>2,t1,at1/1,commit1)",
			"receive p1:0 App(1>2,t1,at1/1,commit1,[2/1:a])",
		}},
		{"twice", "event 2, duplicate p1:0 Vote(1>2,t1): rafttest delivers a message once", []string{
			"timeout p0:0",
			"duplicate p1:0 Vote(1>2,t1)",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, err := replayed(t, c.events).Script()
			if err != nil || c.refuse != "" {
				if err == nil || err.Error() != c.refuse {
					t.Errorf("%v, want %s", err, c.refuse)
				}
				return
			}
			play(t, script)
		})
	}
}

// replayed returns the execution of a schedule of two servers.
func replayed(t *testing.T, events []string) reproduce.Execution {
	t.Helper()
	c := etcdrafttest.Case{N: 2, Order: model.Bag, Faults: model.Faults{Loss: 1, Dup: 1}, Config: etcdraft.Config{MaxTerm: 2, MaxLog: 3}}
	x, _ := c.Replay(t, v36.Library{}, events)
	return x
}

// TestStaleRead writes the stale reads of this release as tests that import raft
// alone, which fail. As scripts of rafttest they cannot be written.
func TestStaleRead(t *testing.T) {
	for _, c := range []struct{ name, test, script, says, reason string }{
		{"etcd-20418-duplicate", "TestEtcd20418", "event 8, timeout p1:5: rafttest has no command for a read",
			"receive p0:1 HeartbeatResp(2>1,t1,2.1): server 1 reads at index 1 what was applied up to 2 when the read began", "each read has a context of its own"},
		{"etcd-20418-context", "TestEtcd20418Context", "rafttest handles a Ready in an order of its own; allowed: application Proper",
			"receive p0:2 HeartbeatResp(3>1,t1,1): server 1 reads at index 1 what was applied up to 2 when the read began", "all reads of a server have one context"},
	} {
		t.Run(c.name, func(t *testing.T) {
			known := etcdrafttest.Release(t, c.name)
			x, i := known.Replay(t, v36.Library{}, known.Schedule)
			source, err := x.GoTest(c.test, etcdrafttest.Named(t, known.Property)(i))
			if err != nil {
				t.Fatal(err)
			}
			etcdrafttest.Stored(t, c.name+"_test.go.txt", string(source), *update)
			if _, err := x.Script(); err == nil || err.Error() != c.script {
				t.Errorf("as a script: %v", err)
			}
			if testing.Short() {
				return // go builds a test program
			}
			output := etcdrafttest.RunAlone(t, "../go.mod", map[string]string{known.Name: string(source)})
			if !strings.Contains(output, "--- FAIL: "+c.test) || !strings.Contains(output, c.says) {
				t.Errorf("%s: want %q in\n%s", c.reason, c.says, output)
			}
		})
	}
}
