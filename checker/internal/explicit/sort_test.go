package explicit

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/visited"
)

// TestSortBlocks sorts blocks whose numbers differ in some bits, and joins those of equal
// numbers.
func TestSortBlocks(t *testing.T) {
	for _, row := range []struct {
		name   string
		length int
		mask   uint64 // the bits that vary
		reason string
	}{
		{"none", 0, ^uint64(0), "an empty level"},
		{"few", radixFew - 1, ^uint64(0), "too few for digits"},
		{"all bits", 3 * radixFew, ^uint64(0), "every digit varies, the last one has fewer bits"},
		{"two numbers", 3 * radixFew, 1<<40 - 1<<32 | 1<<9 - 1, "the digits between and above are equal"},
		{"an even number of passes", 3 * radixFew, 1<<22 - 1, "the result is where the keys were"},
		{"equal", 2 * radixFew, 0, "no digit varies"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(row.length)))
			common := rng.Uint64()
			list, all := make([]visited.Block, row.length), map[uint64]uint64{}
			for i := range list {
				list[i] = visited.Block{Number: common&^row.mask | rng.Uint64()&row.mask, Bits: 1 << rng.Uint64N(64)}
				all[list[i].Number] |= list[i].Bits
			}
			want := make([]visited.Block, 0, len(all))
			for _, number := range slices.Sorted(maps.Keys(all)) {
				want = append(want, visited.Block{Number: number, Bits: all[number]})
			}
			sortBlocks(list, make([]visited.Block, row.length))
			if diff := cmp.Diff(want, union(list)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
		})
	}
}
