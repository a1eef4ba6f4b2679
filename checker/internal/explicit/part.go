package explicit

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/checker/reason"
)

// shareLevel tells the owners of the successors of a level of them, adds those that others have found to the next level, and finds out how far
// all parts are. If nobody shares the search it does nothing.
func (s *search) shareLevel(workers []*worker, next level) (level, error) {
	if s.sharing == nil {
		return next, nil
	}
	cut, err := engine.Guard(func() error {
		err := s.sharing.deliver(workers[0].writer)
		told := workers[0].writer.Flush()
		sortBlocks(told, make([]visited.Block, len(told)))
		next.chunks = slices.Collect(slices.Chunk(merged(next.chunks, told), chunkSize))
		return err
	})
	return next, s.agree(cut, next, err)
}

// merged returns the blocks of chunks and of a list, each in ascending order, in ascending order, and one of those with the same number. So a level in memory is expanded in
// the order in which one on disk is, and a part that begins again sends the same messages, whenever it goes on on disk.
func merged(chunks [][]visited.Block, b []visited.Block) []visited.Block {
	size := len(b)
	for _, a := range chunks {
		size += len(a)
	}
	list := make([]visited.Block, 0, size)
	for _, chunk := range chunks {
		for _, a := range chunk {
			for len(b) > 0 && b[0].Number < a.Number {
				list, b = append(list, b[0]), b[1:]
			}
			list = append(list, a)
		}
	}
	return union(append(list, b...))
}

// lost returns why the visited set lacks some configurations.
func (s *search) lost() reason.Reason {
	if s.sharing != nil {
		return reason.Reason{Cause: reason.Shared}
	}
	return s.store.lost()
}

// keptLevels returns a function to the level at a depth, and nil if they are not all kept.
func (s *search) keptLevels() func(depth int) level {
	if levels := s.store.levels(); levels != nil || s.sharing == nil {
		return levels
	}
	return func(depth int) level { return s.levels[depth] }
}

// share prepares the search of p as a part of one that is shared, if it is.
func (p *pass) share() {
	s := p.search
	if p.sharing == nil {
		return
	}
	p.forget, s.sharing, s.keep, s.forgetViews = nil, p.sharing, true, nil
	p.sharing.tally = p.sumHere
}

// inAllParts returns the configurations that here returns, in all parts of the search together.
func (p *pass) inAllParts(here func() *visited.Set) (*visited.Set, error) {
	if p.sharing == nil {
		return here(), nil
	}
	return p.sharing.shareSet(here)
}

// endLevel ends a level on disk, also with what others have found if the search is shared.
func (s *search) endLevel(out *onDisk, workers []*worker) (next level, err error) {
	cut, err := engine.Guard(func() error {
		if s.sharing != nil {
			if err := s.sharing.deliver(workers[0].writer); err != nil {
				return err
			}
			workers[0].writer.Flush()
		}
		if !s.complete() {
			return nil
		}
		return out.EndLevel(s.gathered())
	})
	next = out.last()
	if s.sharing == nil {
		s.stopped = cut
		return next, err
	}
	return next, s.agree(cut, next, err)
}

// agree finds out how far all parts are, and stops if one of them does. This one was cut short if there is a reason, and
// has failed if there is an error.
func (s *search) agree(cut reason.Reason, next level, failed error) (err error) {
	if failed != nil {
		return failed
	}
	here := standing{Met: s.store.met(), Frontier: s.frontier, Configurations: s.configurations, Events: s.events, Stopped: cmp.Or(s.stopped, cut)}
	here.Next, _ = next.size()
	if f := s.sharing.tally; f != nil {
		t := f()
		here.Tally = savedTally{t.mask, t.terminals, t.triggered}
	}
	cut, err = engine.Guard(func() error { return s.sharing.agree(here) })
	s.stopped = cmp.Or(cut, s.sharing.all.Stopped)
	return err
}
