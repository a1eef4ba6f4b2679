package command

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A view shows an overview while it changes. It is for one goroutine at a time.
type view interface {
	// show shows the lines that are due: it is called often.
	show(o overview)
	// close shows how it ended.
	close(o overview)
}

// newView returns the view of a run whose lines about algorithms go to w, nil if there are none,
// and whose lines of progress go to errs, unless w is a terminal.
func newView(w, errs io.Writer) view {
	if terminalWidth(w) > 0 {
		return &terminalView{w: w, size: func() (int, int) { return terminalSize(w) }}
	}
	return &pipeView{lines: w, progress: errs, said: map[*standing]bool{}}
}

// A terminalView draws a line for each algorithm and a line of progress, again and again in the
// same place.
type terminalView struct {
	w     io.Writer
	size  func() (columns, rows int)
	drawn int           // lines
	last  time.Duration // elapsed when it was drawn last
}

func (v *terminalView) show(o overview) {
	if v.drawn > 0 && o.elapsed-v.last < redraw {
		return
	}
	v.last = o.elapsed
	columns, rows := v.size()
	lines := fitting(o, o.table(columns-1), max(rows-3, 1)) // the last column is free, as some terminals break lines there
	v.draw(append(lines, o.progress(columns-1)))
}

// close draws the table as a whole, even if only its end remains visible.
func (v *terminalView) close(o overview) {
	columns, _ := v.size()
	v.draw(o.table(columns - 1))
}

// fitting returns at most so many lines of a table: those of algorithms of which something is
// open go before others.
func fitting(o overview, lines []string, most int) []string {
	over := len(lines) - most
	if over <= 0 {
		return lines
	}
	var kept []string
	for _, whole := range []bool{true, false} { // these are left out first
		kept = kept[:0]
		over = len(lines) + 1 - most
		for i, line := range lines {
			if i > 0 && over > 0 && (!whole || o.standings[i-1].all.isWhole()) {
				over--
				continue
			}
			kept = append(kept, line)
		}
		if over <= 0 {
			break
		}
	}
	return append(kept, fmt.Sprintf("and %d more", len(lines)-len(kept)))
}

// draw draws lines in the place of those drawn before, with the control sequences of ECMA-48.
func (v *terminalView) draw(lines []string) {
	var b strings.Builder
	if v.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", v.drawn)
	}
	for _, line := range lines {
		b.WriteString(clearLine + line + "\n")
	}
	b.WriteString("\x1b[J") // below
	v.drawn = len(lines)
	io.WriteString(v.w, b.String())
}

// A pipeView appends lines: about an algorithm as soon as its claims at the least n are
// confirmed, and again when all are, or when the run ends; and one of progress now and then.
type pipeView struct {
	lines    io.Writer          // nil: none
	progress io.Writer          // not nil
	said     map[*standing]bool // whether it was said that all is confirmed
	last     time.Duration      // elapsed at the last line of progress
}

// reportEvery is the longest time between two lines of progress that are appended. Together with
// the time between two calls of show it is less than ten seconds.
const reportEvery = 9 * time.Second

func (v *pipeView) show(o overview) {
	for _, s := range o.standings {
		if said, before := v.said[s]; s.all.isWhole() && !said || s.upTo() > 0 && !before {
			v.say(s)
		}
	}
	if o.elapsed-v.last >= reportEvery {
		v.last = o.elapsed
		fmt.Fprintln(v.progress, "interrex: "+o.progress(unlimited))
	}
}

// unlimited is a width that no line has.
const unlimited = 1 << 20

func (v *pipeView) say(s *standing) {
	v.said[s] = s.all.isWhole()
	if v.lines != nil {
		fmt.Fprintln(v.lines, s.sentence())
	}
}

func (v *pipeView) close(o overview) {
	for _, s := range o.standings {
		if !v.said[s] {
			v.say(s)
		}
	}
}
