package explicit

import (
	"iter"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
)

// maxRecut is the most configurations whose numbers are changed. With more it takes too long, and there are two sets for a while.
const maxRecut = 1 << 19

// recut cuts the leaves of the machine elsewhere if the configurations that were met have fewer halves then. It counts them each time
// that the search has met four times as many. The count is a function of the levels, and so is the choice. Where configurations
// are expanded block by block the leaves stay: there the visited set is as large as the tables, and another cut mostly makes it larger.
func (s *search) recut(workers []*worker, next level) (_ level, err error) {
	all := s.seen.Len()
	if s.forgetViews == nil || s.lacks() || all < max(s.budget.Thresholds.Recut, 4*s.counted) || all > maxRecut || s.machine.Expands() || !s.machine.MayRecut() {
		return next, nil
	}
	s.counted = all
	s.stopped, err = engine.Guard(func() error {
		now := s.machine.Cut()
		if at := s.cheapest(s.machine.Halves(s.states()), now); at != now && s.budget.Room(s.seen.Bytes()+s.machine.Renewable()) {
			next = s.cutAt(at, workers, next)
		}
		return nil
	})
	return next, err
}

// states yields the configurations of the visited set.
func (s *search) states() iter.Seq[compose.State] {
	return func(yield func(compose.State) bool) {
		for key := range s.seen.All() {
			if !yield(compose.State(key)) {
				return
			}
		}
	}
}

// cutAt cuts the leaves of the machine elsewhere, and returns a level as it is numbered then. Neighbours get their numbers together.
func (s *search) cutAt(at int, workers []*worker, next level) level {
	turned := s.seen.IsTurned()
	all := s.gathered()
	s.machine.Recut(at, func(renewed func(compose.State) compose.State) {
		s.replace(workers, visited.New())
		for _, b := range all {
			for key := range b.Keys(turned) {
				visited.AddAll(workers[0].writer, []compose.State{renewed(compose.State(key))})
			}
		}
		workers[0].writer.Flush()
		for i, l := range s.levels {
			s.levels[i] = l.renewed(renewed)
		}
		next = next.renewed(renewed)
	})
	s.compared, s.tables = 0, tables{bytes: s.machine.Renewable()}
	for _, w := range workers {
		w.memo, w.showing = memo{}, nil
	}
	s.forgetViews()
	return next
}

// renewed returns a level in memory with the new states of its configurations, in a set that is not turned.
func (l level) renewed(renewed func(compose.State) compose.State) level {
	var list []visited.Block
	for s := range l.all() {
		list = visited.Append(list, uint64(renewed(s)), false)
	}
	sortBlocks(list, make([]visited.Block, len(list)))
	return level{chunks: slices.AppendSeq([][]visited.Block(nil), slices.Chunk(union(list), chunkSize))}
}

// forgetViews forgets what was found out of views, as their numbers change.
func (p *pass) forgetViews() {
	for _, q := range append(slices.Clip(p.alone), p) {
		if q != nil {
			q.judge.folded, q.judge.unfolded = newTruths(q.judge.folded.renamings), newTruths(q.judge.unfolded.renamings)
		}
	}
}
