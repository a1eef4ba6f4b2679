package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// A sample is what one simulation took.
type sample struct {
	n        int
	seed     uint64
	messages int64
	busiest  int64   // the most messages that one process received
	time     float64 // units
}

func (s sample) String() string {
	return fmt.Sprintf("%d,%d,%d,%d,%.3f", s.n, s.seed, s.messages, s.busiest, s.time)
}

type sampleKey struct {
	n    int
	seed uint64
}

// A sampleFile keeps samples as comma-separated values below a comment that
// says what they have in common. Each is written as it is measured, so that an
// interrupted sweep loses nothing.
type sampleFile struct {
	path    string
	file    *os.File
	samples map[sampleKey]sample
}

const sampleColumns = "n,seed,messages,busiest,time"

// openSamples opens a file of samples measured under these conditions, or
// begins one. A file that holds anything else is left alone.
func openSamples(path, conditions string) (*sampleFile, error) {
	header := "# " + conditions + "\n" + sampleColumns + "\n"
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read %s: %w", path, cause(err))
	}
	f := &sampleFile{path: path, samples: map[sampleKey]sample{}}
	if strings.HasPrefix(header, string(old)) {
		old = nil // it was cut short before the first sample
	}
	whole := old[:bytes.LastIndexByte(old, '\n')+1] // the last line may have been cut short
	if len(old) > 0 {
		rows, ok := strings.CutPrefix(string(whole), header)
		if !ok {
			first, _, _ := strings.Cut(string(old), "\n")
			return nil, fmt.Errorf("%s holds something else (%q); allowed: another folder, or a file of %q", path, first, strings.TrimSpace(header[2:strings.IndexByte(header, '\n')]))
		}
		if err := f.parse(rows); err != nil {
			return nil, err
		}
	}
	if f.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	if err := f.file.Truncate(int64(len(whole))); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	if len(old) == 0 {
		return f, f.write(header)
	}
	return f, nil
}

func (f *sampleFile) parse(rows string) error {
	for line := range strings.Lines(rows) {
		var s sample
		line = strings.TrimSuffix(line, "\n")
		_, err := fmt.Sscanf(line, "%d,%d,%d,%d,%f", &s.n, &s.seed, &s.messages, &s.busiest, &s.time)
		if err != nil || s.String() != line {
			return fmt.Errorf("%s: malformed row %q; allowed: %s", f.path, line, sampleColumns)
		}
		f.samples[sampleKey{s.n, s.seed}] = s
	}
	return nil
}

func (f *sampleFile) has(n int, seed uint64) bool {
	_, ok := f.samples[sampleKey{n, seed}]
	return ok
}

// add writes a sample. It counts as it is written, so that going on with a file
// gives what the first run would have.
func (f *sampleFile) add(s sample) error {
	if err := f.write(s.String() + "\n"); err != nil {
		return err
	}
	return f.parse(s.String())
}

func (f *sampleFile) write(text string) error {
	if _, err := f.file.WriteString(text); err != nil {
		return fmt.Errorf("cannot write %s: %w", f.path, cause(err))
	}
	return nil
}

func (f *sampleFile) close() { f.file.Close() }

// of returns the samples of these sizes, by size.
func (f *sampleFile) of(sizes []int, seed uint64, repeats int) [][]sample {
	var list [][]sample
	for _, n := range sizes {
		var same []sample
		for r := range uint64(repeats) {
			same = append(same, f.samples[sampleKey{n, seed + r}])
		}
		list = append(list, same)
	}
	return list
}
