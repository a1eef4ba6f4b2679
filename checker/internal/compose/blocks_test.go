package compose_test

import (
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
)

// expansion is what is known of the successors of the configurations of a block.
type expansion struct {
	Next       []compose.State
	Events     int
	Obligatory uint64
}

// expandsAlike compares Expand with Successors: of all blocks of the configurations, with
// either half in common, and of what is left of them without every other configuration.
func expandsAlike(t *testing.T, m *compose.Machine, all []compose.State) {
	t.Helper()
	if !m.Expands() {
		return
	}
	for _, turned := range []bool{false, true} {
		blocks := map[uint64]uint64{}
		for _, c := range all {
			key := uint64(c)
			if turned {
				key = bits.RotateLeft64(key, 32)
			}
			blocks[key>>6] |= 1 << (key & 63)
		}
		for _, number := range slices.Sorted(maps.Keys(blocks)) {
			for _, mask := range []uint64{^uint64(0), 0x5555555555555555} {
				b := visited.Block{Number: number, Bits: blocks[number] & mask}
				if diff := cmp.Diff(oneByOne(m, b, turned), asBlock(m, b, turned)); diff != "" {
					t.Fatalf("turned: %t, block %x, configurations %b (-Successors +Expand):\n%s", turned, b.Number, b.Bits, diff)
				}
			}
		}
	}
}

func oneByOne(m *compose.Machine, b visited.Block, turned bool) (x expansion) {
	for i := range 64 {
		if b.Bits>>i&1 == 1 {
			before := len(x.Next)
			var obligatory bool
			if x.Next, obligatory = m.Successors(0, compose.State(b.Key(i, turned)), x.Next); obligatory {
				x.Obligatory |= 1 << i
			}
			x.Events += len(x.Next) - before
		}
	}
	slices.Sort(x.Next)
	x.Next = slices.Compact(x.Next)
	return x
}

func asBlock(m *compose.Machine, b visited.Block, turned bool) (x expansion) {
	list, events, obligatory := m.Expand(0, b, turned, nil)
	x.Events, x.Obligatory = events, obligatory
	for _, b := range list {
		for key := range b.Keys(turned) {
			x.Next = append(x.Next, compose.State(key))
		}
	}
	slices.Sort(x.Next)
	x.Next = slices.Compact(x.Next)
	return x
}
