package simulation

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkQueue is the hold model: with n messages in flight, the first arrives and
// another is sent, which takes a time of exponential distribution.
func BenchmarkQueue(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var q queue
			for i := range n {
				q.push(item{at: Ticks(rng.ExpFloat64() * float64(Unit)), msg: int32(i)})
			}
			last := Ticks(0)
			for b.Loop() {
				x, _ := q.pop()
				if x.at < last {
					b.Fatal("time went back")
				}
				last = x.at
				x.at += Ticks(rng.ExpFloat64() * float64(Unit))
				q.push(x)
			}
			b.StopTimer()
			left := 0
			for _, ok := q.pop(); ok; _, ok = q.pop() {
				left++
			}
			if left != n || len(q.blocks) > n {
				b.Fatalf("%d messages are left of %d, in %d blocks", left, n, len(q.blocks))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/event")
		})
	}
}
