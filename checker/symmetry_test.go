package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
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
	o.Properties = []properties.Property{properties.Uniqueness()}
	if s.Network().IDs != nil { // in an anonymous network no process names a leader
		o.Properties = append(o.Properties, properties.Agreement())
	}
	r, err := checker.Check(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Result != checker.Holds || !r.Complete {
			tb.Errorf("%s: %v (%s), stopped: %s", v.Property.Name, v.Result, v.Note(), r.Stopped)
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
				if search.want == 0 || search.want > 30_000 || testing.Short() && search.want > 2_000 {
					continue // the benchmark has it
				}
				renamings := 1
				if search.symmetry {
					renamings = row.renamings
				}
				r := symmetrySearch(t, row.algorithm, row.n, checker.Options{Search: checker.Search{Reduce: search.reduce, Symmetry: search.symmetry}, Workers: search.workers})
				if r.Configurations != search.want || r.Symmetry != renamings {
					t.Errorf("%v, symmetry %t: %d configurations up to %d renamings, want %d up to %d", search.reduce, search.symmetry, r.Configurations, r.Symmetry, search.want, renamings)
				}
			}
		})
	}
}

// BenchmarkSymmetry searches with and without symmetry, and fails if a number of
// configurations is wrong. Run
//
//	INTERREX_LONG=1 go test -run=- -bench=Symmetry -benchtime=1x ./checker
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
			if row.count == 0 || row.count > 200_000 && !checkertest.Long() {
				continue
			}
			b.Run(fmt.Sprintf("%s/n=%d/%s", want.algorithm, want.n, row.name), func(b *testing.B) {
				var r checker.Report
				before := cpu(b)
				for b.Loop() {
					if r = symmetrySearch(b, want.algorithm, want.n, checker.Options{Search: checker.Search{Reduce: row.reduce, Symmetry: row.symmetry}}); r.Configurations != row.count {
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
