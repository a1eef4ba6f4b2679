package visited

import (
	"maps"
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
				if isNew := !want[key]; isNew != s.Add(key) {
					t.Fatalf("%s: key %d: want new %t", row.reason, key, isNew)
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
// in one block.
func TestTurned(t *testing.T) {
	for _, row := range []struct {
		s      *Set
		blocks int
	}{{New(), 64}, {New().Turned(), 1}, {New().Turned().Turned(), 64}} {
		for left := range uint64(64) {
			key := left<<32 | 7
			row.s.Add(key)
		}
		blocks := 0
		for i := range row.s.shards {
			blocks += row.s.shards[i].blocks
		}
		if blocks != row.blocks {
			t.Errorf("turned: %t: %d blocks, want %d", row.s.IsTurned(), blocks, row.blocks)
		}
	}
}

// TestWriter adds the same keys through a writer, some at a time. A key is fresh in one
// Flush, that after it was first added.
func TestWriter(t *testing.T) {
	for _, row := range []struct {
		reason string
		span   uint64
		step   uint64 // all keys are multiples
	}{
		{"one block", 64, 1}, {"blocks that stay near", 1_000, 1}, {"blocks that others displace", 1 << 20, 1},
		{"as many blocks as keys, in all shards", 1 << 40, 64}, {"extreme keys", 1 << 63, 1<<63 - 1},
	} {
		for _, s := range []*Set{New(), New().Turned()} {
			rng := rand.New(rand.NewPCG(2, row.span))
			w, want := s.NewWriter(), map[uint64]bool{}
			for _, size := range []int{1, 50_000, 0, 3_000, 1} {
				var keys, fresh []uint64
				for range size {
					key := rng.Uint64N(row.span) * row.step
					if keys = append(keys, key, key); !want[key] {
						want[key], fresh = true, append(fresh, key)
					}
				}
				AddAll(w, keys)
				got := keysOf(s, w.Flush())
				slices.Sort(got)
				if slices.Sort(fresh); !slices.Equal(got, fresh) {
					t.Fatalf("%s: %d keys are fresh, want %d", row.reason, len(got), len(fresh))
				}
			}
			checkContents(t, row.reason, s, want)
		}
	}
}

// TestDivert lets a writer pass by the keys of each third block, which are neither in the set nor fresh; all others are.
func TestDivert(t *testing.T) {
	s := New()
	w, rng := s.NewWriter(), rand.New(rand.NewPCG(3, 1))
	taken, want, diverted := map[uint64]bool{}, map[uint64]bool{}, map[uint64]bool{}
	w.Divert(func(b Block) bool {
		if b.Number%3 != 0 {
			return false
		}
		for key := range b.Keys(false) {
			taken[key] = true
		}
		return true
	})
	for range 50_000 {
		key := rng.Uint64N(1 << 21)
		if key>>6%3 == 0 {
			diverted[key] = true
		} else {
			want[key] = true
		}
		AddAll(w, []uint64{key})
	}
	fresh := keysOf(s, w.Flush())
	slices.Sort(fresh)
	if !slices.Equal(fresh, slices.Sorted(maps.Keys(want))) {
		t.Errorf("%d keys are fresh, want %d", len(fresh), len(want))
	}
	checkContents(t, "the rest", s, want)
	if !maps.Equal(taken, diverted) {
		t.Errorf("%d keys were taken, want %d", len(taken), len(diverted))
	}
}

// TestLargestBatch merges into an empty shard as many blocks as one call takes.
func TestLargestBatch(t *testing.T) {
	s, want, batch := New(), map[uint64]bool{}, []slot(nil)
	for key := uint64(0); len(batch) < batchSize; key += 64 {
		if hash(key>>6)>>58 == 0 {
			batch, want[key] = append(batch, slot{key>>6 + 1, 1}), true
		}
	}
	if fresh := s.merge(0, batch, make([]Block, batchSize)); fresh != batchSize {
		t.Errorf("blocks of %d of %d keys are fresh", fresh, batchSize)
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
			w := s.NewWriter()
			for key := range uint64(20_000) {
				AddAll(w, []uint64{key * 77})
			}
			fresh := keysOf(s, w.Flush())
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

// BenchmarkWriter adds keys to a set that holds them already, as most of a search's are.
// They keep to a few blocks for a while, or none has a neighbour.
func BenchmarkWriter(b *testing.B) {
	for _, row := range []struct {
		name string
		span uint64 // of keys that come together
		step uint64
		want int64 // distinct keys
	}{{"near", 1 << 12, 1, 663_419}, {"random", 1 << 22, 64, 927_818}} {
		b.Run(row.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			keys := make([]uint64, 1<<20)
			for i := range keys {
				keys[i] = (uint64(i)&^(row.span-1) + rng.Uint64N(row.span)) * row.step
			}
			s := New()
			w := s.NewWriter()
			for b.Loop() {
				AddAll(w, keys)
				w.Flush()
			}
			if got := s.Len(); got != row.want {
				b.Fatalf("the set holds %d keys, want %d", got, row.want)
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(len(keys)), "ns/key")
		})
	}
}

// TestRoom compares the growth that a set foresees with the memory that it takes, and says that
// an emptied set is turned like the one before.
func TestRoom(t *testing.T) {
	const first = 30_000 // blocks; each shard has 1,024 slots, a little less than half of them taken
	for _, row := range []struct {
		reason      string
		more, bytes int64
	}{
		{"room for all", 5_000, 0},
		{"all shards double", 20_000, 1 << 20},
		{"all shards double twice", 80_000, 3 << 20},
	} {
		s := New()
		for block := range uint64(first) {
			s.Add(block << 6)
		}
		before, foreseen := s.Bytes(), s.Growth(row.more)
		for block := range uint64(row.more) {
			s.Add((first + block) << 6)
		}
		if took := s.Bytes() - before; took != row.bytes || foreseen != row.bytes {
			t.Errorf("%s: the set takes %d bytes more, and foresees %d; want %d", row.reason, took, foreseen, row.bytes)
		}
	}
	if s := New().Turned().Emptied(); !s.IsTurned() || s.Len() != 0 || New().Emptied().IsTurned() {
		t.Error("an emptied set is not turned like the set before")
	}
}
