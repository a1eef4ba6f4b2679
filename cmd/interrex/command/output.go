package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// An output receives the result of a command. It is standard output, or a file
// that appears complete or not at all.
type output struct {
	path   string // "" for standard output
	target string // the file to replace: path, or the target of the link
	mode   fs.FileMode
	w      io.Writer
	temp   *os.File
	err    error // the first error of a Write
}

// openOutput opens path, or standard output if path is "". It fails here, before
// any work is done, if path cannot be written.
func openOutput(path string, stdout io.Writer) (*output, error) {
	if path == "" {
		return &output{w: stdout}, nil
	}
	o, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return o, nil
}

func open(path string) (*output, error) {
	o := &output{path: path, target: path, mode: 0o644}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("is a directory")
	default:
		old, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil || !info.Mode().IsRegular() { // a terminal or a pipe cannot be replaced
			o.w = old
			return o, err
		}
		old.Close()
		o.mode = info.Mode().Perm()
		if o.target, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(o.target), ".interrex-*")
	o.w, o.temp = temp, temp
	return o, err
}

// Write writes to the output. The first error is kept for commit.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// commit makes the written text appear.
func (o *output) commit() error {
	if o.temp == nil {
		return o.failure()
	}
	err := o.err
	for _, do := range []func() error{
		func() error { return o.temp.Chmod(o.mode) },
		o.temp.Close,
		func() error { return os.Rename(o.temp.Name(), o.target) },
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

// discard removes an output that was not committed.
func (o *output) discard() {
	if o.temp != nil {
		o.temp.Close()
		os.Remove(o.temp.Name())
		o.temp = nil
	}
}

// cause strips the names of temporary files from errors of the operating system.
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

// terminalWidth returns the number of columns of w, 0 if it is not a
// terminal.
func terminalWidth(w io.Writer) int {
	columns, _ := terminalSize(w)
	return columns
}

// terminalSize returns the numbers of columns and rows of w, 0 if it is not a terminal.
func terminalSize(w io.Writer) (columns, rows int) {
	if o, isOutput := w.(*output); isOutput {
		return terminalSize(o.w)
	}
	f, isFile := w.(*os.File)
	if !isFile {
		return 0, 0
	}
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, rows
}

// pageWidth is the width of texts that go to no terminal, and the greatest one of help, in columns.
const pageWidth = 100

// columns returns the width of prose for a terminal of so many columns; 0: for none.
func columns(width int) int {
	if width > 0 {
		return width
	}
	return pageWidth
}
