package command

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A screen is a terminal that understands the control sequences of a terminalView.
type screen struct {
	lines []string
	at    int
}

func (s *screen) Write(b []byte) (int, error) {
	for rest := string(b); rest != ""; {
		sequence, isControl := strings.CutPrefix(rest, "\x1b[")
		switch {
		case isControl:
			end := strings.IndexAny(sequence, "AKJ")
			if end < 0 {
				return 0, fmt.Errorf("unknown sequence %q", sequence)
			}
			s.control(sequence[:end], sequence[end])
			rest = sequence[end+1:]
		case rest[0] == '\n':
			s.at++
			rest = rest[1:]
		case rest[0] == '\r':
			rest = rest[1:]
		default:
			end := strings.IndexAny(rest+"\n", "\n\r\x1b")
			s.line()
			s.lines[s.at] += rest[:end]
			rest = rest[end:]
		}
	}
	return len(b), nil
}

func (s *screen) line() {
	for len(s.lines) <= s.at {
		s.lines = append(s.lines, "")
	}
}

func (s *screen) control(number string, name byte) {
	switch name {
	case 'A':
		up, _ := strconv.Atoi(number)
		s.at -= up
	case 'K':
		s.line()
		s.lines[s.at] = ""
	case 'J':
		s.lines = s.lines[:min(s.at, len(s.lines))]
	}
}

// TestTerminalIsRedrawnInPlace says that the screen has the lines of the moment, and nothing of
// those before, whether there are more or fewer.
func TestTerminalIsRedrawnInPlace(t *testing.T) {
	s := &screen{}
	fmt.Fprintln(s, "$ interrex check")
	rows := 50
	v := &terminalView{w: s, size: func() (int, int) { return 80, rows }}
	o := drawn()
	shows := func(reason string, want []string) {
		t.Helper()
		if diff := cmp.Diff(append([]string{"$ interrex check"}, want...), s.lines); diff != "" {
			t.Errorf("%s: the screen (-want +got):\n%s", reason, diff)
		}
	}
	v.show(o)
	shows("at first", append(o.table(79), o.progress(79)))
	first := slices.Clone(s.lines)
	o.elapsed += redraw / 2
	o.standings[4].all.confirmed = 7
	v.show(o)
	shows("too soon to draw again", first[1:])
	o.elapsed += redraw
	v.show(o)
	shows("drawn again", append(o.table(79), o.progress(79)))
	o.elapsed += redraw
	rows = 9
	v.show(o)
	table := o.table(79)
	shows("a terminal of nine rows: what is whole is left out first", append(slices.Concat(table[:1], table[4:], []string{"and 3 more"}), o.progress(79)))
	v.close(o)
	shows("at the end, as a whole, without progress", table)
}

// TestPipeSaysWhatIsNew says when lines are appended: about an algorithm when its least n is
// confirmed, when all is, and at the end; about progress at least every ten seconds.
func TestPipeSaysWhatIsNew(t *testing.T) {
	a := &standing{name: "a", sizes: map[int]*score{2: {2, 0}, 3: {1, 0}}, all: score{3, 0}, conditions: score{1, 0}}
	b := &standing{name: "b", sizes: map[int]*score{3: {1, 0}}, all: score{1, 0}, conditions: score{1, 0}}
	o := overview{ledger: &ledger{standings: []*standing{a, b}}, left: func() (time.Duration, time.Duration) { return 0, 0 }}
	var lines, progress bytes.Buffer
	v := &pipeView{lines: &lines, progress: &progress, said: map[*standing]bool{}}
	for _, step := range []struct {
		at       time.Duration
		do       func()
		lines    string
		progress int // lines
		reason   string
	}{
		{0, func() {}, "", 0, "nothing is confirmed"},
		{time.Second, func() { a.sizes[2].confirmed, a.all.confirmed = 1, 1 }, "", 0, "not all claims at the least n"},
		{time.Second, func() { a.sizes[2].confirmed, a.all.confirmed = 2, 2 }, "a: confirmed to n = 2 of 3, 2 of 3 claims at one n, 0 of 1 condition; 0.00s\n", 0, "at once"},
		{2 * time.Second, func() {}, "", 0, "nothing is new"},
		{10*time.Second - redraw, func() {}, "", 1, "nothing is new for long"},
		{12 * time.Second, func() { b.sizes[3].confirmed, b.all.confirmed, b.conditions.confirmed = 1, 1, 1 }, "b: confirmed to n = 3, 1 claim at one n, 1 condition; 0.00s\n", 0, "all at once"},
		{20*time.Second - 2*redraw, func() {}, "", 1, "progress again"},
	} {
		step.do()
		o.elapsed = step.at
		v.show(o)
		if lines.String() != step.lines || strings.Count(progress.String(), "\n") != step.progress {
			t.Errorf("%s: %q and %q", step.reason, lines.String(), progress.String())
		}
		lines.Reset()
		progress.Reset()
	}
	v.close(o)
	if got, want := lines.String(), "a: confirmed to n = 2 of 3, 2 of 3 claims at one n, 0 of 1 condition; 0.00s\n"; got != want {
		t.Errorf("at the end %q, want %q: a is open, and b was said to be confirmed", got, want)
	}
}

// TestViewOfNoTerminal says that a writer that is no terminal gets lines, or none if standard output has
// something else.
func TestViewOfNoTerminal(t *testing.T) {
	for _, w := range []io.Writer{nil, &output{w: &bytes.Buffer{}}} {
		if v, ok := newView(w, &bytes.Buffer{}).(*pipeView); !ok || v.lines != w {
			t.Errorf("a view of %T is %+v", w, v)
		}
	}
}
