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
	out := &onDisk{Set: disk.NewSet(s.folder, s.prefix, s.budget.Poll), turned: s.seen.IsTurned()}
	if s.stopped, err = engine.Guard(func() error { return s.moveOut(out, workers, next) }); err != nil || !s.complete() {
		return err
	}
	return s.expandLevels(out, workers)
}

// expandLevels expands the last level on disk, and those after it.
func (s *search) expandLevels(out *onDisk, workers []*worker) (err error) {
	for {
		if err := s.expandOut(out, workers); err != nil {
			return err
		}
		if s.complete() {
			if err := s.checkReduction(); err != nil {
				return err
			}
		}
		if s.sharing == nil && !s.complete() {
			return nil
		}
		next, err := s.endLevel(out, workers)
		if err != nil || !s.complete() {
			return err
		}
		if s.budget.OnDisk(out.Bytes()); s.isLast(next) {
			return nil
		}
		if s.stopped = s.betweenLevels(next); !s.complete() {
			return nil
		}
		s.depth++
		if err := s.saver.levelDone(s, out); err != nil {
			return err
		}
	}
}

// moveOut moves all levels to disk, and the next one. From then on the visited set is not turned.
func (s *search) moveOut(out *onDisk, workers []*worker, next level) error {
	s.store = out
	for _, l := range append(s.levels, next) {
		list := l.blocks(s.seen.IsTurned())
		sortBlocks(list, make([]visited.Block, len(list)))
		if err := out.EndLevel(list); err != nil {
			return err
		}
	}
	if out.Len() != s.seen.Len() {
		return fmt.Errorf("%w: %d configurations on disk, %d in memory", engine.ErrInternal, out.Len(), s.seen.Len())
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

// expandOut expands the last level on disk, a part at a time, and spills its successors when the buffer is
// full.
func (s *search) expandOut(out *onDisk, workers []*worker) error {
	at := out.last()
	s.frontier, _ = at.size() // of a shared search, the level may be empty here
	for end := at.to; at.from < end && s.complete(); at.from = at.to {
		at.to = min(at.from+partChunks*len(workers), end)
		if _, err := s.expand(workers, at); err != nil {
			return err
		}
		if s.complete() && at.to < end && s.seen.Bytes() > s.budget.Buffer() {
			var err error
			if s.stopped, err = engine.Guard(func() error { return out.Spill(s.gathered()) }); err != nil {
				return err
			}
		}
		s.dropTables()
	}
	return nil
}

// dropTables gives back the part of the tables that the machine can make again, if there may be no memory soon: a buffer is filled, and the tables grow
// by about a quarter of that.
func (s *search) dropTables() {
	if made := s.machine.Droppable(); s.budget.Forget(made, s.budget.Buffer()+made/4) {
		s.machine.Drop()
	}
}

// gathered empties the visited set, and returns what it had in ascending order.
func (s *search) gathered() []visited.Block {
	blocks := s.seen.Take()
	sortBlocks(blocks, make([]visited.Block, len(blocks)))
	return blocks
}

// leaveDisk removes the files of the search, if it has some, unless another process can go on with it. The search has failed with
// an error, unless that is nil.
func (p *pass) leaveDisk(failed error) error {
	if p.search == nil {
		return nil
	}
	out, ok := p.search.store.(*onDisk)
	if !ok {
		p.saver.close()
		return nil
	}
	kept, err := p.saver.leave(p.search, failed)
	if kept {
		return cmp.Or(err, out.Leave())
	}
	return cmp.Or(err, out.Close())
}

// pathIn is pathTo for a search that has kept all levels.
func (p *pass) pathIn(levels func(depth int) level, g goal) (walk, error) {
	last := p.search.depth
	for depth, met := range p.met {
		if met&g.mask != 0 {
			last = depth
			break
		}
	}
	wanted, err := p.wanted(g, last, levels)
	if err != nil {
		return walk{}, err
	}
	if wanted[0].Len() == 0 {
		return walk{}, fmt.Errorf("%w: the search met a goal at depth %d that no path in its levels leads to", engine.ErrInternal, last)
	}
	return p.forward(g, wanted), nil
}
