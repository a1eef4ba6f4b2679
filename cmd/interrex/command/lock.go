package command

import (
	"errors"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock opens a file, and fails if another run has it open.
func lock(path string) (*lockedfile.File, error) {
	type opened struct {
		file *lockedfile.File
		err  error
	}
	c := make(chan opened, 1)
	go func() {
		file, err := lockedfile.Edit(path)
		c <- opened{file, err}
	}()
	select {
	case o := <-c:
		return o.file, o.err
	case <-time.After(time.Second): // the other run may be about to close it
		go func() {
			if o := <-c; o.file != nil {
				o.file.Close()
			}
		}()
		return nil, errors.New("another run is writing to it")
	}
}
