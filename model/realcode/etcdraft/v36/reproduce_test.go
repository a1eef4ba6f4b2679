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

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode/etcdraft"
	"github.com/interrex/interrex/model/realcode/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/model/realcode/etcdraft/reproduce"
	"github.com/interrex/interrex/model/realcode/etcdraft/v36"
	"github.com/interrex/interrex/properties"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A goal is what the executions to be reproduced reach.
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
			if strings.Count(string(i.Seen(s).Applied), " ") >= entries {
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
	{etcdrafttest.Case{Name: "change", Reason: "a test and a script do not know who votes when", N: 2, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Changes: []string{"l2"}}},
		never("one-voter", func(i etcdrafttest.Instance, list []model.Status) bool {
			return slices.ContainsFunc(list, func(s model.Status) bool { return i.Seen(s).Members == "v1l2" })
		}),
		"a change of the configuration cannot be written as a test without the checker, nor as a script"},
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
		want, got := command.State, state(t, env, command.Server)
		want.Behind, want.Members = false, "" // not looked at
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: server %d (-execution +rafttest):\n%s\n%s", command.Event, command.Server, diff, output)
		}
	}
	t.Logf("\n%s", reproduce.Format(script))
}

func handle(t *testing.T, env *rafttest.InteractionEnv, line string) string {
	t.Helper()
	cmd, args, err := datadriven.ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	return env.Handle(t, datadriven.TestData{Cmd: cmd, CmdArgs: args})
}

// state returns what can be seen of a server of rafttest, with the indices of
// the execution.
func state(t *testing.T, env *rafttest.InteractionEnv, id int) etcdraft.State {
	t.Helper()
	n := env.Nodes[id-1]
	status := n.Status()
	s := etcdraft.State{Term: int(status.Term), Lead: int(status.Lead)}
	switch status.RaftState {
	case raft.StateLeader:
		s.Role = etcdraft.Leader
	case raft.StateCandidate, raft.StatePreCandidate:
		s.Role = etcdraft.Candidate
	}
	last, err := n.LastIndex()
	if err != nil {
		t.Fatal(err)
	}
	if last > reproduce.Offset {
		entries, err := n.Entries(reproduce.Offset+1, last+1, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			s.Log = append(s.Log, etcdraft.Entry{Term: int(e.Term), Index: int(e.Index) - reproduce.Offset, Data: string(e.Data)})
		}
	}
	return s
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

// TestStaleRead writes the stale read of this release as a test that imports raft
// alone, which fails. As script of rafttest it cannot be written.
func TestStaleRead(t *testing.T) {
	known := etcdrafttest.Release(t, "etcd-20418-duplicate")
	x, i := known.Replay(t, v36.Library{}, known.Schedule)
	source, err := x.GoTest("TestEtcd20418", etcdrafttest.Named(t, known.Property)(i))
	if err != nil {
		t.Fatal(err)
	}
	etcdrafttest.Stored(t, "etcd-20418-duplicate_test.go.txt", string(source), *update)
	if _, err := x.Script(); err == nil || err.Error() != "rafttest has no command for a read" {
		t.Errorf("as a script: %v", err)
	}
	if testing.Short() {
		return // go builds a test program
	}
	output := etcdrafttest.RunAlone(t, string(source), "../go.mod")
	want := "receive p0:1 HeartbeatResp(2>1,t1,2.1): server 1 reads at index 1 what was applied up to 2 when the read began"
	if !strings.Contains(output, "--- FAIL: TestEtcd20418") || !strings.Contains(output, want) {
		t.Errorf("want %q in\n%s", want, output)
	}
}
