package cluster_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/model"
)

// logs reads the logs of a cluster.
func logs(t testing.TB, dir string, n int) (lines []validate.Line) {
	t.Helper()
	for p := range n {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("p%d.log", p)))
		if err != nil {
			t.Fatal(err)
		}
		more, err := validate.Read(fmt.Sprintf("p%d.log", p), bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, more...)
	}
	return lines
}

func TestElectionOnEachNetwork(t *testing.T) {
	for _, c := range []struct {
		memory bool
		wire   link.Wire
		reason string
	}{
		{true, link.Numbered, "in memory"},
		{false, link.Numbered, "TCP on loopback"},
		{false, link.Document, "the document's wire"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			choice := algorithm.Choice{Algorithm: "afa", Variant: "corrected"}
			net, err := choice.Network([]model.ID{3, 1, 2, 5, 4})
			if err != nil {
				t.Fatal(err)
			}
			system, err := choice.System(net)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			all, err := cluster.Start(cluster.Options{System: system, Wire: c.wire, Name: choice.String(), Logs: dir, Memory: c.memory})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			if err := all.Greet(ctx); err != nil {
				t.Fatal(err)
			}
			for _, h := range all.Hosts {
				h.Process.Take(ctx, runner.Input{Kind: model.Wake}) // who has been woken by a message does not wake
			}
			for p, h := range all.Hosts {
				for !h.Process.Status().Halted {
					select {
					case <-h.Process.Changed():
					case <-time.After(10 * time.Millisecond):
					case <-ctx.Done():
						t.Fatalf("p%d: %v", p, h.Process.Status())
					}
				}
				if got := h.Process.Status().Leader; got != 1 {
					t.Errorf("p%d says that %d leads, want 1", p, got)
				}
			}
			if err := all.Stop(ctx); err != nil {
				t.Error(err)
			}
			result, err := validate.Log(ctx, system, logs(t, dir, 5), validate.Options{})
			if err != nil || result.Verdict != validate.Valid {
				t.Errorf("%v\n%s", err, result.Text())
			}
		})
	}
}
