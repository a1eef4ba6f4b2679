package explicit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSortKeys(t *testing.T) {
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
			keys := make([]uint64, row.length)
			for i := range keys {
				keys[i] = common&^row.mask | rng.Uint64()&row.mask
			}
			want := slices.Clone(keys)
			slices.Sort(want)
			sortKeys(keys, make([]uint64, row.length))
			if diff := cmp.Diff(want, keys); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
		})
	}
}
