package disk

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// Levels never change, so they are all that another process needs to go on with a set: what has merged others is
// merged again.

// AppendLevel appends what memory has of the run of a level.
func (s *Set) AppendLevel(data []byte, depth int) []byte {
	r := s.levels[depth]
	data = binary.AppendUvarint(data, uint64(len(r.name)))
	data = append(data, r.name...)
	for _, x := range []int64{r.configurations, r.blocks, r.bytes, int64(len(r.chunks))} {
		data = binary.AppendUvarint(data, uint64(x))
	}
	last := uint64(0)
	for _, c := range r.chunks {
		for _, x := range []uint64{c.first - last, c.last - c.first, uint64(c.size), uint64(c.sum)} {
			data = binary.AppendUvarint(data, x)
		}
		last = c.last
	}
	return data
}

// loadRun returns the run that AppendLevel wrote.
func (s *Set) loadRun(data []byte) (*Run, error) {
	next := func() (x uint64) {
		x, n := binary.Uvarint(data)
		data = data[max(n, 0):]
		return x
	}
	size := next()
	if size > uint64(len(data)) {
		return nil, errDamaged
	}
	r := &Run{files: s.files, name: string(data[:size])}
	data = data[size:]
	r.configurations, r.blocks, r.bytes = int64(next()), int64(next()), int64(next())
	at, last := int64(len(header)), uint64(0)
	for range min(next(), uint64(len(data))) {
		c := chunk{first: last + next(), at: at}
		c.last, c.size, c.sum = c.first+next(), uint32(next()), uint32(next())
		r.chunks = append(r.chunks, c)
		at, last = at+int64(c.size), c.last
	}
	if len(data) > 0 || at != r.bytes {
		return nil, errDamaged
	}
	file, err := r.files.Open(r.name)
	r.file = file
	return r, r.failed("read", err)
}

// State says which levels which files have, besides what AppendLevel writes.
type State struct {
	Created int   // files
	Covers  []int // by run of what was seen: how many levels it has
}

// State returns the state of a set, without successors that were spilled.
func (s *Set) State() State { return State{s.created, slices.Clone(s.covers)} }

// Restore returns the set that had a state, with levels that AppendLevel wrote. It reads all files of levels, so that none
// of them is damaged, and removes the others with the prefix but those that are kept. If it fails the levels stay.
func Restore(files Files, prefix string, poll func(), levels [][]byte, at State, kept ...string) (*Set, error) {
	s := NewSet(files, prefix, poll)
	if err := s.restore(levels, at, kept); err != nil {
		return nil, cmp.Or(err, s.Leave())
	}
	return s, nil
}

func (s *Set) restore(levels [][]byte, at State, kept []string) error {
	for _, data := range levels {
		r, err := s.loadRun(data)
		if err != nil {
			return err
		}
		s.levels, kept = append(s.levels, r), append(kept, r.name)
	}
	s.created = at.Created
	if err := RemoveBut(s.files, s.prefix, kept); err != nil {
		return err
	}
	first := 0
	for _, n := range at.Covers {
		if n < 1 || n > len(s.levels)-first {
			return errDamaged
		}
		r, err := s.merged(s.levels[first : first+n])
		if err != nil {
			return err
		}
		s.seen, s.covers, first = append(s.seen, r), append(s.covers, n), first+n
	}
	if first != len(s.levels) {
		return errDamaged
	}
	return nil
}

// merged returns a run of what levels have: the level itself, which is read all the same, if there is one.
func (s *Set) merged(levels []*Run) (*Run, error) {
	var sources []source
	for _, r := range levels {
		sources = append(sources, &cursor{run: r})
	}
	if len(sources) > 1 {
		u, err := newUnion(sources)
		if err != nil {
			return nil, err
		}
		return s.write("seen", u, nil)
	}
	for n := 1; ; n++ {
		if _, ok, err := sources[0].next(); err != nil || !ok {
			return levels[0], err
		}
		if n%pollBlocks == 0 {
			s.poll()
		}
	}
}

// RemoveBut removes the files whose names begin with a prefix, but those that are kept.
func RemoveBut(files Files, prefix string, kept []string) error {
	names, err := files.List()
	if err != nil {
		return failed("read", files.Path(prefix), err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, prefix) && !slices.Contains(kept, name) {
			if err := files.Remove(name); err != nil {
				return failed("remove", files.Path(name), err)
			}
		}
	}
	return nil
}

// SyncLevels makes the files of levels safe, from a depth on.
func (s *Set) SyncLevels(from int) error {
	for _, r := range s.levels[from:] {
		if err := s.files.Sync(r.name); err != nil {
			return r.failed("write", err)
		}
	}
	return nil
}

// Leave closes all files, removes those that are not of levels, and leaves the others for another process.
func (s *Set) Leave() error {
	var failed error
	for _, r := range s.runs() {
		if !s.isLevel(r) {
			failed = cmp.Or(failed, r.remove())
		} else if r.file != nil {
			failed = cmp.Or(failed, r.failed("close", r.file.Close()))
		}
	}
	s.levels, s.seen, s.covers, s.spilled = nil, nil, nil, nil
	return failed
}

// A Log is a file to which parts are appended.
type Log struct {
	files Files
	name  string
	to    io.WriteCloser
	size  int64
	sum   uint32
}

// NewLog makes a log.
func NewLog(files Files, name string) (*Log, error) {
	to, err := files.Create(name)
	if err != nil {
		return nil, failed("write", files.Path(name), err)
	}
	return &Log{files: files, name: name, to: to}, nil
}

// OpenLog returns a log that had a size and a sum, and what it had then. More may be appended.
func OpenLog(files Files, name string, size int64, sum uint32) (*Log, []byte, error) {
	data, err := readAll(files, name)
	if err == nil && (int64(len(data)) < size || crc32.Checksum(data[:size], castagnoli) != sum) {
		err = errDamaged
	}
	if err != nil {
		return nil, nil, failed("read", files.Path(name), err)
	}
	to, err := files.Append(name, size)
	if err != nil {
		return nil, nil, failed("write", files.Path(name), err)
	}
	return &Log{files, name, to, size, sum}, data[:size], nil
}

// Append appends a part.
func (l *Log) Append(part []byte) error {
	_, err := l.to.Write(part)
	l.size, l.sum = l.size+int64(len(part)), crc32.Update(l.sum, castagnoli, part)
	return failed("write", l.files.Path(l.name), err)
}

// State returns the size and the sum of the log.
func (l *Log) State() (size int64, sum uint32) { return l.size, l.sum }

// Sync makes the log safe.
func (l *Log) Sync() error { return failed("write", l.files.Path(l.name), l.files.Sync(l.name)) }

// Close closes the file.
func (l *Log) Close() error { return failed("write", l.files.Path(l.name), l.to.Close()) }

// Put writes a file as a whole: after a kill or a failure of power it has its old content or its new one.
func Put(files Files, name string, data []byte) error {
	now := name + ".new"
	_ = files.Remove(now) // left by a kill, perhaps
	to, err := files.Create(now)
	if err != nil {
		return failed("write", files.Path(now), err)
	}
	_, err = fmt.Fprintf(to, "%s%08x\n%s", putHeader, crc32.Checksum(data, castagnoli), data)
	err = cmp.Or(err, to.Close())
	if err == nil {
		err = files.Sync(now)
	}
	if err == nil {
		err = files.Rename(now, name)
	}
	return failed("write", files.Path(name), err)
}

// putHeader begins a file of Put, with a number of the format.
const putHeader = "interrex checkpoint 1 "

// ErrOtherFormat is the cause of an error of a file that another version has put.
var ErrOtherFormat = errors.New("another version of interrex has written it")

// Get reads a file that was put.
func Get(files Files, name string) ([]byte, error) {
	data, err := readAll(files, name)
	if err != nil {
		return nil, failed("read", files.Path(name), err)
	}
	head, rest, found := strings.Cut(string(data), "\n")
	sum, is := strings.CutPrefix(head, putHeader)
	switch {
	case found && !is && strings.HasPrefix(head, putHeader[:len(putHeader)-2]):
		err = ErrOtherFormat
	case !found || !is || sum != fmt.Sprintf("%08x", crc32.Checksum([]byte(rest), castagnoli)):
		err = errDamaged
	}
	return []byte(rest), failed("read", files.Path(name), err)
}

func readAll(files Files, name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.NewSectionReader(file, 0, 1<<62))
	return data, cmp.Or(err, file.Close())
}
