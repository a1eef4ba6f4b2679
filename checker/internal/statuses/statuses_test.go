package statuses_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/statuses"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestTuplesAndShapes draws sets of configurations and shapes: their tuples are those of the configurations, one by one, and
// a shape is satisfied if each of these satisfies it. A level between two processes has other values, and processes have their
// levels in any order.
func TestTuplesAndShapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n, kinds = 3, 3
		places := rapid.Permutation([]int{0, 1, 2, -1, -1}).Draw(t, "places")
		process := append([]int{-1}, places...)
		status := func(p int, value uint32) model.Status {
			return model.Status{Leader: model.ID((int(value) + p) % kinds)}
		}
		sets := diagram.NewReach(len(places))
		all, tuples := diagram.Empty, map[[n]model.Status]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "configurations") {
			set, tuple := diagram.Unit, [n]model.Status{}
			for level, p := range places {
				value := uint32(rapid.IntRange(0, kinds).Draw(t, "value"))
				set = sets.Held(sets.Make(level+1, []diagram.Pair{{Value: value, Child: set}}))
				if p >= 0 {
					tuple[p] = status(p, value)
				}
			}
			all, tuples[tuple] = sets.Held(sets.Union(all, set)), true
		}
		x := statuses.Of(sets, all, process, status)
		if x.Size() != int64(len(tuples)) {
			t.Fatalf("%d tuples, want %d", x.Size(), len(tuples))
		}
		for code := range kinds * kinds * kinds {
			tuple := [n]model.Status{{Leader: model.ID(code % kinds)}, {Leader: model.ID(code / kinds % kinds)}, {Leader: model.ID(code / kinds / kinds)}}
			if x.Has(tuple[:]) != tuples[tuple] {
				t.Fatalf("%v: %t", tuple, x.Has(tuple[:]))
			}
		}
		net := &model.Network{N: n}
		for name, h := range shapes(t) {
			want := true
			for tuple := range tuples {
				want = want && satisfies(net, h, tuple[:])
			}
			if got := x.Satisfy(net, h); got != want {
				t.Fatalf("%s: %t, want %t, of %v", name, got, want, tuples)
			}
		}
	})
}

// shapes draws a shape of each kind.
func shapes(t *rapid.T) map[string]*properties.Shape {
	drawn := map[string]bool{}
	coin := func(key ...any) bool {
		name := fmt.Sprint(key...)
		if _, ok := drawn[name]; !ok {
			drawn[name] = rapid.IntRange(0, 3).Draw(t, name) > 0
		}
		return drawn[name]
	}
	one := func(s model.Status) bool { return coin("one", s.Leader) }
	least := rapid.IntRange(0, 2).Draw(t, "least")
	return map[string]*properties.Shape{
		"each": {Each: func(_ *model.Network, p int, s model.Status) bool { return coin("each", p, s.Leader) }},
		"both": {Both: func(_ *model.Network, p int, s model.Status, q int, o model.Status) bool {
			return coin("both", p, s.Leader, q, o.Leader)
		}},
		"some":    {Some: one},
		"counted": {Counted: one, Least: least, Most: rapid.IntRange(least, 3).Draw(t, "most")},
	}
}

// satisfies reports whether a tuple satisfies a shape, by the definition.
func satisfies(net *model.Network, h *properties.Shape, tuple []model.Status) bool {
	some, counted := h.Some == nil, 0
	for p, s := range tuple {
		if h.Each != nil && !h.Each(net, p, s) {
			return false
		}
		for q, o := range tuple {
			if h.Both != nil && p != q && !h.Both(net, p, s, q, o) {
				return false
			}
		}
		some = some || h.Some(s)
		if h.Counted != nil && h.Counted(s) {
			counted++
		}
	}
	return some && (h.Counted == nil || h.Least <= counted && counted <= h.Most)
}
