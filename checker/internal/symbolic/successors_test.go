package symbolic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSuccessors compares successors with a map, with few values and with many. The
// values are large: they take no room for smaller ones.
func TestSuccessors(t *testing.T) {
	for _, values := range []int{1, few - 1, few, few + 1, 100} {
		rng := rand.New(rand.NewPCG(uint64(values), 5))
		var s successors
		want := map[uint32][]uint32{}
		for len(want) < values {
			v := rng.Uint32N(1 << 31)
			for range 1 + rng.IntN(3) {
				w := rng.Uint32()
				s.add(v, w)
				want[v] = append(want[v], w)
			}
		}
		for v, after := range want {
			if got := s.of(v); !slices.Equal(got, after) {
				t.Errorf("%d values: value %d becomes %v, want %v", values, v, got, after)
			}
			if got := s.of(v + 1<<31); got != nil {
				t.Errorf("%d values: another value becomes %v", values, got)
			}
		}
	}
}
