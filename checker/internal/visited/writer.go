package visited

import "math/bits"

const (
	nearBits  = 11  // the blocks that a writer gathers fit in the nearest cache
	batchSize = 128 // blocks that a writer merges into a shard at a time
)

// BytesPerWriter is the memory of a Writer, in bytes.
const BytesPerWriter = slotBytes * (1<<nearBits + Shards*batchSize)

// Writer adds keys to a set, for one goroutine. It gathers keys of the same block that
// come within a short time, so that the set is asked once for all of them. So a key may
// be added only by Flush.
type Writer struct {
	set     *Set
	near    [1 << nearBits]slot // blocks that were added to lately, by hash
	batches [Shards][]slot
	fresh   []uint64
}

// NewWriter returns a writer to s.
func (s *Set) NewWriter() *Writer { return &Writer{set: s} }

// AddAll adds keys.
func AddAll[K ~uint64](w *Writer, keys []K) {
	turn := w.set.turn
	for _, key := range keys {
		turned := bits.RotateLeft64(uint64(key), turn)
		block := turned>>6 + 1
		at := &w.near[block*0x9e3779b97f4a7c15>>(64-nearBits)]
		if at.block != block {
			if at.block != 0 {
				w.pass(*at)
			}
			*at = slot{block: block}
		}
		at.bits |= 1 << (turned & 63)
	}
}

// pass passes a block on to its shard.
func (w *Writer) pass(x slot) {
	i := hash(x.block-1) >> 58
	if len(w.batches[i]) == cap(w.batches[i]) {
		w.merge(int(i))
	}
	w.batches[i] = append(w.batches[i], x)
}

// merge merges a batch into its shard.
func (w *Writer) merge(i int) {
	if w.batches[i] == nil {
		w.batches[i] = make([]slot, 0, batchSize)
		return
	}
	w.fresh = w.set.merge(i, w.batches[i], w.fresh)
	w.batches[i] = w.batches[i][:0]
}

// Flush adds what has been gathered. It returns all keys since the last Flush that were
// new to the set.
func (w *Writer) Flush() []uint64 {
	for i, x := range w.near {
		if x.block != 0 {
			w.pass(x)
			w.near[i] = slot{}
		}
	}
	for i, batch := range w.batches {
		if len(batch) > 0 {
			w.merge(i)
		}
	}
	fresh := w.fresh
	w.fresh = nil
	return fresh
}
