package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

type sampleKey struct {
	n    int
	seed uint64
}

// A sampleStore keeps samples.
type sampleStore interface {
	// has reports whether a sample is not to be measured: it is there, or another shard measures it.
	has(n int, seed uint64) bool
	add(s parts.Sample) error
}

// A sampleFile keeps samples as comma-separated values, below a comment with the
// conditions that they share. Each is written when it has been measured, so an
// interrupted sweep loses nothing.
type sampleFile struct {
	path    string
	file    *lockedfile.File // nil: samples are kept in memory only
	samples map[sampleKey]parts.Sample
}

const sampleColumns = "n,seed,messages,busiest,time"

// openSamples opens a file of samples measured under these conditions, or
// begins one. It does not change a file with any other content.
func openSamples(path, conditions string) (*sampleFile, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write %s: not a regular file", path)
	}
	file, err := lock(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	f := &sampleFile{path: path, file: file, samples: map[sampleKey]parts.Sample{}}
	if err := f.begin(conditions); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// begin reads the samples of the file, and drops a last line that was cut
// short.
func (f *sampleFile) begin(conditions string) error {
	header := "# " + conditions + "\n" + sampleColumns + "\n"
	first := make([]byte, len(header))
	k, err := io.ReadFull(f.file, first)
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return fmt.Errorf("cannot read %s: %w", f.path, cause(err))
	case !strings.HasPrefix(header, string(first[:k])):
		line, _, _ := strings.Cut(string(first[:k]), "\n")
		return fmt.Errorf("%s has other content (%q); allowed: another folder, or a file of %q", f.path, line, conditions)
	case k < len(header): // it was cut short before the first sample
		return f.cut(0, header)
	}
	rows, err := io.ReadAll(f.file)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", f.path, cause(err))
	}
	whole := bytes.LastIndexByte(rows, '\n') + 1
	if err := f.parse(string(rows[:whole])); err != nil {
		return err
	}
	if rest := string(rows[whole:]); strings.Trim(rest, "0123456789,.") != "" { // it is not the beginning of a row
		return f.malformed(rest)
	}
	return f.cut(len(header)+whole, "")
}

// cut truncates the file to size bytes, and appends text.
func (f *sampleFile) cut(size int, text string) error {
	err := f.file.Truncate(int64(size))
	if err == nil {
		_, err = f.file.Seek(int64(size), io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", f.path, cause(err))
	}
	return f.write(text)
}

func (f *sampleFile) parse(rows string) error {
	for line := range strings.Lines(rows) {
		line = strings.TrimSuffix(line, "\n")
		s, ok := parts.ParseSample(line)
		if !ok {
			return f.malformed(line)
		}
		key := sampleKey{s.N, s.Seed}
		if _, twice := f.samples[key]; twice {
			return fmt.Errorf("%s: two rows of n = %d, seed %d; allowed: one", f.path, s.N, s.Seed)
		}
		f.samples[key] = s
	}
	return nil
}

func (f *sampleFile) malformed(line string) error {
	const most = 60 // characters that are shown
	if len(line) > most {
		line = line[:most]
	}
	return fmt.Errorf("%s: malformed row %q; allowed: %s, numbers as measured", f.path, line, sampleColumns)
}

func (f *sampleFile) has(n int, seed uint64) bool {
	_, ok := f.samples[sampleKey{n, seed}]
	return ok
}

// add writes a sample. It keeps the sample as it is in the file, rounded, so that
// continuing with a file gives the same results as an uninterrupted run.
func (f *sampleFile) add(s parts.Sample) error {
	if err := f.write(s.String() + "\n"); err != nil {
		return err
	}
	return f.parse(s.String())
}

func (f *sampleFile) write(text string) error {
	if f.file == nil {
		return nil
	}
	if _, err := f.file.WriteString(text); err != nil {
		return fmt.Errorf("cannot write %s: %w", f.path, cause(err))
	}
	return nil
}

func (f *sampleFile) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// of returns the samples of these sizes, by size.
func (f *sampleFile) of(sizes []int, seed uint64, repeats int) [][]parts.Sample {
	var list [][]parts.Sample
	for _, n := range sizes {
		var same []parts.Sample
		for r := range uint64(repeats) {
			same = append(same, f.samples[sampleKey{n, seed + r}])
		}
		list = append(list, same)
	}
	return list
}
