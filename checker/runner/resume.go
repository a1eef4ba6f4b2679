package runner

import (
	"bytes"
	"fmt"
	"io"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// A Record is the end of a process's last incarnation, from its log.
type Record struct {
	State []byte // the local state of its last line; nil: it has no line, so the process had done nothing
	Whole int64  // bytes of the log without a line that a crash has torn
}

// ReadRecord reads the log that a process has written by itself.
func ReadRecord(name string, log io.Reader) (*Record, error) {
	data, err := io.ReadAll(log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	lines, err := validate.Read(name, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	r := &Record{Whole: int64(len(data))}
	if len(lines) == 0 {
		return r, nil
	}
	last := lines[len(lines)-1]
	if last.Note == nil {
		return nil, fmt.Errorf("%s: no local state (note); allowed: the log of a process that package runner has run", last.Place)
	}
	r.State = *last.Note
	return r, nil
}

// resume makes the local state that after a restart.
func (r *Process) resume() error {
	if r.o.Resume.State != nil {
		local, err := decoded(r.values.local, r.o.Resume.State)
		if err != nil {
			return fmt.Errorf("runner: the log of process %d: %w", r.o.Process, err)
		}
		r.local = local
	}
	return guard(func() { r.local = r.semantic.Restart(r.o.Process, r.local) })
}

// guard turns a panic of the algorithm with a [model.ValueError] into an error.
func guard(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *model.ValueError:
			err = x
		default:
			panic(x)
		}
	}()
	f()
	return nil
}
