package agenda_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
)

// TestDealsAreBalanced deals random pieces: each goes to one shard, always the same, and no shard costs more than
// another one by more than a piece of it.
func TestDealsAreBalanced(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		costs := make([]float64, random.IntN(40))
		for i := range costs {
			costs[i] = agenda.Guess(random.IntN(6), 4)
		}
		shards := 1 + random.IntN(9)
		of := agenda.Deal(costs, shards)
		if again := agenda.Deal(costs, shards); !slices.Equal(of, again) || len(of) != len(costs) {
			t.Fatalf("%v into %d: %v, then %v", costs, shards, of, again)
		}
		sums, lightest := make([]float64, shards), make([]float64, shards)
		for i, s := range of {
			sums[s] += costs[i] // a shard out of range panics
			if lightest[s] == 0 || costs[i] < lightest[s] {
				lightest[s] = costs[i]
			}
		}
		for s := range sums {
			if sums[s]-lightest[s] > slices.Min(sums)+1e-9 {
				t.Errorf("%v into %d: costs %v", costs, shards, sums)
			}
		}
	}
}

// TestGuessesGrow says that the expected cost grows with the size, and is a second at the usual one.
func TestGuessesGrow(t *testing.T) {
	if got := agenda.Guess(5, 5); got != 1 {
		t.Errorf("usual size: %v s, want 1", got)
	}
	for n := 1; n < 9; n++ {
		if a, b := agenda.Guess(n, 5), agenda.Guess(n+1, 5); b <= a {
			t.Errorf("size %d: %v s, size %d: %v s", n, a, n+1, b)
		}
	}
}
