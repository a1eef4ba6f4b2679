package compose_test

import (
	gocmp "cmp"
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// expansion has the successors and the events of the configurations of some blocks.
type expansion struct {
	Next       []compose.State
	Events     int
	Obligatory []uint64 // by block
}

// expandsAlike compares Expand with Successors: of all blocks of the configurations, with
// either half in common, and of the same blocks without every other configuration.
func expandsAlike(t *testing.T, m *compose.Machine, all []compose.State) {
	t.Helper()
	if !m.Expands() {
		return
	}
	for _, turned := range []bool{false, true} {
		bitsOf := map[uint64]uint64{}
		for _, c := range all {
			key := uint64(c)
			if turned {
				key = bits.RotateLeft64(key, 32)
			}
			bitsOf[key>>6] |= 1 << (key & 63)
		}
		for _, mask := range []uint64{^uint64(0), 0x5555555555555555} {
			var list []visited.Block
			for _, number := range slices.Sorted(maps.Keys(bitsOf)) {
				list = append(list, visited.Block{Number: number, Bits: bitsOf[number] & mask})
			}
			for _, blocks := range neighbours(list) {
				if diff := cmp.Diff(oneByOne(m, blocks, turned), together(m, blocks, turned)); diff != "" {
					t.Fatalf("turned: %t, blocks %x (-Successors +Expand):\n%s", turned, blocks, diff)
				}
			}
		}
	}
}

// neighbours divides a sorted list into the blocks that have one half in common.
func neighbours(list []visited.Block) (parts [][]visited.Block) {
	for i, b := range list {
		if i == 0 || b.Number>>26 != list[i-1].Number>>26 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], b)
	}
	return parts
}

func oneByOne(m *compose.Machine, blocks []visited.Block, turned bool) (x expansion) {
	for _, b := range blocks {
		obliged := uint64(0)
		for i := range 64 {
			if b.Bits>>i&1 == 1 {
				before := len(x.Next)
				var obligatory bool
				if x.Next, obligatory = m.Successors(0, compose.State(b.Key(i, turned)), x.Next); obligatory {
					obliged |= 1 << i
				}
				x.Events += len(x.Next) - before
			}
		}
		x.Obligatory = append(x.Obligatory, obliged)
	}
	slices.Sort(x.Next)
	x.Next = slices.Compact(x.Next)
	return x
}

func together(m *compose.Machine, blocks []visited.Block, turned bool) (x expansion) {
	found := compose.Expansion{Next: slices.Clone(blocks), Events: 1, Obligatory: []uint64{1}} // of blocks before
	m.Expand(0, blocks, turned, &found)
	x.Events, x.Obligatory = found.Events, found.Obligatory
	for _, b := range found.Next {
		for key := range b.Keys(turned) {
			x.Next = append(x.Next, compose.State(key))
		}
	}
	slices.Sort(x.Next)
	x.Next = slices.Compact(x.Next)
	return x
}

// totals are counts of a search.
type totals struct{ Configurations, Events, Obligatory int }

// searches compares a search by blocks with one of single configurations, each on a machine
// that knows nothing yet.
func searches(t *testing.T, s *model.System) {
	t.Helper()
	var found []totals
	for _, turned := range []bool{false, true} {
		for _, find := range []func(*compose.Machine, []visited.Block, bool) expansion{oneByOne, together} {
			m, err := compose.New(s, compiled.New(s), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !m.Expands() {
				return
			}
			found = append(found, search(m, turned, find))
		}
	}
	if !slices.Equal(found[1:], found[:3]) {
		t.Errorf("by configuration, by block, both with the right half in common: %+v", found)
	}
}

func search(m *compose.Machine, turned bool, find func(*compose.Machine, []visited.Block, bool) expansion) (all totals) {
	set := visited.New()
	if turned {
		set = set.Turned()
	}
	w := set.NewWriter()
	visited.AddAll(w, []compose.State{m.Initial()})
	for level := w.Flush(); len(level) > 0; level = w.Flush() {
		slices.SortFunc(level, func(a, b visited.Block) int { return gocmp.Compare(a.Number, b.Number) })
		for _, blocks := range neighbours(level) {
			x := find(m, blocks, turned)
			all.Events += x.Events
			for i, b := range blocks {
				all.Configurations += b.Len()
				all.Obligatory += bits.OnesCount64(x.Obligatory[i])
			}
			visited.AddAll(w, x.Next)
		}
	}
	return all
}
