package visited

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBlocks adds a few keys and says which are fresh, how they are numbered
// and which are absent. All keys of a row belong to one block, of 64 keys.
func TestBlocks(t *testing.T) {
	for _, row := range []struct {
		reason       string
		keys         []uint64
		fresh, order []uint64
		absent       []uint64
	}{
		{"nothing is in an empty set", nil, nil, nil, []uint64{0, 1, 64}},
		{"the block of key 0 is not taken for an empty slot", []uint64{0}, []uint64{0}, []uint64{0}, []uint64{1, 63, 64}},
		{"fresh keys and numbers follow the size", []uint64{70, 64, 127, 65}, []uint64{64, 65, 70, 127}, []uint64{64, 65, 70, 127}, []uint64{66, 6, 0, 63, 128}},
		{"a key is fresh once", []uint64{9, 9, 8, 9}, []uint64{8, 9}, []uint64{8, 9}, []uint64{10, 73}},
		{"the last key there is", []uint64{1<<64 - 1}, []uint64{1<<64 - 1}, []uint64{1<<64 - 1}, []uint64{1<<64 - 2, 63, 1<<58 - 1}},
	} {
		s := New()
		var fresh []uint64
		if len(row.keys) > 0 {
			w := s.NewWriter()
			AddAll(w, row.keys)
			list := w.Flush()
			fresh = keysOf(s, list)
			w.AddBlocks(list)
			AddAll(w, row.keys)
			if again := w.Flush(); again != nil {
				t.Errorf("%s: %d are fresh again", row.reason, again)
			}
		}
		if s.Len() != int64(len(row.order)) {
			t.Errorf("%s: %d keys, want %d", row.reason, s.Len(), len(row.order))
		}
		s.Number()
		if diff := cmp.Diff([][]uint64{row.fresh, row.order}, [][]uint64{fresh, slices.Collect(s.All())}); diff != "" {
			t.Errorf("%s: fresh and all (-want +got):\n%s", row.reason, diff)
		}
		for i, key := range row.order {
			if !s.Has(key) || s.Index(key) != int64(i) {
				t.Errorf("%s: key %d: has %t, number %d, want %d", row.reason, key, s.Has(key), s.Index(key), i)
			}
		}
		for _, key := range row.absent {
			if s.Has(key) || s.Index(key) != -1 {
				t.Errorf("%s: key %d was not added: has %t, number %d", row.reason, key, s.Has(key), s.Index(key))
			}
		}
	}
}

// TestAddBlocksOfOneBlock adds two lists that have keys of the same block.
func TestAddBlocksOfOneBlock(t *testing.T) {
	s := New()
	w := s.NewWriter()
	w.AddBlocks([]Block{{Number: 1, Bits: 1 << 3}})
	w.AddBlocks([]Block{{Number: 1, Bits: 1 << 5}})
	if diff := cmp.Diff([]uint64{67, 69}, keysOf(s, w.Flush())); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// keysOf returns the keys of blocks of s.
func keysOf(s *Set, list []Block) []uint64 {
	var keys []uint64
	for _, b := range list {
		before := len(keys)
		if keys = slices.AppendSeq(keys, b.Keys(s.IsTurned())); len(keys)-before != b.Len() {
			panic("a block has another number of keys")
		}
	}
	return keys
}

// TestGrowth adds one block after the other to one shard. It starts with 16
// slots of 16 bytes, and doubles before it is two thirds full: 11 * 3 > 16 * 2.
func TestGrowth(t *testing.T) {
	s, blocks := New(), uint64(0)
	for key := uint64(0); blocks < 22; key += 64 {
		if hash(key>>6)>>58 != 3 {
			continue
		}
		s.Add(key)
		blocks++
		want := int64(256)
		if blocks > 21 {
			want = 1024
		} else if blocks > 10 {
			want = 512
		}
		if s.Bytes() != want {
			t.Errorf("%d blocks take %d bytes, want %d", blocks, s.Bytes(), want)
		}
	}
	s.Number() // 4 bytes for each of the 64 slots
	if s.Bytes() != 1024+4*64 || s.Len() != 22 {
		t.Errorf("%d bytes, %d keys once numbered, want 1280 and 22", s.Bytes(), s.Len())
	}
}
