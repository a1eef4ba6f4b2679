package cluster_test

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/cmd/interrexd/internal/proxy"
	"github.com/interrex/interrex/model"
)

// randomSystems are the systems of the random runs.
var randomSystems = []struct {
	algorithm string
	n         int
	faults    model.Faults
	wire      link.Wire
	reason    string
}{
	{"lcr", 4, model.Faults{}, link.Numbered, "messages only"},
	{"afa", 4, model.Faults{Loss: 1, Dup: 1}, link.Numbered, "both directions, faults of messages"},
	{"afa", 5, model.Faults{Loss: 1, Dup: 1}, link.Document, "the wire of document 003"},
	{"itairodeh", 3, model.Faults{}, link.Numbered, "choices"},
	{"raft", 3, model.Faults{Loss: 2, Cut: 1}, link.Numbered, "timers"},
	{"singh", 4, model.Faults{Dup: 1}, link.Numbered, "a complete network"},
}

// randomSystem returns a system with identities in random order.
func randomSystem(t *testing.T, name string, n int, faults model.Faults, seed uint64) *model.System {
	t.Helper()
	choice := algorithm.Choice{Algorithm: name, Variant: "corrected"}
	var ids []model.ID
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(n) {
		ids = append(ids, model.ID(i+1))
	}
	net, err := choice.Network(ids)
	if err != nil {
		t.Fatal(err)
	}
	net.Faults = faults
	if faults.Suspect > 0 { // false ones are of timing async
		net.Timing = model.Async
	}
	if name == "itairodeh" {
		net.IDs = nil
	}
	system, err := choice.System(net)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// runRandomly runs a system with random delays and faults, and leaves its logs in dir.
func runRandomly(t *testing.T, system *model.System, wire link.Wire, dir string, seed uint64) {
	t.Helper()
	var between *proxy.Proxy
	all, err := cluster.Start(cluster.Options{System: system, Wire: wire, Name: system.Name(), Logs: dir, Memory: true,
		Runner: func(int) runner.Options { return runner.Options{Seed: seed, Tick: time.Millisecond} },
		Between: func(on *cluster.Network, listen []string) (_ []string, err error) {
			between, err = proxy.New(proxy.Options{System: system, Wire: wire, Name: system.Name(), Targets: listen, Dial: on.Dial(),
				Listen: func() (net.Listener, string, error) {
					l, err := on.Listen()
					return l, on.Address(l), err
				}})
			if err != nil {
				return nil, err
			}
			between.Start(proxy.Chances{Seed: seed, Delay: 500 * time.Microsecond, Fault: 0.1})
			return between.Addresses, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer between.Close()
	for _, h := range all.Hosts {
		h.Process.Take(t.Context(), runner.Input{Kind: model.Wake})
	}
	time.Sleep(25 * time.Millisecond) // however far it has come, the log is valid
	if err := all.Kill(); err != nil {
		t.Fatal(err)
	}
}

// TestRandomRunsAreValid validates the logs of random runs, 10 of each system or with
// INTERREX_LONG=1 200. The processes are killed at any point of the run.
func TestRandomRunsAreValid(t *testing.T) {
	runs := 10
	if os.Getenv("INTERREX_LONG") != "" {
		runs = 200
	}
	for _, c := range randomSystems {
		t.Run(c.reason, func(t *testing.T) {
			lines := 0
			for seed := range uint64(runs) {
				system, dir := randomSystem(t, c.algorithm, c.n, c.faults, seed), t.TempDir()
				runRandomly(t, system, c.wire, dir, seed)
				lines += validLines(t, system, dir, seed)
			}
			t.Logf("%d runs, %d lines, all valid", runs, lines)
		})
	}
}

// validLines validates the logs in a directory, and returns how many lines they have.
func validLines(t *testing.T, system *model.System, dir string, seed uint64) int {
	t.Helper()
	log := logs(t, dir, system.Network().N)
	result, err := validate.Log(t.Context(), system, log, validate.Options{})
	if err != nil || result.Verdict != validate.Valid {
		t.Fatalf("seed %d: %v\n%s", seed, err, result.Text())
	}
	return len(log)
}

// changed is LCR with one change of its code.
type changed struct {
	model.Algorithm[model.Role, model.ID]
	lose, flip bool
}

// ring is a small LCR.
type ring struct{}

func (ring) Init(model.Self) model.Role                      { return model.Undecided }
func (ring) Observe(_ model.Self, r model.Role) model.Status { return model.Status{Role: r} }
func (ring) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}

func (ring) Step(p *model.Process[model.ID], r model.Role, in model.Input[model.ID]) model.Role {
	return step(p, r, in, in.Msg > p.ID())
}

func step(p *model.Process[model.ID], r model.Role, in model.Input[model.ID], passes bool) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg == p.ID():
		return model.Won
	case passes:
		p.Send(0, in.Msg)
		return model.Lost
	}
	return r
}

func (c changed) Step(p *model.Process[model.ID], r model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case c.flip && in.Kind == model.Receive:
		return step(p, r, in, in.Msg < p.ID())
	case c.lose && in.Kind == model.Receive && in.Msg > p.ID():
		return model.Lost
	}
	return step(p, r, in, in.Msg > p.ID())
}

// TestChangedProcessesAreFound validates the logs of processes that do not run the checked
// algorithm, against the model: the report names the first line that is impossible.
func TestChangedProcessesAreFound(t *testing.T) {
	network := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 2, 1}}
	same, err := model.New(ring{}, network)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		program changed
		reason  string
	}{
		{changed{ring{}, true, false}, "a send is lost"},
		{changed{ring{}, false, true}, "a comparison is the wrong way round"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			system, err := model.New(c.program, network)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			runRandomly(t, system, link.Numbered, dir, 1)
			result, err := validate.Log(t.Context(), same, logs(t, dir, 3), validate.Options{})
			if err != nil || result.Verdict != validate.Invalid {
				t.Fatalf("%v, %v, want invalid", result.Verdict, err)
			}
			first := result.Next[0].Lines[0]
			possible := result.Next[0].Possible[0].Differences
			if !strings.HasSuffix(first.Place, ":2") || first.Event != "receive" || possible[0].Field != "sends[0]" {
				t.Errorf("%s is first:\n%s", first.Place, result.Text())
			}
		})
	}
}

// TestHundredProcesses runs afa with 100 processes over TCP on loopback: the messages of each
// run are between the least and the greatest of their arrangement.
func TestHundredProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("100 processes")
	}
	const n = 100
	for seed := range uint64(3) {
		var ids []model.ID
		for _, i := range rand.New(rand.NewPCG(seed, 2)).Perm(n) {
			ids = append(ids, model.ID(i+1))
		}
		choice := algorithm.Choice{Algorithm: "afa", Variant: "corrected"}
		net, err := choice.Network(ids)
		if err != nil {
			t.Fatal(err)
		}
		system, err := choice.System(net)
		if err != nil {
			t.Fatal(err)
		}
		all, err := cluster.Start(cluster.Options{System: system, Wire: link.Document, Name: "afa"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Second)
		if err := all.Greet(ctx); err != nil {
			t.Fatal(err)
		}
		for _, h := range all.Hosts {
			h.Process.Take(ctx, runner.Input{Kind: model.Wake})
		}
		total := 0
		for p, h := range all.Hosts {
			for !h.Process.Status().Halted && ctx.Err() == nil {
				time.Sleep(5 * time.Millisecond)
			}
			if got := h.Process.Status(); got.Leader != 1 || !got.Halted {
				t.Errorf("seed %d: p%d %v", seed, p, got)
			}
			_, sent := h.Process.Counts()
			total += sent
		}
		if err := all.Stop(ctx); err != nil {
			t.Error(err)
		}
		cancel()
		if least, greatest := messagesOfAFA(ids); total < least || total > greatest {
			t.Errorf("seed %d: %d messages, want %d to %d", seed, total, least, greatest)
		} else {
			t.Logf("seed %d: %d messages, in %d..%d", seed, total, least, greatest)
		}
	}
}
