package sorted

import (
	"encoding/binary"
	"slices"
)

// vectors numbers sequences. Number 0 is the empty one.
type vectors struct {
	numbers map[string]int32
	all     [][]int32
	key     []byte
}

func newVectors() *vectors { return &vectors{numbers: map[string]int32{"": 0}, all: [][]int32{nil}} }

// of returns the sequence with a number. It must not be modified.
func (t *vectors) of(number int32) []int32 { return t.all[number] }

// number returns the number of a sequence.
func (t *vectors) number(list []int32) int32 {
	t.key = t.key[:0]
	for _, v := range list {
		t.key = binary.LittleEndian.AppendUint32(t.key, uint32(v))
	}
	n, ok := t.numbers[string(t.key)]
	if !ok {
		n = int32(len(t.all))
		t.numbers[string(t.key)] = n
		t.all = append(t.all, slices.Clone(list))
	}
	return n
}

// set returns the number of a list of which neither the order nor repetitions matter.
func (t *vectors) set(list []int32) int32 {
	list = slices.Clone(list)
	slices.Sort(list)
	return t.number(slices.Compact(list))
}
