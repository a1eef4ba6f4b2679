package visited

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// TestSetIsAMap compares the set with a map on keys that are dense, sparse and
// extreme.
func TestSetIsAMap(t *testing.T) {
	for _, row := range []struct {
		reason string
		span   uint64
	}{
		{"one block", 64}, {"dense: many keys of each block", 4_000}, {"sparse: a block for each key", 1 << 62},
	} {
		for _, s := range []*Set{New(), New().Turned()} {
			rng := rand.New(rand.NewPCG(1, row.span))
			want := map[uint64]bool{}
			for range 3_000 {
				key := rng.Uint64N(row.span)
				fresh := s.Add(s.ShardOf(key), []uint64{key, key}, nil)
				if isNew := !want[key]; isNew != (len(fresh) == 1) {
					t.Fatalf("%s: key %d: fresh %v, want new %t", row.reason, key, fresh, isNew)
				}
				want[key] = true
			}
			turned := s.Turned()
			checkContents(t, row.reason, s, want)
			checkContents(t, row.reason+", turned afterwards", turned, want)
		}
	}
}

// TestTurned adds keys that differ in the left half only. A set that is turned has them
// in one block, and sorted keys keep to the order of its blocks.
func TestTurned(t *testing.T) {
	for _, row := range []struct {
		s      *Set
		blocks int
	}{{New(), 64}, {New().Turned(), 1}, {New().Turned().Turned(), 64}} {
		for left := range uint64(64) {
			key := left<<32 | 7
			row.s.Add(row.s.ShardOf(key), []uint64{key}, nil)
		}
		blocks := 0
		for i := range row.s.shards {
			blocks += row.s.shards[i].blocks
		}
		if blocks != row.blocks {
			t.Errorf("turned: %t: %d blocks, want %d", row.s.IsTurned(), blocks, row.blocks)
		}
		keys := []uint64{3<<32 | 1, 2<<32 | 2}
		row.s.Turn(keys)
		if slices.Sort(keys); row.s.IsTurned() != (keys[0] == 1<<32|3) {
			t.Errorf("turned: %t: the first key is %#x", row.s.IsTurned(), keys[0])
		}
	}
}

// TestLargestBatch adds to an empty shard as many blocks as one call takes.
func TestLargestBatch(t *testing.T) {
	s, want, keys := New(), map[uint64]bool{}, []uint64(nil)
	for key := uint64(0); len(keys) < MaxBatch; key += 64 {
		if s.ShardOf(key) == 0 {
			keys, want[key] = append(keys, key), true
		}
	}
	if fresh := s.Add(0, keys, nil); len(fresh) != MaxBatch {
		t.Errorf("%d of %d keys are fresh", len(fresh), MaxBatch)
	}
	checkContents(t, "one batch", s, want)
}

func checkContents(t *testing.T, reason string, s *Set, want map[uint64]bool) {
	t.Helper()
	if s.Len() != int64(len(want)) {
		t.Errorf("%s: Len %d, want %d", reason, s.Len(), len(want))
	}
	s.Number()
	next := int64(0)
	for key := range s.All() {
		if !want[key] || !s.Has(key) || s.Index(key) != next {
			t.Fatalf("%s: key %d: wanted %t, has %t, index %d, want %d", reason, key, want[key], s.Has(key), s.Index(key), next)
		}
		next++
		for _, other := range []uint64{key ^ 1<<40, key ^ 1} { // of another block and of the same
			if !want[other] && (s.Has(other) || s.Index(other) != -1) {
				t.Fatalf("%s: has %d, which was not added", reason, other)
			}
		}
	}
	if next != int64(len(want)) {
		t.Errorf("%s: All yields %d keys, want %d", reason, next, len(want))
	}
}

// TestWorkersAgree adds the same keys from several goroutines. Each key is fresh
// for exactly one of them.
func TestWorkersAgree(t *testing.T) {
	s := New()
	var mu sync.Mutex
	var all []uint64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var fresh []uint64
			for key := range uint64(20_000) {
				fresh = s.Add(s.ShardOf(key*77), []uint64{key * 77}, fresh)
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, fresh...)
		})
	}
	wg.Wait()
	slices.Sort(all)
	if len(all) != 20_000 || len(slices.Compact(all)) != 20_000 {
		t.Errorf("%d keys were fresh to somebody, want 20000 distinct", len(all))
	}
}

func BenchmarkAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys, empty := make([][]uint64, Shards), New()
	for range 1 << 20 {
		key := rng.Uint64N(1 << 24)
		keys[empty.ShardOf(key)] = append(keys[empty.ShardOf(key)], key)
	}
	for b.Loop() {
		s := New()
		var fresh []uint64
		for from := 0; from < 1<<20/Shards/2; from += 128 {
			for i := range Shards {
				fresh = s.Add(i, keys[i][from:from+128], fresh[:0])
			}
		}
	}
}
