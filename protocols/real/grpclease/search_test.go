package grpclease_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/grpclease"
)

var update = flag.Bool("update", false, "write the files in testdata")

// stored is the release whose counterexamples are in testdata: the messages of others have
// other bytes.
const stored = "1.85.0"

// A searchRow is a system that is searched to its end, with the number of its
// configurations, or that of the events of a shortest counterexample.
type searchRow struct {
	name, reason   string
	clients        int
	options        grpclease.Options
	faults         model.Faults
	configurations int64
	violated       string
	events         int
	long           bool // only with INTERREX_LONG=1
}

const rounds = goroutines.Rounds

var restarts = model.Faults{Crash: 1, Restart: 1}

var searchRows = []searchRow{
	{name: "calls", reason: "calls and answers are lost", clients: 2, options: grpclease.Options{Calls: true, Time: rounds, Steps: 12}, faults: model.Faults{Loss: 2}, configurations: 1467},
	{name: "connections", reason: "a segment is lost", clients: 2, options: grpclease.Options{Time: rounds, Steps: 9}, faults: model.Faults{Loss: 1}, configurations: 201},
	{name: "connections-longer", reason: "two are lost", clients: 2, options: grpclease.Options{Time: rounds, Steps: 12}, faults: model.Faults{Loss: 2}, configurations: 2217, long: true},
	{name: "calls-restart", reason: "the server forgets the lease that it gave", clients: 2, options: grpclease.Options{Calls: true, Time: rounds, Steps: 15}, faults: restarts, violated: "one-leader", events: 7},
	{name: "calls-cautious", reason: "it waits until that lease is over", clients: 2, options: grpclease.Options{Calls: true, Time: rounds, Steps: 15, Cautious: true}, faults: restarts, configurations: 2941},
	{name: "connections-restart", reason: "the same over connections, which end with the server", clients: 2, options: grpclease.Options{Time: rounds, Steps: 24}, faults: restarts, violated: "one-leader", events: 20, long: true},
	{name: "connections-cautious", reason: "and if it waits", clients: 2, options: grpclease.Options{Time: rounds, Steps: 24, Cautious: true}, faults: restarts, configurations: 18238, long: true},
	{name: "calls-async", reason: "messages overtake those of others", clients: 2, options: grpclease.Options{Calls: true, Time: goroutines.Effects, Steps: 1}, configurations: 394},
	{name: "connections-async", reason: "and so do the segments in which gRPC opens its connections", clients: 2, options: grpclease.Options{Time: goroutines.Effects, Steps: 1}, configurations: 23378, long: true},
	{name: "stop", reason: "Stop waits for a connection that has only been opened", clients: 1, options: grpclease.Options{Ends: 119 * time.Second}, violated: "stop-returns", events: 1},
	{name: "stop-in-time", reason: "for as long as a handshake may take", clients: 1, options: grpclease.Options{Ends: 121 * time.Second}, configurations: 7},
	{name: "stop-handshake", reason: "which is an option of the server", clients: 1, options: grpclease.Options{Ends: 2 * time.Second, Handshake: time.Second}, configurations: 7},
	{name: "graceful", reason: "GracefulStop waits for an answer to its GOAWAY", clients: 1, options: grpclease.Options{Ends: 5999 * time.Millisecond, Handshake: time.Second, Graceful: true}, violated: "stop-returns", events: 3},
	{name: "graceful-in-time", reason: "for six seconds: five, and one until it closes the connection", clients: 1, options: grpclease.Options{Ends: 6001 * time.Millisecond, Handshake: time.Second, Graceful: true}, configurations: 7},
}

// TestSearch searches each system to its end. A counterexample is stored.
func TestSearch(t *testing.T) {
	for _, c := range searchRows {
		t.Run(c.name, func(t *testing.T) {
			if c.long && os.Getenv("INTERREX_LONG") == "" {
				t.Skip("INTERREX_LONG=1 searches it")
			}
			s, a, err := grpclease.System(c.clients, c.options, c.faults)
			if err != nil {
				t.Fatal(err)
			}
			list := []properties.Property{grpclease.OneLeader(), properties.LeaderReachable()}
			if c.options.Ends > 0 {
				list = goroutines.Endings()
			}
			r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: list})
			if err != nil {
				t.Fatal(err)
			}
			found := c.violated == ""
			for _, v := range r.Verdicts {
				switch {
				case v.Property.Name == c.violated && v.Result == checker.Violated:
					found = true
					c.judge(t, v)
				case v.Result != checker.Holds && c.violated == "":
					t.Errorf("%s: %s %v: %s", c.reason, v.Property.Name, v.Result, v.Note())
				}
			}
			if !found {
				t.Errorf("%s: %s is not violated", c.reason, c.violated)
			}
			if c.violated == "" && r.Configurations != c.configurations {
				t.Errorf("%s: %d configurations, want %d", c.reason, r.Configurations, c.configurations)
			}
			t.Logf("%d configurations, %+v, %v", r.Configurations, a.Counts(), r.Elapsed)
		})
	}
}

// judge compares a counterexample with the one in testdata.
func (c *searchRow) judge(t *testing.T, v checker.Verdict) {
	t.Helper()
	if n := len(v.Execution.Lasso().Events()); n != c.events {
		t.Errorf("%s: %s is violated by %d events, want %d", c.reason, c.violated, n, c.events)
	}
	if grpc.Version != stored {
		return
	}
	file := counterexamples.Record(counterexamples.Instance{Algorithm: "grpc-lease", Variant: c.name, Network: *v.Execution.System.Network()}, *v.Execution, v.Property, model.Weak)
	file.Prose = append([]string{"gRPC v" + stored + ": " + c.reason + "."}, file.Prose...)
	if err := file.Check(); err != nil {
		t.Fatal(err)
	}
	path, got := filepath.Join("testdata", c.name+".txt"), file.Format()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-stored +found):\n%s", path, diff)
	}
}
