package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/journal"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A SharedSearch is a request for check of one instance whose search several processes share, each with a part of the configurations. The same
// request gives the same parts.
type SharedSearch struct {
	*Tasks
	parts  int
	divide func(context.Context) (*Tasks, error) // plans the request: each part has a plan of its own
}

// sharedWord is the first word of the line of a shared search. The number of parts follows.
const sharedWord = "share"

// mostParts is the most parts of a search.
const mostParts = 1000

// Share divides the search of a request into so many parts. Its arguments are those of [Divide].
func Share(ctx context.Context, p parts.Parts, args []string, n int, stderr io.Writer) (*SharedSearch, error) {
	collectSeldomFrom()
	if n < 1 || n > mostParts {
		return nil, fmt.Errorf("%d parts of a search; allowed: 1 to %d", n, mostParts)
	}
	s := &SharedSearch{parts: n, divide: func(ctx context.Context) (*Tasks, error) { return interrex(p).divide(ctx, args, leastTask, stderr) }}
	var err error
	if s.Tasks, err = s.divide(ctx); err != nil {
		return nil, err
	}
	return s, s.sharable()
}

// ShareOf returns the search that a line is of, and reports false if it is no line of a shared search.
func ShareOf(ctx context.Context, p parts.Parts, line []string, stderr io.Writer) (*SharedSearch, bool, error) {
	if len(line) < 2 || line[0] != sharedWord {
		return nil, false, nil
	}
	n, err := strconv.Atoi(line[1])
	if err != nil {
		return nil, true, fmt.Errorf("%q parts of a search; allowed: a number", line[1])
	}
	s, err := Share(ctx, p, line[2:], n, stderr)
	return s, true, err
}

// sharable returns an error if the search of the request cannot be shared.
func (s *SharedSearch) sharable() error {
	instances := 0
	for _, t := range s.tasks {
		for _, b := range t.sets {
			instances += b.count
		}
	}
	switch x := s.search.options.Search; {
	case instances != 1:
		return fmt.Errorf("the request has %d instances, and parts are of the search of one; allowed: flags that leave one, as -n 5 --variant corrected --ids worst", instances)
	case x.Engine != checker.Explicit || x.Reduce != checker.NoReduction || x.Symmetry:
		return errors.New("parts are of a search of the explicit engine without a reduction; allowed: --engine explicit --reduce none")
	}
	return nil
}

// Line implements a request to a queue.
func (s *SharedSearch) Line() []string {
	return append([]string{sharedWord, strconv.Itoa(s.parts)}, s.Tasks.Line()...)
}

// Len returns how many parts there are.
func (s *SharedSearch) Len() int { return s.parts }

// Title names a part for people.
func (s *SharedSearch) Title(i int) string {
	return fmt.Sprintf("part %d of %d of %s", i+1, s.parts, s.Tasks.Title(0))
}

// RunPart does a part of the search with its peers, and writes the results of the whole as lines of JSON. A search that memory is too small for goes on in a
// folder, which exists; "": memory only.
func (s *SharedSearch) RunPart(ctx context.Context, peers checker.Peers, disk string, w io.Writer) error {
	t, err := s.divide(ctx)
	if err != nil {
		return err
	}
	t.search.options.Peers, t.search.options.Workers, t.search.options.Disk = peers, 1, disk
	return t.Run(ctx, 0, w)
}

// Report is that of [Tasks], from the results of all parts. It is an error if they differ.
func (s *SharedSearch) Report(ctx context.Context, results [][]byte, stdout, stderr io.Writer) int {
	for i, text := range results[1:] {
		if err := agree(results[0], text); err != nil {
			out := &output{w: stdout}
			return out.status(fmt.Errorf("the results of part 1 and part %d differ: %w", i+2, err), stderr)
		}
	}
	return s.Tasks.Report(ctx, results[:1], stdout, stderr)
}

// agree returns an error if two results of the same instance differ in more than times and bytes.
func agree(a, b []byte) error {
	var texts [2][]byte
	for i, text := range [][]byte{a, b} {
		f, err := journal.Parse(text)
		if err != nil {
			return err
		}
		if len(f.Results) != 1 {
			return fmt.Errorf("%d results; allowed: 1", len(f.Results))
		}
		var k keptCheck
		if err := json.Unmarshal(f.Results[0], &k); err != nil {
			return err
		}
		if texts[i], err = json.Marshal(k.timeless()); err != nil {
			return err
		}
	}
	if !bytes.Equal(texts[0], texts[1]) {
		return fmt.Errorf("%s and %s", texts[0], texts[1])
	}
	return nil
}

// timeless returns the result without what differs between processes: times and bytes.
func (k keptCheck) timeless() keptCheck {
	k.CPU, k.Turns = 0, slices.Clone(k.Turns)
	k.Report.Elapsed, k.Report.Bytes, k.Report.Disk = 0, 0, 0
	for i := range k.Turns {
		k.Turns[i].Came.Elapsed = time.Duration(0)
	}
	return k
}
