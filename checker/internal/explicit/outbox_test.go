package explicit

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/visited"
)

// TestOutboxIsASet adds blocks to an outbox, which then has each number once, in ascending order, and has room for at most four times as many: while most blocks come
// again, and while none does.
func TestOutboxIsASet(t *testing.T) {
	for _, span := range []uint64{1, radixFew / 2, 3 * radixFew, 1 << 40} {
		rng := rand.New(rand.NewPCG(1, span))
		var box outbox
		most := 0     // numbers at a time
		for range 2 { // also after it was emptied
			all := map[uint64]uint64{}
			for range 20 * radixFew {
				b := visited.Block{Number: rng.Uint64N(span), Bits: 1 << rng.Uint64N(64)}
				box.add(b)
				all[b.Number] |= b.Bits
				most = max(most, len(all))
				if room := max(2*radixFew, 4*most); cap(box.blocks) > room {
					t.Fatalf("numbers below %d: room for %d blocks, and %d were added", span, cap(box.blocks), most)
				}
			}
			got, before := map[uint64]uint64{}, uint64(0)
			for i, b := range box.take() {
				if i > 0 && b.Number <= before {
					t.Fatalf("numbers below %d: %d comes after %d", span, b.Number, before)
				}
				got[b.Number], before = b.Bits, b.Number
			}
			if diff := cmp.Diff(all, got); diff != "" {
				t.Fatalf("numbers below %d (-added +taken):\n%s", span, diff)
			}
			if left := box.take(); len(left) != 0 {
				t.Fatalf("numbers below %d: %d blocks are left", span, len(left))
			}
		}
	}
}
