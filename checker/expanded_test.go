package checker_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/properties"
)

// TestExpanded counts what all searches expand, for one worker and for two.
func TestExpanded(t *testing.T) {
	s := specSystem(t, "LCR", 6)
	for _, c := range []struct {
		reason  string
		options checker.Options
		times   int64 // that each configuration is expanded
	}{
		{"one search", checker.Options{Engine: checker.Explicit, Reduce: checker.NoReduction, Properties: []properties.Property{properties.Uniqueness()}}, 1},
		{"a monitor has a search of its own", checker.Options{Engine: checker.Explicit, Reduce: checker.NoReduction, Properties: []properties.Property{properties.Uniqueness(), properties.MessagesAtMost(1000)}}, 2},
		{"diagrams expand none", checker.Options{Engine: checker.Symbolic, Properties: []properties.Property{properties.Uniqueness()}}, 0},
	} {
		t.Run(c.reason, func(t *testing.T) {
			for c.options.Workers = range 3 {
				r, err := checker.Check(context.Background(), s, c.options)
				if err != nil {
					t.Fatal(err)
				}
				if want := c.times * r.Configurations; r.Expanded < want || c.times < 2 && r.Expanded != want {
					t.Errorf("%d workers: expanded %d, want %d of %d configurations", c.options.Workers, r.Expanded, want, r.Configurations)
				}
			}
		})
	}
}
