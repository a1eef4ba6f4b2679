package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// eachLog has each of the logs read.
func eachLog(stdin io.Reader, paths []string, read func(name string, r io.Reader) error) error {
	for i, path := range paths {
		switch {
		case path == "":
			return errors.New("validate: a file name is empty; allowed: logs, or - for standard input")
		case slices.Contains(paths[:i], path):
			return fmt.Errorf("validate: %s is named twice", path)
		}
		if err := openLog(stdin, path, read); err != nil {
			return err
		}
	}
	return nil
}

// openLog has one log read.
func openLog(stdin io.Reader, path string, read func(name string, r io.Reader) error) error {
	if path == "-" {
		return read("standard input", stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, cause(err))
	}
	defer f.Close()
	err = read(path, f)
	if unreadable := (*os.PathError)(nil); errors.As(err, &unreadable) {
		err = fmt.Errorf("cannot read %s: %w", path, unreadable.Err)
	}
	return err
}
