package compose_test

import (
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

// expansion is what is known of the successors of the configurations of a block.
type expansion struct {
	Next       []compose.State
	Events     int
	Obligatory uint64
}

// expandsAlike compares Expand with Successors: of all blocks of the configurations, with
// either half in common, and of what is left of them without every other configuration.
func expandsAlike(t *testing.T, m *compose.Machine, all []compose.State) {
	t.Helper()
	if !m.Expands() {
		return
	}
	for _, turned := range []bool{false, true} {
		blocks := map[uint64]uint64{}
		for _, c := range all {
			key := uint64(c)
			if turned {
				key = bits.RotateLeft64(key, 32)
			}
			blocks[key>>6] |= 1 << (key & 63)
		}
		for _, number := range slices.Sorted(maps.Keys(blocks)) {
			for _, mask := range []uint64{^uint64(0), 0x5555555555555555} {
				b := visited.Block{Number: number, Bits: blocks[number] & mask}
				if diff := cmp.Diff(oneByOne(m, b, turned), asBlock(m, b, turned)); diff != "" {
					t.Fatalf("turned: %t, block %x, configurations %b (-Successors +Expand):\n%s", turned, b.Number, b.Bits, diff)
				}
			}
		}
	}
}

func oneByOne(m *compose.Machine, b visited.Block, turned bool) (x expansion) {
	for i := range 64 {
		if b.Bits>>i&1 == 1 {
			before := len(x.Next)
			var obligatory bool
			if x.Next, obligatory = m.Successors(0, compose.State(b.Key(i, turned)), x.Next); obligatory {
				x.Obligatory |= 1 << i
			}
			x.Events += len(x.Next) - before
		}
	}
	slices.Sort(x.Next)
	x.Next = slices.Compact(x.Next)
	return x
}

func asBlock(m *compose.Machine, b visited.Block, turned bool) (x expansion) {
	list, events, obligatory := m.Expand(0, b, turned, nil)
	x.Events, x.Obligatory = events, obligatory
	for _, b := range list {
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
		for _, find := range []func(*compose.Machine, visited.Block, bool) expansion{oneByOne, asBlock} {
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

func search(m *compose.Machine, turned bool, find func(*compose.Machine, visited.Block, bool) expansion) (all totals) {
	set := visited.New()
	if turned {
		set = set.Turned()
	}
	w := set.NewWriter()
	visited.AddAll(w, []compose.State{m.Initial()})
	for level := w.Flush(); len(level) > 0; level = w.Flush() {
		for _, b := range level {
			x := find(m, b, turned)
			all.Configurations += b.Len()
			all.Events += x.Events
			all.Obligatory += bits.OnesCount64(x.Obligatory)
			visited.AddAll(w, x.Next)
		}
	}
	return all
}
