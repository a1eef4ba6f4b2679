package compose_test

import (
	"maps"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/dead"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/catalogue"
)

// explored is the result of a search.
type explored struct {
	configurations int
	locals         map[string]bool // the vectors of local states
}

// explore searches s without the messages that are dead according to d. A careful
// search starts again whenever a dropped message turns out not to be dead. The
// search is abandoned after a number of configurations.
func explore(t *testing.T, s *model.System, tables *compiled.Tables, d *dead.Messages, careful bool, most int) (x explored, ok bool) {
	t.Helper()
	m, err := compose.New(s, tables, nil, d)
	if err != nil {
		t.Fatal(err)
	}
	x.locals = map[string]bool{}
	seen, queue := map[compose.State]bool{m.Initial(): true}, []compose.State{m.Initial()}
	var next []compose.State
	for ; len(queue) > 0 && len(seen) <= most; queue = queue[1:] {
		x.locals[m.Locals(queue[0])] = true
		next, _ = m.Successors(0, queue[0], next[:0])
		if careful && m.Broken() {
			d.Learn()
			return explore(t, s, tables, d, careful, most)
		}
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	x.configurations = len(seen)
	return x, len(queue) == 0
}

// compare searches s with and without reduction, and reports whether the
// vectors of local states are the same, and how many configurations there are.
func compare(t *testing.T, s *model.System, careful bool, most int) (same bool, full, left int) {
	t.Helper()
	tables := compiled.New(s)
	want, ok := explore(t, s, tables, nil, careful, most)
	if !ok {
		return true, 0, 0
	}
	got, ok := explore(t, s, tables, dead.New(tables, s.Network().N), careful, most)
	return ok && maps.Equal(want.locals, got.locals), want.configurations, got.configurations
}

// TestDeadPreservesLocals compares the reachable vectors of local states with and
// without dead messages. It must catch a mutant that never checks whether a dropped
// message stays dead.
func TestDeadPreservesLocals(t *testing.T) {
	seeds := uint64(600)
	if testing.Short() {
		seeds = 130
	}
	smaller, caught := 0, 0
	for seed := range seeds {
		s, about := checkertest.Dull(seed)
		if s.Network().Timing == model.Lockstep {
			continue
		}
		same, full, left := compare(t, s, true, 1000)
		if !same {
			t.Errorf("%s: other local states are reached", about)
		}
		if left < full {
			smaller++
		}
		if same, _, _ := compare(t, s, false, 1000); !same {
			caught++
		}
	}
	t.Logf("%d systems are smaller, and in %d the mutant is caught", smaller, caught)
	if smaller < int(seeds)/5 || caught < max(1, int(seeds)/200) {
		t.Errorf("%d systems are smaller, and in %d the mutant is caught: too few to test anything", smaller, caught)
	}
}

// TestDeadPreservesLocalsOfRings does the same on larger elections.
func TestDeadPreservesLocalsOfRings(t *testing.T) {
	for _, row := range []struct {
		name       string
		n          int
		full, left int
	}{{"lcr", 8, 9_940, 4_870}, {"lcr", 10, 124_042, 58_796}, {"hs", 5, 5_614, 1_155}, {"hs", 6, 28_630, 3_600}} {
		if testing.Short() && row.full > 6000 {
			continue
		}
		e, err := catalogue.ByName(row.name)
		if err != nil {
			t.Fatal(err)
		}
		net := e.Network(row.n)
		for p := range row.n {
			net.IDs = append(net.IDs, model.ID(row.n-p))
		}
		s, err := e.New(catalogue.Variant{Fixes: model.Corrected}, net)
		if err != nil {
			t.Fatal(err)
		}
		same, full, left := compare(t, s, true, 200_000)
		if !same || full != row.full || left != row.left {
			t.Errorf("%s n=%d: %d of %d configurations are left, want %d of %d; local states are the same: %t",
				row.name, row.n, left, full, row.left, row.full, same)
		}
	}
}
