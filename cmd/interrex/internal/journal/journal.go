// Package journal keeps results of a run in a file of JSON lines: a head that says which program was
// asked for which results, one line for each result, and an end. Each line has a sum over all that the
// file has up to there, so that no changed, missing or moved line is taken for a result. The file of a
// process that was killed can be read up to its last whole line.
//
// It knows neither the meaning of a request nor that of a result.
package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
)

// format is the first field of each file.
const format = "results v1"

// A Head says which program, request and shard the results of a file are of.
type Head struct {
	Format  string   `json:"interrex"` // set by Create
	Program string   `json:"program"`  // its version, for people
	Build   string   `json:"build"`    // a fingerprint of the program
	Command []string `json:"command"`  // the results that it was asked for
	Shard   int      `json:"shard"`    // 1..Of
	Of      int      `json:"of"`       // shards of the request
}

// SameRequest returns an error that names the difference if h is of another program or asks for other
// results than the wanted one, whichever shard of them.
func (h Head) SameRequest(want Head) error {
	switch only, missing := without(h.Command, want.Command), without(want.Command, h.Command); {
	case h.Program != want.Program:
		return fmt.Errorf("it is of the program %q, not of %q", h.Program, want.Program)
	case h.Build != want.Build:
		return fmt.Errorf("it is of another build of %s: fingerprint %s, not %s", h.Program, h.Build, want.Build)
	case only != nil && missing != nil:
		return fmt.Errorf("it is of another request: with %s, not with %s", strings.Join(only, " "), strings.Join(missing, " "))
	case only != nil:
		return fmt.Errorf("it is of another request: with %s", strings.Join(only, " "))
	case missing != nil:
		return fmt.Errorf("it is of another request: without %s", strings.Join(missing, " "))
	case !slices.Equal(h.Command, want.Command):
		return errors.New("it is of another request: with the same words in another order")
	case h.Of != want.Of:
		return fmt.Errorf("it is of %d shards, not of %d", h.Of, want.Of)
	}
	return nil
}

// without returns the words of a that b has not, nil if there are none.
func without(a, b []string) (list []string) {
	for _, word := range a {
		if !slices.Contains(b, word) {
			list = append(list, word)
		}
	}
	return list
}

// The end of a line: the text before the sum, the number of its digits, and the text after it.
const (
	beforeSum = `,"sum":"`
	digits    = 16
	afterSum  = "\"}\n"
)

// A Writer appends lines to a file. It is for one goroutine at a time.
type Writer struct {
	w     io.Writer
	sum   uint64 // of all that was written
	lines int    // results
}

// Create begins a file.
func Create(w io.Writer, h Head) (*Writer, error) {
	h.Format = format
	j := &Writer{w: w, sum: fnv.New64a().Sum64()}
	return j, j.write(h)
}

// Add appends a result, which is a JSON object with at least one field.
func (j *Writer) Add(result any) error {
	if err := j.write(result); err != nil {
		return err
	}
	j.lines++
	return nil
}

// An end says that all results are there.
type end struct {
	End int `json:"end"` // results
}

// End says that the file has all results.
func (j *Writer) End() error { return j.write(end{j.lines}) }

// write appends a line in one call of Write.
func (j *Writer) write(v any) error {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	text := strings.TrimSuffix(b.String(), "}\n") + beforeSum
	sum := extend(j.sum, text)
	line := text + fmt.Sprintf("%0*x", digits, sum) + afterSum
	_, err := io.WriteString(j.w, line)
	j.sum = extend(sum, line[len(text):])
	return err
}

// extend returns the FNV-1a sum of a text after another one of that sum. No change of a single byte leaves it
// as it is.
func extend(sum uint64, text string) uint64 {
	const prime = 1<<40 + 0x1b3
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * prime
	}
	return sum
}
