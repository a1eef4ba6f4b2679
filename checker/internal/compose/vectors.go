package compose

import "slices"

// vectors numbers distinct vectors of equal width, in the order in which they are added.
type vectors struct {
	width int
	list  []int32  // width numbers of each
	slots []uint64 // open addressing: the hash, and the number plus 1; 0: empty
	count int
}

func newVectors(width int) vectors { return vectors{width: width, slots: make([]uint64, 16)} }

// at returns the vector with a number.
func (t *vectors) at(id uint32) []int32 {
	return t.list[int(id)*t.width : (int(id)+1)*t.width]
}

// find returns the number of v. If it has none, add takes the slot for it.
func (t *vectors) find(v []int32) (id uint32, slot vectorSlot, ok bool) {
	hash := hashOfVector(v)
	i := int(hash) & (len(t.slots) - 1)
	for ; t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
		id := uint32(t.slots[i]) - 1
		if uint32(t.slots[i]>>32) == hash && slices.Equal(t.at(id), v) {
			return id, vectorSlot{}, true
		}
	}
	return 0, vectorSlot{i, hash}, false
}

// vectorSlot is where a new vector belongs, as long as no other is added.
type vectorSlot struct {
	at   int
	hash uint32
}

// add gives v the next number.
func (t *vectors) add(v []int32, slot vectorSlot) {
	t.count++
	t.slots[slot.at] = uint64(slot.hash)<<32 | uint64(t.count)
	t.list = append(t.list, v...)
	if 2*t.count > len(t.slots) {
		t.grow()
	}
}

// grow doubles the slots.
func (t *vectors) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	for _, x := range old {
		if x == 0 {
			continue
		}
		i := int(x>>32) & (len(t.slots) - 1)
		for t.slots[i] != 0 {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = x
	}
}

func hashOfVector(v []int32) uint32 {
	h := uint64(len(v))
	for ; len(v) > 1; v = v[2:] {
		h = (h ^ uint64(uint32(v[0])) ^ uint64(uint32(v[1]))<<32) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	if len(v) == 1 {
		h ^= uint64(uint32(v[0]))
	}
	return uint32(mix(h))
}
