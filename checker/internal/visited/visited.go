// Package visited provides the set of configurations that a search has met. The
// set is exact and compact, and workers share it. After the search it can number
// its elements.
//
// Component states are numbered in the order of discovery, so configurations met
// at about the same time have adjacent numbers. A block holds 64 configurations
// with the same left state and adjacent right states: one word for its key and
// one bit for each configuration. In a set that is turned, left and right change
// places. A hash spreads the blocks over shards. Each shard is an open-addressing
// table with its own lock. Workers add many blocks to a shard at a time:
// they lock it once, and it stays in the cache for all of them.
package visited

import (
	"iter"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Shards is the number of shards.
const Shards = 64

// Set is a set of 64-bit keys.
type Set struct {
	shards [Shards]shard
	bytes  atomic.Int64
	turn   int // by how many bits a key is rotated: 0, or 32 if the set is turned
}

type shard struct {
	mu      sync.Mutex
	slots   []slot
	blocks  int
	size    int64
	ranks   []uint32 // set by Number: the number of keys in the shard before the block
	first   int64    // set by Number: the number of keys before the shard
	touched uint64   // keeps the first pass of merge from being optimised away
	_       [32]byte // pads to a cache line, against false sharing
}

type slot struct {
	block uint64 // the number of the block, plus 1; 0: empty
	bits  uint64
}

// Block is some keys of one block, at least one.
type Block struct {
	Number uint64 // the keys, turned if the set is, without their last six bits
	Bits   uint64 // the last six bits of each key, as a set
}

// Len returns the number of keys.
func (b Block) Len() int { return bits.OnesCount64(b.Bits) }

// Key returns the key with last bits i, in a set that is turned or is not.
func (b Block) Key(i int, turned bool) uint64 {
	key := b.Number<<6 | uint64(i)
	if turned {
		key = bits.RotateLeft64(key, 32)
	}
	return key
}

// Keys yields the keys, in a set that is turned or is not.
func (b Block) Keys(turned bool) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for rest := b.Bits; rest != 0; rest &= rest - 1 {
			if !yield(b.Key(bits.TrailingZeros64(rest), turned)) {
				return
			}
		}
	}
}

const slotBytes = 16

// New returns an empty set that is not turned.
func New() *Set { return &Set{} }

// Turned returns a set with the keys of s that is turned if s is not. It must not run
// concurrently with Add, and s must not be numbered.
func (s *Set) Turned() *Set {
	t := &Set{turn: s.turn ^ 32}
	w := t.NewWriter()
	for key := range s.All() {
		AddAll(w, []uint64{key})
	}
	w.Flush()
	return t
}

// Emptied returns an empty set that is turned if s is.
func (s *Set) Emptied() *Set { return &Set{turn: s.turn} }

// Growth returns how many bytes the tables may take more if keys of so many blocks are
// added. It must not run concurrently with Add.
func (s *Set) Growth(blocks int64) int64 {
	slots := int64(0)
	for i := range s.shards {
		blocks += int64(s.shards[i].blocks)
		slots += int64(len(s.shards[i].slots))
	}
	grown := max(slots, 16*Shards)
	for blocks*3 >= grown*2 {
		grown *= 2
	}
	return (grown - slots) * slotBytes
}

// Take returns the keys and empties the set. It must not run concurrently with Add. All
// blocks have different numbers; they are in no order.
func (s *Set) Take() []Block {
	total := 0
	for i := range s.shards {
		total += s.shards[i].blocks
	}
	list := make([]Block, 0, total)
	for i := range s.shards {
		h := &s.shards[i]
		for _, x := range h.slots {
			if x.block != 0 {
				list = append(list, Block{x.block - 1, x.bits})
			}
		}
		s.bytes.Add(-int64(len(h.slots)) * slotBytes)
		h.slots, h.blocks, h.size = nil, 0, 0
	}
	return list
}

// IsTurned reports whether the set is turned.
func (s *Set) IsTurned() bool { return s.turn != 0 }

// hash hashes a block. The upper bits select the shard, the lower bits the slot.
func hash(block uint64) uint64 {
	block *= 0x9e3779b97f4a7c15
	block ^= block >> 32
	block *= 0xd6e8feb86659fd93
	return block ^ block>>29
}

// Add adds a key and reports whether it is new.
func (s *Set) Add(key uint64) bool {
	key = bits.RotateLeft64(key, s.turn)
	x := slot{block: key>>6 + 1, bits: 1 << (key & 63)}
	fresh := [1]Block{}
	return s.merge(int(hash(x.block-1)>>58), []slot{x}, fresh[:]) == 1
}

// merge adds the keys of at most batchSize blocks to their shard, stores the new ones in
// fresh, which has room for as many blocks, and returns how many blocks have some. One
// pass touches the slots of the blocks, so that the cache misses overlap. It
// does nothing else, because the processor looks only some hundred instructions ahead. The
// pass after it finds the slots in the cache.
func (s *Set) merge(i int, batch []slot, fresh []Block) int {
	h := &s.shards[i]
	h.mu.Lock()
	defer h.mu.Unlock()
	for (h.blocks+len(batch))*3 >= len(h.slots)*2 {
		s.grow(h)
	}
	var places [batchSize]uint64
	last, touched := uint64(len(h.slots)-1), h.touched
	for j, x := range batch {
		places[j] = hash(x.block-1) & last
	}
	for _, at := range places[:len(batch)] {
		touched ^= h.slots[at].bits
	}
	h.touched = touched
	found := 0
	for j, x := range batch {
		at := places[j]
		for h.slots[at].block != x.block {
			if h.slots[at].block == 0 {
				h.slots[at].block = x.block
				h.blocks++
				break
			}
			at = (at + 1) & last
		}
		if added := x.bits &^ h.slots[at].bits; added != 0 {
			h.slots[at].bits |= added
			h.size += int64(bits.OnesCount64(added))
			fresh[found] = Block{x.block - 1, added}
			found++
		}
	}
	return found
}

// grow doubles a shard. Shards grow one at a time, so only a small part of the
// set is in memory twice.
func (s *Set) grow(h *shard) {
	old := h.slots
	h.slots = make([]slot, max(16, 2*len(old)))
	clear(h.slots) // new memory that is read before it is written costs two page faults
	s.bytes.Add(int64(len(h.slots)-len(old)) * slotBytes)
	for _, x := range old {
		if x.block == 0 {
			continue
		}
		at := hash(x.block-1) & uint64(len(h.slots)-1)
		for h.slots[at].block != 0 {
			at = (at + 1) & uint64(len(h.slots)-1)
		}
		h.slots[at] = x
	}
}

// Len returns the number of keys. It must not run concurrently with Add.
func (s *Set) Len() int64 {
	var sum int64
	for i := range s.shards {
		sum += s.shards[i].size
	}
	return sum
}

// Bytes returns the memory of the tables, in bytes.
func (s *Set) Bytes() int64 { return s.bytes.Load() }

// Has reports whether key is in the set. It must not run concurrently with Add.
func (s *Set) Has(key uint64) bool {
	key = bits.RotateLeft64(key, s.turn)
	h, at := s.find(key)
	return at >= 0 && h.slots[at].bits>>(key&63)&1 == 1
}

// find returns the shard of a turned key and the slot of its block, or -1 if the block
// is not in the set.
func (s *Set) find(key uint64) (h *shard, at int) {
	block := key>>6 + 1
	x := hash(block - 1)
	h = &s.shards[x>>58]
	if len(h.slots) == 0 {
		return h, -1
	}
	last := len(h.slots) - 1
	for at = int(x) & last; h.slots[at].block != block; at = (at + 1) & last {
		if h.slots[at].block == 0 {
			return h, -1
		}
	}
	return h, at
}

// Number assigns the numbers 0..Len()-1 to the keys. No key may be added later.
func (s *Set) Number() {
	first := int64(0)
	for i := range s.shards {
		h := &s.shards[i]
		h.first = first
		h.ranks = make([]uint32, len(h.slots))
		s.bytes.Add(int64(len(h.ranks)) * 4)
		rank := uint32(0)
		for at, x := range h.slots {
			h.ranks[at] = rank
			rank += uint32(bits.OnesCount64(x.bits))
		}
		first += int64(rank)
	}
}

// Index returns the number of a key, or -1 if it is not in the set.
func (s *Set) Index(key uint64) int64 {
	key = bits.RotateLeft64(key, s.turn)
	h, at := s.find(key)
	bit := uint64(1) << (key & 63)
	if at < 0 || h.slots[at].bits&bit == 0 {
		return -1
	}
	return h.first + int64(h.ranks[at]) + int64(bits.OnesCount64(h.slots[at].bits&(bit-1)))
}

// All yields the keys in the order of their numbers.
func (s *Set) All() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range s.shards {
			for _, x := range s.shards[i].slots {
				for key := range (Block{x.block - 1, x.bits}).Keys(s.IsTurned()) {
					if !yield(key) {
						return
					}
				}
			}
		}
	}
}

// Append appends a key to a list of blocks of a set that is turned or is not: to the last
// block, if it belongs there.
func Append(list []Block, key uint64, turned bool) []Block {
	if turned {
		key = bits.RotateLeft64(key, 32)
	}
	if last := len(list) - 1; last < 0 || list[last].Number != key>>6 {
		list = append(list, Block{Number: key >> 6})
	}
	list[len(list)-1].Bits |= 1 << (key & 63)
	return list
}
