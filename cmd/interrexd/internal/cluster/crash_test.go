package cluster_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/model"
)

// TestCrashesAreValid validates the logs of random runs in which a process crashes and, in half
// of them, comes back from its log. Messages that wait in a process are lost with it, so
// the model has losses.
func TestCrashesAreValid(t *testing.T) {
	runs := 10
	if os.Getenv("INTERREX_LONG") != "" {
		runs = 200
	}
	for _, c := range []struct{ algorithm, reason string }{
		{"raft", "timers, and a vote that is kept"},
		{"paxos", "a promise that is kept"},
		{"invitation", "suspicions"},
	} {
		t.Run(c.algorithm, func(t *testing.T) {
			lines, restarts := 0, 0
			for seed := range uint64(runs) {
				faults := model.Faults{Crash: 1, Restart: int(seed % 2), Loss: model.Unbounded, Suspect: model.Unbounded}
				system, dir := randomSystem(t, c.algorithm, 3, faults, seed), t.TempDir()
				crashRandomly(t, system, dir, seed)
				lines += validLines(t, system, dir, seed)
				for _, l := range logs(t, dir, 3) {
					if l.Event == model.Restart.String() {
						restarts++
					}
				}
			}
			if restarts != runs/2 {
				t.Errorf("%d restarts in %d runs, want one in every other", restarts, runs)
			}
			t.Logf("%d runs, %d lines, %d restarts, all valid", runs, lines, restarts)
		})
	}
}

// crashRandomly runs a system of which a process crashes and comes back, if it may.
func crashRandomly(t *testing.T, system *model.System, dir string, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 3))
	all, err := cluster.Start(cluster.Options{System: system, Name: system.Name(), Logs: dir, Memory: true,
		Runner: func(int) runner.Options { return runner.Options{Seed: seed, Tick: time.Millisecond} }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := all.Greet(ctx); err != nil {
		t.Fatal(err)
	}
	for _, h := range all.Hosts {
		h.Process.Take(ctx, runner.Input{Kind: model.Wake})
	}
	pause := func() { time.Sleep(time.Duration(random.IntN(10_000)) * time.Microsecond) }
	pause()
	process := random.IntN(system.Network().N)
	if err := all.Crash(process); err != nil {
		t.Fatal(err)
	}
	if system.Network().Faults.Restart > 0 {
		pause()
		if err := all.Restart(process); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(15 * time.Millisecond) // however far it has come, the log is valid
	if err := all.Kill(); err != nil {
		t.Fatal(err)
	}
}
