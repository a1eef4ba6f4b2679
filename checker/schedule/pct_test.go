package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFallsDiffer says that Depth-1 threads get a new priority, each another one.
func TestFallsDiffer(t *testing.T) {
	s := newPCT(coins{rand.New(rand.NewPCG(1, 0))}, Options{Length: 1 << 30, Depth: 4})
	var got []int64
	for _, priority := range s.falls {
		got = append(got, priority)
	}
	slices.Sort(got)
	if want := []int64{-3, -2, -1}; !slices.Equal(got, want) {
		t.Errorf("classes fall to %v, want %v, below all others", got, want)
	}
}
