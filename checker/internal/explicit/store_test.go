package explicit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestStoresAgree searches random graphs in memory, and on disk from some level on. Both meet the same
// configurations at the same depths, with the same counts and the same least path, which are those of the graph. No file is left.
func TestStoresAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	moved, refuted := 0, 0
	for trial := range 40 {
		x := randomTable(t, r, 20+r.IntN(400))
		always := properties.NewAlways("always", "", coloured(0, 1, 2, failed))
		never := properties.NewAlways("never", "", coloured(0, 1, 2, 3, failed)) // so that the search goes on to the end
		memory, files := x.question(t, model.Unfair, 1+trial%2, always, never), x.question(t, model.Unfair, 1+trial%2, always, never)
		folder := disktest.New()
		for p, from := range map[*pass]int64{memory: 1 << 40, files: int64(1 + r.IntN(30))} {
			p.budget.Disk, p.budget.Thresholds.OnDisk = folder, from
			p.forget = func(_, _ int64) bool { return false }
			if err := p.findOut(); err != nil {
				t.Fatal(err)
			}
		}
		a, b := memory.search, files.search
		if a.lacks() || a.store.levels() != nil || a.store.files() != 0 {
			t.Fatalf("trial %d: a search in memory leaves it", trial)
		}
		if diff := cmp.Diff(memory.answer.Findings, files.answer.Findings); diff != "" {
			t.Fatalf("trial %d (-memory +disk):\n%s", trial, diff)
		}
		if diff := cmp.Diff(a.counts(), b.counts()); diff != "" || a.store.met() != b.store.met() {
			t.Fatalf("trial %d: %d and %d are met (-memory +disk):\n%s", trial, a.store.met(), b.store.met(), diff)
		}
		if len(memory.answer.Findings[0].Lasso.Stem) > 0 {
			refuted++
		}
		if levels := b.store.levels(); levels != nil {
			moved++
			if why := b.store.lost(); why.Cause != reason.OnDisk || b.store.files() == 0 || b.store.memory() == 0 {
				t.Fatalf("trial %d: lost: %v, %d bytes in files, %d in memory", trial, why, b.store.files(), b.store.memory())
			}
			for depth, l := range a.levels {
				if diff := cmp.Diff(namesOf(l), namesOf(levels(depth))); diff != "" {
					t.Fatalf("trial %d, level %d (-memory +disk):\n%s", trial, depth, diff)
				}
			}
		}
		for _, p := range []*pass{memory, files} {
			if err := p.leaveDisk(nil); err != nil {
				t.Fatal(err)
			}
		}
		if names, err := folder.List(); err != nil || len(names) > 0 {
			t.Fatalf("trial %d: %v are left, %v", trial, names, err)
		}
	}
	if moved < 10 || refuted < 5 {
		t.Errorf("%d searches on disk, %d paths: too few to test anything", moved, refuted)
	}
}

// namesOf returns the configurations of a level in ascending order.
func namesOf(l level) (list []compose.State) {
	for i := range l.parts() {
		for _, b := range l.part(i, new([]visited.Block)) {
			for key := range b.Keys(l.turned) {
				list = append(list, compose.State(key))
			}
		}
	}
	slices.Sort(list)
	return list
}
