package disk_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/visited"
)

// drawn returns blocks in ascending order, of a few numbers, and their keys.
func drawn(r *rand.Rand, blocks int, among uint64) (list []visited.Block, keys []uint64) {
	numbers := map[uint64]uint64{}
	for range blocks {
		numbers[r.Uint64N(among)] = 1<<r.IntN(64) & ^uint64(0) >> r.IntN(64) | 1<<r.IntN(64)
	}
	for number, set := range numbers {
		list = append(list, visited.Block{Number: number, Bits: set})
		if more := set << 1; number%3 == 0 && more != 0 {
			list = append(list, visited.Block{Number: number, Bits: more})
		}
	}
	slices.SortFunc(list, func(a, b visited.Block) int {
		return cmp.Compare(a.Number, b.Number)
	})
	for _, b := range list {
		keys = slices.AppendSeq(keys, b.Keys(false))
	}
	return list, keys
}

// keysOf returns the keys of a run, in order.
func keysOf(r *disk.Run) (keys []uint64, err error) {
	var list []visited.Block
	for i := range r.Chunks() {
		if list, err = r.Chunk(i, list[:0]); err != nil {
			return nil, err
		}
		for _, b := range list {
			keys = slices.AppendSeq(keys, b.Keys(false))
		}
	}
	return keys, nil
}

// fill draws levels with spills, calls level after each with the keys that it must have, and ends at the first error.
func fill(r *rand.Rand, s *disk.Set, level func(want []uint64) error) error {
	seen := map[uint64]bool{}
	for range 2 + r.IntN(8) {
		var found []uint64
		size, among := 1+r.IntN(1<<r.IntN(13)), uint64(1)<<(4+r.IntN(40))
		for range r.IntN(4) {
			list, keys := drawn(r, size, among)
			if err := s.Spill(list); err != nil {
				return err
			}
			found = append(found, keys...)
		}
		list, keys := drawn(r, size, among)
		if err := s.EndLevel(list); err != nil {
			return err
		}
		found = slices.DeleteFunc(append(found, keys...), func(key uint64) bool { return seen[key] })
		slices.Sort(found)
		found = slices.Compact(found)
		for _, key := range found {
			seen[key] = true
		}
		if err := level(found); err != nil {
			return err
		}
	}
	return nil
}

// TestLevels compares the levels of a set with those of a map.
func TestLevels(t *testing.T) {
	for seed := range uint64(16) {
		files, total := disktest.New(), int64(0)
		s := disk.NewSet(files, "", func() {})
		err := fill(rand.New(rand.NewPCG(seed, 41)), s, func(want []uint64) error {
			run := s.Level(s.Depth())
			got, err := keysOf(run)
			if err == nil && !slices.Equal(got, want) {
				err = fmt.Errorf("level %d has %d keys, want %d", s.Depth(), len(got), len(want))
			}
			if total += int64(len(want)); s.Len() != total || run.Len() != int64(len(want)) {
				t.Errorf("seed %d: %d keys in all, %d in the level, want %d and %d", seed, s.Len(), run.Len(), total, len(want))
			}
			return err
		})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if s.Bytes() > s.Written() || s.Bytes() == 0 {
			t.Errorf("seed %d: %d bytes of files, %d written", seed, s.Bytes(), s.Written())
		}
		if err := s.Close(); err != nil || files.Len() > 0 {
			t.Errorf("seed %d: %d files are left, %v", seed, files.Len(), err)
		}
	}
}

// TestThinLevelReadsLittle says that a level with few configurations reads few chunks of those that were seen.
func TestThinLevelReadsLittle(t *testing.T) {
	files, reads := disktest.New(), 0
	files.Fails = func(access, _ string) error {
		if access == "read" {
			reads++
		}
		return nil
	}
	s := disk.NewSet(files, "", func() {})
	var list []visited.Block
	for i := range uint64(200 * disk.ChunkBlocks) {
		list = append(list, visited.Block{Number: 3 * i, Bits: 1})
	}
	if err := s.EndLevel(list); err != nil {
		t.Fatal(err)
	}
	reads = 0
	if err := s.EndLevel([]visited.Block{{Number: 3, Bits: 3}, {Number: 4, Bits: 1}, {Number: 300 * disk.ChunkBlocks, Bits: 3}, {Number: 1 << 40, Bits: 1}}); err != nil {
		t.Fatal(err)
	}
	if got, err := keysOf(s.Level(1)); err != nil || !slices.Equal(got, []uint64{3<<6 + 1, 4 << 6, 300*disk.ChunkBlocks<<6 + 1, 1 << 46}) {
		t.Errorf("the level has %v, %v", got, err)
	}
	if reads != 2+1 {
		t.Errorf("%d chunks are read, want 2 of the level before, and 1 of the level", reads)
	}
}

// TestPollEnds says that a set may be given up while it writes, and closed.
func TestPollEnds(t *testing.T) {
	files := disktest.New()
	s := disk.NewSet(files, "", func() { panic("stop") })
	var list []visited.Block
	for i := range uint64(1 << 15) {
		list = append(list, visited.Block{Number: i, Bits: 1})
	}
	func() {
		defer func() {
			if recover() != "stop" {
				t.Error("poll is not called")
			}
		}()
		_ = s.EndLevel(list)
	}()
	if err := s.Close(); err != nil || files.Len() > 0 {
		t.Errorf("%d files are left, %v", files.Len(), err)
	}
}

// TestFailingDisk lets each access fail in turn. Each is an error of one line that names the file, or the levels are
// those of a map.
func TestFailingDisk(t *testing.T) {
	failures := 0
	for seed := range uint64(60) {
		files, at, left := disktest.New(), "", rand.New(rand.NewPCG(seed, 7)).IntN(120)
		files.Fails = func(access, name string) error {
			if left--; left == 0 {
				at = name
				return syscall.ENOSPC
			}
			return nil
		}
		s := disk.NewSet(files, "", func() {})
		err := fill(rand.New(rand.NewPCG(seed, 41)), s, func(want []uint64) error {
			got, err := keysOf(s.Level(s.Depth()))
			if err == nil && !slices.Equal(got, want) {
				t.Errorf("seed %d: level %d has %d keys, want %d", seed, s.Depth(), len(got), len(want))
			}
			return err
		})
		var failed *disk.Error
		switch {
		case at == "" && err != nil:
			t.Errorf("seed %d: %v", seed, err)
		case at == "":
		case !errors.As(err, &failed) || !errors.Is(err, syscall.ENOSPC):
			t.Errorf("seed %d: the error is %v", seed, err)
		case !strings.Contains(err.Error(), "disktest/"+at+": no space left") || strings.Count(err.Error(), "disktest") != 1:
			t.Errorf("seed %d: %q names not the file %s once, and the cause", seed, err, at)
		default:
			failures++
		}
	}
	if failures < 20 {
		t.Errorf("%d failures are too few to test anything", failures)
	}
}

// TestDamagedFiles flips a bit of a file, cuts one, or puts another one in its place, at some time. Each is an error of
// whoever reads the chunk, or nobody does.
func TestDamagedFiles(t *testing.T) {
	damages := []struct {
		reason string
		change func(r *rand.Rand, data []byte) []byte
	}{
		{"a bit is flipped", func(r *rand.Rand, data []byte) []byte { data[r.IntN(len(data))] ^= 1 << r.IntN(8); return data }},
		{"the file is cut", func(r *rand.Rand, data []byte) []byte { return data[:r.IntN(len(data))] }},
		{"the file is missing", func(*rand.Rand, []byte) []byte { return nil }},
		{"the file is another one", func(r *rand.Rand, data []byte) []byte { return slices.Repeat([]byte{byte(r.IntN(256))}, len(data)) }},
	}
	for _, row := range damages {
		failures := 0
		for seed := range uint64(24) {
			r := rand.New(rand.NewPCG(seed, 8))
			files, when, levels := disktest.New(), 1+r.IntN(4), [][]uint64(nil)
			s := disk.NewSet(files, "", func() {})
			err := fill(rand.New(rand.NewPCG(seed, 41)), s, func(want []uint64) error {
				got, err := keysOf(s.Level(s.Depth()))
				if err == nil && !slices.Equal(got, want) {
					t.Errorf("%s, seed %d: level %d has %d keys, want %d", row.reason, seed, s.Depth(), len(got), len(want))
				}
				if levels = append(levels, want); len(levels) == when {
					files.ChangeAny(r, row.change)
				}
				return err
			})
			for depth, want := range levels {
				if s.Depth() < depth || err != nil {
					break
				}
				var got []uint64
				if got, err = keysOf(s.Level(depth)); err == nil && !slices.Equal(got, want) {
					t.Errorf("%s, seed %d: later level %d has %d keys, want %d", row.reason, seed, depth, len(got), len(want))
				}
			}
			var failed *disk.Error
			if err != nil && !errors.As(err, &failed) {
				t.Errorf("%s, seed %d: the error is %v", row.reason, seed, err)
			}
			if err != nil {
				failures++
			}
		}
		if failures < 3 {
			t.Errorf("%s: %d failures are too few to test anything", row.reason, failures)
		}
	}
}

// TestFolder says that files of two searches in one folder have different names, and that all are removed.
func TestFolder(t *testing.T) {
	parent := t.TempDir()
	var sets []*disk.Set
	for range 2 {
		s := disk.NewSet(disk.Within(parent), "", func() {})
		for i := range uint64(3) {
			if err := s.EndLevel([]visited.Block{{Number: i, Bits: 1}}); err != nil {
				t.Fatal(err)
			}
		}
		sets = append(sets, s)
	}
	list, err := os.ReadDir(parent)
	if err != nil || len(list) < 6 || slices.ContainsFunc(list, func(e os.DirEntry) bool { return !strings.HasPrefix(e.Name(), disk.Prefix) }) {
		t.Errorf("the folder has %v, %v", list, err)
	}
	for _, s := range sets {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if list, err := os.ReadDir(parent); err != nil || len(list) != 0 {
		t.Errorf("%d files are left, %v", len(list), err)
	}
}
