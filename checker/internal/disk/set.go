package disk

import (
	"cmp"
	"fmt"

	"github.com/interrex/interrex/checker/internal/visited"
)

// A Set has the levels of a search. It is for one goroutine at a time, apart from the runs of levels.
type Set struct {
	files   Files
	prefix  string // of the names of files
	poll    func()
	created int    // files
	levels  []*Run // by depth
	seen    []*Run // what all levels have: some of levels, and runs that have merged others
	covers  []int  // by run of seen: how many levels it has, which follow those of the run before
	spilled []*Run // successors of the last level
	written int64  // bytes
}

// NewSet returns an empty set in a folder, in files whose names begin with a prefix. Merges call poll now and then; it may panic.
func NewSet(files Files, prefix string, poll func()) *Set {
	return &Set{files: files, prefix: prefix, poll: poll}
}

// Depth returns the number of the last level, -1 if there is none.
func (s *Set) Depth() int { return len(s.levels) - 1 }

// Level returns the run of a level.
func (s *Set) Level(depth int) *Run { return s.levels[depth] }

// Len returns the number of configurations of all levels.
func (s *Set) Len() (sum int64) {
	for _, r := range s.levels {
		sum += r.Len()
	}
	return sum
}

// Memory returns the bytes in memory, apart from buffers.
func (s *Set) Memory() (sum int64) {
	for _, list := range [][]*Run{s.levels, s.seen, s.spilled} {
		for _, r := range list {
			sum += int64(len(r.chunks)) * bytesPerChunk
		}
	}
	return sum
}

// Bytes returns the size of the files now.
func (s *Set) Bytes() (sum int64) {
	for _, r := range s.runs() {
		sum += r.bytes
	}
	return sum
}

// Written returns how many bytes were written in all.
func (s *Set) Written() int64 { return s.written }

// Spill adds successors of the last level, in ascending order.
func (s *Set) Spill(blocks []visited.Block) error {
	if len(blocks) == 0 {
		return nil
	}
	l := list(blocks)
	r, err := s.write("spill", &l, nil)
	if err != nil {
		return err
	}
	s.spilled = append(s.spilled, r)
	return nil
}

// EndLevel makes the next level of what was spilled, and of other blocks in ascending order, without
// what an earlier level has. It has no configuration if the last level was the last one; it is kept
// all the same.
func (s *Set) EndLevel(rest []visited.Block) error {
	l := list(rest)
	sources, cursors := []source{&l}, []*cursor(nil)
	for _, r := range s.spilled {
		sources = append(sources, &cursor{run: r})
	}
	for _, r := range s.seen {
		cursors = append(cursors, &cursor{run: r})
	}
	u, err := newUnion(sources)
	if err != nil {
		return err
	}
	level, err := s.write("level", u, cursors)
	if err != nil {
		return err
	}
	s.levels, s.seen, s.covers = append(s.levels, level), append(s.seen, level), append(s.covers, 1)
	for ; len(s.spilled) > 0; s.spilled = s.spilled[1:] {
		if err := s.spilled[0].remove(); err != nil {
			return err
		}
	}
	return s.tidy()
}

// tidy merges runs of what was seen as long as the last one is at least half as large as the one before it. So there
// are few, and each configuration is written a few times.
func (s *Set) tidy() error {
	for len(s.seen) > 1 {
		last := len(s.seen) - 1
		a, b := s.seen[last-1], s.seen[last]
		if 2*b.blocks < a.blocks {
			return nil
		}
		u, err := newUnion([]source{&cursor{run: a}, &cursor{run: b}})
		if err != nil {
			return err
		}
		both, err := s.write("seen", u, nil)
		if err != nil {
			return err
		}
		s.seen, s.covers = append(s.seen[:last-1], both), append(s.covers[:last-1], s.covers[last-1]+s.covers[last])
		for _, r := range []*Run{a, b} {
			if s.isLevel(r) {
				continue
			}
			if err := r.remove(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Set) isLevel(r *Run) bool {
	for i := len(s.levels) - 1; i >= 0; i-- {
		if s.levels[i] == r {
			return true
		}
	}
	return false
}

// pollBlocks is how many blocks are written between two polls.
const pollBlocks = 1 << 14

// write writes a run with the blocks of a source, without what the runs of cursors have.
func (s *Set) write(kind string, from source, without []*cursor) (r *Run, err error) {
	w, err := create(s.files, fmt.Sprintf("%s%s-%d", s.prefix, kind, s.created))
	if err != nil {
		return nil, err
	}
	s.created++
	whole := false
	defer func() {
		if !whole {
			w.abandon()
		}
	}()
	for n := 1; ; n++ {
		b, ok, err := from.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		for _, c := range without {
			have, err := c.of(b.Number)
			if err != nil {
				return nil, err
			}
			b.Bits &^= have
		}
		if b.Bits == 0 {
			continue
		}
		if err := w.add(b); err != nil {
			return nil, err
		}
		if n%pollBlocks == 0 {
			s.poll()
		}
	}
	if r, err = w.end(); err != nil {
		return nil, err
	}
	whole = true
	s.written += r.bytes
	return r, nil
}

// runs returns all runs, each once.
func (s *Set) runs() []*Run {
	list := append(append([]*Run(nil), s.levels...), s.spilled...)
	for _, r := range s.seen {
		if !s.isLevel(r) {
			list = append(list, r)
		}
	}
	return list
}

// Close removes all files.
func (s *Set) Close() error {
	var failed error
	for _, r := range s.runs() {
		failed = cmp.Or(failed, r.remove())
	}
	s.levels, s.seen, s.covers, s.spilled = nil, nil, nil, nil
	return failed
}
