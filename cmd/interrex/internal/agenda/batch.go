package agenda

import (
	"cmp"
	"slices"
)

// Batch divides pieces of work of these costs into batches, the most costly first. A batch has one piece, or several that
// are expected to cost least together. Only the last one may cost less. Equal costs give equal batches.
func Batch(costs []float64, least float64) [][]int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	var all [][]int
	sum := least // of the last batch
	for _, i := range order {
		if sum >= least {
			all, sum = append(all, nil), 0
		}
		all[len(all)-1] = append(all[len(all)-1], i)
		sum += costs[i]
	}
	return all
}
