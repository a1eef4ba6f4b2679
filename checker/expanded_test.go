package checker_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestExpanded counts the configurations that all searches expand, for one worker
// and for two.
func TestExpanded(t *testing.T) {
	s := specSystem(t, "LCR", 6)
	for _, c := range []struct {
		reason  string
		options checker.Options
		times   int64 // that each configuration is expanded
	}{
		{"one search", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness()}}, 1},
		{"a monitor has a search of its own", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness(), properties.MessagesAtMost(1000)}}, 2},
		{"diagrams expand none", checker.Options{Search: checker.Search{Engine: checker.Symbolic}, Properties: []properties.Property{properties.Uniqueness()}}, 0},
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

// TestFirstTurnLeavesMonitors says that the whole system is searched once where it is too large
// for the first turn, however many properties need searches of their own.
func TestFirstTurnLeavesMonitors(t *testing.T) {
	const first = 4_000
	s := specSystem(t, "LCR", 9) // 34,638 configurations, 74 of them reduced
	expanded := func(list ...properties.Property) int64 {
		r, err := checker.CheckByTurns(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Explicit}, Properties: list}, first)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			if v.Result != checker.Holds {
				t.Errorf("%s: %v (%s), want %v", v.Property.Name, v.Result, v.Note(), checker.Holds)
			}
		}
		return r.Expanded
	}
	one := expanded(properties.Uniqueness())
	for _, c := range []struct {
		reason string
		also   properties.Property
	}{
		{"a monitor", properties.MessagesAtMost(1000)},
		{"a search without the goal", properties.Elected()},
		{"marks", properties.NewLeadsTo("won-won", "whoever has won has won", someone(model.Won), someone(model.Won))},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if both := expanded(properties.Uniqueness(), c.also); both-one > first/2 {
				t.Errorf("expanded %d configurations more than %d", both-one, one)
			}
		})
	}
}
