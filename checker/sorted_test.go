package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// sortable are properties of all forms that a sorted search judges, with shapes of all parts and monitors of several kinds, and some of others.
func sortable() []properties.Property {
	won := func(s model.Status) bool { return s.Role == model.Won }
	return append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2),
		properties.NewAlways("nobody-stands", "nobody is a candidate", nobodyHas(model.Candidate)),
		properties.NewAlways("somebody-undecided", "somebody is undecided", hasRole(model.Undecided)),
		properties.NewAlways("few-win", "at most one process has won", properties.Shape{Counted: won, Most: 1}),
		properties.NewAtEnd("one-at-the-end", "one process has won at the end", properties.Shape{Counted: won, Least: 1, Most: 1}),
		properties.NewAlwaysStep("no-step-back", "no term gets less", properties.Shape{Step: func(a, b model.Status) bool { return b.Down || a.Down || a.Term <= b.Term }}),
		properties.NewReachable("somebody-wins", "somebody wins", hasRole(model.Won)),
		properties.NewAlways("in-turn", "no process with a lesser number changes after one with a greater", properties.Watch(
			func(model.View) int { return -1 },
			func(last int, o properties.Observation) int {
				switch {
				case last == -2 || o.Before != o.After && o.Process < last:
					return -2
				case o.Before != o.After:
					return o.Process
				}
				return last
			},
			func(last int) bool { return last != -2 })))
}

// TestSortedVerdictsAgree says that a search of the system agrees with each verdict that a sorted search gives, for random systems.
func TestSortedVerdictsAgree(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 6
	}
	var systems, decided, left int
	for seed := range seeds {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Balloting, checkertest.Random, checkertest.Dull,
			checkertest.Commuting, checkertest.Circling, checkertest.Deferring} {
			s, about := generator(seed)
			o := checker.Options{Fairness: model.Fairness(1 + seed%3), Search: checker.Search{Reduce: checker.NoReduction, AnyWitness: true}, MaxConfigurations: 5_000, Properties: sortable()}
			found, complete, err := checker.CheckSorted(t.Context(), s, o, 20_000)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if !complete {
				continue
			}
			whole, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if !whole.Complete {
				continue
			}
			systems++
			for i, v := range found {
				if v.Result == checker.Unknown {
					left++
					continue
				}
				decided++
				if want := whole.Verdicts[i]; v.Result != want.Result {
					t.Errorf("%s, %v: %s: %v by a sorted search, want %v", about, o.Fairness, v.Property.Name, v.Result, want.Result)
				}
			}
		}
	}
	t.Logf("%d systems: %d verdicts, %d left unknown", systems, decided, left)
	if systems < int(seeds) || decided < 4*systems || left < systems {
		t.Error("too little to test anything")
	}
}
