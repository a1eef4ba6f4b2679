package diagram

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// relation is a random system over a few levels, small enough to be explored
// one configuration at a time.
type relation struct {
	levels int
	tables []map[int]map[uint32][]uint32 // by event: by level, what a value may become
}

func random(rng *rand.Rand) relation {
	r := relation{levels: 2 + rng.IntN(4)}
	for range 3 + rng.IntN(8) {
		effects := map[int]map[uint32][]uint32{}
		for range 1 + rng.IntN(min(3, r.levels)) {
			table := map[uint32][]uint32{}
			for v := range uint32(4) {
				for range rng.IntN(3) {
					table[v] = append(table[v], rng.Uint32N(4))
				}
			}
			effects[1+rng.IntN(r.levels)] = table
		}
		r.tables = append(r.tables, effects)
	}
	return r
}

// events returns the events of the relation for a diagram.
func (r relation) events() []*Event {
	var list []*Event
	for _, effects := range r.tables {
		e := &Event{}
		for level := r.levels; level > 0; level-- {
			if table, ok := effects[level]; ok {
				e.Effects = append(e.Effects, Effect{level, func(v uint32) []uint32 { return table[v] }})
			}
		}
		list = append(list, e)
	}
	return list
}

// after returns what an event may make of a configuration, each as often as it
// may.
func (r relation) after(c []uint32, effects map[int]map[uint32][]uint32) [][]uint32 {
	all := [][]uint32{slices.Clone(c)}
	for level, table := range effects {
		var longer [][]uint32
		for _, d := range all {
			for _, v := range table[d[level-1]] {
				e := slices.Clone(d)
				e[level-1] = v
				longer = append(longer, e)
			}
		}
		all = longer
	}
	return all
}

// explore returns the configurations reached from c, by text, and the number of
// events generated.
func (r relation) explore(c []uint32) (map[string][]uint32, int) {
	seen, events := map[string][]uint32{fmt.Sprint(c): c}, 0
	for queue := [][]uint32{c}; len(queue) > 0; queue = queue[1:] {
		for _, effects := range r.tables {
			for _, d := range r.after(queue[0], effects) {
				events++
				if seen[fmt.Sprint(d)] == nil {
					seen[fmt.Sprint(d)] = d
					queue = append(queue, d)
				}
			}
		}
	}
	return seen, events
}

// TestReachIsClosure compares saturation, counts and set operations with a
// search of single configurations, on random relations; with collections of
// nodes at every turn and without.
func TestReachIsClosure(t *testing.T) {
	for seed := range uint64(400) {
		for _, patience := range []int{1, 1 << 20} {
			rng := rand.New(rand.NewPCG(seed, 7))
			r := random(rng)
			start := make([]uint32, r.levels)
			want, events := r.explore(start)

			d := NewReach(r.levels)
			d.Patience = patience
			d.Confirm = func(int, uint32) {}
			for _, e := range r.events() {
				d.Add(e)
			}
			initial := d.Path(start)
			d.Hold(initial)
			all := d.Saturate(initial)
			d.Hold(all)
			if got := d.Size(all); got.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("seed %d patience %d: %v configurations, want %d", seed, patience, got, len(want))
			}
			if got := d.Occurrences(all, d.Events()); got.Cmp(big.NewInt(int64(events))) != 0 {
				t.Errorf("seed %d patience %d: %v events, want %d", seed, patience, got, events)
			}
			checkMembers(t, d, all, want)
			checkOperations(t, r, d, all, want)
		}
	}
}

func checkMembers(t *testing.T, d *Reach, all Set, want map[string][]uint32) {
	t.Helper()
	for text, c := range want {
		if !d.Has(all, c) {
			t.Fatalf("%s is missing", text)
		}
	}
}

// checkOperations compares, for each event, the configurations that enable it
// and what it leads to.
func checkOperations(t *testing.T, r relation, d *Reach, all Set, want map[string][]uint32) {
	t.Helper()
	for i, e := range d.Events() {
		disabled := d.Disabled(all, e)
		d.Hold(disabled)
		enabled := d.Minus(all, disabled)
		d.Hold(enabled)
		if d.Intersect(enabled, disabled) != Empty || d.Union(enabled, disabled) != all {
			t.Errorf("event %d: enabled and disabled do not divide all", i)
		}
		image := d.Image(all, e)
		d.Hold(image)
		reached := map[string]bool{}
		for text, c := range want {
			after := r.after(c, r.tables[i])
			if d.Has(enabled, c) != (len(after) > 0) {
				t.Errorf("event %d in %s: enabled %t", i, text, d.Has(enabled, c))
			}
			for _, a := range after {
				reached[fmt.Sprint(a)] = true
				if !d.Has(image, a) {
					t.Errorf("event %d: the image lacks %v", i, a)
				}
			}
		}
		if got := d.Size(image); got.Cmp(big.NewInt(int64(len(reached)))) != 0 {
			t.Errorf("event %d: image of %v, want %d", i, got, len(reached))
		}
	}
	even := d.Where(all, func(_ int, v uint32) bool { return v%2 == 0 })
	count := 0
	for _, c := range want {
		if !slices.ContainsFunc(c, func(v uint32) bool { return v%2 == 1 }) {
			count++
		}
	}
	if got := d.Size(even); got.Cmp(big.NewInt(int64(count))) != 0 {
		t.Errorf("%v configurations with even values only, want %d", got, count)
	}
}

// TestMemoryLimit says that a store that takes more than it may says so.
func TestMemoryLimit(t *testing.T) {
	d := NewReach(8)
	d.Limit, d.Patience = 1<<10, 8
	d.Confirm = func(int, uint32) {}
	defer func() {
		if _, ok := recover().(ErrMemory); !ok {
			t.Error("the limit was passed over in silence")
		}
	}()
	for v := range uint32(1000) {
		d.Hold(d.Path([]uint32{v, v, v, v, v, v, v, v}))
	}
}
