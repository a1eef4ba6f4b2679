package snapshot_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/docs/example/snapshot"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// BenchmarkPredicates searches all configurations for one property at a time, whose
// predicate sees the view, the configuration or events, and fails if a count is wrong. Run
//
//	go test -run=- -bench=Predicates -benchtime=1x ./docs/example/snapshot
func BenchmarkPredicates(b *testing.B) {
	s, err := model.New(snapshot.Algorithm{}, model.Network{N: 3, Labels: []int{1, 1, 1}, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range []properties.Property{
		snapshot.Total(), snapshot.Consistent(), snapshot.Markers(),
		properties.NewAlways("view-of-configuration", "there are three processes", func(c properties.Configuration) bool { return len(c.View().Status) == 3 }),
		properties.NewAlwaysStep("event", "no fault strikes", func(s properties.Step) bool { return !s.IsFault() }),
		properties.NewAlwaysStep("views-of-event", "no process goes", func(s properties.Step) bool {
			return len(s.After.View().Status) == len(s.Before.View().Status)
		}),
	} {
		b.Run(p.Name, func(b *testing.B) {
			for b.Loop() {
				r, err := checker.Check(b.Context(), s, checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Workers: 1})
				if err != nil || r.Verdicts[0].Result != checker.Holds || r.Configurations != 311_744 {
					b.Fatalf("got %d configurations, %v, %v; want 311744, holds", r.Configurations, r.Verdicts, err)
				}
			}
		})
	}
}
