// Package disktest has folders in memory whose disk fails, for tests.
package disktest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/interrex/interrex/checker/internal/disk"
)

// Files is a folder in memory. It is a [disk.Files].
type Files struct {
	// Fails, unless it is nil, is asked before each access: "create", "write", "close", "open", "append", "read", "sync", "rename" or "remove". An
	// error is the result of the access. Of a write that fails the first half is there, as on a disk that is full.
	Fails func(access, name string) error

	mu    sync.Mutex
	files map[string][]byte
	safe  map[string]int // how many bytes
}

// New returns an empty folder.
func New() *Files { return &Files{files: map[string][]byte{}, safe: map[string]int{}} }

// Len returns how many files there are.
func (f *Files) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.files)
}

// ChangeAny replaces the bytes of one of the files, if there are any; nil: it is gone.
func (f *Files) ChangeAny(r *rand.Rand, change func(r *rand.Rand, data []byte) []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	names := slices.Sorted(maps.Keys(f.files))
	if len(names) == 0 {
		return
	}
	name := names[r.IntN(len(names))]
	data := change(r, slices.Clone(f.files[name]))
	if f.files[name] = data; data == nil {
		delete(f.files, name)
	}
}

func (f *Files) fail(access, name string) error {
	if f.Fails == nil {
		return nil
	}
	if err := f.Fails(access, name); err != nil {
		return &fs.PathError{Op: access, Path: f.Path(name), Err: err}
	}
	return nil
}

// has returns the error of an access to a file that does not exist. The lock is held.
func (f *Files) has(access, name string) error {
	if _, is := f.files[name]; is {
		return nil
	}
	return &fs.PathError{Op: access, Path: f.Path(name), Err: fs.ErrNotExist}
}

// Create makes a file.
func (f *Files) Create(name string) (io.WriteCloser, error) {
	if err := f.fail("create", name); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, is := f.files[name]; is {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrExist)
	}
	f.files[name], f.safe[name] = []byte{}, 0
	return &open{f, name}, nil
}

// Open opens a file.
func (f *Files) Open(name string) (disk.ReadFile, error) {
	if err := f.fail("open", name); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.has("open", name); err != nil {
		return nil, err
	}
	return &open{f, name}, nil
}

// Remove removes a file.
func (f *Files) Remove(name string) error {
	if err := f.fail("remove", name); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.has("remove", name); err != nil {
		return err
	}
	delete(f.files, name)
	return nil
}

// Append opens a file for writing behind its first bytes.
func (f *Files) Append(name string, size int64) (io.WriteCloser, error) {
	if err := f.fail("append", name); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.has("append", name); err != nil {
		return nil, err
	}
	f.files[name] = append(f.files[name], make([]byte, max(0, size-int64(len(f.files[name]))))...)[:size]
	return &open{f, name}, nil
}

// Sync makes a file safe: see [Files.Crash].
func (f *Files) Sync(name string) error {
	if err := f.fail("sync", name); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.has("sync", name); err != nil {
		return err
	}
	f.safe[name] = len(f.files[name])
	return nil
}

// Rename gives a file another name.
func (f *Files) Rename(from, to string) error {
	if err := f.fail("rename", from); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.has("rename", from); err != nil {
		return err
	}
	f.files[to], f.safe[to] = f.files[from], f.safe[from]
	delete(f.files, from)
	return nil
}

// Crash is a failure of power: of each file what was not made safe is lost.
func (f *Files) Crash() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.files {
		f.files[name] = f.files[name][:min(f.safe[name], len(f.files[name]))]
	}
}

// List returns the names of all files, in order.
func (f *Files) List() ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.files)), nil
}

// Path returns a path that no disk has.
func (f *Files) Path(name string) string { return "disktest/" + name }

// open is a file that is open.
type open struct {
	in   *Files
	name string
}

func (o *open) Write(data []byte) (int, error) {
	err := o.in.fail("write", o.name)
	o.in.mu.Lock()
	defer o.in.mu.Unlock()
	if err != nil {
		data = data[:len(data)/2]
	}
	o.in.files[o.name] = append(o.in.files[o.name], data...)
	return len(data), err
}

func (o *open) ReadAt(data []byte, at int64) (int, error) {
	if err := o.in.fail("read", o.name); err != nil {
		return 0, err
	}
	o.in.mu.Lock()
	defer o.in.mu.Unlock()
	all, is := o.in.files[o.name]
	switch {
	case !is:
		return 0, errors.New("stale file handle")
	case at > int64(len(all)):
		return 0, io.EOF
	}
	n := copy(data, all[at:])
	if n < len(data) {
		return n, io.EOF
	}
	return n, nil
}

func (o *open) Close() error { return o.in.fail("close", o.name) }
