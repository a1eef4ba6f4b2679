package checker_test

import (
	"math"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/internal/engine/peerstest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func TestOptionsThatMeanNothing(t *testing.T) {
	s := hastySystem(t, "", model.Network{})
	own := properties.NewAlways("well-formed", "something else", func(model.View) bool { return true })
	nobody := properties.NewEventually("nobody", "", properties.Of(9, func(any) bool { return true }))
	for _, test := range []struct {
		options checker.Options
		want    string
	}{
		{checker.Options{Search: checker.Search{Engine: 9}}, "unknown engine engine(9); allowed: explicit, symbolic, auto, sorted"},
		{checker.Options{Fairness: 9}, "unknown fairness fairness(9); allowed: default, none, weak, strong"},
		{checker.Options{Search: checker.Search{Reduce: 9}}, "unknown reduction reduction(9); allowed: auto, none, confluent"},
		{checker.Options{Workers: -1}, "Workers is -1; allowed: 0 for one, or the number of goroutines"},
		{checker.Options{MaxConfigurations: -1}, "MaxConfigurations is -1; allowed: 0 for no bound, or more"},
		{checker.Options{MaxDepth: -2}, "MaxDepth is -2; allowed: 0 for no bound, or more"},
		{checker.Options{MaxMemory: math.MinInt64}, "MaxMemory is -9223372036854775808; allowed: 0 for no bound, or more"},
		{checker.Options{MaxTime: -time.Second}, "MaxTime is -1s; allowed: 0 for no bound, or more"},
		{checker.Options{Search: checker.Search{Symmetry: true, Engine: checker.Symbolic}}, "the symbolic engine does not search up to symmetry; allowed: explicit, auto"},
		{checker.Options{Properties: []properties.Property{properties.Elected(), properties.Elected()}},
			`two properties are named "elected"; allowed: different names`},
		{checker.Options{Properties: []properties.Property{properties.NewReachable("none", "", properties.Shape{})}},
			"property none: its shape has no part"},
		{checker.Options{Properties: []properties.Property{nobody}},
			"property nobody: it is about process 9 of n = 2; allowed: 0..1, since Of takes the index of a process, not its identity"},
		{checker.Options{Properties: []properties.Property{own}},
			`a property is named "well-formed"; allowed: any other name, as this is that of properties.WellFormed`},
	} {
		for _, reduction := range reductions {
			if test.options.Search.Reduce == 0 {
				test.options.Search.Reduce = reduction
			}
			if _, err := checker.Check(t.Context(), s, test.options); err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
			if test.options.Properties != nil {
				continue
			}
			if _, err := checker.Measure(t.Context(), s, checker.Messages, test.options); err == nil || err.Error() != test.want {
				t.Errorf("Measure: got error %v, want %s", err, test.want)
			}
		}
	}
}

// TestPeersThatCannotShare says which checks cannot be shared.
func TestPeersThatCannotShare(t *testing.T) {
	one := peerstest.New(1).Part(0)
	explicit := checker.Search{Reduce: checker.NoReduction}
	always := properties.NewAlways("always", "", func(model.View) bool { return true })
	for _, row := range []struct {
		options checker.Options
		faults  model.Faults
		want    string
	}{
		{checker.Options{Peers: peerstest.New(1).Part(1), Search: explicit}, model.Faults{}, "part 1 of 1 of a search; allowed: 0 to one less than there are"},
		{checker.Options{Peers: one, Search: checker.Search{Engine: checker.Auto}}, model.Faults{}, "the auto engine shares no search; allowed with Peers: explicit"},
		{checker.Options{Peers: one}, model.Faults{}, "a reduced search is not shared; allowed with Peers: reduction none, without symmetry"},
		{checker.Options{Peers: one, Search: explicit, Workers: 2}, model.Faults{}, "2 workers in a part of a search; allowed with Peers: one, and a part for each core"},
		{checker.Options{Peers: one, Search: explicit, Constraint: &always}, model.Faults{}, "a search that is shared takes no constraint; allowed: no Peers"},
		{checker.Options{Peers: one, Search: explicit, Disk: t.TempDir(), Checkpoint: &checker.Checkpoint{}}, model.Faults{},
			"a search that is shared is not saved; allowed: no Checkpoint, or no Peers"},
		{checker.Options{Peers: one, Search: explicit}, model.Faults{Traitor: 1},
			"a search with traitors is not shared: the messages that they forge come from no step; allowed: no traitor, or no Peers"},
	} {
		if _, err := checker.Check(t.Context(), hastySystem(t, "", model.Network{Faults: row.faults}), row.options); err == nil || err.Error() != row.want {
			t.Errorf("got error %v, want %s", err, row.want)
		}
	}
	if _, err := checker.Measure(t.Context(), hastySystem(t, "", model.Network{}), checker.Messages, checker.Options{Peers: one, Search: explicit}); err == nil {
		t.Error("extremes are measured by peers")
	}
}
