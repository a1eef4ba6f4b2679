package explicit

import "slices"

const (
	radixBits = 11      // of a digit: its counters stay in the nearest cache
	radixFew  = 1 << 12 // fewer keys are sorted by comparing them
)

// sortKeys sorts keys by their digits, the least significant first. spare has the
// same length and is its workspace. A digit that all keys share costs nothing: in a
// level these are most.
func sortKeys(keys, spare []uint64) {
	if len(keys) < radixFew {
		slices.Sort(keys)
		return
	}
	varies := uint64(0)
	for _, key := range keys {
		varies |= key ^ keys[0]
	}
	from, to := keys, spare
	for shift := 0; shift < 64; shift += radixBits {
		if varies>>shift&(1<<radixBits-1) == 0 {
			continue
		}
		var places [1 << radixBits]int
		for _, key := range from {
			places[key>>shift&(1<<radixBits-1)]++
		}
		sum := 0
		for digit, count := range places {
			places[digit], sum = sum, sum+count
		}
		for _, key := range from {
			place := &places[key>>shift&(1<<radixBits-1)]
			to[*place] = key
			*place++
		}
		from, to = to, from
	}
	copy(keys, from)
}
