package checker_test

import (
	"context"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// clocked is a context that measures how much processor time passes between two
// questions whether to stop. It is for one goroutine.
type clocked struct {
	context.Context
	tb      *testing.B
	last    time.Duration
	longest time.Duration
	asked   int
}

func (c *clocked) Err() error {
	now := cpu(c.tb)
	c.longest = max(c.longest, now-c.last)
	c.asked++
	c.last = cpu(c.tb)
	return nil
}

// BenchmarkPolls measures the longest time between two questions whether to
// stop, in systems whose phases are large. Run
//
//	go test -run=- -bench=Polls -benchtime=1x ./checker
func BenchmarkPolls(b *testing.B) {
	plain := func(*model.Network) error { return nil }
	bag := func(net *model.Network) error { net.Order = model.Bag; return nil }
	crash := func(net *model.Network) error { net.Faults.Crash, net.Timing = 1, model.Async; return nil }
	lockstep := func(net *model.Network) error { net.Timing = model.Lockstep; return nil }
	all := properties.Standard(properties.Greatest)
	quiescence := []properties.Property{properties.Quiescence()}
	for _, test := range []struct {
		name   string
		system func(b *testing.B) *model.System
		engine checker.Engine
		list   []properties.Property
	}{
		{"saturation", func(b *testing.B) *model.System { return specSystem(b, "LCR", 30) }, checker.Symbolic, all[:2]},
		{"collection", func(b *testing.B) *model.System { return catalogued(b, "afa", "corrected", 12, plain) }, checker.Symbolic, all},
		{"lasso/diagrams", func(b *testing.B) *model.System { return catalogued(b, "afa", "printed", 12, plain) }, checker.Symbolic, quiescence},
		{"narrowing", func(b *testing.B) *model.System { return catalogued(b, "bully", "printed", 4, crash) }, checker.Symbolic, all},
		{"search", func(b *testing.B) *model.System { return specSystem(b, "LCR", 12) }, checker.Explicit, all},
		{"cycles", func(b *testing.B) *model.System { return catalogued(b, "afa", "printed", 9, plain) }, checker.Explicit, quiescence},
		{"counterexample", func(b *testing.B) *model.System { return catalogued(b, "bully", "printed", 4, crash) }, checker.Explicit, all},
		{"bag", func(b *testing.B) *model.System { return catalogued(b, "raft", "corrected", 4, bag) }, checker.Explicit, all},
		{"rounds", func(b *testing.B) *model.System { return catalogued(b, "bully", "printed", 5, lockstep) }, checker.Explicit, all},
	} {
		b.Run(test.name, func(b *testing.B) {
			s := test.system(b)
			for b.Loop() {
				ctx := &clocked{Context: b.Context(), tb: b}
				ctx.last = cpu(b)
				began := ctx.last
				if _, err := checker.Check(ctx, s, checker.Options{Search: checker.Search{Engine: test.engine}, Properties: test.list, MaxConfigurations: 1_000_000, MaxTime: 3 * time.Second}); err != nil {
					b.Fatal(err)
				}
				ctx.Err()
				if ctx.asked < 50 {
					b.Errorf("whether to stop was asked only %d times", ctx.asked)
				}
				b.ReportMetric(float64(ctx.longest.Microseconds())/1000, "longest-ms")
				b.ReportMetric(float64(ctx.asked), "polls")
				b.ReportMetric((cpu(b) - began).Seconds(), "cpu-s")
			}
		})
	}
}
