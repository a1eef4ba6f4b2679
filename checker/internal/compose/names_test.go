package compose

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/symmetry"
)

// groupOf returns the elements of the group that some permutations generate, the identity first.
func groupOf(n int, generators ...[]int) (list []symmetry.Element) {
	identity := make([]int, n)
	for p := range identity {
		identity[p] = p
	}
	images := [][]int{identity}
	for i := 0; i < len(images); i++ {
		for _, g := range generators {
			image := make([]int, n)
			for p, to := range images[i] {
				image[p] = g[to]
			}
			if !slices.ContainsFunc(images, func(known []int) bool { return slices.Equal(known, image) }) {
				images = append(images, image)
			}
		}
	}
	for _, image := range images {
		inverse := make([]int, n)
		for p, to := range image {
			inverse[to] = p
		}
		list = append(list, symmetry.Element{Image: image, Inverse: inverse})
	}
	return list
}

// TestGreatestNames compares the renamings that make a list of keys greatest with those that are found by trying all.
func TestGreatestNames(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	several, moved := 0, 0
	for _, row := range []struct {
		reason string
		n      int
		group  []symmetry.Element
		order  int
	}{
		{"all permutations of three", 3, groupOf(3, []int{1, 0, 2}, []int{1, 2, 0}), 6},
		{"all permutations of four", 4, groupOf(4, []int{1, 0, 2, 3}, []int{1, 2, 3, 0}), 24},
		{"a ring of five", 5, groupOf(5, []int{1, 2, 3, 4, 0}), 5},
		{"a ring of four, and its reflections", 4, groupOf(4, []int{1, 2, 3, 0}, []int{3, 2, 1, 0}), 8},
		{"two pairs", 4, groupOf(4, []int{1, 0, 2, 3}, []int{0, 1, 3, 2}), 4},
		{"the first one stays", 4, groupOf(4, []int{0, 2, 3, 1}), 3},
	} {
		if len(row.group) != row.order {
			t.Fatalf("%s: %d elements, want %d", row.reason, len(row.group), row.order)
		}
		o := &orbits{elements: row.group}
		o.names = o.choices()
		for range 60 {
			l := &orbitLane{keys: make([]uint64, row.n)}
			for p := range l.keys {
				l.keys[p] = uint64(r.IntN(3))
			}
			after := func(e symmetry.Element) []uint64 {
				list := make([]uint64, row.n)
				for p, to := range e.Image {
					list[to] = l.keys[p]
				}
				return list
			}
			var want []int
			for i, e := range row.group {
				switch {
				case len(want) == 0 || slices.Compare(after(e), after(row.group[want[0]])) > 0:
					want = []int{i}
				case slices.Equal(after(e), after(row.group[want[0]])):
					want = append(want, i)
				}
			}
			var got []int
			for _, path := range o.greatestNames(l) {
				got = append(got, path.element)
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: of the keys %v (-want +got):\n%s", row.reason, l.keys, diff)
			}
			if len(want) > 1 {
				several++
			}
			if want[0] != 0 {
				moved++
			}
		}
	}
	if several < 50 || moved < 50 {
		t.Errorf("%d times several renamings were the best, %d times another than the identity: too few to test anything", several, moved)
	}
}

// TestClasses says which process stands for which: the first one that a renaming takes it to.
func TestClasses(t *testing.T) {
	for _, row := range []struct {
		reason string
		layer  folding
		want   []int
	}{
		{"there is no group", distinct{}, []int{0, 1, 2, 3}},
		{"the group has the identity only", identity{}, []int{0, 1, 2, 3}},
		{"a ring", &orbits{elements: groupOf(4, []int{1, 2, 3, 0})}, []int{0, 0, 0, 0}},
		{"two pairs", &orbits{elements: groupOf(4, []int{1, 0, 2, 3}, []int{0, 1, 3, 2})}, []int{0, 0, 2, 2}},
		{"one stays", &orbits{elements: groupOf(4, []int{0, 2, 3, 1})}, []int{0, 1, 1, 1}},
	} {
		var got []int
		for p := range 4 {
			got = append(got, row.layer.classOf(p))
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}
