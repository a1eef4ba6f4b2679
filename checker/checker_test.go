package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/properties"
)

// TestSpecCounts holds the counts of the benchmark models against the
// reference, for one worker and several.
func TestSpecCounts(t *testing.T) {
	most := int64(100_000) // the benchmarks check the others
	switch {
	case checkertest.Long():
		most = 1_000_000
	case testing.Short():
		most = 50_000
	}
	for _, want := range specCounts {
		if want.configurations > most {
			continue
		}
		for _, workers := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s/n=%d/workers=%d", want.model, want.n, workers), func(t *testing.T) {
				r, err := checker.Check(t.Context(), specSystem(t, want.model, want.n),
					checker.Options{Properties: properties.Standard(properties.Greatest), Search: checker.Search{Reduce: checker.NoReduction}, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				got := specCount{want.model, want.n, r.Configurations, r.Events, r.Depth}
				if got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
				for _, v := range r.Verdicts {
					t.Log(v.Property.Name, v.Result, v.Note())
				}
			})
		}
	}
}
