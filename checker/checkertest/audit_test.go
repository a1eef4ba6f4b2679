package checkertest_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestAuditsOfTheCatalogue checks the certificates of reduced searches, up to symmetry or not,
// of the algorithms of the catalogue with few processes. (The tests that compare reduced searches
// of random systems with whole ones check theirs.)
func TestAuditsOfTheCatalogue(t *testing.T) {
	var sum checker.Audit
	for _, e := range catalogue.All() {
		for about, s := range small(t, e, 1, 3) {
			for _, symmetry := range []bool{false, true} {
				o := checker.Options{Properties: properties.Standard(e.Extreme), Search: checker.Search{Reduce: checker.Confluent, Symmetry: symmetry}, MaxConfigurations: 500, Audit: true}
				if o.Search.Reduce.Suits(s, o.Properties) != nil {
					continue
				}
				r, err := checker.Check(t.Context(), s, o)
				if err != nil {
					t.Fatalf("%s, n = %d, symmetry %t: %v", about, s.Network().N, symmetry, err)
				}
				sum.Add(r.Audit)
			}
		}
	}
	t.Logf("%+v", sum)
	if sum.Searches < 100 || sum.Deliveries == 0 || sum.Overtaking == 0 || sum.Closed == 0 || sum.Renamings == 0 || sum.Cycles == 0 {
		t.Errorf("%+v: too little to test anything", sum)
	}
}
