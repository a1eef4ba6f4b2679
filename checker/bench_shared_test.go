package checker_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/internal/engine/peerstest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// BenchmarkShared searches a system in parts, each in a goroutine of its own, and fails if a count is wrong. One part is a search by one
// process. Run
//
//	go test -run=- -bench=Shared -benchtime=1x ./checker
func BenchmarkShared(b *testing.B) {
	s := catalogued(b, "lcr", "corrected", 11, func(*model.Network) error { return nil })
	for _, parts := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("parts=%d", parts), func(b *testing.B) {
			for range b.N {
				hub := peerstest.New(parts)
				var wg sync.WaitGroup
				for i := range parts {
					wg.Go(func() {
						defer hub.Leave(i)
						o := checker.Options{Properties: []properties.Property{properties.Uniqueness()}, Search: checker.Search{Reduce: checker.NoReduction}}
						if parts > 1 {
							o.Peers = hub.Part(i)
						}
						r, err := checker.Check(b.Context(), s, o)
						if err != nil || r.Configurations != 444_459 {
							b.Errorf("%d configurations, %v", r.Configurations, err)
						}
					})
				}
				wg.Wait()
				rounds, bytes := hub.Rounds()
				b.ReportMetric(float64(rounds), "rounds")
				b.ReportMetric(float64(bytes)/1e6, "MB")
			}
		})
	}
}
