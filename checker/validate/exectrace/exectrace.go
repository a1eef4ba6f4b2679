// Package exectrace reads logs from execution traces of the Go runtime, written by
// trace.Start or by a flight recorder of package runtime/trace.
//
// A line is a message of trace.Log with category interrex, from any goroutine:
//
//	trace.Log(ctx, "interrex", `{"process":1,"event":"receive","message":"2"}`)
//
// [validate.RuntimeLog] writes such messages, numbered.
package exectrace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/exp/trace"

	"github.com/interrex/interrex/checker/validate"
)

// Options say how times are read.
type Options struct {
	// Tick is the length of a tick. If it is not 0, a line that has no time gets the
	// ticks since the first line, rounded down.
	Tick time.Duration
}

// Read reads the lines of an execution trace, in its order, which agrees with all that
// one goroutine did after another could know of it. The place of a line has its
// goroutine, and the time since the first line. It is an error if there is no line, if
// a line is cut, or if the first lines of a process are missing that a flight recorder
// has dropped; the last is not known if lines have no numbers.
func Read(name string, r io.Reader, o Options) ([]validate.Line, error) {
	events, err := trace.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%s: not an execution trace that can be read: %w", name, err)
	}
	c := collector{name: name, options: o, begun: map[trace.GoID]string{}, last: map[int]int{}}
	for {
		e, err := events.ReadEvent()
		if errors.Is(err, io.EOF) {
			return c.lines, c.complete()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: the execution trace is damaged after %d lines: %w", name, len(c.lines), err)
		}
		if e.Kind() == trace.EventLog {
			if err := c.add(e.Goroutine(), e.Time(), e.Log()); err != nil {
				return nil, err
			}
		}
	}
}

// A collector puts lines together.
type collector struct {
	name    string
	options Options
	lines   []validate.Line
	start   trace.Time            // of the first line
	begun   map[trace.GoID]string // of each goroutine, the line that its next message continues
	last    map[int]int           // of each process, the number of its last line
	others  []string              // categories that are not ours
}

func (c *collector) add(g trace.GoID, at trace.Time, log trace.Log) error {
	if log.Category != validate.RuntimeCategory {
		if !slices.Contains(c.others, log.Category) {
			c.others = append(c.others, log.Category)
		}
		return nil
	}
	if len(c.lines) == 0 {
		c.start = at
	}
	elapsed := at.Sub(c.start)
	place := fmt.Sprintf("%s: goroutine %d at %v", c.name, g, elapsed)
	text, continues := c.begun[g]+log.Message, c.begun[g] != ""
	number, object := cutNumber(text)
	if len(log.Message) == validate.MaxRuntimeMessage && !json.Valid([]byte(object)) {
		c.begun[g] = text
		return nil
	}
	delete(c.begun, g)
	l, err := validate.ParseLine([]byte(object))
	switch {
	case err != nil && continues:
		return c.cut(g)
	case err != nil:
		return fmt.Errorf("%s: %w", place, err)
	}
	if err := c.follows(l.Process, number); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	if l.Place = place; l.Time == nil && c.options.Tick > 0 {
		l.Time = new(int(elapsed / c.options.Tick))
	}
	c.lines = append(c.lines, l)
	return nil
}

// cutNumber returns the number before an object, 0 if there is none.
func cutNumber(text string) (number int, object string) {
	if before, after, ok := strings.Cut(text, " "); ok {
		if number, err := strconv.Atoi(before); err == nil && number > 0 {
			return number, after
		}
	}
	return 0, text
}

// follows says why no line of that number can come next from a process.
func (c *collector) follows(p, number int) error {
	last := c.last[p]
	c.last[p] = number
	switch {
	case number == 0 && last == 0, number == last+1:
		return nil
	case last == 0 && number > 0:
		return fmt.Errorf("the first %d of the lines of p%d are missing; allowed: the whole log, which a flight recorder keeps with a greater MinAge and MaxBytes", number-1, p)
	}
	return fmt.Errorf("line %d of p%d follows line %d; allowed: a writer of its own for each process, whose lines all have numbers", number, p, last)
}

func (c *collector) cut(g trace.GoID) error {
	return fmt.Errorf("%s: goroutine %d: a line is cut after %d bytes, as Go cuts messages; allowed: shorter lines, or those of validate.RuntimeLog",
		c.name, g, validate.MaxRuntimeMessage)
}

// complete says why the end of the file is not that of a log.
func (c *collector) complete() error {
	for g := range c.begun {
		return c.cut(g)
	}
	if len(c.lines) > 0 {
		return nil
	}
	others := ""
	if len(c.others) > 0 {
		others = ", only of " + strings.Join(c.others, ", ")
	}
	return fmt.Errorf("%s: the execution trace has no message of category %q%s; allowed: trace.Log(ctx, %q, line)",
		c.name, validate.RuntimeCategory, others, validate.RuntimeCategory)
}
