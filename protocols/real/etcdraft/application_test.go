//go:build !raft37

package etcdraft_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A planted is a fault in the application around the library.
type planted struct {
	etcdrafttest.Case
	property string
}

var crash = model.Faults{Crash: 1, Restart: 1}

var faults = []planted{
	{etcdrafttest.Case{Name: "vote-not-persisted", Reason: "a server that restarts votes again", N: 3, Faults: crash,
		Config: etcdraft.Config{MaxTerm: 1, Application: etcdraft.VoteLost}}, "uniqueness-ever"},
	{etcdrafttest.Case{Name: "entry-not-synced", Reason: "an entry that a leader has applied is gone after a restart", N: 3, Faults: crash,
		Config: etcdraft.Config{MaxTerm: 2, Application: etcdraft.EntriesLost}}, "leader-completeness"},
	{etcdrafttest.Case{Name: "sent-before-persisted", Reason: "a vote is on its way when the voter forgets it", N: 3, Faults: crash,
		Config: etcdraft.Config{MaxTerm: 1, Granularity: realcode.Split, Application: etcdraft.SendFirst}}, "uniqueness-ever"},
}

// TestApplication finds each planted fault by a shortest schedule: the one that
// is stored in testdata, with its chart.
func TestApplication(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range faults {
		t.Run(c.Name, func(t *testing.T) {
			v := c.Check(t, v36.Library{}, c.property).Verdicts[0]
			if v.Result != checker.Violated {
				t.Fatalf("%s: %v", c.Reason, v.Result)
			}
			x := *v.Execution
			file := counterexamples.Record(counterexamples.Instance{Algorithm: "etcdraft", Variant: c.Name, Network: *x.System.Network()}, x, v.Property, model.Weak)
			file.Prose = append([]string{"Planted in the application around raft: " + c.Reason + "."}, file.Prose...)
			if err := file.Check(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", c.Name+".txt")
			if *update {
				write(t, path, file.Format())
				write(t, filepath.Join("testdata", c.Name+".svg"), counterexamples.SVG(x, file.Title()+"\n"+counterexamples.Summary(x, v.Property)))
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(file.Format())); diff != "" {
				t.Errorf("%s (-stored +found):\n%s", path, diff)
			}
		})
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestStored replays the stored schedules without a search. On an application
// without the fault they refute nothing.
func TestStored(t *testing.T) {
	for _, c := range faults {
		t.Run(c.Name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", c.Name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			file, err := counterexamples.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			for _, application := range []etcdraft.Application{c.Config.Application, etcdraft.Proper} {
				with := c.Case
				with.Config.Application = application
				i := with.On(t, v36.Library{})
				resolver := counterexamples.Resolver{
					System:   func(counterexamples.Instance) (*model.System, error) { return i.System, nil },
					Property: func(_ counterexamples.Instance, name string) (properties.Property, error) { return i.Property(name) },
				}
				_, err := resolver.Replay(file)
				if planted := application != etcdraft.Proper; planted != (err == nil) {
					t.Errorf("fault planted: %t; replay: %v", planted, err)
				}
			}
		})
	}
}
