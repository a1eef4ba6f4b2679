package checker_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// observed returns a property whose monitor has seen so many observations, in a circle, and
// refutes it at one of them.
func observed(name string, circle, refuted int) properties.Property {
	return properties.NewAlways(name, "the monitor has seen fewer", properties.Watch(
		func(model.View) int { return 0 },
		func(seen int, _ properties.Observation) int { return (seen + 1) % circle },
		func(seen int) bool { return seen != refuted }))
}

// TestCarriedMonitors says that a search that carries a monitor makes the same report as searches
// that carry none, also if the state of the monitor does not follow from the configuration.
func TestCarriedMonitors(t *testing.T) {
	const never = 9
	for _, row := range []struct {
		reason  string
		list    []properties.Property
		carried bool // there is no other search
	}{
		{"its state follows", []properties.Property{properties.Uniqueness(), properties.UniquenessEver()}, true},
		{"its state follows, and another property is refuted", []properties.Property{properties.Uniqueness(), nobodyIsTold(), properties.UniquenessEver()}, true},
		{"its state does not follow", []properties.Property{properties.Uniqueness(), observed("few", 2, never), nobodyIsTold()}, false},
		{"its property is refuted, and its state does not follow", []properties.Property{observed("few", 3, 2), properties.Uniqueness()}, false},
		{"the second monitor has its own search", []properties.Property{properties.UniquenessEver(), observed("few", 2, never), properties.Uniqueness()}, false},
		{"it counts messages", []properties.Property{properties.Uniqueness(), properties.MessagesAtMost(100)}, false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			s := specSystem(t, "LCR", 5) // 254 configurations
			o := checker.Options{Search: checker.Search{Engine: checker.Explicit}, Properties: row.list, Fairness: model.Weak}
			got, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Search.Reduce = checker.NoReduction // without a bound, so no monitor is carried
			want, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			if (got.Expanded < 2*want.Configurations) != row.carried || want.Configurations != 254 {
				t.Errorf("expanded %d instead of %d, of %d configurations", got.Expanded, want.Expanded, want.Configurations)
			}
			if diff := cmp.Diff(reportText(want), reportText(got)); diff != "" {
				t.Errorf("-searches of their own +carried:\n%s", diff)
			}
		})
	}
}

// nobodyIsTold is refuted by the first process that loses.
func nobodyIsTold() properties.Property {
	return properties.NewAlways("nobody-lost", "nobody has lost", nobodyHas(model.Lost))
}
