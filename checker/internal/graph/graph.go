// Package graph has algorithms on directed graphs, whose vertices are numbers from 0.
package graph

import "slices"

// Components returns the strongly connected component of each vertex: the number of one
// of its vertices, the same for all of them (Kosaraju and Sharir). It is given the edges
// in both directions: next[v] are the ends of the edges from v, back[v] the starts of
// those to v.
func Components(next, back [][]uint32) []int {
	order, met := make([]uint32, 0, len(next)), make([]bool, len(next))
	for v := range uint32(len(next)) {
		depthFirst(next, v, met, func(w uint32) { order = append(order, w) })
	}
	part, done := make([]int, len(next)), make([]bool, len(next))
	for _, root := range slices.Backward(order) {
		depthFirst(back, root, done, func(w uint32) { part[w] = int(root) })
	}
	return part
}

// depthFirst visits the vertices that are reachable from v and not yet met. It calls
// leave for each of them in postorder.
func depthFirst(next [][]uint32, v uint32, met []bool, leave func(uint32)) {
	if met[v] {
		return
	}
	met[v] = true
	type call struct {
		at   uint32
		rest []uint32
	}
	for calls := []call{{v, next[v]}}; len(calls) > 0; {
		top := &calls[len(calls)-1]
		if len(top.rest) == 0 {
			leave(top.at)
			calls = calls[:len(calls)-1]
			continue
		}
		w := top.rest[0]
		top.rest = top.rest[1:]
		if !met[w] {
			met[w] = true
			calls = append(calls, call{w, next[w]})
		}
	}
}
