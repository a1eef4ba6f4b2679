package diagram

import (
	"math"
	"runtime"
	"slices"
)

// Set is a set of configurations of levels 1..k, where k is the level of its node. The
// number is that of the node: two sets are equal if and only if their numbers are.
type Set uint32

// The nodes without a level.
const (
	Empty Set = 0 // no configuration
	Unit  Set = 1 // of level 0: only the configuration without levels
)

// Pair is one edge of a node: a value of its level, and the configurations of the
// lower levels that occur with it.
type Pair struct {
	Value uint32
	Child Set
}

// Store keeps the nodes. Only one goroutine may use it.
type Store struct {
	levels int
	arena  []Pair   // the pairs of all nodes
	first  []uint32 // by node: the index of its first pair in the arena
	count  []uint32 // by node: the number of its pairs; 0 if it is free
	level  []uint16
	flags  []uint8
	marks  []Marks
	free   []Set
	table  []Set // open addressing
	live   int
	made   int64
	unions cache
	lists  [][]Pair // spare buffers

	// Limit is the number of bytes that the store may take; 0: no limit.
	// Beyond it an operation panics with [ErrMemory].
	Limit int64
	// Room reports whether that many more bytes may be allocated. The store asks before
	// a large allocation. If there is no room, an operation that needs the allocation
	// panics with [ErrMemory].
	Room func(bytes int64) bool
	// Marks returns the marks of a value. They must not change.
	Marks func(level int, value uint32) Marks
	// Idle is called every few microseconds of work. It may report progress, or panic.
	// After a panic the store must not be used again.
	Idle func()
	// Roots is called when the store collects nodes. It calls keep for each node that
	// is in use and not held.
	Roots func(keep func(Set))
	// Collected is called after a collection, which has freed all nodes that were
	// neither kept nor held.
	Collected func()
	// Patience is the number of nodes before the first collection; fewer if the limit is
	// low.
	Patience  int
	threshold int // the number of nodes before the next collection, if more than Patience
	held      []Set
	peak      int
	epoch     int // how often it has collected
	work      int
}

// ErrMemory is the value that an operation panics with if it needs more memory than
// Limit or Room allow.
type ErrMemory struct{}

func (ErrMemory) Error() string { return "the diagram takes more memory than allowed" }

const (
	saturated = 1 << iota
	marked
)

// NewStore returns a store of diagrams with that many levels.
func NewStore(levels int) *Store {
	s := &Store{levels: levels, table: make([]Set, 1<<10), Patience: 1 << 20,
		Marks: noMarks, Idle: func() {}, Room: func(int64) bool { return true }}
	s.unions = s.newCache(1 << 10)
	s.first = make([]uint32, 2)
	s.count = make([]uint32, 2)
	s.level = make([]uint16, 2)
	s.flags = []uint8{saturated, saturated}
	s.marks = make([]Marks, 2)
	return s
}

// tick counts one unit of work, and calls Idle after every 1024.
func (s *Store) tick() {
	if s.work++; s.work&(1<<10-1) == 0 {
		s.Idle()
	}
}

// Pairs returns the edges of a node, ordered by value. The slice must not be modified,
// and is valid until the next operation that makes a node.
func (s *Store) Pairs(n Set) []Pair { return s.arena[s.first[n] : s.first[n]+s.count[n]] }

// Level returns the level of a node.
func (s *Store) Level(n Set) int { return int(s.level[n]) }

// Live returns the number of nodes now, and its maximum so far.
func (s *Store) Live() (now, peak int) { return s.live, s.peak }

// Made returns how often a node was requested, new or not: a measure of work that does
// not depend on the machine.
func (s *Store) Made() int64 { return s.made }

// Bytes returns the memory that the store takes.
func (s *Store) Bytes() int64 {
	return int64(cap(s.arena))*bytesPerPair + int64(len(s.first))*bytesPerNode + int64(len(s.table))*4 + s.unions.bytes()
}

// Hold protects nodes from collection until Release is called with the mark that it
// returns.
func (s *Store) Hold(nodes ...Set) int {
	s.held = append(s.held, nodes...)
	return len(s.held) - len(nodes)
}

// Release releases the nodes of the Hold that returned mark, and of all later ones.
func (s *Store) Release(mark int) { s.held = s.held[:mark] }

// Held holds n and returns it.
func (s *Store) Held(n Set) Set {
	s.Hold(n)
	return n
}

// Scoped calls f, releases the sets that f held, and holds the set that f returns.
func (s *Store) Scoped(f func() Set) Set {
	mark := s.Hold()
	n := f()
	s.Release(mark)
	return s.Held(n)
}

// Make returns the node of a level with these edges. They must be ordered by value,
// and no child may be Empty.
func (s *Store) Make(level int, pairs []Pair) Set {
	if len(pairs) == 0 {
		return Empty
	}
	s.made++
	s.tick()
	h := hashPairs(level, pairs)
	i := h & uint64(len(s.table)-1)
	for s.table[i] != Empty {
		if n := s.table[i]; int(s.level[n]) == level && slices.Equal(s.Pairs(n), pairs) {
			return n
		}
		i = (i + 1) & uint64(len(s.table)-1)
	}
	if s.live >= max(s.threshold, s.patience()) {
		for _, p := range pairs {
			s.Hold(p.Child)
		}
		s.collect()
		s.Release(len(s.held) - len(pairs))
		return s.Make(level, pairs)
	}
	n := s.add(level, pairs)
	s.table[i] = n
	if s.live*2 > len(s.table) {
		s.rehash(2 * len(s.table))
	}
	return n
}

// patience returns the number of nodes before the first collection.
func (s *Store) patience() int {
	const perNode = 256 // bytes, with its part of the caches
	if s.Limit > 0 {
		return int(min(int64(s.Patience), s.Limit/perNode))
	}
	return s.Patience
}

func (s *Store) add(level int, pairs []Pair) Set {
	if uint64(len(s.arena)+len(pairs)) > math.MaxUint32 {
		panic(ErrMemory{})
	}
	if len(s.arena)+len(pairs) > cap(s.arena) {
		s.extend(len(pairs))
	}
	first := uint32(len(s.arena))
	s.arena = append(s.arena, pairs...)
	var n Set
	if last := len(s.free) - 1; last >= 0 {
		n, s.free = s.free[last], s.free[:last]
		s.first[n], s.count[n], s.level[n], s.flags[n] = first, uint32(len(pairs)), uint16(level), 0
		s.marks[n] = s.marksOf(level, pairs)
	} else {
		n = Set(len(s.first))
		s.first = append(s.first, first)
		s.count = append(s.count, uint32(len(pairs)))
		s.level = append(s.level, uint16(level))
		s.flags = append(s.flags, 0)
		s.marks = append(s.marks, s.marksOf(level, pairs))
	}
	s.live++
	s.peak = max(s.peak, s.live)
	return n
}

// The size of a Pair, and of a node without its pairs.
const (
	bytesPerPair = 8
	bytesPerNode = 27
)

// extend grows the arena by at least that many pairs.
func (s *Store) extend(pairs int) {
	size := len(s.arena) + max(pairs, len(s.arena)/4, 1<<12)
	s.need(int64(size) * bytesPerPair)
	arena := make([]Pair, len(s.arena), size)
	inParts(len(arena), s.Idle, func(from, to int) { copy(arena[from:to], s.arena[from:to]) })
	bytes := int64(cap(s.arena)) * bytesPerPair
	s.arena = arena
	dropped(bytes)
}

// dropped collects garbage if an array of that many bytes has just become garbage. Without it
// the heap may become twice as large as the structures of the search before the next collection.
func dropped(bytes int64) {
	if bytes >= 1<<24 {
		runtime.GC()
	}
}

// manyBytes is the size of the smallest allocation that asks Room first.
const manyBytes = 1 << 18

// need panics if there is no room for that many more bytes.
func (s *Store) need(bytes int64) {
	if bytes >= manyBytes && !s.Room(bytes) {
		panic(ErrMemory{})
	}
}

// inParts splits 0..n-1 into parts and calls work for each of them. It calls idle
// between the parts, because a pass over a large array takes long.
func inParts(n int, idle func(), work func(from, to int)) {
	const part = 1 << 16
	for from := 0; from < n; from += part {
		if from > 0 {
			idle()
		}
		work(from, min(from+part, n))
	}
}

func hashPairs(level int, pairs []Pair) uint64 {
	h := uint64(level)*0x9e3779b97f4a7c15 + uint64(len(pairs))
	for _, p := range pairs {
		h = (h ^ uint64(p.Value)<<32 ^ uint64(p.Child)) * 0xd6e8feb86659fd93
		h ^= h >> 32
	}
	return h
}

func (s *Store) rehash(size int) {
	if size > len(s.table) {
		s.need(int64(size) * 4)
		s.table = make([]Set, size)
	} else {
		inParts(size, s.Idle, func(from, to int) { clear(s.table[from:to]) })
	}
	for n := 2; n < len(s.first); n++ {
		if s.count[n] == 0 {
			continue
		}
		s.tick()
		i := hashPairs(int(s.level[n]), s.Pairs(Set(n))) & uint64(size-1)
		for s.table[i] != Empty {
			i = (i + 1) & uint64(size-1)
		}
		s.table[i] = Set(n)
	}
}

// Union returns the configurations of a or b. Both have the same level.
func (s *Store) Union(a, b Set) Set {
	switch {
	case a == b || b == Empty:
		return a
	case a == Empty:
		return b
	}
	if a > b {
		a, b = b, a
	}
	if n, ok := s.unions.get(uint64(a)<<32 | uint64(b)); ok {
		return n
	}
	mark := s.Hold(a, b)
	list := s.buffer()
	for i, j := 0, 0; ; {
		s.tick()
		x, y := s.Pairs(a), s.Pairs(b)
		switch {
		case i == len(x) && j == len(y):
			n := s.Make(s.Level(a), list)
			s.done(list)
			s.Release(mark)
			s.unions.put(uint64(a)<<32|uint64(b), n)
			return n
		case j == len(y) || i < len(x) && x[i].Value < y[j].Value:
			list = append(list, x[i])
			i++
		case i == len(x) || y[j].Value < x[i].Value:
			list = append(list, y[j])
			j++
		default:
			value := x[i].Value
			child := s.Union(x[i].Child, y[j].Child)
			s.Hold(child)
			list = append(list, Pair{value, child})
			i, j = i+1, j+1
		}
	}
}

// buffer returns an empty list of pairs. Its user gives it back by done.
func (s *Store) buffer() []Pair {
	if last := len(s.lists) - 1; last >= 0 {
		list := s.lists[last]
		s.lists = s.lists[:last]
		return list[:0]
	}
	return nil
}

func (s *Store) done(list []Pair) { s.lists = append(s.lists, list) }
