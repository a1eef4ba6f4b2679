package diagram

// cache maps keys to results. It is direct-mapped: a new entry may replace another,
// whose result is then computed again. It grows as it fills.
type cache struct {
	entries []cacheEntry
	filled  int
	wait    int // the number of puts before it asks for room to grow again
	room    func(bytes int64) bool
	idle    func() // called between parts of a long copy or clear
}

// A cacheEntry has no field of 64 bits, so that it takes 12 bytes. The zero entry is free:
// inverted is the complement of the value, and no set has the complement of 0.
type cacheEntry struct{ high, low, inverted uint32 }

func newEntry(key uint64, value Set) cacheEntry {
	return cacheEntry{uint32(key >> 32), uint32(key), ^uint32(value)}
}

func (e *cacheEntry) key() uint64 { return uint64(e.high)<<32 | uint64(e.low) }
func (e *cacheEntry) value() Set  { return Set(^e.inverted) }
func (e *cacheEntry) used() bool  { return e.inverted != 0 }

func (s *Store) newCache(size int) cache {
	return cache{entries: make([]cacheEntry, size), room: func(bytes int64) bool { return s.Room(bytes) }, idle: func() { s.Idle() }}
}

const (
	maxCache      = 1 << 24
	bytesPerEntry = 12
)

// slot returns the place of a key. Keys with the same upper half and consecutive lower
// halves have consecutive places: an operation tries the events one after the other on
// the same node.
func (c *cache) slot(key uint64) *cacheEntry {
	h := key >> 32 * 0x9e3779b97f4a7c15
	return &c.entries[((h^h>>29)>>7+key)&uint64(len(c.entries)-1)]
}

func (c *cache) get(key uint64) (Set, bool) {
	e := c.slot(key)
	return e.value(), e.used() && e.key() == key
}

func (c *cache) put(key uint64, value Set) {
	if c.filled*2 > len(c.entries) && c.grows() {
		old := c.entries
		*c = cache{entries: make([]cacheEntry, 2*len(old)), room: c.room, idle: c.idle}
		inParts(len(old), c.idle, func(from, to int) {
			for _, e := range old[from:to] {
				if e.used() {
					*c.slot(e.key()) = e
					c.filled++
				}
			}
		})
		dropped(int64(len(old)) * bytesPerEntry)
	}
	e := c.slot(key)
	if !e.used() {
		c.filled++
	}
	*e = newEntry(key, value)
}

// grows reports whether the cache may grow.
func (c *cache) grows() bool {
	if len(c.entries) >= maxCache {
		return false
	}
	if c.wait--; c.wait >= 0 {
		return false
	}
	c.wait = 0
	if bytes := int64(2 * len(c.entries) * bytesPerEntry); bytes >= manyBytes && !c.room(bytes) {
		c.wait = len(c.entries)
		return false
	}
	return true
}

func (c *cache) clear() {
	inParts(len(c.entries), c.idle, func(from, to int) { clear(c.entries[from:to]) })
	c.filled = 0
}

// keep removes the results for which valid is false.
func (c *cache) keep(valid func(key uint64, value Set) bool) {
	inParts(len(c.entries), c.idle, func(from, to int) {
		for i, e := range c.entries[from:to] {
			if e.used() && !valid(e.key(), e.value()) {
				c.entries[from+i] = cacheEntry{}
				c.filled--
			}
		}
	})
}

func (c *cache) bytes() int64 { return int64(len(c.entries)) * bytesPerEntry }
