package visited

import (
	"math/bits"
	"slices"
)

const (
	nearBits  = 11      // the blocks that a writer gathers fit in the nearest cache
	batchSize = 128     // blocks that a writer merges into a shard at a time
	pageSize  = 1 << 12 // blocks
)

// BytesPerWriter is the memory of a Writer, in bytes, without the new keys since the
// last Flush.
const BytesPerWriter = slotBytes * (1<<nearBits + Shards*batchSize)

// BytesPerBlock is the size of a Block.
const BytesPerBlock = slotBytes

// Writer adds keys to a set, for one goroutine. It gathers keys of the same block that
// come within a short time, so that the set is asked once for all of them. So a key may
// be added only by Flush.
type Writer struct {
	set     *Set
	near    [1 << nearBits]slot // blocks that were added to lately, by hash
	batches [Shards][]slot
	pages   [][]Block // of keys that were new to the set
	used    int       // pages that are full
	divert  func(Block) bool
}

// NewWriter returns a writer to s.
func (s *Set) NewWriter() *Writer { return &Writer{set: s} }

// Divert asks take for each block, which is not turned, before its keys are added. They are not if it reports that it has taken them. A block may
// come several times, with the same keys or others.
func (w *Writer) Divert(take func(Block) bool) { w.divert = take }

// AddAll adds keys.
func AddAll[K ~uint64](w *Writer, keys []K) {
	turn := w.set.turn
	for _, key := range keys {
		turned := bits.RotateLeft64(uint64(key), turn)
		at := &w.near[nearPlace(turned>>6)]
		if at.block != turned>>6+1 {
			w.displace(at, turned>>6+1)
		}
		at.bits |= 1 << (turned & 63)
	}
}

// AddBlocks adds the keys of blocks.
func (w *Writer) AddBlocks(list []Block) {
	for _, b := range list {
		at := &w.near[nearPlace(b.Number)]
		if at.block != b.Number+1 {
			w.displace(at, b.Number+1)
		}
		at.bits |= b.Bits
	}
}

// nearPlace returns where a writer gathers keys of a block.
func nearPlace(block uint64) uint64 { return block * 0x9e3779b97f4a7c15 >> (64 - nearBits) }

// displace passes the keys that a place has gathered on to their shard. The place is for another
// block now: block is its number plus 1, or 0 for none.
func (w *Writer) displace(at *slot, block uint64) {
	if w.divert != nil && at.block != 0 && w.divert(Block{at.block - 1, at.bits}) {
		at.block = 0
	}
	if x := *at; x.block != 0 {
		i := hash(x.block-1) >> 58
		if len(w.batches[i]) == cap(w.batches[i]) {
			w.merge(int(i))
		}
		w.batches[i] = append(w.batches[i], x)
	}
	*at = slot{block: block}
}

// merge merges a batch into its shard.
func (w *Writer) merge(i int) {
	if w.batches[i] == nil {
		w.batches[i] = make([]slot, 0, batchSize)
		return
	}
	if w.used == len(w.pages) {
		w.pages = append(w.pages, make([]Block, 0, pageSize))
	}
	page := &w.pages[w.used]
	room := (*page)[len(*page):pageSize]
	*page = (*page)[:len(*page)+w.set.merge(i, w.batches[i], room)]
	w.batches[i] = w.batches[i][:0]
	if len(*page)+batchSize > pageSize {
		w.used++
	}
}

// Flush adds the keys that have been gathered. It returns all keys since the last Flush that were
// new to the set. Several of the blocks may have the same number.
func (w *Writer) Flush() []Block {
	for i := range w.near {
		w.displace(&w.near[i], 0)
	}
	for i, batch := range w.batches {
		if len(batch) > 0 {
			w.merge(i)
		}
	}
	fresh := slices.Concat(w.pages...)
	for i := range w.pages {
		w.pages[i] = w.pages[i][:0]
	}
	w.used = 0
	return fresh
}
