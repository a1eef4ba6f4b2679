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

// randomSystems are what random runs are of.
var randomSystems = []struct {
	algorithm string
	n         int
	faults    model.Faults
	reason    string
}{
	{"lcr", 4, model.Faults{}, "messages only"},
	{"afa", 4, model.Faults{Loss: 1, Dup: 1}, "both directions, faults of messages"},
	{"itairodeh", 3, model.Faults{}, "choices"},
	{"raft", 3, model.Faults{Loss: 2, Cut: 1}, "timers"},
	{"singh", 4, model.Faults{Dup: 1}, "a complete network"},
}

// randomRun runs a system with random delays and faults, and returns its logs.
func randomRun(t *testing.T, name string, n int, faults model.Faults, seed uint64) (*model.System, []validate.Line) {
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
	if name == "itairodeh" {
		net.IDs = nil
	}
	system, err := choice.System(net)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	runRandomly(t, system, dir, seed)
	return system, logs(t, dir, n)
}

func runRandomly(t *testing.T, system *model.System, dir string, seed uint64) {
	t.Helper()
	var between *proxy.Proxy
	all, err := cluster.Start(cluster.Options{System: system, Name: system.Name(), Logs: dir, Memory: true,
		Runner: func(int) runner.Options { return runner.Options{Seed: seed, Tick: time.Millisecond} },
		Between: func(on *cluster.Network, listen []string) (_ []string, err error) {
			between, err = proxy.New(proxy.Options{System: system, Name: system.Name(), Targets: listen, Dial: on.Dial(),
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
		t.Run(c.algorithm, func(t *testing.T) {
			lines := 0
			for seed := range uint64(runs) {
				system, log := randomRun(t, c.algorithm, c.n, c.faults, seed)
				lines += len(log)
				result, err := validate.Log(t.Context(), system, log, validate.Options{})
				if err != nil || result.Verdict != validate.Valid {
					t.Fatalf("seed %d: %v\n%s", seed, err, result.Text())
				}
			}
			t.Logf("%d runs, %d lines, all valid", runs, lines)
		})
	}
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

// TestChangedProcessesAreFound validates the logs of processes that do not run what is
// checked, against the model: the report names the first line that is impossible.
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
			runRandomly(t, system, dir, 1)
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

// messagesOfAFA returns the least and the greatest number of messages of an arrangement. The
// identity of each process that starts by itself travels to the right up to the next lesser one,
// the least around the whole ring, and so does the termination message. Nobody else need start
// by itself (docs/quantities.md: 2n).
func messagesOfAFA(ids []model.ID) (least, greatest int) {
	n := len(ids)
	for p, id := range ids {
		hops := 1
		for hops < n && ids[(p+n-hops)%n] > id {
			hops++
		}
		greatest += hops
	}
	return 2 * n, greatest + n
}
