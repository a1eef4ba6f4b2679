package checkertest_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// loopsTally counts comparisons of systems in which some loop refutes a property.
type loopsTally struct {
	systems, smaller int // smaller: fewer configurations were left
	decided, lost    int // properties of liveness that the reduced search decides, or not
	lassos           int
}

// compare reports as errors where a reduced search decides another liveness property than
// the whole search.
func (n *loopsTally) compare(t *testing.T, s *model.System, o checker.Options, about string) {
	t.Helper()
	symmetry := o.Search.Symmetry
	o.Search.Reduce, o.Search.Symmetry = checker.NoReduction, false
	whole, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	isLoop := func(v checker.Verdict) bool { return v.Execution != nil && v.Execution.Loops() }
	if !whole.Complete || !slices.ContainsFunc(whole.Verdicts, isLoop) {
		return
	}
	o.Search.Reduce, o.Search.Symmetry = checker.Confluent, symmetry
	reduced := searchReduced(t, s, o, about)
	compareReduced(t, whole, reduced, about)
	n.systems++
	if reduced.Configurations < whole.Configurations {
		n.smaller++
	}
	for i, v := range reduced.Verdicts {
		switch {
		case !v.Property.Form.IsLiveness() || whole.Verdicts[i].Result == checker.Unknown:
		case v.Result == checker.Unknown:
			n.lost++
		default:
			n.decided++
		}
		if isLoop(v) {
			n.lassos++
		}
	}
}

// TestLoopsAgree compares the verdicts on liveness of searches with and without
// confluent deliveries, on random systems most of whose executions go on for ever.
func TestLoopsAgree(t *testing.T) {
	var n loopsTally
	list := slices.Concat(properties.Standard(properties.Greatest), responsive())
	list = slices.DeleteFunc(list, func(p properties.Property) bool { return !p.Form.IsLiveness() })
	const first = 24 // seed 31 is one of few systems in which a loop needs a process not to be closed
	for seed := *from + first; seed < *from+first+systems(12, 10); seed++ {
		for i, generator := range []func(uint64) (*model.System, string){checkertest.Circling, checkertest.CirclingQueued, checkertest.CirclingBounded, checkertest.AnonymousCircling, checkertest.Exchangeable} {
			s, about := generator(seed)
			if checker.Confluent.Suits(s, list) != nil {
				continue
			}
			o := checker.Options{Properties: append(slices.Clip(list), undecided), Fairness: fairnesses[seed%3], MaxConfigurations: 2_000, Search: checker.Search{Symmetry: i >= 3}}
			n.compare(t, s, o, about)
			o.Properties = []properties.Property{list[seed%uint64(len(list))], undecided}
			n.compare(t, s, o, about+", "+o.Properties[0].Name)
		}
	}
	t.Logf("%+v", n)
	if n.systems < 10 || n.smaller < n.systems/6 || n.decided < 3*n.systems || n.lassos < n.systems || n.lost*10 > n.decided {
		t.Errorf("%+v: too little to test anything", n)
	}
}
