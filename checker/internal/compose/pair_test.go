package compose

import (
	"runtime"
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestPairNumbers numbers 2^18 states of a pair, of which about eight pairs have the
// same hash of 32 bits: as the next states of events, many at once, and one by one. Each
// state must have one number, and no other state the same.
func TestPairNumbers(t *testing.T) {
	const each = 512
	m := bare()
	m.pairs = map[*component]*pair{}
	left, right := newComponent(m, 0, 1), newComponent(m, 1, 2)
	for range each {
		left.add(0, 0)
		right.add(0, 0)
	}
	p := newPair(m, left, right)
	of, hashes, collisions := map[uint32]uint64{}, map[uint32]bool{}, 0
	for l := range uint64(each) {
		var halves []uint64
		for r := range uint64(each) {
			halves = append(halves, l<<32|r, l<<32|r/2)
			if hash := uint32(mix(l<<32 | r)); hashes[hash] {
				collisions++
			} else {
				hashes[hash] = true
			}
		}
		list := make([]event, len(halves))
		p.sweep(list, halves)
		for i, e := range list {
			if before, ok := of[e.next]; ok && before != halves[i] {
				t.Fatalf("%#x and %#x both have number %d", before, halves[i], e.next)
			}
			of[e.next] = halves[i]
			if got := p.state(uint32(l), uint32(halves[i])); got != e.next {
				t.Fatalf("%#x has numbers %d and %d", halves[i], e.next, got)
			}
		}
	}
	if len(of) != each*each || p.states != each*each {
		t.Errorf("%d numbers of %d states, want %d", len(of), p.states, each*each)
	}
	if collisions == 0 {
		t.Error("no two states have the same hash, so nothing tells them apart in vain")
	}
}

// TestListsOfABlock forgets the lists of events of a pair, and computes them again: first
// of one state, then of all at once. They must be as they were.
func TestListsOfABlock(t *testing.T) {
	m := pingMachine(t, ping{answered: true}, model.Network{Faults: model.Faults{Loss: 1, Crash: 1, Dup: 1}})
	for all, i := []State{m.Initial()}, 0; i < len(all); i++ {
		next, _ := m.Successors(0, all[i], nil)
		for _, s := range next {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	c, set, want := m.right, uint64(0), map[uint32][]event{}
	for id := range uint32(64) {
		if r := c.record(id); r.events.Load() != 0 {
			set |= 1 << id
			want[id] = c.events(0, id)
			r.events.Store(0)
		}
	}
	if len(want) < 20 {
		t.Fatalf("%d states have a list, too few", len(want))
	}
	for _, part := range []uint64{set & -set, set} {
		c.fill(0, []gap{{set: part}})
		for id := range uint32(64) {
			if at := c.record(id).events.Load(); part>>id&1 == 0 != (at == 0) {
				t.Errorf("set %x: the list of state %d is at %x", part, id, at)
			} else if at != 0 && !slices.Equal(c.at(at), want[id]) {
				t.Errorf("state %d has the events %v, alone %v", id, c.at(at), want[id])
			}
		}
	}
}

// TestDirectoriesOfPages delivers a batch to one state on each of many pages. Directories
// that were copied for each page would take four times as much memory as the pages.
func TestDirectoriesOfPages(t *testing.T) {
	const pages = 1 << 12
	c := newComponent(bare(), 0, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range uint32(pages) {
		c.makePage(i<<pageBits, 1)
		c.pushEntry(i<<pageBits, 1).Store(i + 2)
	}
	runtime.ReadMemStats(&after)
	for i := range uint32(pages) {
		if got := c.pushEntry(i<<pageBits, 1).Load(); got != i+2 {
			t.Fatalf("state %d leads to %d, want %d", i<<pageBits, got, i+2)
		}
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 2*pages<<(pageBits+2) {
		t.Errorf("%d pages take %d bytes", pages, taken)
	}
}
