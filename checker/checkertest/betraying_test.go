package checkertest_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestSearchesOfTraitorsAgree is TestSearchesAgree for systems with traitors.
func TestSearchesOfTraitorsAgree(t *testing.T) {
	n := searchTally{audits: !testing.Short(), kinds: map[string]int{}}
	timings, listed, forging := map[model.Timing]int{}, 0, 0
	count := systems(24, 16)
	if checkertest.Long() {
		count *= 60
	}
	for seed := *from; seed < *from+count; seed++ {
		kind := drawn[seed%uint64(len(drawn))]
		honest, about := kind.draw(seed)
		if kind.name == "fragile" {
			continue // it fails where no execution without faults leads
		}
		s, now := checkertest.Betraying(honest, seed)
		if !n.compare(t, s, seed, kind.name+", "+about+", "+now) {
			continue
		}
		n.kinds[kind.name]++
		timings[s.Network().Timing]++
		if s.Network().Victims.Traitor != nil {
			listed++
		}
		if s.Network().Faults.Forge > 0 {
			forging++
		}
	}
	t.Logf("%+v, timings %v, %d with a list, %d forge", n, timings, listed, forging)
	if n.systems == 0 || n.verdicts < 8*n.systems || n.folded*listed*forging == 0 || timings[model.Async]*timings[model.Bounded]*timings[model.Timely]*timings[model.Lockstep] == 0 && n.systems > 100 {
		t.Errorf("%+v, timings %v, %d with a list, %d forge: too little to test anything", n, timings, listed, forging)
	}
}

// TestTraitorsAgree compares the explicit engine, with one worker and two, with the reference.
func TestTraitorsAgree(t *testing.T) {
	agreed, forging := 0, 0
	for seed := *from; seed < *from+systems(10, 6); seed++ {
		honest, about := checkertest.Random(seed)
		s, now := checkertest.Betraying(honest, seed)
		o := checkertest.Options{Properties: checkertest.RandomProperties(seed, s.Network().N, 3), Max: 4 * fewConfigurations}
		switch err := checkertest.Agree(s, o); {
		case err == nil:
			agreed++
			forging += min(s.Network().Faults.Forge, 1)
		case !errors.Is(err, checkertest.ErrTooLarge):
			t.Errorf("%s, %s: %v", about, now, err)
		}
	}
	if t.Logf("%d systems, %d forge", agreed, forging); agreed*forging == 0 {
		t.Error("no system was compared")
	}
}
