package checker_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// turnsTally counts comparisons of checks with turns and without.
type turnsTally struct {
	systems, verdicts int
	reduced           int // systems whose counts are those of a reduced one
	folded            int // systems whose counts are up to renamings
	relaxed           int // systems whose counts are those of order fifo
	loops             int // verdicts by an infinite execution, which no reduced search finds
}

// compare reports as errors where turns decide otherwise than the search of the whole
// system.
func (n *turnsTally) compare(t *testing.T, s *model.System, o checker.Options, about string) {
	t.Helper()
	o.Search.Reduce, o.MaxConfigurations = checker.NoReduction, 3_000
	whole, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	if !whole.Complete {
		return
	}
	n.systems++
	o.Search.Reduce, o.MaxConfigurations = checker.AutoReduction, 0
	for _, o.Search.Engine = range []checker.Engine{checker.Explicit, checker.Auto} {
		about := fmt.Sprintf("%s, %v", about, o.Search.Engine)
		r, err := checker.CheckByTurns(t.Context(), s, o, int64(1+n.systems%10))
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if r.CutShort() {
			t.Errorf("%s: the search stopped: %s", about, r.Stopped)
		}
		// A reduced search for properties without a monitor may carry one, too.
		monitored := slices.ContainsFunc(o.Properties, func(p properties.Property) bool { return p.Monitor() != nil })
		if !r.Reduced() && r.Complete && r.Exact == nil && r.Configurations != whole.Configurations || r.Configurations > whole.Configurations && !monitored && !r.Relaxed {
			t.Errorf("%s: %d configurations, reduction %v, of %d", about, r.Configurations, r.Reduction, whole.Configurations)
		}
		if r.Reduction != checker.NoReduction {
			n.reduced++
		}
		if r.Symmetry > 1 {
			n.folded++
		}
		if r.Relaxed {
			n.relaxed++
		}
		for i, v := range r.Verdicts {
			n.sameVerdict(t, whole.Verdicts[i], v, about)
			if v.Result == checker.Unknown && r.Stopped.Cause == reason.AllDecided {
				t.Errorf("%s: %s is unknown, but %s", about, v.Property.Name, r.Stopped)
			}
		}
	}
}

// sameVerdict reports as an error how a verdict of turns differs from that of the search of
// the whole system.
func (n *turnsTally) sameVerdict(t *testing.T, want, v checker.Verdict, about string) {
	t.Helper()
	n.verdicts++
	if v.Result != want.Result || v.Note() != want.Note() || (v.Execution == nil) != (want.Execution == nil) {
		t.Errorf("%s: %s: %v (%s), want %v (%s)", about, v.Property.Name, v.Result, v.Note(), want.Result, want.Note())
		return
	}
	if v.Execution == nil {
		return
	}
	if v.Execution.Loops() || want.Execution.Loops() {
		n.loops++
		return
	}
	// The whole system is small enough for the search that shortens.
	if diff := cmp.Diff(want.Execution.Lasso(), v.Execution.Lasso(), cmpopts.EquateEmpty()); diff != "" || v.Minimal != checker.Least {
		t.Errorf("%s: %s: another execution is the least (-least +shown, %v):\n%s", about, v.Property.Name, v.Minimal, diff)
	}
}

// TestTurnsDecideAll says that turns decide all that a search of the whole system
// decides, if the first turn is too small for it.
func TestTurnsDecideAll(t *testing.T) {
	seeds := uint64(9)
	if testing.Short() {
		seeds = 6
	}
	unshaped := properties.NewAlways("unshaped", "fewer than all win", func(v model.View) bool {
		return slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Role != model.Won })
	})
	var n turnsTally
	for seed := range seeds {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingInvoked, checkertest.CommutingDeferred, checkertest.Random,
			checkertest.Anonymous, checkertest.AnonymousCommuting, checkertest.Exchangeable} {
			s, about := generator(seed)
			list := append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2), properties.Symmetric())
			switch seed % 3 {
			case 0:
				list = append(list, unshaped)
			case 1:
				at := int(seed) / 3 % len(list)
				list = list[at : at+1]
			}
			n.compare(t, s, checker.Options{Properties: list, Fairness: model.Fairness(1 + seed%3), Workers: int(1 + seed%2)}, about)
		}
	}
	t.Logf("%+v", n)
	if n.reduced < n.systems/10 || n.folded < n.systems/10 || n.loops < n.systems/4 {
		t.Errorf("%+v: too little to test anything", n)
	}
}

// TestTurnsTakeAFewTimesAsLong says that turns do not ask much more often whether to stop
// than a search of the whole system, where that is the best: the reduced search begins
// again and again, and has not much fewer configurations, and diagrams are large.
func TestTurnsTakeAFewTimesAsLong(t *testing.T) {
	crash := func(net *model.Network) error {
		net.Faults.Crash, net.Timing = 1, model.Timely
		return nil
	}
	s := catalogued(t, "tokenring", "corrected", 4, crash) // 2,171 configurations
	asked := func(o checker.Options, first int64) int {
		o.Properties, o.Fairness, o.Workers = properties.Standard(properties.Greatest), model.Weak, 1
		c := &impatient{Context: t.Context(), patience: math.MaxInt}
		r, err := checker.CheckByTurns(c, s, o, first)
		if err != nil || !r.Complete || r.Reduction != checker.NoReduction {
			t.Fatalf("first %d: complete %t, reduction %v, error %v; want a search of the whole system", first, r.Complete, r.Reduction, err)
		}
		return c.asked
	}
	whole := asked(checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, math.MaxInt64)
	for _, first := range []int64{64, 256, 1024} {
		for _, engine := range []checker.Engine{checker.Explicit, checker.Auto} {
			if n := asked(checker.Options{Search: checker.Search{Engine: engine}}, first); 5*whole < 2*n {
				t.Errorf("%v, first %d: asked %d times, the search of the whole system %d times; want at most 2.5 times as often", engine, first, n, whole)
			}
		}
	}
}
