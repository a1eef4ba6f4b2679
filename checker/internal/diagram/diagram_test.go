package diagram

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// relation is a random system over a few levels. It is small enough for a search of
// single configurations.
type relation struct {
	levels int
	list   []effects // by event
}

// effects are the effects of an event, by level from the highest.
type effects struct {
	levels []int
	tables []map[uint32][]uint32
}

// random draws a relation.
func random(rng *rand.Rand) relation {
	r := relation{levels: 2 + rng.IntN(4)}
	for range 3 + rng.IntN(8) {
		r.list = append(r.list, *randomEffects(rng, r.levels))
	}
	return r
}

// randomEffects draws effects on some of the levels 1..levels.
func randomEffects(rng *rand.Rand, levels int) *effects {
	chosen := map[int]bool{}
	for range 1 + rng.IntN(min(3, levels)) {
		chosen[1+rng.IntN(levels)] = true
	}
	e := &effects{}
	for level := levels; level > 0; level-- {
		if !chosen[level] {
			continue
		}
		table, sure := map[uint32][]uint32{}, rng.IntN(4) == 0
		for v := range uint32(4) {
			outcomes := 1
			if !sure {
				outcomes = rng.IntN(4)
			}
			for range outcomes {
				table[v] = append(table[v], rng.Uint32N(4))
			}
		}
		e.levels, e.tables = append(e.levels, level), append(e.tables, table)
	}
	return e
}

// events returns the events of the relation for a diagram. They need the marks that
// they give to the values that enable them.
func (r relation) events(m *marking) []*Event {
	var list []*Event
	for _, e := range r.list {
		list = append(list, e.event(m))
	}
	return list
}

func (e *effects) event(m *marking) *Event {
	x, below := &Event{}, uint64(0)
	for i, level := range slices.Backward(e.levels) {
		table := e.tables[i]
		mark := m.mark(level, table)
		below |= mark
		sure := func(list []uint32) bool { return len(list) == 1 }
		f := Effect{Level: level, Next: func(v uint32) []uint32 { return table[v] }, Needs: Marks{mark, below}}
		f.Sure = sure(table[0]) && sure(table[1]) && sure(table[2]) && sure(table[3])
		x.Effects = append([]Effect{f}, x.Effects...)
	}
	return x
}

// marking has the marks of values: of each level, by value.
type marking struct {
	given map[[2]int]uint64
	next  int
}

// mark gives a mark to the values of a level that a table makes something of. A nil
// marking gives none.
func (m *marking) mark(level int, table map[uint32][]uint32) uint64 {
	if m == nil {
		return 0
	}
	bit := uint64(1) << (m.next % 64)
	m.next++
	for v := range table {
		m.given[[2]int{level, int(v)}] |= bit
	}
	return bit
}

// of is a function [Store.Marks].
func (m *marking) of(level int, value uint32) Marks {
	given := m.given[[2]int{level, int(value)}]
	return Marks{given, given}
}

// after returns the successors of a configuration, one for each outcome of the event.
func (e *effects) after(c []uint32) [][]uint32 { return e.from(c, 0) }

func (e *effects) from(c []uint32, i int) (all [][]uint32) {
	if i == len(e.levels) {
		return [][]uint32{c}
	}
	at := e.levels[i] - 1
	for _, w := range e.tables[i][c[at]] {
		next := slices.Clone(c)
		next[at] = w
		all = append(all, e.from(next, i+1)...)
	}
	return all
}

// explore returns the configurations reached from c, by text, and the number of
// events generated.
func (r relation) explore(c []uint32) (map[string][]uint32, int) {
	seen, events := map[string][]uint32{fmt.Sprint(c): c}, 0
	for queue := [][]uint32{c}; len(queue) > 0; queue = queue[1:] {
		for _, e := range r.list {
			for _, d := range e.after(queue[0]) {
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

// TestReachIsClosure compares saturation, counts and set operations with a search of
// single configurations, on random relations. It runs with frequent collections of
// nodes, and without collections.
func TestReachIsClosure(t *testing.T) {
	for seed := range uint64(200) {
		for _, patience := range []int{1, 1 << 20} {
			rng := rand.New(rand.NewPCG(seed, 7))
			r := random(rng)
			start := make([]uint32, r.levels)
			want, events := r.explore(start)

			d := NewReach(r.levels)
			d.Patience = patience
			d.Confirm = func(int, uint32) {}
			var given *marking
			if seed%2 == 0 {
				given = &marking{given: map[[2]int]uint64{}}
				d.Marks = given.of
			}
			for _, e := range r.events(given) {
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

// checkOperations compares, for each event, the configurations that enable it and
// their successors.
func checkOperations(t *testing.T, r relation, d *Reach, all Set, want map[string][]uint32) {
	t.Helper()
	steps, sum := d.NewSteps(d.Events()), Empty
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
		sum = d.Union(sum, image)
		d.Hold(sum)
		part := steps.From(enabled)
		d.Hold(part)
		if d.Minus(image, part) != Empty {
			t.Errorf("event %d: the successors of the enabled configurations lack some of its image", i)
		}
		reached := map[string]bool{}
		for text, c := range want {
			after := r.list[i].after(c)
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
	if steps.From(all) != sum {
		t.Error("the successors by all events are not the union of the images")
	}
}

// TestSaturatedSetsAreKept shows that Saturate fires no event on a set that it has
// returned.
func TestSaturatedSetsAreKept(t *testing.T) {
	d, tried := NewReach(2), 0
	d.Confirm = func(int, uint32) {}
	d.Add(&Event{Effects: []Effect{{Level: 2, Next: func(v uint32) []uint32 {
		tried++
		return []uint32{min(v+1, 3)}
	}}}})
	all := d.Saturate(d.Path([]uint32{0, 0}))
	if tried == 0 || d.Size(all).Int64() != 4 {
		t.Fatalf("%d tries lead to %v configurations, want 4", tried, d.Size(all))
	}
	tried = 0
	if again := d.Saturate(all); again != all || tried != 0 {
		t.Errorf("%d more tries, and the same set: %t", tried, again == all)
	}
}

// TestMemoryLimit shows that a store that exceeds its limit panics with ErrMemory.
func TestMemoryLimit(t *testing.T) {
	d := NewReach(8)
	d.Limit, d.Patience = 1<<10, 8
	d.Confirm = func(int, uint32) {}
	defer func() {
		if _, ok := recover().(ErrMemory); !ok {
			t.Error("the store exceeded its limit and did not panic with ErrMemory")
		}
	}()
	for v := range uint32(1000) {
		d.Hold(d.Path([]uint32{v, v, v, v, v, v, v, v}))
	}
}

// TestMarksSpareWork shows that an event is not tried below a node that lacks the marks
// that it needs, and is tried below one that has them.
func TestMarksSpareWork(t *testing.T) {
	for _, row := range []struct {
		reason string
		marks  Marks
		tried  bool
	}{
		{"the value lacks both marks", Marks{}, false},
		{"the mark is not seen from above", Marks{Here: 1}, false},
		{"the mark is seen from above, but not on its level", Marks{Below: 1}, false},
		{"the value has both marks", Marks{1, 1}, true},
	} {
		d, tried := NewReach(3), false
		d.Confirm = func(int, uint32) {}
		d.Marks = func(level int, value uint32) Marks {
			if level == 1 {
				return row.marks
			}
			return Marks{}
		}
		d.Add(&Event{Effects: []Effect{
			{Level: 3, Next: func(v uint32) []uint32 { return []uint32{min(v+1, 3)} }},
			{Level: 1, Needs: Marks{1, 1}, Next: func(v uint32) []uint32 {
				tried = true
				return []uint32{v}
			}},
		}})
		d.Saturate(d.Path([]uint32{0, 0, 0}))
		if tried != row.tried {
			t.Errorf("%s: tried %t", row.reason, tried)
		}
	}
}
