package explicit

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/visited"
)

const (
	radixBits = 11      // of a digit: its counters stay in the nearest cache
	radixFew  = 1 << 12 // fewer keys are sorted by comparing them
)

// sortBlocks sorts blocks by the digits of their numbers, the least significant first. spare has the
// same length and is its workspace. A digit that all share costs nothing: in a
// level these are most.
func sortBlocks(list, spare []visited.Block) {
	if len(list) < radixFew {
		slices.SortFunc(list, func(a, b visited.Block) int { return cmp.Compare(a.Number, b.Number) })
		return
	}
	varies := uint64(0)
	for _, b := range list {
		varies |= b.Number ^ list[0].Number
	}
	from, to := list, spare
	for shift := 0; shift < 64; shift += radixBits {
		if varies>>shift&(1<<radixBits-1) == 0 {
			continue
		}
		var places [1 << radixBits]int
		for _, b := range from {
			places[b.Number>>shift&(1<<radixBits-1)]++
		}
		sum := 0
		for digit, count := range places {
			places[digit], sum = sum, sum+count
		}
		for _, b := range from {
			place := &places[b.Number>>shift&(1<<radixBits-1)]
			to[*place] = b
			*place++
		}
		from, to = to, from
	}
	copy(list, from)
}

// union makes one block of those with the same number, in a sorted list.
func union(list []visited.Block) []visited.Block {
	n := 0
	for _, b := range list {
		if n > 0 && list[n-1].Number == b.Number {
			list[n-1].Bits |= b.Bits
			continue
		}
		list[n] = b
		n++
	}
	return list[:n]
}
