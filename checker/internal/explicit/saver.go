package explicit

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
)

// A saver writes at the ends of levels what another process needs to go on with a search on disk: which files have the levels,
// what the pass knows, and a log of the requests that made the tables of the machine. A nil saver saves nothing.
type saver struct {
	pass     *pass
	every    time.Duration
	out      *onDisk     // the levels; nil: the search is not on disk yet
	log      *disk.Log   // nil: the search is not on disk yet
	logged   int         // levels in the log
	synced   int         // levels whose files are safe
	last     time.Time   // when the search was last saved
	ready    *checkpoint // of the last level, not saved yet; nil: it is saved
	isSaved  bool        // some checkpoint of the search is on disk
	found    *checkpoint // to go on with; nil: the search begins
	expanded int64       // configurations, by the searches before
}

// The names of files, behind the prefix of a search.
const (
	checkpointName = "checkpoint"
	logName        = "requests"
)

// Parts of the log: a kind, a length, and as many bytes.
const (
	someRequests = iota
	aLevel
)

// beginSaving prepares the saving of the search, if the check asks for it, and finds out whether one was saved. The first
// level that is saved is the first one on disk.
func (p *pass) beginSaving() error {
	saving := p.budget.Saving
	if saving == nil {
		return nil
	}
	question := fnv.New32a()
	io.WriteString(question, p.questionText())
	p.search.prefix = fmt.Sprintf("%08x-%d-", question.Sum32(), saving.Broken[p.questionText()])
	if !p.machine.Record() {
		return disk.RemoveBut(p.budget.Disk, p.search.prefix, nil)
	}
	s := &saver{pass: p, every: saving.Every, last: time.Now(), expanded: p.budget.Expanded()}
	p.saver, p.search.saver = s, s
	c, err := read(p.budget.Disk, p.search.prefix+checkpointName)
	if errors.Is(err, fs.ErrNotExist) {
		return disk.RemoveBut(p.budget.Disk, p.search.prefix, nil) // what one that was killed before has left
	}
	if err != nil {
		return err
	}
	if diff := c.differs(saving.Request, p); diff != "" {
		return s.refuse(diff)
	}
	if !saving.Resume {
		return s.refuse(fmt.Sprintf("a search up to level %d was saved there", c.Depth))
	}
	s.found, s.isSaved = c, true
	return nil
}

// refuse returns the error of a search that cannot begin, or cannot go on, since another one was saved.
func (s *saver) refuse(why string) error {
	return &disk.Error{Doing: "go on from", Path: s.pass.budget.Disk.Path(s.pass.search.prefix + checkpointName), Err: errors.New(why)}
}

// levelDone prepares a checkpoint: all levels but the last one are expanded. It saves it if that is due.
func (s *saver) levelDone(of *search, out *onDisk) (err error) {
	if s == nil || of.broken > 0 {
		return nil
	}
	if s.log == nil {
		if s.log, err = disk.NewLog(of.folder, of.prefix+logName); err != nil {
			return err
		}
	}
	s.out = out
	requests, sum := of.machine.TakeRecord()
	if err := s.append(someRequests, requests); err != nil {
		return err
	}
	for ; s.logged <= out.Depth(); s.logged++ {
		if err := s.append(aLevel, out.AppendLevel(nil, s.logged)); err != nil {
			return err
		}
	}
	s.ready = s.pass.checkpoint(sum)
	s.ready.LogBytes, s.ready.LogSum = s.log.State()
	if time.Since(s.last) < s.every {
		return nil
	}
	return s.save(of)
}

func (s *saver) append(kind uint64, data []byte) error {
	head := binary.AppendUvarint(binary.AppendUvarint(nil, kind), uint64(len(data)))
	return s.log.Append(append(head, data...))
}

// save makes the files safe that the checkpoint is about, and then writes it.
func (s *saver) save(of *search) error {
	if err := s.out.SyncLevels(min(s.synced, s.ready.levels())); err != nil {
		return err
	}
	if err := s.log.Sync(); err != nil {
		return err
	}
	data, err := json.Marshal(s.ready)
	if err != nil {
		return fmt.Errorf("%w: %w", engine.ErrInternal, err)
	}
	if err := disk.Put(of.folder, of.prefix+checkpointName, data); err != nil {
		return err
	}
	s.synced, s.ready, s.isSaved, s.last = s.ready.levels(), nil, true, time.Now()
	return nil
}

// leave ends the saving of a search that has ended, or has failed with an error. It reports whether another
// process can go on with it, and so the files of levels are to stay.
func (s *saver) leave(of *search, failed error) (kept bool, err error) {
	if s == nil {
		return false, nil
	}
	var ofDisk *disk.Error
	kept = of.budget.Interrupted() || errors.As(failed, &ofDisk)
	if kept && s.ready != nil && failed == nil {
		err = s.save(of)
	}
	s.close()
	if kept && s.isSaved {
		return true, err
	}
	return false, s.remove(of)
}

// close closes the log.
func (s *saver) close() {
	if s != nil && s.log != nil {
		_ = s.log.Close()
	}
}

// remove removes the checkpoint, and then the log.
func (s *saver) remove(of *search) error {
	for _, name := range []string{checkpointName, logName} {
		if err := of.folder.Remove(of.prefix + name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &disk.Error{Doing: "remove", Path: of.folder.Path(of.prefix + name), Err: err}
		}
	}
	return nil
}

// resume goes on with a search that was saved.
func (s *search) resume(workers []*worker) (err error) {
	s.stopped, err = engine.Guard(func() error { return s.saver.restore(s, workers) })
	if s.saver.found = nil; err != nil || !s.complete() {
		return err
	}
	return s.expandLevels(s.saver.out, workers)
}

// restore restores the search as it was when the checkpoint was written.
func (s *saver) restore(of *search, workers []*worker) error {
	c := s.found
	log, data, err := disk.OpenLog(of.folder, of.prefix+logName, c.LogBytes, c.LogSum)
	if err != nil {
		return err
	}
	s.log = log
	levels, err := s.replay(of, data)
	if err != nil {
		return err
	}
	if _, sum := of.machine.TakeRecord(); sum != c.Sum || len(levels) != c.levels() {
		return s.refuse(otherNumbers)
	}
	set, err := disk.Restore(of.folder, of.prefix, s.pass.budget.Poll, levels, c.Set, of.prefix+logName, of.prefix+checkpointName)
	if err != nil {
		return err
	}
	s.logged, s.synced = len(levels), len(levels)
	if c.Turned {
		of.replace(workers, of.seen.Turned())
	}
	s.out = &onDisk{set, c.Turned}
	of.store = s.out
	return s.pass.restore(c)
}

const otherNumbers = "the states of its tables do not get the same numbers again; allowed: to remove its files, so that the search begins again"

// replay makes the requests of the log again, and returns the levels in it.
func (s *saver) replay(of *search, data []byte) (levels [][]byte, err error) {
	for len(data) > 0 {
		kind, n := binary.Uvarint(data)
		size, m := binary.Uvarint(data[max(n, 0):])
		if n <= 0 || m <= 0 || size > uint64(len(data)-n-m) {
			return nil, s.refuse("its log cannot be read")
		}
		part := data[n+m : n+m+int(size)]
		data = data[n+m+int(size):]
		if kind == aLevel {
			levels = append(levels, slices.Clone(part))
		} else if err := of.machine.Replay(part); err != nil {
			return nil, s.refuse(otherNumbers + " (" + err.Error() + ")")
		}
		of.dropTables()
	}
	return levels, nil
}
