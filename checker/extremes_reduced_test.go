package checker_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestExtremesOfReducedSystems measures rings with confluent deliveries, as far as
// values can be worked out by hand.
func TestExtremesOfReducedSystems(t *testing.T) {
	for n := 2; n <= 12; n++ {
		x, err := checker.Measure(t.Context(), specSystem(t, "LCR", n), checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, MaxConfigurations: 1000})
		if want := int64(n*(n+1)/2 + n); err != nil || x.Greatest != want || x.Least != want || !x.Finite {
			t.Errorf("n=%d: %d..%d, want %d in every execution of the worst arrangement (error %v)", n, x.Least, x.Greatest, want, err)
		}
	}
	all := *specSystem(t, "LCR", 4).Network()
	all.Wake.All = true
	s, err := model.New(specLCR{}, all)
	if err != nil {
		t.Fatal(err)
	}
	if x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}); err != nil || x.Least != 14 || x.Greatest != 14 {
		t.Errorf("all awake at the start: %d..%d, want 14, those sent at the start and at once included (error %v)", x.Least, x.Greatest, err)
	}
}

// TestBoundsOnMessagesOfReducedSystems says that a bound on messages leaves as few normal
// forms as a property of the end.
func TestBoundsOnMessagesOfReducedSystems(t *testing.T) {
	const n, greatest = 10, 10*11/2 + 10
	for bound, want := range map[int]checker.Result{greatest: checker.Holds, greatest - 1: checker.Violated} {
		r, err := checker.Check(t.Context(), specSystem(t, "LCR", n), checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Properties: []properties.Property{properties.MessagesAtMost(bound)}})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != want || r.Configurations > n*n-n+2 {
			t.Errorf("messages<=%d %v after %d configurations, want %v after at most %d", bound, v.Result, r.Configurations, want, n*n-n+2)
		}
	}
}

// TestExtremesByTurns measures with the default reduction where the first search is too
// small.
func TestExtremesByTurns(t *testing.T) {
	endless, err := model.New(forever{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	lcr := specSystem(t, "LCR", 9)
	for _, row := range []struct {
		reason          string
		system          *model.System
		options         checker.Options
		first           int64
		least, greatest int64
		cut             bool
	}{
		{"the whole system has 35,207 configurations", lcr, checker.Options{Search: checker.Search{Engine: checker.Explicit}, MaxConfigurations: 1000}, 100, 54, 54, false},
		{"the bound that was asked for is below the first", lcr, checker.Options{Search: checker.Search{Engine: checker.Explicit}, MaxConfigurations: 100}, 1000, 0, 0, true},
		{"without reduction the bound is too low", lcr, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, MaxConfigurations: 1000}, 100, 0, 0, true},
		{"a bound on the depth is about all events", lcr, checker.Options{Search: checker.Search{Engine: checker.Explicit}, MaxDepth: 5}, 100, 0, 0, true},
		{"executions do not end, so the whole system is searched", endless, checker.Options{Search: checker.Search{Engine: checker.Explicit}}, 1, 0, 0, false},
	} {
		x, err := checker.MeasureByTurns(t.Context(), row.system, checker.Messages, row.options, row.first)
		if errors.Is(err, checker.ErrCutShort) != row.cut || (err != nil) != row.cut || x.Least != row.least || x.Greatest != row.greatest {
			t.Errorf("%s: %d..%d (error %v), want %d..%d, cut short %t", row.reason, x.Least, x.Greatest, err, row.least, row.greatest, row.cut)
		}
	}
}

// TestRefusedExtremes measures quantities that a reduction does not preserve.
func TestRefusedExtremes(t *testing.T) {
	endless, err := model.New(forever{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	lockstep, err := model.New(specLCR{}, model.Network{Topology: model.UnidirectionalRing, N: 3, Timing: model.Lockstep})
	if err != nil {
		t.Fatal(err)
	}
	lcr := specSystem(t, "LCR", 3)
	unbounded := *lcr.Network()
	unbounded.Faults.Dup = model.Unbounded
	copied, err := model.New(specLCR{}, unbounded)
	if err != nil {
		t.Fatal(err)
	}
	losing := *lcr.Network()
	losing.Faults.Loss = 1
	lossy, err := model.New(specLCR{}, losing)
	if err != nil {
		t.Fatal(err)
	}
	timed := *lcr.Network()
	timed.Timing = model.Bounded
	ticking, err := model.New(specLCR{}, timed)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason   string
		system   *model.System
		quantity checker.Quantity
		options  checker.Options
		want     string
	}{
		{"a message that is lost in the one is received in the other", lossy, checker.Length, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "the reduction confluent does not preserve events; allowed: auto, none"},
		{"a tick is left out", ticking, checker.Length, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "the reduction confluent does not preserve events; allowed: auto, none"},
		{"up to symmetry", lcr, checker.Messages, checker.Options{Search: checker.Search{Symmetry: true}}, "extremes are not measured up to symmetry"},
		{"no rounds without lockstep", lcr, checker.Rounds, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "the reduction confluent does not preserve rounds; allowed: auto, none"},
		{"lockstep", lockstep, checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "does not suit lockstep"},
		{"endless", endless, checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "measures a system only if all executions end; allowed: auto, none"},
		{"a copy of a message may be received again and again", copied, checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, "measures a system only if all executions end"},
		{"diagrams", lcr, checker.Messages, checker.Options{Search: checker.Search{Reduce: checker.Confluent, Engine: checker.Symbolic}}, "the symbolic engine does not suit the reduction confluent"},
	} {
		if _, err := checker.Measure(t.Context(), row.system, row.quantity, row.options); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got error %v, want one with %q", row.reason, err, row.want)
		}
	}
}
