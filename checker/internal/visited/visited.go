// Package visited is the set of the configurations that a search has met:
// exact, compact, shared by workers, and, once the search is over, a numbering
// of its elements.
//
// Numbers of component states are given in the order of discovery, so that the
// configurations that are met together have numbers that lie together. A block
// is 64 configurations with the same left state and adjacent right states: one
// word that names it and one bit for each. The blocks are spread over shards
// by hash; each shard is an open-addressing table under a lock of its own, and
// is offered many configurations at a time, so that one lock and one stay of
// the shard in the cache serve them all.
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
}

type shard struct {
	mu      sync.Mutex
	slots   []slot
	blocks  int
	size    int64
	ranks   []uint32 // set by Number: how many keys of the shard come before the block
	first   int64    // set by Number: how many keys come before the shard
	touched uint64   // keeps the first pass of Add from being optimised away
	_       [32]byte // a cache line of its own
}

type slot struct {
	block uint64 // the key without its last six bits, plus 1; 0: empty
	bits  uint64
}

const slotBytes = 16

// New returns an empty set.
func New() *Set { return &Set{} }

// hash spreads blocks: by the upper bits to shards, by the lower within them.
func hash(block uint64) uint64 {
	block *= 0x9e3779b97f4a7c15
	block ^= block >> 32
	block *= 0xd6e8feb86659fd93
	return block ^ block>>29
}

// ShardOf returns the shard that key belongs to.
func ShardOf(key uint64) int { return int(hash(key>>6) >> 58) }

// MaxBatch is the most keys that one call of Add takes.
const MaxBatch = 128

// Add adds keys, which all belong to shard i, and appends those that were not
// in the set to fresh. A first pass over the keys touches their places, so
// that the waits for memory overlap; the second then finds them in the cache.
func (s *Set) Add(i int, keys, fresh []uint64) []uint64 {
	h := &s.shards[i]
	h.mu.Lock()
	defer h.mu.Unlock()
	for (h.blocks+len(keys))*3 >= len(h.slots)*2 {
		s.grow(h)
	}
	var places [MaxBatch]uint64
	last := uint64(len(h.slots) - 1)
	touched := h.touched
	for j, key := range keys {
		places[j] = hash(key>>6) & last
		touched ^= h.slots[places[j]].bits
	}
	h.touched = touched
	before := len(fresh)
	for j, key := range keys {
		block, bit, at := key>>6+1, uint64(1)<<(key&63), places[j]
		for h.slots[at].block != block {
			if h.slots[at].block == 0 {
				h.slots[at].block = block
				h.blocks++
				break
			}
			at = (at + 1) & last
		}
		if h.slots[at].bits&bit == 0 {
			h.slots[at].bits |= bit
			fresh = append(fresh, key)
		}
	}
	h.size += int64(len(fresh) - before)
	return fresh
}

// grow doubles a shard. Shards grow one by one, so that little memory is held
// twice.
func (s *Set) grow(h *shard) {
	old := h.slots
	h.slots = make([]slot, max(16, 2*len(old)))
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

// Len returns the number of keys. Nobody may be adding.
func (s *Set) Len() int64 {
	var sum int64
	for i := range s.shards {
		sum += s.shards[i].size
	}
	return sum
}

// Bytes returns the memory of the tables.
func (s *Set) Bytes() int64 { return s.bytes.Load() }

// Has reports whether key is in the set. Nobody may be adding.
func (s *Set) Has(key uint64) bool {
	h, at := s.find(key)
	return at >= 0 && h.slots[at].bits>>(key&63)&1 == 1
}

// find returns the shard of a key and the place of its block there, -1 if the
// block is not in the set.
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

// Number gives the keys the numbers 0..Len()-1. Nothing may be added later.
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

// Index returns the number of a key, -1 if it is not in the set.
func (s *Set) Index(key uint64) int64 {
	h, at := s.find(key)
	bit := uint64(1) << (key & 63)
	if at < 0 || h.slots[at].bits&bit == 0 {
		return -1
	}
	return h.first + int64(h.ranks[at]) + int64(bits.OnesCount64(h.slots[at].bits&(bit-1)))
}

// All yields the keys, in the order of their numbers.
func (s *Set) All() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range s.shards {
			for _, x := range s.shards[i].slots {
				for b := x.bits; b != 0; b &= b - 1 {
					if !yield((x.block-1)<<6 | uint64(bits.TrailingZeros64(b))) {
						return
					}
				}
			}
		}
	}
}
