package disk_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/visited"
)

// someBlocks returns random blocks in ascending order.
func someBlocks(r *rand.Rand, count int) (list []visited.Block) {
	number := uint64(0)
	for range count {
		number += 1 + r.Uint64N(20)
		list = append(list, visited.Block{Number: number, Bits: 1 + r.Uint64N(1<<40)})
	}
	return list
}

// content returns all blocks of all levels of a set.
func content(t *testing.T, s *disk.Set) (all [][]visited.Block) {
	t.Helper()
	for depth := range s.Depth() + 1 {
		var list []visited.Block
		for i := range s.Level(depth).Chunks() {
			var err error
			if list, err = s.Level(depth).Chunk(i, list); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, list)
	}
	return all
}

// TestRestore restores random sets that another process has left: levels, sizes and what counts as seen are the same, also after the level that follows. Files of a level
// that was not ended are gone, and others stay.
func TestRestore(t *testing.T) {
	for seed := range uint64(8) {
		r, files := rand.New(rand.NewPCG(seed, 8)), disktest.New()
		s := disk.NewSet(files, "1-", func() {})
		for range 1 + r.IntN(9) {
			if err := s.EndLevel(someBlocks(r, 1+r.IntN(2000))); err != nil {
				t.Fatal(err)
			}
		}
		want, size, at, levels := content(t, s), s.Bytes(), s.State(), [][]byte(nil)
		for depth := range s.Depth() + 1 {
			levels = append(levels, s.AppendLevel(nil, depth))
		}
		if err := s.Spill(someBlocks(r, 10)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"1-log", "2-level-0"} {
			if w, err := files.Create(name); err != nil || w.Close() != nil {
				t.Fatal(err)
			}
		}
		again, err := disk.Restore(files, "1-", func() {}, levels, at, "1-log")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, content(t, again)); diff != "" {
			t.Errorf("seed %d: (-before +restored)\n%s", seed, diff)
		}
		if !cmp.Equal(at.Covers, again.State().Covers) || again.Bytes() != size {
			t.Errorf("seed %d: %v, %d bytes of files; before %v, %d bytes", seed, again.State(), again.Bytes(), at, size)
		}
		if err := again.EndLevel(slices.Concat(want[len(want)-1], []visited.Block{{Number: 1 << 40, Bits: 1}})); err != nil || again.Level(again.Depth()).Len() != 1 {
			t.Errorf("seed %d: %d configurations are new, error %v; want one", seed, again.Level(again.Depth()).Len(), err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
		if names, _ := files.List(); !slices.Equal(names, []string{"1-log", "2-level-0"}) {
			t.Errorf("seed %d: files %v are left", seed, names)
		}
	}
}

// TestLogsAndCheckpoints says that a log and a file that was put are as they were written, or an error.
func TestLogsAndCheckpoints(t *testing.T) {
	files, r := disktest.New(), rand.New(rand.NewPCG(9, 9))
	l, err := disk.NewLog(files, "log")
	if err == nil {
		err = l.Append([]byte("first and second, "))
	}
	if err != nil {
		t.Fatal(err)
	}
	size, sum := l.State()
	if err := l.Append([]byte("and what a kill has cut o")); err != nil {
		t.Fatal(err)
	}
	again, data, err := disk.OpenLog(files, "log", size, sum)
	if err == nil {
		err = again.Append([]byte("third"))
	}
	if err != nil || string(data) != "first and second, " {
		t.Fatalf("%q, error %v", data, err)
	}
	size, sum = again.State()
	if _, data, err := disk.OpenLog(files, "log", size, sum); err != nil || string(data) != "first and second, third" {
		t.Errorf("%q, error %v", data, err)
	}
	flip := func(r *rand.Rand, data []byte) []byte {
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		return data
	}
	files.ChangeAny(r, flip)
	if _, data, err := disk.OpenLog(files, "log", size, sum); err == nil {
		t.Errorf("a damaged log is %q", data)
	}

	if _, err := disk.Get(disktest.New(), "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v of a file that is not there", err)
	}
	for range 200 {
		files := disktest.New()
		for _, text := range []string{"old", "new {\"Depth\": 7}"} {
			if err := disk.Put(files, "it", []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := disk.Get(files, "it"); err != nil || string(got) != "new {\"Depth\": 7}" || files.Len() != 1 {
			t.Fatalf("%q, error %v, %d files", got, err, files.Len())
		}
		files.ChangeAny(r, flip)
		if got, err := disk.Get(files, "it"); err == nil {
			t.Fatalf("a damaged file is %q", got)
		}
	}
}
