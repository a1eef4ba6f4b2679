package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
)

// numbering numbers the configurations of a complete search. It gives separate
// numbers to those that may lie on a cycle.
type numbering struct {
	seen    *visited.Set
	budget  *engine.Budget
	numbers []int32 // the numbers of those that may lie on a cycle, by number in the visited set; -1: none
	polls   int
}

func newNumbering(seen *visited.Set, b *engine.Budget) *numbering {
	b.Reserve(seen.Bytes() / 4)
	seen.Number()
	return &numbering{seen: seen, budget: b}
}

// poll polls the budget once in 8*pollEvery calls.
func (n *numbering) poll() {
	if n.polls++; n.polls%(8*pollEvery) == 0 {
		n.budget.Poll()
	}
}

// order returns the configurations in topological order (Kahn 1962). It leaves out
// those on cycles and those reachable from a cycle.
func (n *numbering) order(successors func(compose.State, []compose.State) []compose.State) []compose.State {
	order, _ := n.sort(successors)
	return order
}

// cyclic returns the configurations on cycles and those reachable from a cycle, or
// nil if the graph is acyclic.
func (n *numbering) cyclic(successors func(compose.State, []compose.State) []compose.State) []compose.State {
	before := n.budget.Held()
	defer func() { n.budget.Release(before) }()
	order, in := n.sort(successors)
	if int64(len(order)) == n.seen.Len() {
		return nil
	}
	n.budget.Reserve((n.seen.Len() - int64(len(order))) * 8)
	keys := make([]compose.State, 0, n.seen.Len()-int64(len(order)))
	for key := range n.seen.All() {
		n.poll()
		if in[n.seen.Index(key)] > 0 {
			keys = append(keys, compose.State(key))
		}
	}
	return keys
}

// sort returns the topological order. It also returns, for each configuration, the
// number of events into it from configurations that are not in that order.
func (n *numbering) sort(successors func(compose.State, []compose.State) []compose.State) (order []compose.State, in []uint32) {
	n.budget.Reserve(n.seen.Len() * (4 + 8))
	in, order = make([]uint32, n.seen.Len()), make([]compose.State, 0, n.seen.Len())
	var next []compose.State
	for key := range n.seen.All() {
		n.poll()
		next = successors(compose.State(key), next[:0])
		for _, s := range next {
			in[n.seen.Index(uint64(s))]++
		}
	}
	for key := range n.seen.All() {
		n.poll()
		if in[n.seen.Index(key)] == 0 {
			order = append(order, compose.State(key))
		}
	}
	for i := 0; i < len(order); i++ {
		n.poll()
		next = successors(order[i], next[:0])
		for _, s := range next {
			at := n.seen.Index(uint64(s))
			if in[at]--; in[at] == 0 {
				order = append(order, s)
			}
		}
	}
	return order, in
}

func (n *numbering) renumber(keys []compose.State) {
	n.budget.Reserve(n.seen.Len() * 4)
	n.numbers = make([]int32, n.seen.Len())
	for i := range n.numbers {
		n.numbers[i] = -1
	}
	for i, key := range keys {
		n.poll()
		n.numbers[n.seen.Index(uint64(key))] = int32(i)
	}
}

// index returns the number of a configuration that may lie on a cycle, and -1 for
// any other.
func (n *numbering) index(s compose.State) int32 {
	i := n.seen.Index(uint64(s))
	if i < 0 {
		return -1
	}
	return n.numbers[i]
}
