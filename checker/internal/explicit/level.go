package explicit

import (
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/visited"
)

// level is a level of configurations, in blocks of the visited set. Those that a worker
// found are in ascending order.
type level struct {
	turned bool // the set was turned
	chunks [][]visited.Block
	run    *disk.Run // has the chunks, if the level is on disk
	from   int       // so many of these have been expanded
	to     int       // and up to this one they are to be expanded now
}

// parts returns how many chunks there are.
func (l level) parts() int {
	if l.run != nil {
		return l.to - l.from
	}
	return len(l.chunks)
}

// part returns a chunk. It may use the space of a list. If the disk fails it panics with an error.
func (l level) part(i int, space *[]visited.Block) []visited.Block {
	if l.run == nil {
		return l.chunks[i]
	}
	list, err := l.run.Chunk(l.from+i, (*space)[:0])
	if err != nil {
		panic(err)
	}
	*space = list
	return list
}

// size returns the number of configurations, and of blocks in memory.
func (l level) size() (configurations, blocks int64) {
	if l.run != nil {
		return l.run.Len(), 0
	}
	for _, c := range l.chunks {
		for _, b := range c {
			configurations += int64(b.Len())
		}
		blocks += int64(len(c))
	}
	return configurations, blocks
}
