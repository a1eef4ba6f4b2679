package checkertest_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
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
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: finite(), Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 3_000})
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	if !r.Complete && r.Stopped.Cause != reason.AllDecided {
		return nil
	}
	var list []checker.Result
	for _, v := range r.Verdicts {
		if v.Result == checker.Unknown {
			return nil // the system with the monitor of the property is large
		}
		list = append(list, v.Result)
	}
	return list
}

// sameResults says that the finite properties of random systems in bounded time have the
// results that they have in another system that is made of each.
func sameResults(t *testing.T, ticks int, other func(seed uint64, s *model.System) (*model.System, error)) {
	t.Helper()
	compared, seeds := uint64(0), systems(30, 15)
	for seed := range seeds {
		s, about := checkertest.Bounded(seed, ticks)
		o, err := other(seed, s)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		want, got := decided(t, o, about), decided(t, s, about)
		if want == nil || got == nil {
			continue
		}
		if compared++; !slices.Equal(want, got) {
			t.Errorf("%s: results %v, in the other system %v", about, got, want)
		}
	}
	if compared < seeds/3 {
		t.Errorf("%d of %d systems compared: too few", compared, seeds)
	}
}

// TestFinerTicksShowTheSame says that with delays and durations all twice as many ticks
// the same can happen: discrete time loses nothing.
func TestFinerTicksShowTheSame(t *testing.T) {
	sameResults(t, 1, func(seed uint64, _ *model.System) (*model.System, error) {
		fine, _ := checkertest.Bounded(seed, 2)
		return fine, nil
	})
}

// TestTimersWithoutDurationsAreAsynchronous says that if timers and suspicions may come at
// any time, properties have the same results under bounded as under async.
func TestTimersWithoutDurationsAreAsynchronous(t *testing.T) {
	sameResults(t, 0, func(_ uint64, bounded *model.System) (*model.System, error) {
		net := *bounded.Network()
		net.Timing, net.Delay = model.Async, 0
		return bounded.Semantics().On(net)
	})
}

// TestDeferralInBoundedTimeAgrees compares engine and reference on small systems that
// defer messages while time passes: then equal messages differ in age, and messages of
// which one was older become of equal age.
func TestDeferralInBoundedTimeAgrees(t *testing.T) {
	explored, seeds := 0, systems(100, 60)
	for i := range seeds {
		s, about := checkertest.Deferring(4*i + 3)
		net := *s.Network()
		net.Order, net.Delay, net.Faults = []model.Order{model.Bag, model.Inbox}[i%2], 2, model.Faults{Loss: 1}
		s, err := s.Semantics().On(net)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		err = checkertest.Agree(s, checkertest.Options{Fairness: model.Weak, Max: 150})
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

// A hoarder sends one of two messages each time it wakes, up to three times, and receives
// none before it has sent one itself.
type hoarder struct{}

func (hoarder) Init(model.Self) int                                  { return 0 }
func (hoarder) Observe(model.Self, int) model.Status                 { return model.Status{} }
func (hoarder) Ready(_ model.Self, s int) model.Spontaneous          { return model.Spontaneous{Wake: s < 3} }
func (hoarder) Defers(_ model.Self, s int, _ model.Port, _ int) bool { return s == 0 }

func (hoarder) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Wake {
		p.Send(0, p.Choose(2))
		return s + 1
	}
	return s
}

// TestAgesOfDeferredMessages says that of deferred messages those that are equal are told
// apart by their age only as long as it matters.
func TestAgesOfDeferredMessages(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		s, err := model.New(hoarder{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Order: order, Timing: model.Bounded, Delay: 2,
			Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Loss: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkertest.Agree(s, checkertest.Options{Fairness: model.Weak, Max: 3_000}); err != nil {
			t.Errorf("%v: %v", order, err)
		}
	}
}
