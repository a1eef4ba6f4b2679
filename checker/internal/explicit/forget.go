package explicit

import (
	"iter"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
)

const found = 2 // the next level finds at most so many times as much as the last one

// makeRoom forgets the configurations that have been expanded, if the next level may
// find no memory: it keeps those of that level only. This is the sweep-line method
// (Christensen, Kristensen and Mailund 2001) with the depth as the measure of progress.
// A configuration that is forgotten may be met, expanded and counted again. All are
// expanded nevertheless. The search ends: it forgets only while the configurations that
// it has met have no cycle, and then executions have a greatest length.
//
// The tables of the machine are renewed too, if that alone is worth it. makeRoom returns the
// next level, as the machine numbers it then.
func (s *search) makeRoom(workers []*worker, next level) level {
	if s.forget == nil {
		return next
	}
	s.tables.grow(s.machine.Renewable())
	_, blocks := next.size()
	kept := copies * visited.BytesPerBlock * blocks
	more := s.seen.Growth(found*blocks) + found*kept + s.tables.growth()
	renewable := s.tables.renewable()
	if !s.forget(s.seen.Bytes()-kept+renewable, more) || s.machine.MayCycle() {
		return next
	}
	s.forgotten += s.seen.Len()
	s.replace(workers, s.seen.Emptied())
	if s.forget(renewable, more) {
		next = s.renew(next)
		for _, w := range workers {
			w.showing = nil
		}
	}
	for _, c := range next.chunks {
		workers[0].writer.AddBlocks(c)
	}
	workers[0].writer.Flush()
	s.forgotten -= s.seen.Len()
	return next
}

// renew renews the tables of the machine, and returns a level as they number it then.
func (s *search) renew(at level) level {
	renewed := s.machine.Renew(at.all())
	s.tables = tables{renewed: true, bytes: s.machine.Renewable()}
	for i, chunk := range at.chunks {
		var list []visited.Block
		for _, b := range chunk {
			for key := range b.Keys(at.turned) {
				list = visited.Append(list, uint64(renewed(compose.State(key))), at.turned)
			}
		}
		at.chunks[i] = list
	}
	return at
}

// all yields the configurations of a level.
func (l level) all() iter.Seq[compose.State] {
	return func(yield func(compose.State) bool) {
		for _, chunk := range l.chunks {
			for _, b := range chunk {
				for key := range b.Keys(l.turned) {
					if !yield(compose.State(key)) {
						return
					}
				}
			}
		}
	}
}

// tables says how large the tables are that a renewal empties.
type tables struct {
	bytes   int64 // after the last level
	last    int64 // how many of these came with that level
	refill  int64 // how many there were one level after the last renewal: the next one needs about as many
	renewed bool  // no level has been expanded since the last renewal
}

// grow notes the bytes after a level.
func (t *tables) grow(bytes int64) {
	t.last, t.bytes = bytes-t.bytes, bytes
	if t.renewed {
		t.refill, t.renewed = bytes, false
	}
}

// growth returns how many bytes more the tables take in the next level, at most.
func (t *tables) growth() int64 { return found * t.last }

// renewable returns how many bytes a renewal gives back for longer than a level.
func (t *tables) renewable() int64 { return t.bytes - t.refill }
