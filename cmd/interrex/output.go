package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// An output is where a command writes its result: standard output, or a file
// that appears complete or not at all.
type output struct {
	path string // "" for standard output
	w    io.Writer
	temp *os.File
	err  error // the first error of a Write
}

// openOutput opens path, or standard output if path is "". That path cannot be
// written is found out here, before any work is done.
func openOutput(path string, stdout io.Writer) (*output, error) {
	if path == "" {
		return &output{w: stdout}, nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot write %s: is a directory", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return openDevice(path)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".interrex-*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return &output{path: path, w: temp, temp: temp}, nil
}

// openDevice opens what cannot be replaced, like a terminal or a pipe.
func openDevice(path string) (*output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return &output{path: path, w: f}, nil
}

// Write writes to the output. The first error is kept for commit.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// commit makes what was written appear.
func (o *output) commit() error {
	if o.temp == nil {
		return o.failure()
	}
	err := o.err
	for _, do := range []func() error{
		func() error { return o.temp.Chmod(0o644) },
		o.temp.Close,
		func() error { return os.Rename(o.temp.Name(), o.path) },
	} {
		if err == nil {
			err = do()
		}
	}
	if err != nil {
		o.discard()
		return fmt.Errorf("cannot write %s: %w", o.path, cause(err))
	}
	o.temp = nil
	return nil
}

// failure returns the first error of a Write.
func (o *output) failure() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write %s: %w", cmp.Or(o.path, "standard output"), cause(o.err))
}

// discard leaves no trace of an output that was not committed.
func (o *output) discard() {
	if o.temp != nil {
		o.temp.Close()
		os.Remove(o.temp.Name())
		o.temp = nil
	}
}

// cause strips what the operating system's errors say of temporary names.
func cause(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// writeFile writes the file path in one piece.
func writeFile(path, text string) error {
	out, err := openOutput(path, nil)
	if err != nil {
		return err
	}
	defer out.discard()
	io.WriteString(out, text)
	return out.commit()
}
