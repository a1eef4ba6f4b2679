package catalogue_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

func TestQuantitiesAreWellFormed(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, q := range e.Quantities {
			if _, err := q.Where.ParseVariant(e); err != nil {
				t.Errorf("%s %s: %v", e.Name, q.Of, err)
			}
			if q.Where.From < 2 || q.Where.To < q.Where.From {
				t.Errorf("%s %s: n = %d..%d", e.Name, q.Of, q.Where.From, q.Where.To)
			}
			for _, f := range q.Formulas {
				if f.Text == "" || f.Source == "" || f.At == nil {
					t.Errorf("%s %s: formula %q of %q is incomplete", e.Name, q.Of, f.Text, f.Source)
				}
				for n := q.Where.From; n <= q.Where.To; n++ {
					if v := f.At(n); math.IsNaN(v) || v <= 0 {
						t.Errorf("%s: %v at n = %d: %v", e.Name, f, n, v)
					}
				}
			}
		}
	}
}

// TestFormulasAgree says when a formula agrees with exact extremes.
func TestFormulasAgree(t *testing.T) {
	for _, row := range []struct {
		says        claims.Relation
		value       float64
		least, most int64
		want        bool
		reason      string
	}{
		{catalogue.LeastIs, 4, 4, 8, true, "the least"},
		{catalogue.LeastIs, 8, 4, 8, false, "not the least"},
		{catalogue.GreatestIs, 8, 4, 8, true, "the greatest"},
		{catalogue.GreatestIs, 4, 4, 8, false, "not the greatest"},
		{catalogue.AlwaysIs, 4, 4, 8, false, "it is more now and then"},
		{catalogue.AlwaysIs, 8, 4, 8, false, "it is less now and then"},
		{catalogue.AlwaysIs, 4, 4, 4, true, "there is one amount"},
		{catalogue.GreatestAtMost, 8, 4, 8, true, "a bound that is met"},
		{catalogue.GreatestAtMost, 7.5, 4, 8, false, "a bound that is not"},
		{catalogue.AverageIs, 4.5, 4, 8, true, "between the extremes"},
		{catalogue.AverageIs, 4, 4, 8, false, "some are more, and none is less"},
		{catalogue.AverageIs, 8, 4, 8, false, "some are less, and none is more"},
		{catalogue.AverageIs, 4, 4, 4, true, "all are equal to it"},
		{catalogue.AverageIs, 4.5, 4, 4, false, "all are equal, but not to it"},
	} {
		f := catalogue.Formula{Says: row.says, At: func(int) float64 { return row.value }}
		if got := f.Agrees(3, row.least, row.most); got != row.want {
			t.Errorf("%v %v, of %d..%d: agrees %t, want %t: %s", row.says, row.value, row.least, row.most, got, row.want, row.reason)
		}
	}
}

// TestElectionMessages compares the counts with exact extremes, arrangement by
// arrangement.
func TestElectionMessages(t *testing.T) {
	for _, name := range []string{"afa", "lcr"} {
		t.Run(name, func(t *testing.T) { compareElectionMessages(t, entry(t, name)) })
	}
}

func compareElectionMessages(t *testing.T, e catalogue.Entry) {
	t.Helper()
	for n := 2; n <= 6; n++ {
		net := e.Network(n)
		net.Wake = model.WakeSet{All: true}
		arrangements, err := model.Arrangements(net)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int64, n*(n+1)/2+1)
		for ids := range arrangements {
			net.IDs = ids
			s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
			if err != nil {
				t.Fatal(err)
			}
			x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{Workers: 1})
			if err != nil || x.Least != x.Greatest {
				t.Fatalf("n=%d, identities %v: %d..%d, error %v: want one number", n, ids, x.Least, x.Greatest, err)
			}
			got[x.Least-int64(n)]++ // without the termination messages
		}
		var want []int64
		for _, count := range catalogue.ElectionMessages(n) {
			want = append(want, count.Int64())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("n=%d (-counted +measured):\n%s", n, diff)
		}
	}
}

func TestExact(t *testing.T) {
	for _, s := range entry(t, "afa").Samples.Rows {
		least, greatest, _, average := catalogue.Exact(catalogue.ElectionMessages(s.N))
		harmonic := 0.0
		for i := 1; i <= s.N; i++ {
			harmonic += 1 / float64(i)
		}
		if least != 2*s.N-1 || greatest != s.N*(s.N+1)/2 || math.Abs(average-float64(s.N)*harmonic) > 1e-9 {
			t.Errorf("n=%d: %d..%d, average %v: want 2n-1..n(n+1)/2 and n(1 + 1/2 + ... + 1/n)", s.N, least, greatest, average)
		}
	}
	for _, row := range []struct {
		counts                  []int64
		least, greatest, median int
		average                 float64
		reason                  string
	}{
		{[]int64{0, 0, 3}, 2, 2, 2, 2, "all alike"},
		{[]int64{0, 1, 0, 1}, 1, 3, 1, 2, "of two in the middle the lower one"},
		{[]int64{0, 1, 1, 3}, 1, 3, 3, 2.4, "more than half are great"},
	} {
		var counts []*big.Int
		for _, c := range row.counts {
			counts = append(counts, big.NewInt(c))
		}
		least, greatest, median, average := catalogue.Exact(counts)
		if least != row.least || greatest != row.greatest || median != row.median || average != row.average {
			t.Errorf("%v: got %d..%d, median %d, average %v: %s", row.counts, least, greatest, median, average, row.reason)
		}
	}
}

// TestFigures holds the printed numbers against what is known of them: these
// are wrong, and no others.
func TestFigures(t *testing.T) {
	wrong := map[string]bool{
		"Table 2, S(1), latency":               true,
		"Table 2, D(1), latency":               true,
		"section 5, L2 for L1 = 128 and u = 4": true,
	}
	for _, f := range catalogue.Figures() {
		if f.Agrees() == wrong[f.What] {
			t.Errorf("%s: printed %d, counted %d: agrees %t", f.What, f.Printed, f.Value(), f.Agrees())
		}
		if !f.Agrees() && f.Remark == "" {
			t.Errorf("%s differs, and nothing says why", f.What)
		}
	}
}
