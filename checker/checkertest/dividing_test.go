package checkertest_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestSearchesOfDividingSystemsAgree is TestSearchesAgree for systems whose network divides and heals.
func TestSearchesOfDividingSystemsAgree(t *testing.T) {
	n := searchTally{audits: !testing.Short(), kinds: map[string]int{}}
	timings, listed := map[model.Timing]int{}, 0
	count := systems(24, 16)
	if checkertest.Long() {
		count *= 60
	}
	for seed := *from; seed < *from+count; seed++ {
		kind := drawn[seed%uint64(len(drawn))]
		whole, about := kind.draw(seed)
		if kind.name == "fragile" {
			continue // it fails where no execution without faults leads
		}
		s, now := checkertest.Dividing(whole, seed)
		if s == nil || !n.compare(t, s, seed, kind.name+", "+about+", "+now) {
			continue
		}
		n.kinds[kind.name]++
		timings[s.Network().Timing]++
		if s.Network().Victims.Divide != nil {
			listed++
		}
	}
	t.Logf("%+v, timings %v, %d with a list", n, timings, listed)
	if n.systems == 0 || n.verdicts < 8*n.systems || n.folded == 0 || listed == 0 || timings[model.Async]*timings[model.Bounded]*timings[model.Timely]*timings[model.Lockstep] == 0 && n.systems > 100 {
		t.Errorf("%+v, timings %v, %d with a list: too little to test anything", n, timings, listed)
	}
}

// TestDividingSystemsAgree compares the explicit engine, with one worker and two, with the reference.
func TestDividingSystemsAgree(t *testing.T) {
	agreed := 0
	for seed := *from; seed < *from+systems(10, 6); seed++ {
		whole, about := checkertest.Random(seed)
		s, now := checkertest.Dividing(whole, seed)
		if s == nil {
			continue
		}
		o := checkertest.Options{Properties: checkertest.RandomProperties(seed, s.Network().N, 3), Max: 4 * fewConfigurations}
		switch err := checkertest.Agree(s, o); {
		case err == nil:
			agreed++
		case !errors.Is(err, checkertest.ErrTooLarge):
			t.Errorf("%s, %s: %v", about, now, err)
		}
	}
	if t.Logf("%d systems", agreed); agreed == 0 {
		t.Error("no system was compared")
	}
}
