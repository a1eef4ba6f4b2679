package compose_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestIdentityFoldsNothing compares the machine by a group that has the identity only with that of the plain space. Each configuration
// has the same number, the same events and the same successors, and stands for itself.
func TestIdentityFoldsNothing(t *testing.T) {
	compared, configurations := 0, 0
	for seed := range uint64(60) {
		s, about := checkertest.Random(seed)
		g := symmetry.New(s)
		if g.Order() > 1 {
			continue
		}
		plain, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		m, err := compose.NewOrbits(g, nil, nil)
		if err != nil {
			t.Fatal(about, err)
		}
		if m.Folds() || m.Order() != 1 || len(m.Elements())+len(m.Generators()) > 0 || m.Broken() {
			t.Fatalf("%s: folds: %t, %d renamings, broken: %t", about, m.Folds(), m.Order(), m.Broken())
		}
		met, list := map[compose.State]bool{m.Initial(): true}, []compose.State{m.Initial()}
		for i := 0; i < len(list) && i < 150; i++ {
			x := list[i]
			if got := m.Orbit(x); m.Representative(0, x) != x || !slices.Equal(got, []compose.State{x}) {
				t.Fatalf("%s: %x stands for %x, and %x for it", about, x, got, m.Representative(0, x))
			}
			want, obliges := plain.Successors(0, x, nil)
			got, same := m.Successors(0, x, nil)
			if diff := cmp.Diff(want, got); diff != "" || obliges != same {
				t.Fatalf("%s: successors of %x (-plain +identity):\n%s", about, x, diff)
			}
			if diff := cmp.Diff(plain.Edges(x, nil), m.Edges(x, nil)); diff != "" {
				t.Fatalf("%s: events of %x (-plain +identity):\n%s", about, x, diff)
			}
			for _, y := range got {
				if !met[y] {
					met[y] = true
					list = append(list, y)
				}
			}
		}
		compared++
		configurations += len(list)
	}
	if compared < 10 || configurations < 500 {
		t.Errorf("%d systems with %d configurations: too few to test anything", compared, configurations)
	}
}

// TestOrbitsAreOfThePlainSpace lays orbits over the plain space, and compares both. The orbits divide the configurations that the plain
// space reaches: each is in one, and none is another's. The renaming of a configuration to its representative takes its events to those
// of the representative, and its successors to configurations with the same representatives.
func TestOrbitsAreOfThePlainSpace(t *testing.T) {
	compared, renamed, larger := 0, 0, 0
	for seed := range uint64(28) {
		s, about := checkertest.Exchangeable(seed)
		plain, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		const limit = 400
		all := map[string]bool{}
		for x := range reached(plain, limit) {
			all[plain.Decode(x).Key()] = true
		}
		if len(all) > limit {
			continue
		}
		m, list := folded(t, symmetry.New(s), nil, limit)
		if !m.Folds() {
			continue
		}
		compared++
		for x := range list {
			orbit := m.Orbit(x)
			larger = max(larger, len(orbit))
			for _, y := range orbit {
				if key := m.Decode(y).Key(); !all[key] {
					t.Fatalf("%s: %s is in two orbits, or cannot be reached", about, key)
				} else {
					delete(all, key)
				}
				checkRenaming(t, m, about, x, y)
				if x != y {
					renamed++
				}
			}
		}
		if len(all) > 0 {
			t.Errorf("%s: %d configurations are in no orbit", about, len(all))
		}
	}
	if compared < 5 || renamed < 50 || larger < 3 {
		t.Errorf("%d systems, %d configurations that others stand for, orbits of at most %d: too little to test anything", compared, renamed, larger)
	}
}

// checkRenaming compares the events of y after the renaming to its representative x with those of x.
func checkRenaming(t *testing.T, m *compose.Machine, about string, x, y compose.State) {
	t.Helper()
	image := make([]int, len(m.Renaming(y)))
	for p, old := range m.Renaming(y) {
		image[old] = p
	}
	events := func(of compose.State, rename func(model.Event) model.Event) (list []string) {
		for _, e := range m.Edges(of, nil) {
			list = append(list, fmt.Sprint(rename(m.Label(e.Label).Event), " to ", m.Representative(0, e.Next)))
		}
		slices.Sort(list)
		return list
	}
	got := events(y, func(e model.Event) model.Event { return m.EventAfter(image, e) })
	if diff := cmp.Diff(events(x, func(e model.Event) model.Event { return e }), got); diff != "" {
		t.Fatalf("%s: events of %v, renamed by %v (-of its representative +renamed):\n%s", about, m.Decode(y), image, diff)
	}
}
