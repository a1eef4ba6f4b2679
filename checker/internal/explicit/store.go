package explicit

import (
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/reason"
)

// A store has the configurations that a search has met, by level. Workers look for duplicates in the visited set in memory, which may lack
// some: those the store has, or nobody. It is asked between levels, not for each configuration. There are two: [inMemory] has no
// more than the visited set and its levels, and [onDisk] has all levels in files.
type store interface {
	// met returns how many configurations the search has met.
	met() int64
	// lacks reports whether the visited set lacks some of them, and lost why they are not in it.
	lacks() bool
	lost() reason.Reason
	// levels returns a function to the level at a depth, and nil if they are not all kept.
	levels() func(depth int) level
	// memory returns the bytes in memory beside the visited set, and files those in files.
	memory() int64
	files() int64
}

// inMemory is the store of a search in memory.
type inMemory struct{ search *search }

func (m inMemory) met() int64            { return m.search.seen.Len() + m.search.forgotten }
func (m inMemory) lacks() bool           { return m.search.forgotten > 0 }
func (inMemory) levels() func(int) level { return nil }
func (inMemory) memory() int64           { return 0 }
func (inMemory) files() int64            { return 0 }
func (m inMemory) lost() (why reason.Reason) {
	why, _ = m.search.budget.Full()
	return why
}

// onDisk is the store of a search that goes on on disk. The visited set has the successors of the level that is expanded, as far as they are
// not spilled.
type onDisk struct {
	*disk.Set
	turned bool // the visited set was turned, and stays so
}

func (d *onDisk) met() int64                    { return d.Len() }
func (d *onDisk) lacks() bool                   { return true }
func (d *onDisk) lost() reason.Reason           { return reason.Reason{Cause: reason.OnDisk} }
func (d *onDisk) levels() func(depth int) level { return d.level }
func (d *onDisk) memory() int64                 { return d.Memory() }
func (d *onDisk) files() int64                  { return d.Bytes() }

func (d *onDisk) level(depth int) level {
	run := d.Level(depth)
	return level{turned: d.turned, run: run, to: run.Chunks()}
}

// last returns the last level.
func (d *onDisk) last() level { return d.level(d.Depth()) }
