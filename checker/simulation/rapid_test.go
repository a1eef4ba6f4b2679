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
	net.Wake.All = true
	s := a.system(b, net)
	b.Run("simulation", func(b *testing.B) {
		compete(b, func(seed int) int {
			return int(simulate(b, s, net, simulation.Options{Seed: uint64(seed), Scheduler: simulation.Untimed}).Events)
		})
	})
	b.Run("rapid", func(b *testing.B) {
		executions := rapid.Custom(func(t *rapid.T) int { return drive(t, s) })
		compete(b, func(seed int) int { return executions.Example(seed) })
	})
}

// compete runs executions, and fails unless each has as many events as all
// executions of this network: each identity goes as far as the next greater one, in
// any order.
func compete(b *testing.B, execution func(seed int) int) {
	const want = 225
	seed := 0
	for b.Loop() {
		if got := execution(seed); got != want {
			b.Fatalf("seed %d: %d events, want %d", seed, got, want)
		}
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(seed*want), "ns/event")
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
