package simulation_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// BenchmarkAgainstRapid runs the same system, event by event, as a simulation and
// with rapid. All enabled events are equally likely.
func BenchmarkAgainstRapid(b *testing.B) {
	a := algorithms()[0]
	net := a.network(40, 1)
	s := a.system(b, net)
	b.Run("simulation", func(b *testing.B) {
		events := int64(0)
		for b.Loop() {
			events += simulate(b, s, net, simulation.Options{Seed: uint64(events), Scheduler: simulation.Untimed}).Events
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
	})
	b.Run("rapid", func(b *testing.B) {
		events := 0
		executions := rapid.Custom(func(t *rapid.T) int { return drive(t, s) })
		for b.Loop() {
			events += executions.Example(events)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
	})
}

// drive draws one execution by rapid, and returns its number of events.
func drive(t *rapid.T, s *model.System) int {
	c, events := s.Initial(), 0
	for {
		enabled := stepwise.Causes(s, c)
		if len(enabled) == 0 {
			return events
		}
		x := rapid.SampledFrom(enabled).Draw(t, "event")
		next, _ := stepwise.Follow(s, c, x, func(int) int { return 0 })
		c = next.Next
		events++
	}
}
