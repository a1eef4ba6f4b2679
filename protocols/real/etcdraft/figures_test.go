//go:build !raft37

package etcdraft_test

import (
	"math/big"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

type counts struct {
	Configurations, Events string
	Steps                  int
}

// figures are exact counts. Those that take long are for the benchmark.
var figures = []struct {
	etcdrafttest.Case
	want  counts
	heavy string // how long, on two cores; "": seconds
}{
	{etcdrafttest.Case{Name: "election-1", Reason: "one term", N: 3, Config: etcdraft.Config{MaxTerm: 1}}, counts{"2378", "6756", 183}, ""},
	{etcdrafttest.Case{Name: "election-2", Reason: "two terms", N: 3, Config: etcdraft.Config{MaxTerm: 2}}, counts{"250484", "929889", 1965}, ""},
	{etcdrafttest.Case{Name: "replication-1", Reason: "a proposal, a crash and a restart", N: 3, Faults: model.Faults{Crash: 1, Restart: 1},
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2}}, counts{"114382", "361428", 945}, ""},
	{etcdrafttest.Case{Name: "replication-2", Reason: "two proposals, a crash and a restart", N: 3, Faults: model.Faults{Crash: 1, Restart: 1},
		Config: etcdraft.Config{MaxTerm: 1, MaxLog: 3}}, counts{"830458", "2628846", 3690}, "half a minute"},
	{etcdrafttest.Case{Name: "election-2-bag", Reason: "in any order", N: 3, Order: model.Bag, Config: etcdraft.Config{MaxTerm: 2}},
		counts{"16230139", "109544349", 3993}, "two minutes"},
	{etcdrafttest.Case{Name: "election-5-symbolic", Reason: "five servers", N: 5, Engine: checker.Symbolic, Config: etcdraft.Config{MaxTerm: 1}},
		counts{"544281750", "5459820880", 12125}, "two minutes"},
}

// TestFigures checks every property and the exact counts. The heavy ones run if
// ETCDRAFT_HEAVY is set.
func TestFigures(t *testing.T) {
	for _, f := range figures {
		t.Run(f.Name, func(t *testing.T) {
			if f.heavy != "" && os.Getenv("ETCDRAFT_HEAVY") == "" || testing.Short() && f.Name != "election-1" {
				t.Skip("takes long")
			}
			r := f.Check(t, v36.Library{}, unmonitored...)
			got := counts{text(r.Counts()), "", r.Steps}
			_, events := r.Counts()
			got.Events = events.String()
			if diff := cmp.Diff(f.want, got); diff != "" {
				t.Errorf("%s: counts (-want +got):\n%s", f.Reason, diff)
			}
			if refuted := etcdrafttest.Refuted(t, r); len(refuted) > 0 {
				t.Errorf("refuted: %v", refuted)
			}
			t.Logf("%v: %+v", r.Elapsed, got)
		})
	}
}

func text(n, _ *big.Int) string { return n.String() }

// unmonitored are the properties without memory, which both engines judge
// without adding to the state.
var unmonitored = []string{"uniqueness-ever", "leader-append-only", "log-matching", "leader-completeness", "one-change", "progress"}

func BenchmarkFigures(b *testing.B) {
	for _, f := range figures[:2] {
		b.Run(f.Name, func(b *testing.B) {
			for range b.N {
				r := f.Check(b, v36.Library{}, unmonitored...)
				if got := text(r.Counts()); got != f.want.Configurations {
					b.Fatalf("%s configurations, want %s", got, f.want.Configurations)
				}
			}
		})
	}
}

// TestAgreement compares the engine with the reference explorer at one term.
func TestAgreement(t *testing.T) {
	i := figures[0].On(t, v36.Library{})
	if err := checkertest.Agree(i.System, checkertest.Options{Properties: i.Properties()}); err != nil {
		t.Error(err)
	}
}
