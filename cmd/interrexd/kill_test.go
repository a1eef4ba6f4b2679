package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/cmd/interrexd/internal/proxy"
	"github.com/interrex/interrex/cmd/interrexd/internal/replay"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// TestMain is the command itself where a test starts it as a process.
func TestMain(m *testing.M) {
	if os.Getenv("INTERREXD_PROCESS") != "" {
		os.Exit(execute(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// programs are processes of the operating system, which kill -9 ends.
type programs struct {
	t         *testing.T
	choice    algorithm.Choice
	ids       []model.ID
	targets   []string // where they listen
	addresses []string // where they send to
	logs      string
	running   []*exec.Cmd
}

func (p *programs) Restart(process int) error {
	var peers []string
	for i, id := range p.ids {
		peers = append(peers, fmt.Sprintf("%d=%s", id, p.addresses[i]))
	}
	c := exec.Command(os.Args[0], "run", p.choice.Algorithm, "--variant", p.choice.Variant, "--limit", p.choice.Limits, "--id", fmt.Sprint(p.ids[process]),
		"--listen", p.targets[process], "--peers", strings.Join(peers, ","), "--logs", p.logs, "--manual")
	c.Env, c.Stderr = append(os.Environ(), "INTERREXD_PROCESS=1"), os.Stderr
	p.running[process] = c
	return c.Start()
}

func (p *programs) Crash(process int) error {
	c := p.running[process]
	if err := c.Process.Kill(); err != nil { // SIGKILL
		return err
	}
	c.Wait()
	return nil
}

// follow returns the execution of the events of a schedule that are enabled, in their order.
func follow(s *model.System, events model.Schedule) model.Execution {
	x := model.Execution{System: s, Start: s.Initial()}
	for _, e := range events {
		list := s.Successors(x.Last())
		if i := slices.IndexFunc(list, func(y model.Successor) bool { return y.Event.String() == e.String() }); i >= 0 {
			x.Steps = append(x.Steps, list[i])
		}
	}
	x.Stem = len(x.Steps)
	return x
}

// TestKillLosesNoVote replays the counterexample of Raft's E4 on processes of the operating
// system, of which kill -9 ends one that has voted. As printed it votes again and two lead in
// one term; corrected it has its vote, and there is one leader.
func TestKillLosesNoVote(t *testing.T) {
	file, err := counterexamples.OfErratum("raft", "E4", "uniqueness")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		variant string
		leaders int
		reason  string
	}{
		{file.Instance.Variant, 2, "E4 is not fixed"},
		{"corrected", 1, "E4 is fixed"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			instance := file.Instance
			instance.Variant = c.variant
			choice, s, err := algorithm.Of(instance)
			if err != nil {
				t.Fatal(err)
			}
			x := follow(s, file.Schedule.Events())
			if !slices.ContainsFunc(x.Steps, func(y model.Successor) bool { return y.Event.Kind == model.Restart }) {
				t.Fatal("no process restarts")
			}
			result := replayOnPrograms(t, choice, s, x)
			if d := replay.Differences(result.Got, result.Want); d != nil {
				t.Error(d)
			}
			if got := strings.Count(strings.Join(result.Got, ""), `"role":"won"`); got != c.leaders {
				t.Errorf("%d processes lead, want %d: %v", got, c.leaders, result.Got)
			}
		})
	}
}

// replayOnPrograms replays an execution on processes of the operating system.
func replayOnPrograms(t *testing.T, choice algorithm.Choice, s *model.System, x model.Execution) replay.Result {
	t.Helper()
	network := &cluster.Network{}
	listen := func() (net.Listener, string, error) {
		l, err := network.Listen()
		if err != nil {
			return nil, "", err
		}
		return l, network.Address(l), nil
	}
	all := &programs{t: t, choice: choice, ids: s.Network().IDs, logs: t.TempDir(), running: make([]*exec.Cmd, s.Network().N)}
	for range s.Network().N { // addresses that are free
		l, address, err := listen()
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		all.targets = append(all.targets, address)
	}
	between, err := proxy.New(proxy.Options{System: s, Name: choice.String(), Targets: all.targets, Dial: network.Dial(), Listen: listen})
	if err != nil {
		t.Fatal(err)
	}
	defer between.Close()
	all.addresses = between.Addresses
	for p := range all.running {
		if err := all.Restart(p); err != nil {
			t.Fatal(err)
		}
		defer all.Crash(p)
	}
	c := &replay.Conductor{System: s, Proxy: between, Targets: all.targets, Dial: network.Dial(), Processes: all, Patience: time.Minute}
	result, err := c.Replay(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
