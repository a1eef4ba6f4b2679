package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
)

// Files is a folder with files.
type Files interface {
	// Create makes a file, which must not exist.
	Create(name string) (io.WriteCloser, error)
	// Open opens a file for reading at any place, by many goroutines.
	Open(name string) (ReadFile, error)
	Remove(name string) error
	// Append opens a file for writing behind its first bytes, so many, and drops what follows them.
	Append(name string, size int64) (io.WriteCloser, error)
	// Sync returns when what was written to a file is safe from a failure of power.
	Sync(name string) error
	// Rename gives a file another name, at once and safe from a failure of power. A file that has it is replaced.
	Rename(from, to string) error
	// List returns the names of all files.
	List() ([]string, error)
	// Path returns where a file is, for errors.
	Path(name string) string
}

// ReadFile is a file that is open for reading.
type ReadFile interface {
	io.ReaderAt
	io.Closer
}

// A Folder is a part of a folder of the operating system: the files whose names begin with a prefix that no other
// Folder has, of this process or another one that runs.
type Folder struct{ path, prefix string }

// Prefix begins the name of each file.
const Prefix = "interrex-search-"

var folders atomic.Int64

// Within returns a Folder in one that exists.
func Within(path string) *Folder {
	return &Folder{path, Prefix + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(folders.Add(1), 10) + "-"}
}

// Named returns a Folder in one that exists. Its files have the same names in each process, so no other may use it.
func Named(path, name string) *Folder { return &Folder{path, Prefix + name} }

// Create makes a file.
func (f *Folder) Create(name string) (io.WriteCloser, error) {
	return os.OpenFile(f.Path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Open opens a file.
func (f *Folder) Open(name string) (ReadFile, error) { return os.Open(f.Path(name)) }

// Remove removes a file.
func (f *Folder) Remove(name string) error { return os.Remove(f.Path(name)) }

// Append opens a file for writing.
func (f *Folder) Append(name string, size int64) (io.WriteCloser, error) {
	file, err := os.OpenFile(f.Path(name), os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	if err = file.Truncate(size); err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// Sync makes a file safe.
func (f *Folder) Sync(name string) error { return synced(os.OpenFile(f.Path(name), os.O_RDWR, 0)) }

// Rename gives a file another name.
func (f *Folder) Rename(from, to string) error {
	if err := os.Rename(f.Path(from), f.Path(to)); err != nil || runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return err // where folders cannot be opened, or not be made safe
	}
	return synced(os.Open(f.path))
}

// synced makes a file that was opened safe, and closes it.
func synced(file *os.File, err error) error {
	if err != nil {
		return err
	}
	return cmp.Or(file.Sync(), file.Close())
}

// List returns the names of all files, without the prefix.
func (f *Folder) List() ([]string, error) {
	dir, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	all, err := dir.Readdirnames(-1)
	var names []string
	for _, name := range all {
		if rest, is := strings.CutPrefix(name, f.prefix); is {
			names = append(names, rest)
		}
	}
	return names, err
}

// Path returns the path of a file.
func (f *Folder) Path(name string) string { return filepath.Join(f.path, f.prefix+name) }

// Error is a failure of the disk, or a file that is not as it was written.
type Error struct {
	Doing string // as in "write"
	Path  string // of the file
	Err   error
}

// Error returns one line.
func (e *Error) Error() string { return fmt.Sprintf("cannot %s %s: %v", e.Doing, e.Path, cause(e.Err)) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// cause is the error without a path, which would be said twice.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// failed returns an error about a file, nil if err is.
func failed(doing, path string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{doing, path, err}
}
