package checkertest_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/properties"
)

// TestExchangesAgree compares searches up to symmetry with whole searches of random systems
// whose processes remember each other by their ports.
func TestExchangesAgree(t *testing.T) {
	var whole symmetryTally
	var both bothTally
	list := slices.Concat(properties.Standard(properties.Greatest), []properties.Property{properties.MessagesAtMost(2)}, responsive())
	for seed := *from; seed < *from+systems(28, 24); seed++ {
		s, about := checkertest.Exchangeable(seed)
		o := checker.Options{Properties: append(slices.Clip(list), undecided), Fairness: fairnesses[seed%3], MaxConfigurations: 3_000, Search: checker.Search{Reduce: checker.NoReduction}}
		whole.compare(t, s, o, about)
		if checker.Confluent.Suits(s, list) == nil {
			both.compare(t, s, o, about)
			o.Properties = []properties.Property{list[seed%uint64(len(list))], undecided}
			both.compare(t, s, o, about+", "+o.Properties[0].Name)
		}
	}
	t.Logf("%+v, with confluent deliveries %+v", whole, both)
	if whole.systems < 10 || whole.folded < whole.systems/3 || whole.refused == 0 || both.folded < both.systems/3 || both.reduced == 0 {
		t.Errorf("%+v, with confluent deliveries %+v: too little to test anything", whole, both)
	}
}
