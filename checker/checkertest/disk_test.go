package checkertest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestDiskAgreesOnTheCatalogue compares searches on disk with searches in memory, of all algorithms of the catalogue under the first
// conditions of their claims, whole and up to symmetry. Counts, depth, verdicts and counterexamples are the same, apart from verdicts about
// loops that are unknown.
func TestDiskAgreesOnTheCatalogue(t *testing.T) {
	within := threshold.Default()
	within.OnDisk, within.Buffered = 1, 1<<16
	onDisk, systems, loops := 0, 0, 0
	for _, e := range catalogue.All() {
		for about, s := range smallest(t, e, 1) {
			systems++
			o := checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, Search: checker.Search{Reduce: checker.NoReduction, Symmetry: systems%3 == 0}, MaxConfigurations: 1_000, Workers: 1 + systems%2}
			want, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			o.Disk = t.TempDir()
			got, err := checker.Check(threshold.With(t.Context(), within), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if got.Disk > 0 {
				onDisk++
			}
			for i, v := range got.Verdicts {
				if v.Property.Form.IsLiveness() && v.Result == checker.Unknown {
					loops++
					got.Verdicts[i] = want.Verdicts[i]
				}
			}
			if diff := cmp.Diff(summary(want), summary(got), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: (-in memory +on disk)\n%s", about, diff)
			}
		}
	}
	t.Logf("%d of %d systems were searched on disk, %d verdicts about loops are unknown", onDisk, systems, loops)
	if onDisk < systems*3/4 || loops > 4*systems {
		t.Error("too few to test anything")
	}
}

// outlined is what two reports must have in common.
type outlined struct {
	Configurations, Events int64
	Depth                  int
	Complete               bool
	Stopped                string
	Verdicts               []string
}

// summary returns the outline of a report.
func summary(r checker.Report) outlined {
	o := outlined{r.Configurations, r.Events, r.Depth, r.Complete, r.Stopped.String(), nil}
	for _, v := range r.Verdicts {
		text := v.Property.Name + ": " + v.Result.String() + " " + v.Note() + " " + v.Minimal.String()
		if v.Execution != nil {
			text += fmt.Sprint(v.Execution.Lasso())
		}
		o.Verdicts = append(o.Verdicts, text)
	}
	return o
}
