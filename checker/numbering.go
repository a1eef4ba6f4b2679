package checker

import (
	"iter"
	"maps"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
)

// numbering numbers the configurations of a complete search, and then those
// of them that may lie on a cycle.
type numbering struct {
	seen    *visited.Set
	numbers []int32 // of those on cycles, by the number of the visited set; -1: none
}

func newNumbering(seen *visited.Set) *numbering {
	seen.Number()
	return &numbering{seen: seen}
}

// cyclic returns the configurations that cannot be put in topological order:
// those on cycles and those behind them (Kahn 1962). None: the graph is
// acyclic.
func (n *numbering) cyclic(successors func(compose.State, []compose.State) []compose.State) []compose.State {
	in := make([]uint32, n.seen.Len())
	var next []compose.State
	for key := range n.seen.All() {
		next = successors(compose.State(key), next[:0])
		for _, s := range next {
			in[n.seen.Index(uint64(s))]++
		}
	}
	var ready []uint64
	for key := range n.seen.All() {
		if in[n.seen.Index(key)] == 0 {
			ready = append(ready, key)
		}
	}
	left := n.seen.Len()
	for len(ready) > 0 {
		key := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		left--
		next = successors(compose.State(key), next[:0])
		for _, s := range next {
			i := n.seen.Index(uint64(s))
			if in[i]--; in[i] == 0 {
				ready = append(ready, uint64(s))
			}
		}
	}
	if left == 0 {
		return nil
	}
	keys := make([]compose.State, 0, left)
	for key := range n.seen.All() {
		if in[n.seen.Index(key)] > 0 {
			keys = append(keys, compose.State(key))
		}
	}
	return keys
}

func (n *numbering) renumber(keys []compose.State) {
	n.numbers = make([]int32, n.seen.Len())
	for i := range n.numbers {
		n.numbers[i] = -1
	}
	for i, key := range keys {
		n.numbers[n.seen.Index(uint64(key))] = int32(i)
	}
}

// index returns the number of a configuration that may lie on a cycle, -1 for
// any other.
func (n *numbering) index(s compose.State) int32 {
	i := n.seen.Index(uint64(s))
	if i < 0 {
		return -1
	}
	return n.numbers[i]
}

func keysOf(m map[int32][]int32) iter.Seq[int32] { return maps.Keys(m) }
