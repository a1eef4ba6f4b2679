package checkertest_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/properties"
)

// TestDeferralAgrees compares reference, engines and reduction on random systems all of
// which defer messages, in every order of delivery.
func TestDeferralAgrees(t *testing.T) {
	seeds := systems(24, 12)
	explored, symbolic, n := 0, tally{}, confluentTally{}
	for seed := range seeds {
		s, about := checkertest.Deferring(seed)
		f := fairnesses[seed%3]
		if !agree(t, s, f, about) {
			continue
		}
		explored++
		o := checker.Options{Properties: followed(), Fairness: f, MaxConfigurations: 1_000}
		m, _ := compareEngines(t, s, o, fmt.Sprintf("%s, %v fairness", about, f))
		symbolic.decided += m.decided
		symbolic.liveness += m.liveness
		o.Properties = properties.Standard(properties.Greatest)
		if checker.Confluent.Suits(s, o.Properties) == nil {
			n.compare(t, s, o, about)
		}
	}
	t.Logf("%d systems, symbolic %+v, reduced %+v", explored, symbolic, n)
	if explored < int(seeds)/2 || symbolic.liveness < 3*explored || n.smaller < explored/8 {
		t.Errorf("%d of %d systems, symbolic %+v, reduced %+v: too little to test anything", explored, seeds, symbolic, n)
	}
}
