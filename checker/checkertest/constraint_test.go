package checkertest_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/properties"
)

// TestConstraintsAgree compares engine and reference on random systems with constraints, which
// fail in some configurations, chosen by a hash of what processes show and of the messages in flight.
func TestConstraintsAgree(t *testing.T) {
	seeds, cut, whole := systems(12, 10), 0, 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		if seed%5 == 4 {
			s, about = checkertest.RandomStarts(seed)
		}
		o := checkertest.Options{Properties: judged(), Fairness: fairnesses[seed%3], Max: 600, Constraint: randomConstraint(seed)}
		r, err := checkertest.Explore(s, checkertest.Options{Constraint: o.Constraint, Max: o.Max})
		if errors.Is(err, checkertest.ErrTooLarge) {
			continue
		}
		if err == nil {
			err = checkertest.Agree(s, o)
		}
		switch {
		case errors.Is(err, checkertest.ErrTooLarge):
		case err != nil:
			t.Errorf("%s, constraint %d: %v", about, seed, err)
		case r.Cut > 0:
			cut++
		default:
			whole++
		}
	}
	t.Logf("%d of %d systems were cut, %d were not", cut, seeds, whole)
	if uint64(cut) < seeds/5 || uint64(whole) < seeds/20 {
		t.Errorf("%d of %d systems were cut, %d were not: too few to test anything", cut, seeds, whole)
	}
}

// randomConstraint returns a constraint that fails in one of 2 to 33 configurations.
func randomConstraint(seed uint64) *properties.Property {
	c := properties.NewAlways("some", "some configurations", func(c properties.Configuration) bool {
		h := fnv.New64a()
		fmt.Fprint(h, seed, c.View().Status, c.Left(), properties.CountInFlight(c, func(any) bool { return true }))
		return h.Sum64()>>7%(2+seed%32) != 0
	})
	return &c
}
