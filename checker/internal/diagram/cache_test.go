package diagram

import (
	"math"
	"testing"
)

// TestCacheKeepsWhatItIsGiven says that a cache tells all keys and values apart, the least and the
// greatest ones too, and an entry from a free place.
func TestCacheKeepsWhatItIsGiven(t *testing.T) {
	s := NewStore(1)
	for _, key := range []uint64{0, 1, math.MaxUint32, 1 << 32, math.MaxUint64} {
		c := s.newCache(16)
		if _, ok := c.get(key); ok {
			t.Errorf("an empty cache has a result for key %#x", key)
		}
		for _, value := range []Set{Empty, Unit, math.MaxUint32 - 1} {
			c.put(key, value)
			if got, ok := c.get(key); got != value || !ok || c.filled != 1 {
				t.Errorf("key %#x: get = %d, %v, %d filled; want %d, true, 1", key, got, ok, c.filled, value)
			}
			if _, ok := c.get(key ^ 1<<40); ok {
				t.Errorf("key %#x: another key has its result", key)
			}
		}
	}
}
