package checker_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// foldedCounts are the configurations of elections that a search meets, up
// to symmetry or not, of the whole system and with confluent deliveries taken at once.
var foldedCounts = []struct {
	algorithm                   string
	n, renamings                int
	whole, folded, normal, both int64 // 0: too many, or of no interest
}{
	{"itairodeh", 4, 4, 9_105, 2_307, 1_200, 309},
	{"itairodeh", 5, 5, 92_431, 18_499, 5_954, 1_194},
	{"itairodeh", 6, 6, 904_900, 151_043, 0, 4_722},
	{"itairodeh", 7, 7, 8_688_611, 1_241_249, 0, 0},
	{"itairodeh", 8, 8, 0, 10_309_585, 0, 0}, // the whole system has some 82 million
	{"raft", 3, 6, 34_874, 5_891, 613, 121},
	{"raft", 4, 24, 203_353, 8_722, 1_397, 91},
	{"raft", 5, 120, 0, 0, 22_679, 313},
	{"raft", 6, 720, 0, 0, 0, 1_149},
	{"paxos", 4, 2, 0, 0, 4_611, 2_482}, // processes 0 and 1 may propose
	{"paxos", 5, 6, 0, 0, 359_430, 65_528},
}

// symmetrySearch searches an election, which must be safe.
func symmetrySearch(tb testing.TB, algorithm string, n int, o checker.Options) checker.Report {
	tb.Helper()
	s := catalogued(tb, algorithm, "corrected", n, func(net *model.Network) error {
		switch algorithm {
		case "itairodeh":
			net.IDs = nil
		case "paxos":
			net.Wake.Only = []int{0, 1}
		}
		return nil
	})
	o.Properties = []properties.Property{properties.Uniqueness(), properties.Agreement()}
	r, err := checker.Check(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Result != checker.Holds || !r.Complete {
			tb.Errorf("%s: %v (%s), stopped: %s", v.Property.Name, v.Result, v.Note, r.Stopped)
		}
	}
	return r
}

func TestFoldedCounts(t *testing.T) {
	for _, row := range foldedCounts {
		t.Run(fmt.Sprintf("%s/n=%d", row.algorithm, row.n), func(t *testing.T) {
			for _, search := range []struct {
				reduce   checker.Reduction
				symmetry bool
				want     int64
				workers  int
			}{
				{checker.NoReduction, false, row.whole, 1}, {checker.NoReduction, true, row.folded, 2},
				{checker.Confluent, false, row.normal, 1}, {checker.Confluent, true, row.both, 2},
			} {
				if search.want == 0 || search.want > 100_000 || testing.Short() && search.want > 10_000 {
					continue // the benchmark has it
				}
				renamings := 1
				if search.symmetry {
					renamings = row.renamings
				}
				r := symmetrySearch(t, row.algorithm, row.n, checker.Options{Reduce: search.reduce, Symmetry: search.symmetry, Workers: search.workers})
				if r.Configurations != search.want || r.Symmetry != renamings {
					t.Errorf("%v, symmetry %t: %d configurations up to %d renamings, want %d up to %d", search.reduce, search.symmetry, r.Configurations, r.Symmetry, search.want, renamings)
				}
			}
		})
	}
}

// TestFavourites judges properties that name process 1. They must leave no renaming, and
// have the verdicts and executions of a whole search. A LeadsTo has a search of its own, so it leaves
// those of the other property.
func TestFavourites(t *testing.T) {
	s := catalogued(t, "itairodeh", "corrected", 3, func(net *model.Network) error { net.IDs = nil; return nil })
	wins := func(v model.View) bool { return v.Status[1].Role == model.Won }
	loses := func(v model.View) bool { return !wins(v) }
	seen := func(model.View) bool { return true }
	for _, p := range []properties.Property{
		properties.NewAlways("never", "it never wins", loses),
		properties.NewAtEnd("end", "it does not win at the end", loses),
		properties.NewReachable("may", "it may win", wins),
		properties.NewAlwaysStep("step", "its status does not change", func(before, after model.View) bool { return before.Status[1] == after.Status[1] }),
		properties.NewEventually("eventually", "it wins at some time", wins),
		properties.NewLeadsTo("leads", "something leads to its victory", seen, wins),
		properties.NewRecurs("recurs", "it wins again and again", wins),
		properties.NewStabilises("stabilises", "it wins for good", wins),
	} {
		// Nothing decides the other one early.
		o := checker.Options{Reduce: checker.NoReduction, Properties: []properties.Property{p, properties.NewAlways("all", "", seen)}}
		whole, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Symmetry = true
		folded, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		want, got, renamings := whole.Verdicts[0], folded.Verdicts[0], 1
		if p.Form == properties.LeadsTo {
			renamings = 3
		}
		if folded.Symmetry != renamings || got.Result != want.Result {
			t.Errorf("%s: %v up to %d renamings, want %v up to %d", p.Name, got.Result, folded.Symmetry, want.Result, renamings)
			continue
		}
		if want.Execution != nil {
			if diff := cmp.Diff(want.Execution.Lasso(), got.Execution.Lasso(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: another execution is shown (-whole +folded):\n%s", p.Name, diff)
			}
		}
	}
}

// BenchmarkSymmetry searches with and without symmetry, and fails if a number of
// configurations is wrong. Run
//
//	go test -run=- -bench=Symmetry -benchtime=1x ./checker
func BenchmarkSymmetry(b *testing.B) {
	for _, want := range foldedCounts {
		for _, row := range []struct {
			name     string
			reduce   checker.Reduction
			symmetry bool
			count    int64
		}{
			{"none", checker.NoReduction, false, want.whole}, {"none,symmetry", checker.NoReduction, true, want.folded},
			{"confluent", checker.Confluent, false, want.normal}, {"confluent,symmetry", checker.Confluent, true, want.both},
		} {
			if row.count == 0 {
				continue
			}
			b.Run(fmt.Sprintf("%s/n=%d/%s", want.algorithm, want.n, row.name), func(b *testing.B) {
				var r checker.Report
				before := cpu(b)
				for b.Loop() {
					if r = symmetrySearch(b, want.algorithm, want.n, checker.Options{Reduce: row.reduce, Symmetry: row.symmetry}); r.Configurations != row.count {
						b.Fatalf("%d configurations, want %d", r.Configurations, row.count)
					}
				}
				b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s")
				b.ReportMetric(float64(r.Configurations), "configs")
				b.ReportMetric(float64(r.Bytes)/1e6, "MB")
			})
		}
	}
}
