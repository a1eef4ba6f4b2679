package agenda

import (
	"cmp"
	"slices"
)

// Deal divides pieces of work of these costs into so many shards, whose costs are about the same, and returns the
// shard of each piece, from 0. Equal costs give equal shards. It takes the pieces with the greatest cost first, each for the shard
// that costs least so far: the greatest cost of a shard is at most 4/3 of the least possible.
func Deal(costs []float64, shards int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	sums, of := make([]float64, shards), make([]int, len(costs))
	for _, i := range order {
		best := 0
		for s, sum := range sums {
			if sum < sums[best] {
				best = s
			}
		}
		of[i] = best
		sums[best] += max(costs[i], least)
	}
	return of
}

// Guess returns the seconds that a step of some size is expected to cost before anything is known but the greatest
// size of its lane that people wait for: that takes a second.
func Guess(size, usual int) float64 {
	cost := 1.0
	for n := size; n < usual; n++ {
		cost /= usualGrowth
	}
	for n := usual; n < size; n++ {
		cost *= usualGrowth
	}
	return cost
}
