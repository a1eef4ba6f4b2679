package adversary

import (
	"math/bits"
	"slices"

	"github.com/interrex/interrex/model"
)

// BitReversal returns the identities 1..n of the bit-reversal ring, n being a
// power of two: process p has the number p with its bits in reverse order, plus 1.
// Wherever two stretches of 2^i processes begin whose first numbers differ by a multiple of
// 2^i, their identities are in the same order.
func BitReversal(n int) []model.ID {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = 1
		if n > 1 {
			ids[p] += model.ID(bits.Reverse64(uint64(p)) >> (64 - bits.Len(uint(n-1))))
		}
	}
	return ids
}

// Alike returns how many stretches of so many consecutive processes of a ring
// have their identities in the same order, for the stretch that has fewest like it.
func Alike(ids []model.ID, width int) int {
	count := map[string]int{}
	for from := range ids {
		count[orderOf(ids, from, width)]++
	}
	least := len(ids)
	for _, times := range count {
		least = min(least, times)
	}
	return least
}

// orderOf returns the order of width identities clockwise from a process.
func orderOf(ids []model.ID, from, width int) string {
	places := make([]int, width)
	for i := range places {
		places[i] = i
	}
	at := func(i int) model.ID { return ids[(from+i)%len(ids)] }
	slices.SortFunc(places, func(i, j int) int { return int(at(i)) - int(at(j)) })
	key := make([]byte, 0, 2*width)
	for _, i := range places {
		key = append(key, byte(i), byte(i>>8))
	}
	return string(key)
}

// PerRound returns, for each active round that a comparison-based algorithm needs
// on the ring, the least number of messages that are sent in it. A round is active
// if a message is sent in it. Before active round k a process can have heard of
// k-1 processes in each of the directions from which messages come: 1 or 2. All
// processes with the same order of these identities are in the same state but for
// the identities themselves, so that if one sends then all do, and if one is
// elected then all are.
func PerRound(ids []model.ID, directions int) []int {
	var least []int
	for k := 1; ; k++ {
		width := 1 + directions*(k-1)
		if width > len(ids) {
			return least
		}
		alike := Alike(ids, width)
		if alike < 2 {
			return least
		}
		least = append(least, alike)
	}
}

// ComparisonBound returns the sum of [PerRound] on the bit-reversal ring of n
// processes: n(log2 n + 1)/2 if messages come from one direction, n(log2 n + 2)/4
// if they come from two, n being a power of two, and then at least 4.
func ComparisonBound(n, directions int) int {
	sum := 0
	for _, least := range PerRound(BitReversal(n), directions) {
		sum += least
	}
	return sum
}
