package checkertest_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// confluentTally counts comparisons of searches with and without confluent
// deliveries.
type confluentTally struct {
	systems, smaller int
	least            int // executions that are said to be the least
	full, left       int64
	found            tally
}

// compare reports as errors where a search of the normal forms of s differs from
// the whole search.
func (n *confluentTally) compare(t *testing.T, s *model.System, o checker.Options, about string) {
	t.Helper()
	o.Search.Reduce = checker.NoReduction
	whole, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	if !whole.Complete {
		return
	}
	o.Search.Reduce = checker.Confluent
	reduced := searchReduced(t, s, o, about)
	n.systems++
	n.full, n.left = n.full+whole.Configurations, n.left+reduced.Configurations
	if reduced.Configurations < whole.Configurations {
		n.smaller++
	}
	n.found.add(compareReduced(t, whole, reduced, about))
	for i, v := range reduced.Verdicts {
		if v.Execution == nil || v.Result != whole.Verdicts[i].Result || v.Minimal != checker.Least {
			continue
		}
		if diff := cmp.Diff(whole.Verdicts[i].Execution.Lasso(), v.Execution.Lasso(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s: another execution is the least (-least +shown):\n%s", about, v.Property.Name, diff)
		}
		n.least++
	}
}

// TestConfluentAgrees compares searches with and without confluent deliveries on
// random systems: all properties at once, and each alone, as they determine how
// much a search must see.
func TestConfluentAgrees(t *testing.T) {
	seeds := systems(8, 6)
	var together, alone confluentTally
	list := slices.Concat(properties.Standard(properties.Greatest), []properties.Property{properties.MessagesAtMost(2), properties.Symmetric()}, responsive())
	for seed := *from; seed < *from+seeds; seed++ {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingButOnce, checkertest.CommutingInvoked,
			checkertest.CommutingQueued, checkertest.CommutingDeferred, checkertest.CommutingBounded, checkertest.Dull} {
			s, about := generator(seed)
			if checker.Confluent.Suits(s, list) != nil {
				continue
			}
			o := checker.Options{Properties: append(slices.Clip(list), undecided), Fairness: fairnesses[seed%3], MaxConfigurations: 3_000}
			together.compare(t, s, o, about)
			o.Properties = []properties.Property{list[seed%uint64(len(list))], undecided}
			alone.compare(t, s, o, about+", "+o.Properties[0].Name)
			o.Properties[0] = responsive()[seed%uint64(len(responsive()))]
			alone.compare(t, s, o, about+", "+o.Properties[0].Name)
		}
	}
	t.Logf("together %+v, alone %+v", together, alone)
	if alone.smaller < alone.systems/4 || together.found.liveness < together.systems || together.least < together.systems {
		t.Errorf("together %+v, alone %+v: too little to test anything", together, alone)
	}
}

// TestConfluentAgreesOnPairs does the same for predicates of two processes at once: the
// change of a delivery may be seen only beside a status that another process has elsewhere.
func TestConfluentAgreesOnPairs(t *testing.T) {
	var n confluentTally
	for seed := range systems(60, 60) {
		s, about := checkertest.Commuting(seed)
		for _, sees := range []func(model.Status) bool{
			func(s model.Status) bool { return s.Down },
			func(s model.Status) bool { return s.Role == model.Candidate },
			func(s model.Status) bool { return s.Role == model.Lost },
		} {
			apart := properties.NewAlways("apart", "who wins is not beside one that is down, a candidate, or has lost",
				properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, other model.Status) bool {
					return s.Role != model.Won || !sees(other)
				}})
			n.compare(t, s, checker.Options{Properties: []properties.Property{apart, undecided}, MaxConfigurations: 1_000}, about)
		}
	}
	t.Logf("%+v", n)
	if n.smaller < n.systems/4 {
		t.Errorf("%+v: too little to test anything", n)
	}
}

// TestMessageBoundsAgree compares searches for bounds on messages: a reduced search counts
// the messages of deliveries that it takes at once.
func TestMessageBoundsAgree(t *testing.T) {
	var n confluentTally
	bounds := []properties.Property{undecided}
	for _, bound := range []int{0, 1, 2, 3, 5, 8} {
		bounds = append(bounds, properties.MessagesAtMost(bound))
	}
	for seed := *from; seed < *from+systems(12, 6); seed++ {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingInvoked, checkertest.CommutingQueued, checkertest.CommutingBounded} {
			if s, about := generator(seed); checker.Confluent.Suits(s, bounds) == nil {
				n.compare(t, s, checker.Options{Properties: bounds, MaxConfigurations: 3_000}, about)
			}
		}
	}
	t.Logf("%+v", n)
	if n.smaller < n.systems/4 || n.found.decided < 5*n.systems {
		t.Errorf("%+v: too little to test anything", n)
	}
}

var most = flag.Int64("most", 0, "the algorithms of the catalogue are compared with and without reduction at every size of at most so many configurations; 0: at the smallest")

// TestConfluentAgreesOnTheCatalogue does the same on the algorithms of the
// catalogue: under the first conditions of their claims, and the first in bounded time, at
// the smallest n or, with
// -most, under all of them at every n.
func TestConfluentAgreesOnTheCatalogue(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) {
			var n confluentTally
			if *most > 0 {
				n.compareEverySize(t, e)
				t.Logf("%+v", n)
				return
			}
			measured := e
			measured.Claims = slices.DeleteFunc(slices.Clone(e.Claims), func(c catalogue.Claim) bool { return c.Timing != model.Bounded })
			for _, e := range []catalogue.Entry{e, measured} {
				for about, s := range smallest(t, e, 1) {
					if s.Network().Timing != model.Lockstep && n.systems < 10 {
						n.compare(t, s, checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, MaxConfigurations: 2_000}, about)
					}
				}
			}
			t.Logf("%+v", n)
		})
	}
}

// compareEverySize compares searches of an algorithm under the conditions of all of its
// claims, at every n, printed and corrected, with its first arrangement.
func (n *confluentTally) compareEverySize(t *testing.T, e catalogue.Entry) {
	t.Helper()
	seen := map[string]bool{}
	for _, claim := range e.Claims {
		for _, claim.Variant = range []string{claim.Variant, "printed", "corrected"} {
			v, err := claim.ParseVariant(e)
			if err != nil {
				t.Fatal(err)
			}
			for size := claim.From; size <= max(claim.To, claim.Large); size++ {
				own, err := claim.PropertyFor(size, e)
				if err != nil {
					t.Fatal(err)
				}
				s := systemOf(t, e, v, claim, size)
				about := fmt.Sprintf("%s n=%d %s %s", e.Name, size, e.VariantText(v), claim.Condition())
				list := properties.Standard(e.Extreme)
				if !slices.ContainsFunc(list, func(p properties.Property) bool { return p.Name == own.Name }) {
					list, about = append(list, own), about+" "+own.Name
				}
				if s == nil || seen[about] || checker.Confluent.Suits(s, list) != nil {
					continue
				}
				seen[about] = true
				n.compare(t, s, checker.Options{Properties: list, Fairness: fairnesses[size%3], MaxConfigurations: *most}, about)
			}
		}
	}
}
