package checker

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
)

// A Checkpoint says how the searches of a check that go on in [Options.Disk] are saved. If the process is killed, or the check is interrupted, has no time
// left, or the disk fails, the files stay, and the same check of the same program can go on with them. Its report is then the one that it would have
// returned otherwise, apart from times and bytes of memory. No other check may use the folder at the same time with the same Key.
//
// Searches in lockstep, and those for a property whose monitor is told of whole events, are not saved. If one check makes several searches, those that
// have ended are made again.
type Checkpoint struct {
	Key     string        // tells the check from others in the same folder
	Name    string        // of the check, for people
	Request []string      // words that say which program this is, and what it was asked for: a search that was saved with others is refused
	Every   time.Duration // at the ends of levels, this much time apart at least; 0: a minute
	Resume  bool          // go on with a search that was saved; without it one that was saved is an error
	Final   bool          // nobody goes on with a search that MaxTime has ended
}

// defaultEvery is the time between two checkpoints of a search.
const defaultEvery = time.Minute

// A SavedSearch is one that was saved in a folder.
type SavedSearch struct {
	Name    string   // of Checkpoint
	Request []string // the same
	Depth   int      // the level that is to be expanded
	Prefix  string   // of the names of its files
}

// SavedSearches returns the searches that were saved in a folder, which has a checkpoint of each, in order of the names of their files. An error names the
// file that cannot be read.
func SavedSearches(folder string) ([]SavedSearch, error) {
	found, err := explicit.SavedIn(disk.Named(folder, ""))
	var list []SavedSearch
	for _, x := range found {
		list = append(list, SavedSearch{x.Name, x.Request, x.Depth, disk.Prefix + x.Prefix})
	}
	return list, err
}

// leaveDisk removes what searches have saved, unless the check is to go on with it.
func (k *check) leaveDisk() error {
	left, bounded := k.budget.Left()
	if c := k.options.Checkpoint; c == nil || k.budget.Context().Err() != nil || bounded && left <= 0 && !c.Final {
		return nil
	}
	return disk.RemoveBut(k.budget.Disk, "", nil)
}

// useDisk lets searches go on in the folder for files.
func (k *check) useDisk() {
	c := k.options.Checkpoint
	if c == nil {
		k.budget.Disk = disk.Within(k.options.Disk)
		return
	}
	sum := fnv.New64a()
	sum.Write([]byte(c.Key))
	k.budget.Disk = disk.Named(k.options.Disk, fmt.Sprintf("%016x-", sum.Sum64()))
	k.budget.Saving = &engine.Saving{Broken: map[string]int{}, Request: c.Request, Name: c.Name, Every: cmp.Or(c.Every, defaultEvery), Resume: c.Resume, Final: c.Final}
}
