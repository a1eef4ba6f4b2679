package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/interrex/interrex/cmd/interrex/internal/journal"
)

// A place says which instance of a request a result is of.
type place struct {
	Group    int // in the order of the request
	N        int // processes
	Instance int // of this group and n
}

// set returns the place of the first instance of the same group and n.
func (p place) set() place { return place{p.Group, p.N, 0} }

// A keeper keeps the result of each instance as soon as it is known, and gives those that were kept
// before. A nil keeper keeps nothing.
type keeper struct {
	merges bool // all results are there: nothing is searched, and nothing written

	mu      sync.Mutex // guards all below
	stored  map[place]json.RawMessage
	inSet   map[place]int // results that are stored of a group and n
	out     *journal.Writer
	ended   bool
	release func()
}

func newKeeper() *keeper {
	return &keeper{stored: map[place]json.RawMessage{}, inSet: map[place]int{}, release: func() {}}
}

// keepOn returns a keeper that writes to w and has no result yet.
func keepOn(w io.Writer, h journal.Head) (k *keeper, err error) {
	k = newKeeper()
	k.out, err = journal.Create(w, h)
	return k, err
}

// keepIn returns a keeper that writes to the file path, and has the results that an earlier run of the same request has
// kept there. A beginning of a line at its end, written when that was killed, is dropped.
func keepIn(path string, h journal.Head) (_ *keeper, err error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write %s: not a regular file", path)
	}
	file, err := lock(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, cause(err))
	}
	k, whole, err := resumed(text, file, h)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	k.release = func() { file.Close() }
	if err = file.Truncate(int64(whole)); err == nil {
		_, err = file.Seek(int64(whole), io.SeekStart)
	}
	if err == nil && whole == 0 {
		k.out, err = journal.Create(file, h)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return k, nil
}

// resumed returns a keeper of the results in a text, and the bytes of the text that are good. The
// keeper appends to w.
func resumed(text []byte, w io.Writer, h journal.Head) (*keeper, int, error) {
	k := newKeeper()
	f, err := journal.Parse(text)
	if errors.Is(err, journal.ErrNoHead) {
		var b bytes.Buffer
		if _, err := journal.Create(&b, h); err != nil {
			return nil, 0, err
		}
		if !bytes.HasPrefix(b.Bytes(), text) {
			return nil, 0, errors.New("it has other content; allowed: a new file, or one that the same command has written")
		}
		return k, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if err := f.SameRequest(h); err != nil {
		return nil, 0, fmt.Errorf("%w; allowed: another file, or the same command", err)
	}
	if f.Shard != h.Shard {
		return nil, 0, fmt.Errorf("it is shard %d of %d, not %d; allowed: another file, or the same command", f.Shard, f.Of, h.Shard)
	}
	k.out, k.ended = f.Continue(w), f.Ended
	return k, f.Whole, k.load(f)
}

// load takes the results of a file.
func (k *keeper) load(f *journal.File) error {
	for i, raw := range f.Results {
		var p place
		if err := json.Unmarshal(raw, &p); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
		if k.stored[p] != nil {
			return fmt.Errorf("line %d: a second result of group %d, n = %d, instance %d; allowed: one", i+2, p.Group, p.N, p.Instance)
		}
		k.store(p, raw)
	}
	return nil
}

func (k *keeper) store(p place, raw json.RawMessage) {
	k.stored[p] = raw
	k.inSet[p.set()]++
}

// find reads the result of an instance, and reports whether there is one.
func (k *keeper) find(p place, result any) (bool, error) {
	if k == nil {
		return false, nil
	}
	k.mu.Lock()
	raw := k.stored[p]
	k.mu.Unlock()
	if raw == nil {
		return false, nil
	}
	return true, json.Unmarshal(raw, result)
}

// has reports whether the result of an instance is stored.
func (k *keeper) has(p place) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.stored[p] != nil
}

// hasAll reports whether the results of so many instances of a set are stored, which are all.
func (k *keeper) hasAll(p place, count int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.inSet[p.set()] == count
}

// keep writes the result of an instance.
func (k *keeper) keep(p place, result any) error {
	if k == nil || k.merges {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stored[p] != nil {
		return nil
	}
	k.store(p, json.RawMessage{}) // nobody asks for it in this run
	return k.written(k.out.Add(result))
}

// written explains an error of writing.
func (k *keeper) written(err error) error {
	if err != nil {
		return fmt.Errorf("cannot keep results: %w", cause(err))
	}
	return nil
}

// close ends the file, if it has all results.
func (k *keeper) close(all bool) error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.release()
	if !all || k.ended || k.merges {
		return nil
	}
	k.ended = true
	return k.written(k.out.End())
}

// missing is the error for an instance of which merged files have no result.
func missing(title string) error {
	return fmt.Errorf("no file has a result of %s; allowed: the files of all shards", strings.TrimSpace(title))
}
