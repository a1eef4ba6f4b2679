package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// A File has the lines that were read of a journal.
type File struct {
	Head
	Results []json.RawMessage // each with its sum as last field
	Ended   bool              // it has all results
	Whole   int               // bytes of whole lines: the rest is the beginning of a line, written when the process was killed

	sum uint64
}

// Parse reads a file up to its last whole line. The error names the fault and its line. A file with less
// than a head is ErrNoHead.
func Parse(text []byte) (*File, error) {
	f := &File{sum: fnv.New64a().Sum64()}
	for n := 1; ; n++ {
		length := bytes.IndexByte(text[f.Whole:], '\n') + 1
		if length == 0 {
			break
		}
		line := text[f.Whole : f.Whole+length]
		if err := f.parse(n, string(line)); err != nil {
			return nil, err
		}
		f.Whole += length
	}
	if f.Whole == 0 {
		return nil, ErrNoHead
	}
	return f, nil
}

// ErrNoHead says that a file is empty, or has only a part of its first line.
var ErrNoHead = errors.New("it has no whole line; allowed: a file that --shard or --resume has written")

// parse reads line n.
func (f *File) parse(n int, line string) error {
	if n == 1 && !strings.HasPrefix(line, `{"interrex":"`) {
		return fmt.Errorf("line 1: %q is not the head of results; allowed: a file that --shard or --resume has written", start(line))
	}
	at := len(line) - len(beforeSum) - digits - len(afterSum)
	if at < 0 || line[at:at+len(beforeSum)] != beforeSum {
		return damaged(n)
	}
	body := line[:at+len(beforeSum)]
	sum := extend(f.sum, body)
	if line[len(body):] != fmt.Sprintf("%0*x", digits, sum)+afterSum {
		return damaged(n)
	}
	f.sum = extend(sum, line[len(body):])
	raw := json.RawMessage(line)
	switch {
	case n == 1:
		if err := json.Unmarshal(raw, &f.Head); err != nil || f.Shard < 1 || f.Shard > f.Of {
			return damaged(n)
		}
		if f.Format != format {
			return fmt.Errorf("line 1: unknown format %q; allowed: %s", f.Format, format)
		}
		return nil
	case f.Ended:
		return fmt.Errorf("line %d: it follows the end of the results", n)
	case strings.HasPrefix(line, `{"end":`):
		var e end
		if err := json.Unmarshal(raw, &e); err != nil || e.End != len(f.Results) {
			return damaged(n)
		}
		f.Ended = true
		return nil
	}
	f.Results = append(f.Results, raw)
	return nil
}

func damaged(n int) error {
	return fmt.Errorf("line %d is damaged: its sum does not match; allowed: the file as it was written", n)
}

// start returns the beginning of a line.
func start(line string) string {
	const most = 40
	line = strings.TrimSuffix(line, "\n")
	return line[:min(len(line), most)]
}

// Continue returns a writer that appends to the whole lines of f.
func (f *File) Continue(w io.Writer) *Writer {
	return &Writer{w: w, sum: f.sum, lines: len(f.Results)}
}
