package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// reducedCounts are the configurations of the benchmark models, and of the
// catalogue's Raft, that are left with confluent deliveries.
var reducedCounts = []struct {
	model string
	n     int
	left  int64
}{
	{"RAFT1", 4, 284},        // of 701,064
	{"RAFT2", 3, 1_503},      // of 3,365,561
	{"RAFT3", 3, 63_895},     // of 19,035,599,954
	{"RAFT1", 5, 2_127},      // of 4,085,658,097
	{"LCR", 10, 92},          // of 124,042
	{"LCR", 12, 134},         // of 1,604,676
	{"HS", 6, 785},           // of 28,630
	{"HS", 8, 4_513},         // of 779,938
	{"raft fifo", 3, 613},    // of 34,874
	{"raft bag", 4, 2_616},   // of 738,473
	{"raft fifo", 5, 22_679}, // of 425,421,876
	{"raft bag", 5, 47_737},  // of 3,411,948,972
}

// reducedSystem returns a benchmark model, or Raft with processes n..1.
func reducedSystem(tb testing.TB, name string, n int) *model.System {
	tb.Helper()
	order, isRaft := strings.CutPrefix(name, "raft ")
	if !isRaft {
		return specSystem(tb, name, n)
	}
	return catalogued(tb, "raft", "corrected", n, func(net *model.Network) (err error) {
		net.Order, err = model.ParseOrder(order)
		return err
	})
}

func TestReducedCounts(t *testing.T) {
	for _, want := range reducedCounts {
		if want.left > 50_000 || testing.Short() && want.left > 10_000 {
			continue // the benchmark has it
		}
		t.Run(fmt.Sprintf("%s/n=%d", want.model, want.n), func(t *testing.T) {
			r, err := checker.Check(t.Context(), reducedSystem(t, want.model, want.n), checker.Options{
				Search: checker.Search{Reduce: checker.Confluent}, Properties: []properties.Property{properties.Uniqueness()}, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			if r.Configurations != want.left || r.Reduction != checker.Confluent {
				t.Errorf("got %d configurations, reduction %v; want %d", r.Configurations, r.Reduction, want.left)
			}
			if v := r.Verdicts[0]; v.Result != checker.Holds {
				t.Errorf("%v %s", v.Result, v.Note())
			}
		})
	}
}

// TestStepsThatHoldAreNotSeen says that irrevocability leaves no more normal forms than
// uniqueness, if no step refutes it.
func TestStepsThatHoldAreNotSeen(t *testing.T) {
	list := []properties.Property{properties.Uniqueness(), properties.Irrevocability()}
	for _, row := range []struct {
		reason string
		n      int
		left   int64
	}{
		{"514,230 would be left if it were seen who has lost", 14, 184},
		{"a search that saw it would not end", 20, 382},
	} {
		r, err := checker.Check(t.Context(), specSystem(t, "LCR", row.n), checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Properties: list, Audit: row.n < 20 && checkertest.Long(), MaxConfigurations: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			if v.Result != checker.Holds || r.Configurations != row.left {
				t.Errorf("n=%d: %s: %v, %d configurations; want %v, %d (%s)", row.n, v.Property.Name, v.Result, r.Configurations, checker.Holds, row.left, row.reason)
			}
		}
	}
}

// TestReducedWorkersAgree says that the report of a reduced search, the number of
// steps included, does not depend on the number of workers.
func TestReducedWorkersAgree(t *testing.T) {
	systems := map[string]*model.System{
		"paxos n=3":     catalogued(t, "paxos", "corrected", 3, func(net *model.Network) error { net.Timing = model.Timely; return nil }), // one round
		"raft fifo n=3": reducedSystem(t, "raft fifo", 3),
		"LCR n=7":       specSystem(t, "LCR", 7),
		"HS n=6":        specSystem(t, "HS", 6),
	}
	for name, s := range systems {
		var want string
		for _, workers := range []int{1, 2, 4, 4, 4} {
			r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Workers: workers,
				Properties: []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided()}})
			if err != nil {
				t.Fatal(err)
			}
			got := reportText(r)
			if want == "" {
				want = got
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: 1 worker and %d differ (-1 +%d):\n%s", name, workers, workers, diff)
			}
		}
	}
}

// TestReductionRefuses says for which systems and properties the reduction is not
// known to preserve verdicts, and that the error says so.
func TestReductionRefuses(t *testing.T) {
	uniqueness := []properties.Property{properties.Uniqueness()}
	quiet := properties.NewAlways("calm", "nothing is terminal", func(v model.View) bool { return !v.Terminal })
	silent := properties.NewAlways("silent", "no loss is left", func(c properties.Configuration) bool { return c.Left().Loss == 0 })
	faultless := properties.NewAlwaysStep("faultless", "no fault strikes", func(s properties.Step) bool { return !s.IsFault() })
	counts := properties.NewAlways("counts", "nothing is terminal after an event", properties.Watch(
		func(model.View) int { return 0 },
		func(int, properties.Observation) int { return 1 },
		func(v model.View, seen int) bool { return seen == 0 || !v.Terminal }))
	const whole = "its predicate is a function of the whole view, and no shape that says which processes it looks at; allowed: auto, none"
	lockstep, err := model.New(specLCR{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}, Timing: model.Lockstep})
	if err != nil {
		t.Fatal(err)
	}
	full, err := lockstep.Semantics().On(model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}, Capacity: model.Capacity{Places: 1}})
	if err != nil {
		t.Fatal(err)
	}
	traitors, err := lockstep.Semantics().On(model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}, Faults: model.Faults{Traitor: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason string
		system *model.System
		list   []properties.Property
		want   string
	}{
		{"a forged message comes between two deliveries", traitors, uniqueness, "does not suit traitors"},
		{"a place is free after a delivery", full, uniqueness, "does not suit capacity drop=1"},
		{"a round delivers everything", lockstep, uniqueness, "does not suit lockstep"},
		{"a trigger may ask what is terminal", specSystem(t, "LCR", 3), []properties.Property{properties.NewLeadsTo("calms", "what is terminal is won",
			func(v model.View) bool { return v.Terminal }, someone(model.Won))}, "does not suit calms: " + whole},
		{"a predicate may ask what is terminal", specSystem(t, "LCR", 3), []properties.Property{quiet}, "does not suit calm: " + whole},
		{"a monitor too, beside its state", specSystem(t, "LCR", 3), []properties.Property{counts}, "does not suit counts: " + whole},
		{"a predicate may ask for messages", specSystem(t, "LCR", 3), []properties.Property{silent}, "does not suit silent: its predicate sees whole configurations, and so what is in flight; allowed: auto, none"},
		{"or for events", specSystem(t, "LCR", 3), []properties.Property{faultless}, "does not suit faultless: its predicate sees whole events, and so what is in flight; allowed: auto, none"},
	} {
		if _, err := checker.Check(t.Context(), row.system, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Properties: row.list}); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got error %v, want one with %q", row.reason, err, row.want)
		}
	}
	inbox, err := model.New(philosopher{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Order: model.Inbox})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checker.Check(t.Context(), inbox, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}); err == nil || !strings.Contains(err.Error(), "does not suit deferred messages in an inbox") {
		t.Errorf("an inbox passes what is deferred: got error %v", err)
	}
}

// TestReducedMonitorOfRestarts says that a reduced search judges a monitor of
// restarts. The search leaves out steps only, and a process that is down takes
// none: that the monitor would notice one does not count.
func TestReducedMonitorOfRestarts(t *testing.T) {
	never := properties.NewAlways("stay-down", "no process restarts", properties.Watch(
		func(model.View) bool { return false },
		func(restarted bool, o properties.Observation) bool { return restarted || o.Before.Down },
		func(restarted bool) bool { return !restarted }))
	for restart, want := range []checker.Result{checker.Holds, checker.Violated} {
		s := catalogued(t, "raft", "corrected", 2, func(net *model.Network) error {
			net.Faults = model.Faults{Crash: 1, Restart: restart}
			return nil
		})
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Properties: []properties.Property{never}})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != want {
			t.Errorf("%d restarts: %v (%s), want %v", restart, v.Result, v.Note(), want)
		}
	}
}

// once sends one message when it wakes, which has no effect.
type once struct{}

func (once) Init(model.Self) bool                         { return false }
func (once) Ready(_ model.Self, s bool) model.Spontaneous { return model.Spontaneous{Wake: !s} }
func (once) Observe(model.Self, bool) model.Status        { return model.Status{} }
func (once) Step(p *model.Process[string], s bool, in model.Input[string]) bool {
	if in.Kind == model.Wake {
		p.Send(0, "M")
		return true
	}
	return s
}

// TestDuplicatesForEver says that the reduction does not hide that a message without effect is
// duplicated for ever, which ends no execution if there is no fairness.
func TestDuplicatesForEver(t *testing.T) {
	list := []properties.Property{properties.Quiescence()}
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		s, err := model.New(once{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Order: order, Faults: model.Faults{Dup: model.Unbounded}})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []checker.Reduction{checker.NoReduction, checker.AutoReduction} {
			report, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Unfair, Search: checker.Search{Reduce: r}})
			if err != nil || report.Verdicts[0].Result != checker.Violated {
				t.Errorf("%v, %v: %v, %v; want violated", order, r, report.Verdicts, err)
			}
		}
		if _, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Unfair, Search: checker.Search{Reduce: checker.Confluent}}); err == nil || !strings.Contains(err.Error(), "unbounded duplication") {
			t.Errorf("%v: %v; want a refusal", order, err)
		}
		if _, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}, Search: checker.Search{Reduce: checker.Confluent}}); err != nil {
			t.Errorf("%v: a property of every configuration is refused: %v", order, err)
		}
	}
}
