package compose

import "testing"

// TestPairNumbers numbers 2^18 states of a pair, of which about eight pairs have the
// same hash of 32 bits: as the next states of events, many at once, and one by one. Each
// state must have one number, and no other state the same.
func TestPairNumbers(t *testing.T) {
	const each = 512
	m := &Machine{pairs: map[*component]*pair{}}
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
