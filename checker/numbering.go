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
	limits  *limits
	numbers []int32 // of those on cycles, by the number of the visited set; -1: none
	looked  int
}

func newNumbering(seen *visited.Set, l *limits) *numbering {
	l.reserve(seen.Bytes() / 4)
	seen.Number()
	return &numbering{seen: seen, limits: l}
}

// look stops the numbering, now and then, if a bound is reached.
func (n *numbering) look() {
	if n.looked++; n.looked%(8*lookEvery) == 0 {
		n.limits.poll()
	}
}

// order returns the configurations in topological order (Kahn 1962), as far as
// that goes: those on cycles and behind them are left out.
func (n *numbering) order(successors func(compose.State, []compose.State) []compose.State) []compose.State {
	order, _ := n.sort(successors)
	return order
}

// cyclic returns the configurations that cannot be put in topological order.
// None: the graph is acyclic.
func (n *numbering) cyclic(successors func(compose.State, []compose.State) []compose.State) []compose.State {
	before := n.limits.held
	defer func() { n.limits.held = before }()
	order, in := n.sort(successors)
	if int64(len(order)) == n.seen.Len() {
		return nil
	}
	n.limits.reserve((n.seen.Len() - int64(len(order))) * 8)
	keys := make([]compose.State, 0, n.seen.Len()-int64(len(order)))
	for key := range n.seen.All() {
		n.look()
		if in[n.seen.Index(key)] > 0 {
			keys = append(keys, compose.State(key))
		}
	}
	return keys
}

// sort returns the topological order, and of each configuration how many
// events lead to it from configurations that are not in that.
func (n *numbering) sort(successors func(compose.State, []compose.State) []compose.State) (order []compose.State, in []uint32) {
	n.limits.reserve(n.seen.Len() * (4 + 8))
	in, order = make([]uint32, n.seen.Len()), make([]compose.State, 0, n.seen.Len())
	var next []compose.State
	for key := range n.seen.All() {
		n.look()
		next = successors(compose.State(key), next[:0])
		for _, s := range next {
			in[n.seen.Index(uint64(s))]++
		}
	}
	for key := range n.seen.All() {
		n.look()
		if in[n.seen.Index(key)] == 0 {
			order = append(order, compose.State(key))
		}
	}
	for i := 0; i < len(order); i++ {
		n.look()
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
	n.limits.reserve(n.seen.Len() * 4)
	n.numbers = make([]int32, n.seen.Len())
	for i := range n.numbers {
		n.numbers[i] = -1
	}
	for i, key := range keys {
		n.look()
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
