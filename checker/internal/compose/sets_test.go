package compose

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// TestKeysAreASet adds numbers to a set of keys, many of them twice, and counts those that are different. 0 and the greatest number but one are
// numbers like others.
func TestKeysAreASet(t *testing.T) {
	for _, row := range []struct {
		reason string
		most   uint64
		adds   int
	}{
		{"one number", 1, 10},
		{"few numbers, each many times", 50, 1_000},
		{"as many as there is room for at first", 1 << 7, 1 << 12},
		{"the set grows several times", 1 << 40, 5_000},
		{"up to the greatest", ^uint64(0), 500},
	} {
		r := rand.New(rand.NewPCG(row.most, 1))
		var set keys
		want := map[uint64]bool{}
		for range row.adds {
			x := r.Uint64N(row.most)
			set.add(x)
			want[x] = true
			if set.len != int64(len(want)) {
				t.Fatalf("%s: %d numbers, want %d", row.reason, set.len, len(want))
			}
		}
		for x := range want {
			if set.add(x); set.len != int64(len(want)) {
				t.Fatalf("%s: %d is there twice", row.reason, x)
			}
		}
	}
}

// TestNumbersAscend says that a set of numbers yields them in ascending order, each once, until nobody wants more.
func TestNumbersAscend(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 50 {
		const most = 300
		set := make(numbers, most/64+1)
		var want []uint32
		for range r.IntN(100) {
			id := uint32(r.IntN(most))
			set.add(id)
			want = append(want, id)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got := slices.Collect(set.all())
		if !slices.Equal(want, got) {
			t.Fatalf("got %v, want %v", got, want)
		}
		for id := range set.all() {
			if id != want[0] {
				t.Fatalf("begins with %d, want %d", id, want[0])
			}
			break
		}
	}
	var none numbers
	none.add(3) // of states that keep their numbers none is kept
	if got := slices.Collect(none.all()); len(got) > 0 {
		t.Errorf("an empty set yields %v", got)
	}
	if renumbering(nil).of(7) != 7 || (renumbering{5, 9}).of(1) != 9 {
		t.Error("states have other numbers than they were given")
	}
}

// TestVectorsAreNumbered numbers vectors of several widths, and finds each by its content and by its number, however many there are.
func TestVectorsAreNumbered(t *testing.T) {
	for width := 1; width <= 5; width++ {
		r := rand.New(rand.NewPCG(uint64(width), 9))
		table := newVectors(width)
		var list [][]int32
		find := func(v []int32) int {
			return slices.IndexFunc(list, func(known []int32) bool { return slices.Equal(known, v) })
		}
		for range 400 {
			v := make([]int32, width)
			for i := range v {
				v[i] = int32(r.IntN(7) - 2)
			}
			want := find(v)
			id, slot, ok := table.find(v)
			if ok != (want >= 0) || ok && int(id) != want {
				t.Fatalf("%v has the number %d, found: %t; want %d", v, id, ok, want)
			}
			if !ok {
				table.add(v, slot)
				list = append(list, v)
			}
		}
		for id, v := range list {
			if got, _, ok := table.find(v); !ok || int(got) != id || !slices.Equal(table.at(uint32(id)), v) {
				t.Fatalf("%v is number %d, found as %d, and number %d is %v", v, id, got, id, table.at(uint32(id)))
			}
		}
		if table.count != len(list) || len(list) < 5 {
			t.Fatalf("%d vectors of %d numbers, want %d", table.count, width, len(list))
		}
	}
}

// TestListsHaveTexts says that two lists of numbers have one text only if they are equal.
func TestListsHaveTexts(t *testing.T) {
	met := map[string][]int{}
	for _, list := range [][]int{nil, {0}, {0, 0}, {1}, {-1}, {1, 0}, {0, 1}, {10}, {1, 10}, {11, 0}, {64}, {128}, {1, 128}, {300}, {2, 172}} {
		text := listText(list)
		if other, ok := met[text]; ok {
			t.Errorf("%v and %v have one text", list, other)
		}
		met[text] = list
	}
}

// TestKeysOfEvents says that two events have one key only if no field tells them apart, apart from the name.
func TestKeysOfEvents(t *testing.T) {
	base := model.Event{Process: 1, Kind: model.Receive, Port: 2, Message: "m"}
	met := map[eventKey]model.Event{}
	for _, change := range []func(e *model.Event){
		func(*model.Event) {},
		func(e *model.Event) { e.Process = 2 },
		func(e *model.Event) { e.Kind = model.Lose },
		func(e *model.Event) { e.Port = 1 },
		func(e *model.Event) { e.Timer = 1 },
		func(e *model.Event) { e.Operation = 1 },
		func(e *model.Event) { e.Message = "n" },
		func(e *model.Event) { e.Peer = 1 },
		func(e *model.Event) { e.Wakes = []int{0} },
		func(e *model.Event) { e.Wakes = []int{0, 1} },
		func(e *model.Event) { e.Group = []int{0} },
		func(e *model.Event) { e.Within = true },
		func(e *model.Event) { e.Within, e.During = true, model.Timeout },
		func(e *model.Event) { e.Within, e.After = true, 1 },
		func(e *model.Event) { e.Choices = []int{0} },
		func(e *model.Event) { e.Choices = []int{1} },
	} {
		e := base
		change(&e)
		key := newEventKey(e)
		if other, ok := met[key]; ok {
			t.Errorf("%v and %v have one key", e, other)
		}
		met[key] = e
	}
	named := base
	named.Name = "vote"
	if newEventKey(named) != newEventKey(base) {
		t.Error("the name of an event makes another one of it")
	}
}

// TestBatchesAreNumbered says that batches, and the parts of them that leaves receive, have one number exactly if they are equal.
func TestBatchesAreNumbered(t *testing.T) {
	b := newBatches()
	b.grow = func(int64) {}
	a, c := put{0, newEntry(1, 7)}, put{1, newEntry(0, 9)}
	parts := []puts{
		{},
		{entries: []put{a}},
		{entries: []put{a, a}},
		{entries: []put{a, c}},
		{entries: []put{c, a}},
		{guard: whileDown, entries: []put{a}},
		{guard: whileUp, entries: []put{a}},
		{fell: model.Ports(1)},
		{rose: model.Ports(1)},
		{fell: model.Ports(1), rose: model.Ports(2)},
		{guard: dividing},
		{guard: dividing, across: model.Ports(1)},
		{rooms: [][]put{{a}}},
		{rooms: [][]put{{a}, {c}}},
		{rooms: [][]put{{a, c}}},
		{rooms: [][]put{{a}}, entries: []put{a}},
	}
	for range 2 {
		for i, p := range parts {
			if got := b.putsNumber(p); got != i {
				t.Errorf("%+v has the number %d, want %d", p, got, i)
			}
		}
	}
	if diff := cmp.Diff(len(parts), len(b.puts)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	charges := []charge{{}, {start: true}, {cost: model.Faults{Crash: 1}}, {cost: model.Faults{Loss: 1}}, {observed: true}}
	for range 2 {
		for i, c := range charges {
			if got := b.chargeNumber(c); got != i {
				t.Errorf("%+v has the number %d, want %d", c, got, i)
			}
		}
	}
	for i, atoms := range [][]atom{nil, {{0, 1}}, {{0, 2}}, {{1, 1}}, {{0, 1}, {1, 1}}} {
		for range 2 {
			if got := b.number(atoms); got != uint32(i) {
				t.Errorf("%v has the number %d, want %d", atoms, got, i)
			}
		}
	}
	if got := b.payload(4, 1); got != 1 {
		t.Errorf("leaf 1 receives part %d, want 1", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a leaf receives a part of a batch that has none for it")
		}
	}()
	b.payload(1, 1)
}
