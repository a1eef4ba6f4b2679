package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestAuto says which engine Auto ends with.
func TestAuto(t *testing.T) {
	unshaped := properties.NewAlways("unshaped", "fewer than all win", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Role != model.Won {
				return true
			}
		}
		return false
	})
	for _, row := range []struct {
		reason   string
		model    string
		n        int
		property properties.Property
		options  checker.Options
		engine   checker.Engine // Auto: either
		result   checker.Result
		stopped  string
	}{
		{"small", "HS", 6, properties.Uniqueness(), checker.Options{}, checker.Explicit, checker.Holds, ""},
		{"beyond 262,144 configurations", "LCR", 12, properties.Uniqueness(), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, checker.Symbolic, checker.Holds, ""},
		{"the same, which the reduction leaves small", "LCR", 12, properties.Uniqueness(), checker.Options{}, checker.Explicit, checker.Holds, ""},
		{"a bound beyond that", "LCR", 12, properties.Uniqueness(), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 300_000}, checker.Symbolic, checker.Holds, ""},
		{"a bound below that", "LCR", 12, properties.Uniqueness(), checker.Options{MaxConfigurations: 1000}, checker.Explicit, checker.Unknown, "max-configurations 1000"},
		{"memory for the diagram only", "HS", 16, properties.Uniqueness(), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxMemory: 12 << 20}, checker.Symbolic, checker.Holds, ""},
		{"memory for neither", "LCR", 14, properties.Uniqueness(), checker.Options{MaxMemory: 1 << 14}, checker.Auto, checker.Unknown, "max-memory"},
		{"what the symbolic engine cannot follow", "RAFT1", 4, unshaped, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, checker.Explicit, checker.Holds, ""},
		{"the same within a bound", "RAFT1", 4, unshaped, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 300_000}, checker.Symbolic, checker.Unknown, "max-configurations 300000"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			o := row.options
			if o.MaxMemory > 0 {
				o.MaxMemory = roomFor(o.MaxMemory)
			}
			o.Search.Engine, o.Properties = checker.Auto, []properties.Property{row.property}
			r, err := checker.Check(t.Context(), specSystem(t, row.model, row.n), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Engine != row.engine && row.engine != checker.Auto || r.Verdicts[0].Result != row.result || !strings.HasPrefix(r.Stopped.String(), row.stopped) || row.stopped == "" && r.Stopped.Cause != reason.None {
				t.Errorf("%v: %v, stopped %q; want %v: %v, stopped %q", r.Engine, r.Verdicts[0].Result, r.Stopped, row.engine, row.result, row.stopped)
			}
		})
	}
}

// TestAutoKeepsVerdicts says that the verdicts of the symbolic engine are kept
// where a later turn of the explicit one is cut short, and that the counts are
// those of the search that met all configurations.
func TestAutoKeepsVerdicts(t *testing.T) {
	unshaped := properties.NewAlways("unshaped", "whatever the engine cannot follow", func(model.View) bool { return true })
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 12), checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.NoReduction}, MaxConfigurations: 300_000,
		Properties: []properties.Property{properties.Uniqueness(), unshaped, properties.Elected()}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range r.Verdicts {
		got = append(got, fmt.Sprint(v.Property.Name, " ", v.Result, " ", v.Note()))
	}
	want := []string{"uniqueness holds ", "unshaped unknown max-configurations 300000", "elected holds "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if all := int64(1_604_676); r.Complete || r.Stopped.String() != "max-configurations 300000" || r.Engine != checker.Symbolic || r.Configurations != all {
		t.Errorf("%v: complete=%t, stopped %q, %d configurations; want symbolic, false, by the bound, %d", r.Engine, r.Complete, r.Stopped, r.Configurations, all)
	}
}

// TestAutoEndsAtIllFormedStep says that no turn goes on for a property that
// stays unknown because a step is not well-formed.
func TestAutoEndsAtIllFormedStep(t *testing.T) {
	s, err := model.New(stairs{}, model.Network{N: 5, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	top := properties.NewReachable("top", "all can be at the top", func(v model.View) bool {
		return !slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Role != model.Won })
	})
	for _, test := range []struct {
		reason   string
		property properties.Property
		result   checker.Result
	}{
		{"what is reachable stays unknown", top, checker.Unknown},
		{"what must hold always may be violated", properties.NewAlways("low", "not all are at the top", func(v model.View) bool { return !top.Holds(v, nil) }), checker.Violated},
	} {
		t.Run(test.reason, func(t *testing.T) {
			r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.NoReduction}, Properties: []properties.Property{test.property}})
			if err != nil {
				t.Fatal(err)
			}
			if v := r.Verdicts; r.Engine != checker.Symbolic || v[0].Result != test.result || v[1].Result != checker.Violated {
				t.Errorf("%v: %v and %v, want symbolic: %v and violated", r.Engine, v[0].Result, v[1].Result, test.result)
			}
		})
	}
}

// stairs are processes that climb alone. The step from the last stair panics.
type stairs struct{}

const top = 15

func (stairs) Init(model.Self) int { return 0 }
func (stairs) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Wake: true}
}
func (stairs) Observe(_ model.Self, s int) model.Status {
	if s == top {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (stairs) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if s == top {
		panic("no more stairs")
	}
	return s + 1
}

// TestAutoInterrupted says that the verdicts of the explicit engine are kept where the
// symbolic one is interrupted. Until then progress says how the memory is divided.
func TestAutoInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	divided := 0
	r, err := checker.Check(ctx, specSystem(t, "LCR", 60), checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.NoReduction},
		Properties: []properties.Property{properties.Uniqueness(), properties.MessagesAtMost(3)},
		Progress: func(now checker.Progress) {
			switch parts := now.Tables + now.Visited + now.Levels; {
			case now.Phase == "diagrams":
				interrupt()
			case min(now.Tables, now.Visited, now.Levels) <= 0 || parts > now.Bytes:
				t.Errorf("%s: %d bytes, of which tables %d, visited %d, levels %d", now.Phase, now.Bytes, now.Tables, now.Visited, now.Levels)
			default:
				divided++
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if divided == 0 {
		t.Error("no progress of the explicit engine")
	}
	if r.Complete || r.Stopped.String() != "interrupted" || r.Verdicts[0].Result != checker.Unknown || r.Verdicts[1].Result != checker.Violated {
		t.Errorf("complete=%t stopped %q, %v and %v; want interrupted, unknown and violated", r.Complete, r.Stopped, r.Verdicts[0].Result, r.Verdicts[1].Result)
	}
}

// TestTurnsAlternate says which search decides where there are no diagrams. LCR(5) has 254
// configurations, and 22 are left of them for uniqueness; LCR(4) has 80 and 14.
func TestTurnsAlternate(t *testing.T) {
	for _, row := range []struct {
		n              int
		first, most    int64
		reduction      checker.Reduction
		configurations int64
		reason         string
	}{
		{5, 254, 0, checker.NoReduction, 254, "the first turn is enough"},
		{5, 6, 0, checker.Confluent, 22, "the second may have 24"},
		{5, 5, 0, checker.Confluent, 22, "the second may have 20, and 40 as its levels hardly grow any more"},
		{5, 2, 0, checker.Confluent, 22, "8, 128, and then 128 with the reduction again"},
		{4, 1, 0, checker.NoReduction, 80, "the second may have 4, the third 64, and 128 as its levels hardly grow any more"},
		{5, 5, 320, checker.Confluent, 22, "no bound below the one that is asked for leaves room for a third"},
	} {
		o := checker.Options{Search: checker.Search{Engine: checker.Explicit}, Workers: 1, MaxConfigurations: row.most, Properties: []properties.Property{properties.Uniqueness()}}
		r, err := checker.CheckByTurns(t.Context(), specSystem(t, "LCR", row.n), o, row.first)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete || r.Reduction != row.reduction || r.Configurations != row.configurations || r.Verdicts[0].Result != checker.Holds {
			t.Errorf("n %d, first %d, most %d: %v, %d configurations, reduction %v, complete %t; want holds, %d, %v (%s)",
				row.n, row.first, row.most, r.Verdicts[0].Result, r.Configurations, r.Reduction, r.Complete, row.configurations, row.reduction, row.reason)
		}
	}
}

// TestLargeBeginsReduced says that a system that is known to be large is reduced
// without a search of the whole, and that a property that the reduction loses is
// decided.
func TestLargeBeginsReduced(t *testing.T) {
	unshaped := properties.NewAlways("unshaped", "a predicate of views", func(model.View) bool { return true })
	for _, row := range []struct {
		model    string
		large    bool
		property properties.Property
		want     checker.Reduction
		reason   string
	}{
		{"LCR", false, properties.Uniqueness(), checker.NoReduction, "it is small"},
		{"LCR", true, properties.Uniqueness(), checker.Confluent, "the first of its set was reduced"},
		{"LCR", true, properties.Elected(), checker.Confluent, "nobody asks how large it is"},
		{"LCR", true, unshaped, checker.NoReduction, "the reduction does not suit the property"},
	} {
		o := checker.Options{Search: checker.Search{Engine: checker.Auto, Large: row.large}, Properties: []properties.Property{row.property}}
		r, err := checker.Check(t.Context(), specSystem(t, row.model, 3), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdicts[0].Result != checker.Holds || r.Reduction != row.want {
			t.Errorf("%s, large %t: %v, reduction %v; want holds, %v (%s)", row.model, row.large, r.Verdicts[0].Result, r.Reduction, row.want, row.reason)
		}
	}
}
