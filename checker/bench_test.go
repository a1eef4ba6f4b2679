package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// BenchmarkCheck searches the benchmark models exhaustively, judging
// uniqueness in every configuration, and fails if a count is wrong. Run
//
//	go test -run=- -bench=Check -benchtime=1x ./checker
func BenchmarkCheck(b *testing.B) {
	for _, want := range specCounts {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/n=%d/workers=%d", want.model, want.n, workers), func(b *testing.B) {
				benchmarkCheck(b, want, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Workers: workers})
			})
		}
	}
}

// levelCounts are the counts of a benchmark model up to a depth, by the explicit
// engine.
var levelCounts = []specCount{
	{"RAFT3set", 3, 258_208, 2_516_340, 9},
	{"RAFT3set", 3, 3_040_541, 31_744_137, 11},
}

// BenchmarkLevels searches the first levels of models that are too large for a whole
// search, and fails if a count is wrong. Run
//
//	go test -run=- -bench=Levels -benchtime=1x ./checker
func BenchmarkLevels(b *testing.B) {
	for _, want := range levelCounts {
		b.Run(fmt.Sprintf("%s/n=%d/depth=%d", want.model, want.n, want.depth), func(b *testing.B) {
			benchmarkCheck(b, want, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Workers: 1, MaxDepth: want.depth})
		})
	}
}

// BenchmarkRounds searches all rounds of algorithms in lockstep, and fails if a count is
// wrong. Run
//
//	go test -run=- -bench=Rounds -benchtime=1x ./checker
func BenchmarkRounds(b *testing.B) {
	lockstep := func(net *model.Network) error { net.Timing = model.Lockstep; return nil }
	for _, want := range []specCount{{"itairodeh", 5, 92_431, 317_769, 14}, {"raft", 5, 20_852, 560_264, 16}} {
		b.Run(fmt.Sprintf("%s/n=%d", want.model, want.n), func(b *testing.B) {
			s := catalogued(b, want.model, "corrected", want.n, lockstep)
			benchmarkSearch(b, s, want, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Workers: 1})
		})
	}
}

// benchmarkCheck searches a benchmark model, and fails unless its counts are those
// wanted.
func benchmarkCheck(b *testing.B, want specCount, o checker.Options) {
	benchmarkSearch(b, specSystem(b, want.model, want.n), want, o)
}

// benchmarkSearch searches a system, and fails unless its counts are those wanted.
func benchmarkSearch(b *testing.B, s *model.System, want specCount, o checker.Options) {
	o.Properties = []properties.Property{properties.Uniqueness()}
	var r checker.Report
	var err error
	result := checker.Holds
	if o.MaxDepth > 0 {
		result = checker.Unknown // the model is deeper
	}
	before := cpu(b)
	for b.Loop() {
		if r, err = checker.Check(b.Context(), s, o); err != nil {
			b.Fatal(err)
		}
		got := specCount{want.model, want.n, r.Configurations, r.Events, r.Depth}
		if got != want || r.Verdicts[0].Result != result {
			b.Fatalf("got %+v %v, want %+v %v", got, r.Verdicts[0].Result, want, result)
		}
	}
	seconds := (cpu(b) - before).Seconds() / float64(b.N)
	b.ReportMetric(seconds, "cpu-s")
	b.ReportMetric(float64(r.Configurations)/seconds, "configs/cpu-s")
	b.ReportMetric(float64(r.Configurations), "configs")
	b.ReportMetric(float64(r.Events), "events")
	b.ReportMetric(float64(r.Bytes)/float64(r.Configurations), "B/config")
}

// BenchmarkSymbolic finds all configurations of the benchmark models on decision
// diagrams, at sizes that no explicit search reaches, and fails if the number is
// wrong. Run
//
//	INTERREX_LONG=1 go test -run=- -bench=Symbolic -benchtime=1x ./checker
func BenchmarkSymbolic(b *testing.B) {
	for _, row := range []struct {
		model          string
		n              int
		configurations string
	}{
		{"LCR", 12, "1604676"}, {"LCR", 16, "289064476"}, {"LCR", 20, "55678270460"}, {"LCR", 30, "34074765802779018"},
		{"LCR", 40, "24060846813181631908880"}, {"LCR", 60, "14943183755068155610110842409918492"},
		{"HS", 12, "586031832"}, {"HS", 16, "440494908694"},
		{"RAFT2", 3, "3365561"}, {"RAFT1", 5, "4085658097"}, {"RAFT1", 6, "223235630039188"},
	} {
		if row.n > 40 && !checkertest.Long() {
			continue
		}
		b.Run(fmt.Sprintf("%s/n=%d", row.model, row.n), func(b *testing.B) {
			s := specSystem(b, row.model, row.n)
			before := cpu(b)
			var r checker.Report
			for b.Loop() {
				var err error
				r, err = checker.Check(b.Context(), s, checker.Options{
					Search: checker.Search{Engine: checker.Symbolic}, Properties: []properties.Property{properties.Uniqueness()}})
				if err != nil {
					b.Fatal(err)
				}
				if got := r.Exact.Configurations.String(); got != row.configurations || r.Verdicts[0].Result != checker.Holds {
					b.Fatalf("%s configurations, %v; want %s", got, r.Verdicts[0].Result, row.configurations)
				}
			}
			b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s")
			b.ReportMetric(float64(r.Configurations), "configs")
			b.ReportMetric(float64(r.Exact.Final), "nodes")
			b.ReportMetric(float64(r.Exact.Peak), "peak-nodes")
			b.ReportMetric(float64(r.Bytes), "B")
		})
	}
}

// BenchmarkReduced searches the benchmark models with confluent deliveries, and
// fails if another number of configurations is left. Run
//
//	go test -run=- -bench=Reduced -benchtime=1x ./checker
func BenchmarkReduced(b *testing.B) {
	for _, want := range reducedCounts {
		b.Run(fmt.Sprintf("%s/n=%d", strings.ReplaceAll(want.model, " ", "-"), want.n), func(b *testing.B) {
			s := reducedSystem(b, want.model, want.n)
			before := cpu(b)
			var r checker.Report
			for b.Loop() {
				var err error
				r, err = checker.Check(b.Context(), s, checker.Options{
					Search: checker.Search{Reduce: checker.Confluent}, Properties: []properties.Property{properties.Uniqueness()}})
				if err != nil {
					b.Fatal(err)
				}
				if r.Configurations != want.left || r.Verdicts[0].Result != checker.Holds {
					b.Fatalf("%d configurations, %v; want %d", r.Configurations, r.Verdicts[0].Result, want.left)
				}
			}
			b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s")
			b.ReportMetric(float64(r.Configurations), "configs")
			b.ReportMetric(float64(r.Bytes), "B")
		})
	}
}

// BenchmarkLoops judges liveness properties of systems with loops on decision
// diagrams, and fails if a verdict or the length of a lasso is wrong. Run
//
//	go test -run=- -bench=Loops -benchtime=1x ./checker
func BenchmarkLoops(b *testing.B) {
	for _, want := range endless {
		b.Run(fmt.Sprintf("afa%s/n=%d/%s", want.variant, want.n, want.property), func(b *testing.B) {
			before := cpu(b)
			var r checker.Report
			for b.Loop() {
				r = want.check(b)
			}
			b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s")
			b.ReportMetric(float64(r.Exact.Final), "nodes")
			b.ReportMetric(float64(r.Exact.Peak), "peak-nodes")
			b.ReportMetric(float64(r.Bytes), "B")
		})
	}
}
