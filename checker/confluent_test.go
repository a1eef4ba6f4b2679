package checker_test

import (
	"fmt"
	"hash/fnv"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// normalForms are the numbers of normal forms of corrected algorithms of the
// catalogue with identities n..1: of a search that sees terminal configurations
// only, and of one that sees the status of every process.
var normalForms = []struct {
	name        string
	n           int
	change      string // "": the network of the catalogue; else an order, a timing or a budget
	full        int64  // configurations
	end, status int64
}{
	{"lcr", 6, "", 842, 32, 239},
	{"lcr", 8, "", 9_940, 58, 1_605},
	{"lcr", 10, "", 124_042, 92, 10_956},
	{"hs", 6, "", 28_630, 546, 644},
	{"hs", 7, "", 149_211, 1_402, 1_525},
	{"afa", 8, "", 53_686, 496, 7_329},
	{"bully", 5, "", 37_439, 379, 2_663},
	{"bully", 6, "", 55_765_207, 41_175, 502_914},
	{"bully-reply", 5, "", 11_265, 45, 188},
	{"bully-reply", 6, "", 1_460_977, 108, 809},
	{"raft", 3, "", 34_874, 442, 1_133},
	{"raft", 4, "bag", 738_473, 2_616, 3_424},
	{"raft", 3, "crash=1", 63_092, 3_425, 3_968},
	{"sun", 5, "", 93_113, 372, 435},
	{"divided", 5, "", 121_956, 2_079, 3_940},
	{"tokenring", 5, "", 3_998, 859, 901},
	{"itairodeh", 5, "", 92_431, 5_944, 11_929},
	{"bully-original", 4, "", 74_983, 516, 2_916},
	{"bully-improved", 4, "", 35_629, 383, 1_414},
	{"paxos", 3, "", 855_187, 103_303, 198_295}, // two rounds
	{"paxos", 3, "timely", 5_463, 1_112, 1_532}, // one round
	{"sun", 4, "bounded", 6_093, 536, 583},
	{"sun", 5, "bounded", 1_799_897, 13_315, 16_553},
	{"divided", 5, "bounded", 1_679_526, 68_628, 96_988},
	{"divided-sun", 4, "bounded", 146_607, 9_077, 12_339},
	{"bully", 4, "bounded", 3_020, 247, 1_602},
	{"bully", 5, "bounded", 1_696_434, 17_442, 268_772},
	{"bully-reply", 5, "bounded", 2_039_536, 5_524, 25_677},
	{"bully-original", 4, "bounded", 1_219_412, 12_568, 37_531},
	{"bully-improved", 4, "bounded", 514_301, 7_981, 16_141},
	{"tokenring", 5, "bounded", 43_987, 10_047, 10_114},
	{"raft", 3, "bounded", 53_807, 9_172, 13_190},
	{"paxos", 3, "bounded", 54_486, 20_435, 24_497},
}

// systemOfRow returns the system of a row of normalForms.
func systemOfRow(tb testing.TB, name string, n int, change string) *model.System {
	tb.Helper()
	return catalogued(tb, name, "corrected", n, func(net *model.Network) (err error) {
		switch change {
		case "":
		case "crash=1":
			net.Faults.Crash = 1
		case "timely":
			net.Timing = model.Timely
		case "bounded":
			net.Timing = model.Bounded
		default:
			net.Order, err = model.ParseOrder(change)
		}
		return err
	})
}

// sees are properties of which a search must see the status of every process:
// each asks for a status of which one bit of the hash is set.
func sees() []properties.Property {
	list := []properties.Property{properties.Agreement()} // or the search ends when all others are witnessed
	for bit := range 16 {
		list = append(list, properties.NewReachable(fmt.Sprint("bit-", bit), "some status has the bit",
			properties.Shape{Some: func(s model.Status) bool {
				h := fnv.New32a()
				fmt.Fprint(h, s)
				return h.Sum32()>>bit&1 == 1
			}}))
	}
	return list
}

// countNormalForms returns the report of a search of the normal forms; the first property must
// hold, or be vacuous: nobody names the leader of Itai and Rodeh's anonymous ring.
func countNormalForms(tb testing.TB, s *model.System, list ...properties.Property) checker.Report {
	tb.Helper()
	r, err := checker.Check(tb.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Workers: 2, Properties: list})
	if err != nil {
		tb.Fatal(err)
	}
	if v := r.Verdicts[0]; v.Result != checker.Holds && v.Result != checker.Vacuous || !r.Complete {
		tb.Errorf("%s: %s: %v (%s), stopped: %s", s.Name(), v.Property.Name, v.Result, v.Note(), r.Stopped)
	}
	return r
}

func TestNormalForms(t *testing.T) {
	for _, row := range normalForms {
		if row.status > 100_000 || !checkertest.Long() && row.full > 30_000 || testing.Short() && row.full > 5_000 {
			continue // the benchmark has it
		}
		t.Run(fmt.Sprintf("%s/n=%d/%s", row.name, row.n, row.change), func(t *testing.T) {
			s := systemOfRow(t, row.name, row.n, row.change)
			if got := countNormalForms(t, s, properties.Agreement()).Configurations; got != row.end {
				t.Errorf("%d normal forms for what is seen at the end, want %d", got, row.end)
			}
			r := countNormalForms(t, s, sees()...)
			if r.Configurations != row.status {
				t.Errorf("%d normal forms for what is seen of all, want %d", r.Configurations, row.status)
			}
			if row.full < 5_000 || checkertest.Long() && row.full < 200_000 {
				compareStatuses(t, s, r)
			}
		})
	}
}

// compareStatuses reports statuses that a process has in the whole system and not
// in the normal forms, or the reverse.
func compareStatuses(t *testing.T, s *model.System, reduced checker.Report) {
	t.Helper()
	r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Engine: checker.Explicit}, Workers: 2, Properties: sees()})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Verdicts {
		if got := reduced.Verdicts[i].Result; got != v.Result {
			t.Errorf("%s: %v, want %v", v.Property.Name, got, v.Result)
		}
	}
}

// BenchmarkNormalForms counts the normal forms of every row, and judges by them.
func BenchmarkNormalForms(b *testing.B) {
	for _, row := range normalForms {
		b.Run(fmt.Sprintf("%s/n=%d/%s", row.name, row.n, row.change), func(b *testing.B) {
			s := systemOfRow(b, row.name, row.n, row.change)
			for b.Loop() {
				began := time.Now()
				end := countNormalForms(b, s, properties.Agreement())
				b.ReportMetric(time.Since(began).Seconds(), "end-s")
				status := countNormalForms(b, s, sees()...)
				if end.Configurations != row.end || status.Configurations != row.status {
					b.Fatalf("%d and %d normal forms, want %d and %d", end.Configurations, status.Configurations, row.end, row.status)
				}
				r := countNormalForms(b, s, properties.Uniqueness())
				b.ReportMetric(float64(r.Configurations), "uniqueness")
				b.ReportMetric(float64(end.Configurations), "end")
				b.ReportMetric(float64(status.Configurations), "status")
			}
		})
	}
}

// BenchmarkRate searches at most so many configurations with and without the
// reduction, and reports how many it visits in a second of processor time. Run
//
//	go test -run=- -bench=Rate -benchtime=1x ./checker
func BenchmarkRate(b *testing.B) {
	for _, row := range []struct {
		name     string
		n, crash int
		most     int64
		reduced  int64
		whole    int64
	}{
		{"bully", 7, 0, 3_000_000, 2_125_081, 2_416_156},
		{"bully-original", 5, 0, 3_000_000, 34_951, 2_867_053},
		{"raft", 5, 0, 600_000, 22_679, 280_208},
		{"hs", 9, 0, 3_000_000, 9_545, 2_835_617},
		{"paxos", 4, 0, 300_000, 148_060, 246_714},
		{"invitation", 4, 1, 300_000, 19_599, 45_927},
	} {
		for i, want := range []int64{row.whole, row.reduced} {
			reduction := []checker.Reduction{checker.NoReduction, checker.Confluent}[i]
			b.Run(fmt.Sprintf("%s/n=%d/%v", row.name, row.n, reduction), func(b *testing.B) {
				s := catalogued(b, row.name, "corrected", row.n, func(net *model.Network) error {
					net.Faults.Crash = row.crash
					return nil
				})
				before := cpu(b)
				var r checker.Report
				for b.Loop() {
					var err error
					r, err = checker.Check(b.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: reduction}, Workers: 1,
						Properties: []properties.Property{properties.Agreement()}, MaxConfigurations: row.most})
					if err != nil {
						b.Fatal(err)
					}
				}
				if r.Configurations != want {
					b.Fatalf("%d configurations, want %d", r.Configurations, want)
				}
				seconds := (cpu(b) - before).Seconds() / float64(b.N)
				b.ReportMetric(seconds, "cpu-s")
				b.ReportMetric(float64(r.Configurations)/seconds, "configs/cpu-s")
			})
		}
	}
}

// TestSearchesKnowWhatEarlierOnesMet asks the same question twice. The second time less is new.
func TestSearchesKnowWhatEarlierOnesMet(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, n := range map[string]int{"tokenring": 4, "paxos": 3, "invitation": 4} {
		s := systemOfRow(t, name, n, "")
		searches, err := checker.RepeatedSearches(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}})
		if err != nil {
			t.Fatal(err)
		}
		if searches[1] >= searches[0] {
			t.Errorf("%s: %d searches, and %d when the question was asked again", name, searches[0], searches[1])
		}
	}
}
