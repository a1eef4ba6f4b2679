package diagram

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// relations returns the events of the relation as tables. An event that is never
// enabled is nil.
func (r relation) relations() []*Relation {
	var list []*Relation
	for _, e := range r.list {
		var parts []Part
		for i, level := range e.levels {
			part := Part{Level: level}
			for from, next := range e.tables[i] {
				for _, to := range next {
					part.Moves = append(part.Moves, Move{from, to})
				}
			}
			parts = append(parts, part)
		}
		list = append(list, NewRelation(parts))
	}
	return list
}

// subset returns a random half of some configurations, as a diagram and by text.
func subset(rng *rand.Rand, d *Reach, from map[string][]uint32) (Set, map[string][]uint32) {
	set, list := Empty, map[string][]uint32{}
	for text, c := range from {
		if rng.IntN(2) == 0 {
			list[text] = c
			mark := d.Hold(set)
			path := d.Path(c)
			d.Hold(path)
			set = d.Union(set, path)
			d.Release(mark)
		}
	}
	return set, list
}

func same(d *Reach, got Set, want map[string][]uint32) bool {
	for _, c := range want {
		if !d.Has(got, c) {
			return false
		}
	}
	return d.Size(got).Cmp(big.NewInt(int64(len(want)))) == 0
}

// TestClosureStaysWithin compares Closure (forwards and backwards), Into and Always
// with a search of single configurations, on random relations and sets.
func TestClosureStaysWithin(t *testing.T) {
	seeds := uint64(100)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		for _, patience := range []int{1, 1 << 20} {
			rng := rand.New(rand.NewPCG(seed, 11))
			r := random(rng)
			start := make([]uint32, r.levels)
			all, _ := r.explore(start)
			d := NewReach(r.levels)
			d.Patience = patience
			d.Confirm = func(int, uint32) {}
			z, within := subset(rng, d, all)
			d.Hold(z)
			n, from := subset(rng, d, within)
			d.Hold(n)
			var ahead, back []*Relation
			for i, e := range r.relations() {
				if e == nil {
					continue
				}
				ahead, back = append(ahead, e), append(back, e.Reversed())
				into, always := r.leading(from, within, i)
				if !same(d, d.Into(n, z, e), into) || !same(d, d.Always(n, z, e), always) {
					t.Errorf("seed %d patience %d event %d: Into or Always is wrong", seed, patience, i)
				}
			}
			forwards, backwards := d.NewClosure(ahead), d.NewClosure(back)
			for range 2 { // the second time from the cache
				if !same(d, forwards.Run(n, z), r.closure(from, within, false)) {
					t.Errorf("seed %d patience %d: the closure forwards is wrong", seed, patience)
				}
				if !same(d, backwards.Run(n, z), r.closure(from, within, true)) {
					t.Errorf("seed %d patience %d: the closure backwards is wrong", seed, patience)
				}
			}
		}
	}
}

// leading returns the configurations in from from which some outcome of event i, or
// every one, is in within.
func (r relation) leading(from, within map[string][]uint32, i int) (some, all map[string][]uint32) {
	some, all = map[string][]uint32{}, map[string][]uint32{}
	for text, c := range from {
		in, after := 0, r.list[i].after(c)
		for _, d := range after {
			if within[fmt.Sprint(d)] != nil {
				in++
			}
		}
		if in > 0 {
			some[text] = c
		}
		if in > 0 && in == len(after) {
			all[text] = c
		}
	}
	return some, all
}

// closure returns the configurations that are reachable from those in from by paths
// that stay in within, forwards or backwards.
func (r relation) closure(from, within map[string][]uint32, backwards bool) map[string][]uint32 {
	next := map[string][]string{}
	for text, c := range within {
		for _, e := range r.list {
			for _, d := range e.after(c) {
				if after := fmt.Sprint(d); within[after] == nil {
					continue
				} else if backwards {
					next[after] = append(next[after], text)
				} else {
					next[text] = append(next[text], after)
				}
			}
		}
	}
	seen, queue := map[string][]uint32{}, []string{}
	for text, c := range from {
		seen[text] = c
		queue = append(queue, text)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, text := range next[queue[0]] {
			if seen[text] == nil {
				seen[text] = within[text]
				queue = append(queue, text)
			}
		}
	}
	return seen
}
