package checkertest_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// finite are properties that finite executions decide.
func finite() []properties.Property {
	return slices.DeleteFunc(judged(), func(p properties.Property) bool {
		return p.Form.IsLiveness() || p.Name == "visible" // a tick changes nothing that is seen
	})
}

// decided returns the results of the finite properties, nil if the system is large.
func decided(t *testing.T, s *model.System, about string) []checker.Result {
	t.Helper()
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: finite(), Reduce: checker.NoReduction, MaxConfigurations: 3_000})
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	if !r.Complete && r.Stopped != checker.AllDecided {
		return nil
	}
	var list []checker.Result
	for _, v := range r.Verdicts {
		list = append(list, v.Result)
	}
	return list
}

// TestFinerTicksShowTheSame says that with delays and durations all twice as many ticks
// the same can happen: discrete time loses nothing.
func TestFinerTicksShowTheSame(t *testing.T) {
	compared, seeds := uint64(0), systems(30, 15)
	for seed := range seeds {
		coarse, about := checkertest.Bounded(seed, 1)
		fine, _ := checkertest.Bounded(seed, 2)
		want, got := decided(t, coarse, about), decided(t, fine, about)
		if want == nil || got == nil {
			continue
		}
		if compared++; !slices.Equal(want, got) {
			t.Errorf("%s: results %v, with ticks half as long %v", about, want, got)
		}
	}
	if compared < seeds/3 {
		t.Errorf("%d of %d systems compared: too few", compared, seeds)
	}
}

// TestTimersWithoutDurationsAreAsynchronous says that if timers and suspicions may come at
// any time, what can happen under bounded is what can happen under async.
func TestTimersWithoutDurationsAreAsynchronous(t *testing.T) {
	compared, seeds := uint64(0), systems(30, 15)
	for seed := range seeds {
		bounded, about := checkertest.Bounded(seed, 0)
		net := *bounded.Network()
		net.Timing, net.Delay = model.Async, 0
		async, err := bounded.On(net)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		want, got := decided(t, async, about), decided(t, bounded, about)
		if want == nil || got == nil {
			continue
		}
		if compared++; !slices.Equal(want, got) {
			t.Errorf("%s: results %v, under async %v", about, got, want)
		}
	}
	if compared < seeds/3 {
		t.Errorf("%d of %d systems compared: too few", compared, seeds)
	}
}

// TestDeferralInBoundedTimeAgrees compares engine and reference on small systems that
// defer messages while time passes.
func TestDeferralInBoundedTimeAgrees(t *testing.T) {
	explored, seeds := 0, systems(100, 60)
	for i := range seeds {
		s, about := checkertest.Deferring(4*i + 3)
		err := checkertest.Agree(s, checkertest.Options{Fairness: model.Weak, Max: 150})
		switch {
		case err == nil:
			explored++
		case !errors.Is(err, checkertest.ErrTooLarge):
			t.Errorf("%s: %v", about, err)
		}
	}
	if explored < int(seeds)/4 {
		t.Errorf("%d of %d systems explored: too few", explored, seeds)
	}
}
