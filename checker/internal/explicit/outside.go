package explicit

import (
	"cmp"
	"fmt"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
)

// partChunks is how many chunks of a level on disk each worker expands before it is looked whether the
// buffer is full.
const partChunks = 16

// leavesMemory reports whether the search goes on on disk, from the level on that is next. Small searches
// are faster in memory.
func (s *search) leavesMemory(next level) bool {
	if s.folder == nil {
		return false
	}
	_, blocks := next.size()
	more := s.seen.Growth(found*blocks) + found*copies*visited.BytesPerBlock*blocks
	return s.seen.Len() >= s.budget.Thresholds.OnDisk || !s.budget.Room(more)
}

// goOn expands the next level, and those after it, on disk.
func (s *search) goOn(workers []*worker, next level) (err error) {
	if s.stopped, err = engine.Guard(func() error { return s.moveOut(workers, next) }); err != nil || !s.complete() {
		return err
	}
	return s.expandLevels(workers)
}

// expandLevels expands the last level on disk, and those after it.
func (s *search) expandLevels(workers []*worker) (err error) {
	for {
		if err := s.expandOut(workers); err != nil {
			return err
		}
		if s.complete() {
			if err := s.checkReduction(); err != nil {
				return err
			}
		}
		if !s.complete() {
			return nil
		}
		s.stopped, err = engine.Guard(func() error { return s.out.EndLevel(s.gathered()) })
		if err != nil || !s.complete() {
			return err
		}
		next := s.lastOut()
		if s.budget.OnDisk(s.out.Bytes()); next.run.Len() == 0 {
			return nil
		}
		if s.stopped = s.betweenLevels(next); !s.complete() {
			return nil
		}
		s.depth++
		if err := s.saver.levelDone(s); err != nil {
			return err
		}
	}
}

// moveOut moves all levels to disk, and the next one. From then on the visited set is not turned.
func (s *search) moveOut(workers []*worker, next level) error {
	s.out = disk.NewSet(s.folder, s.prefix, s.budget.Poll)
	for _, l := range append(s.levels, next) {
		list := l.blocks(s.seen.IsTurned())
		sortBlocks(list, make([]visited.Block, len(list)))
		if err := s.out.EndLevel(list); err != nil {
			return err
		}
	}
	if s.out.Len() != s.seen.Len() {
		return fmt.Errorf("%w: %d configurations on disk, %d in memory", engine.ErrInternal, s.out.Len(), s.seen.Len())
	}
	s.levels, s.keep, s.kept = nil, false, 0
	s.replace(workers, s.seen.Emptied())
	return nil
}

// blocks returns the configurations of a level in memory, in blocks of a set that is turned or is not.
func (l level) blocks(turned bool) (list []visited.Block) {
	l.all()(func(s compose.State) bool {
		list = visited.Append(list, uint64(s), turned)
		return true
	})
	return list
}

// lastOut returns the last level on disk.
func (s *search) lastOut() level {
	run := s.out.Level(s.out.Depth())
	return level{turned: s.seen.IsTurned(), run: run, to: run.Chunks()}
}

// expandOut expands the last level on disk, a part at a time, and spills its successors when the buffer is
// full.
func (s *search) expandOut(workers []*worker) error {
	at := s.lastOut()
	for end := at.to; at.from < end && s.complete(); at.from = at.to {
		at.to = min(at.from+partChunks*len(workers), end)
		if _, err := s.expand(workers, at); err != nil {
			return err
		}
		if s.complete() && at.to < end && s.seen.Bytes() > s.budget.Buffer() {
			var err error
			if s.stopped, err = engine.Guard(func() error { return s.out.Spill(s.gathered()) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// gathered empties the visited set, and returns what it had in ascending order.
func (s *search) gathered() []visited.Block {
	list := s.seen.Take()
	sortBlocks(list, make([]visited.Block, len(list)))
	return list
}

// met returns how many configurations the search has met.
func (s *search) met() int64 {
	if s.out != nil {
		return s.out.Len()
	}
	return s.seen.Len() + s.forgotten
}

// diskBytes returns the size of the files.
func (s *search) diskBytes() int64 {
	if s.out == nil {
		return 0
	}
	return s.out.Bytes()
}

// leaveDisk removes the files of the search, if it has some, unless another process can go on with it. The search has failed with
// an error, unless that is nil.
func (p *pass) leaveDisk(failed error) error {
	if p.search == nil || p.search.out == nil {
		p.saver.close()
		return nil
	}
	kept, err := p.saver.leave(p.search, failed)
	if kept {
		return cmp.Or(err, p.search.out.Leave())
	}
	return cmp.Or(err, p.search.out.Close())
}

// pathOnDisk is pathTo for a search on disk, which has all levels.
func (p *pass) pathOnDisk(g goal) (walk, error) {
	s, last := p.search, p.search.depth
	for depth, met := range p.met {
		if met&g.mask != 0 {
			last = depth
			break
		}
	}
	wanted := p.wanted(g, last, func(d int) level {
		run := s.out.Level(d)
		return level{turned: s.seen.IsTurned(), run: run, to: run.Chunks()}
	})
	if wanted[0].Len() == 0 {
		return walk{}, fmt.Errorf("%w: the search met a goal at depth %d that no path on disk leads to", engine.ErrInternal, last)
	}
	return p.forward(g, wanted), nil
}
