package checkertest_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestSavedOnTheCatalogue interrupts searches on disk of algorithms of the catalogue again and again, which then go on, whole, reduced, and up to symmetry. Counts, depth,
// verdicts and counterexamples are those of a search that was not interrupted.
func TestSavedOnTheCatalogue(t *testing.T) {
	within := threshold.Default()
	within.OnDisk, within.Buffered = 1, 1<<16
	whole, random := threshold.With(t.Context(), within), rand.New(rand.NewPCG(3, 4))
	late, wentOn, other, systems := 0, 0, 0, 0
	for _, e := range catalogue.All() {
		for about, s := range smallest(t, e, 1) {
			if systems++; !checkertest.Long() && systems%8 != 1 {
				continue
			}
			o := checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, Search: checker.Search{Reduce: checker.Reduction(systems % 3), Symmetry: systems%4 == 0}, MaxConfigurations: 1_000, Workers: 1 + systems%2}
			if o.Search.Reduce.Suits(s, o.Properties) != nil {
				o.Search.Reduce = checker.NoReduction
			}
			o.Disk = t.TempDir()
			want, err := checker.Check(whole, s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			o.Checkpoint = &checker.Checkpoint{Key: about, Name: about, Every: 1}
			for n := 0; ; n++ {
				ctx, stop := context.WithCancel(whole)
				if n < 5 {
					time.AfterFunc(time.Duration(1+random.Int64N(int64(2*want.Elapsed+time.Millisecond)))/4*time.Duration(n+1), stop)
				}
				got, err := checker.Check(ctx, s, o)
				stop()
				if err != nil && strings.Contains(err.Error(), "the same numbers again") {
					other++ // another worker came first when messages got numbers
					t.Log(about, o.Workers, o.Search.Reduce, o.Search.Symmetry, err)
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", about, err)
				}
				if saved, err := checker.SavedSearches(o.Disk); err != nil {
					t.Fatal(err)
				} else if len(saved) > 0 {
					wentOn++
				}
				o.Checkpoint.Resume = true
				if n < 5 && got.CutShort() || strings.Contains(strings.Join(summary(got).Verdicts, ""), "interrupted") {
					late++
					continue
				}
				if diff := cmp.Diff(summary(want), summary(got), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s, after %d times: (-at once +saved)\n%s", about, n, diff)
				}
				break
			}
		}
	}
	t.Logf("%d systems: searches were cut short %d times, and saved %d times; %d did not go on", systems, late, wentOn, other)
	if wentOn == 0 || other > systems/10 {
		t.Error("too few to test anything")
	}
}
