package counterexamples

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Chart draws x as an ASCII sequence chart, with a column per process. Time goes
// downwards, with an event per numbered line; a round has a line for each of its
// messages. An arrow is in the line in which its message arrives, and the note
// beside it names the event that sent it. A message over the seam of a ring leaves
// the page on one side and comes back on the other.
//
//	--ELECT(3)->   received             |   the process
//	--ELECT(3)>>   received and kept    #   it has won
//	--ELECT(3)-x   lost                 :   it is down
//	..ELECT(3).>   in flight at the end
//
// A line of dots across the page is a tick; behind it stands the time since the start.
//
// A remark is a note beside the event after which it applies, or a line under the chart.
func Chart(x model.Execution, remarks ...properties.Remark) string {
	p, under := newPicture(x, remarks).split()
	c := newChart(p)
	c.header()
	for i, m := range c.moments {
		if x.Loops() && i == x.Stem {
			c.rule("~", "loop")
		}
		c.moment(i, m)
	}
	for _, f := range c.flying {
		c.row("", len(c.moments))
		c.arrow(f)
		for _, text := range c.flightNotes(len(c.moments), f) {
			c.note(text)
		}
	}
	if x.Loops() {
		c.rule("~", c.ending())
	}
	c.footer()
	for _, text := range under {
		c.write(len(c.lines), 5, text)
	}
	return c.String()
}

type chart struct {
	picture
	canvas
	line  int // the last line
	noted int // the column where the notes of the last line end; 0: there are none
	left  int // the column of p0
	gap   int // columns from one process to the next
}

// pageWidth is the largest width of the columns. If they would be wider, long
// messages move from their arrows to the notes.
const pageWidth = 110

func newChart(p picture) *chart {
	c := &chart{picture: p, left: 9, gap: 10}
	n := p.x.System.Network().N
	widen := func(text string, frame int) { c.gap = max(c.gap, width(text)+frame) }
	for _, f := range p.flights() {
		widen(f.text, 6)
		if f.link.From == f.link.To && f.fate != flying {
			widen(f.text, 8)
		}
	}
	c.gap = min(c.gap, max(10, pageWidth/n))
	for _, m := range p.moments {
		for _, e := range m.entries {
			widen(e.mark.text, 4)
		}
	}
	for q := range n {
		for _, text := range append(p.name(q), p.end(q)...) {
			widen(text, 2)
		}
	}
	for _, text := range append(p.name(0), p.end(0)...) {
		c.left = max(c.left, (width(text)+1)/2)
	}
	return c
}

func (c *chart) n() int           { return c.x.System.Network().N }
func (c *chart) column(p int) int { return c.left + p*c.gap }
func (c *chart) notesColumn() int { return c.column(c.n()-1) + c.gap + 2 }

func (c *chart) header() {
	for q := range c.n() {
		for i, text := range c.name(q) {
			c.center(i, c.column(q), text)
		}
	}
	c.line = len(c.lines) - 1
	c.row("", 0)
	for _, text := range c.remarksAfter(0) {
		c.note(text)
	}
}

// row begins a line with the lifelines of configuration i.
func (c *chart) row(number string, i int) {
	c.line++
	c.noted = 0
	c.write(c.line, 0, number)
	for q := range c.n() {
		life := "|"
		switch st := c.x.System.Status(c.x.At(i), q); {
		case st.Down:
			life = ":"
		case st.Role == model.Won:
			life = "#"
		}
		c.write(c.line, c.column(q), life)
	}
}

// note adds to the notes of the last line.
func (c *chart) note(text string) {
	if c.noted > 0 {
		text = "; " + text
	}
	at := max(c.noted, c.notesColumn())
	c.write(c.line, at, text)
	c.noted = at + width(text)
}

// rule draws a line across the page.
func (c *chart) rule(dash, text string) {
	c.line++
	c.write(c.line, 5, strings.Repeat(dash, c.notesColumn()-7))
	c.write(c.line, 7, " "+text+" ")
}

// A chartLine is one line of the chart of a moment.
type chartLine struct {
	process int // the process that it shows; -1: all
	draw    func()
	notes   []string
}

// moment draws event i: a line for each mark and each message.
func (c *chart) moment(i int, m moment) {
	lines := c.momentLines(i, m)
	for k, l := range lines {
		number := ""
		if k == 0 {
			number = fmt.Sprintf("%3d", i+1)
		}
		c.row(number, i+1)
		l.draw()
		for _, text := range l.notes {
			c.note(text)
		}
	}
}

func (c *chart) momentLines(i int, m moment) []chartLine {
	var lines []chartLine
	if m.isRound() {
		lines = append(lines, chartLine{process: -1, draw: c.round})
	}
	if m.isTick() {
		lines = append(lines, chartLine{process: -1, draw: func() { c.tick(&m) }})
	}
	for _, e := range m.entries {
		if e.mark.text != "" {
			lines = append(lines, chartLine{process: e.mark.process, draw: func() { c.mark(e.mark) }})
			continue
		}
		f := e.flight
		lines = append(lines, chartLine{process: f.link.To, draw: func() { c.arrow(f) }, notes: c.flightNotes(i, f)})
	}
	if len(m.event.Choices) > 0 {
		lines[0].notes = append(lines[0].notes, "chooses "+joinInts(m.event.Choices))
	}
	for _, f := range m.merged {
		lines[0].notes = append(lines[0].notes, fmt.Sprintf("%s to p%d is in flight already", f.text, f.link.To))
	}
	for _, change := range m.changes {
		at := 0
		for k, l := range lines {
			if l.process == change.process {
				at = k
			}
		}
		lines[at].notes = append(lines[at].notes, fmt.Sprintf("p%d %s", change.process, change.text))
	}
	last := len(lines) - 1
	lines[last].notes = append(lines[last].notes, c.remarksAfter(i+1)...)
	return lines
}

// flightNotes returns the notes on a message that its arrow does not show.
func (c *chart) flightNotes(i int, f flight) []string {
	var notes []string
	if !c.fits(f) {
		notes = append(notes, f.text)
	}
	switch {
	case f.sent < 0:
		notes = append(notes, "sent at the start")
	case f.sent < i:
		notes = append(notes, fmt.Sprintf("sent in %d", f.sent+1))
	}
	switch f.fate {
	case repeated:
		notes = append(notes, "stays in flight")
	case lost:
		notes = append(notes, "lost")
	case flying:
		notes = append(notes, "still in flight")
	}
	return notes
}

// round draws a line across the lifelines.
func (c *chart) round() { c.across("=", 1, " round") }

// tick draws a line across the lifelines, with the time.
func (c *chart) tick(m *moment) { c.across(".", 2, " "+m.clock()) }

// across draws a line across the lifelines, of a dash in every so manieth column, and
// a text behind it.
func (c *chart) across(dash string, every int, text string) {
	for column := c.left - 3; column <= c.column(c.n()-1)+3; column++ {
		if at := column - c.left; at%c.gap != 0 && (at+c.gap)%every == 0 {
			c.write(c.line, column, dash)
		}
	}
	c.write(c.line, c.column(c.n()-1)+4, text)
}

func (c *chart) mark(k mark) {
	symbol := "o"
	if k.text == model.Crash.String() {
		symbol = "X"
	}
	c.write(c.line, c.column(k.process), symbol+" "+k.text)
}

// fits reports whether the text of the message fits on its arrow.
func (c *chart) fits(f flight) bool {
	span := max(f.link.From-f.link.To, f.link.To-f.link.From, 1)
	if c.straying(f.link) {
		span = 1
	}
	return width(f.text)+6 <= span*c.gap
}

// arrow draws the flight of a message.
func (c *chart) arrow(f flight) {
	from, to := c.column(f.link.From), c.column(f.link.To)
	label := f.text
	if !c.fits(f) {
		label = ""
	}
	switch last := c.column(c.n() - 1); {
	case c.straying(f.link) && f.link.FromPort == 0:
		c.rightwards(last, last+c.gap, label, f.fate)
		c.rightwards(c.left-5, c.left, "", f.fate)
	case c.straying(f.link):
		c.leftwards(c.left, c.left-5, "", f.fate)
		c.leftwards(last+c.gap, last, label, f.fate)
	case from < to:
		c.rightwards(from, to, label, f.fate)
	case from > to:
		c.leftwards(from, to, label, f.fate)
	default:
		hook := to + width(label) + 5
		c.leftwards(hook, to, label, f.fate)
		c.write(c.line, hook, ")")
	}
}

func (c *chart) rightwards(from, to int, label string, how fate) {
	c.shaft(from+1, to, label, how)
	c.write(c.line, to-2, [...]string{".>", "->", ">>", "-x"}[how])
}

func (c *chart) leftwards(from, to int, label string, how fate) {
	c.shaft(to+1, from, label, how)
	c.write(c.line, to+1, [...]string{"<.", "<-", "<<", "x-"}[how])
}

func (c *chart) shaft(from, to int, label string, how fate) {
	dash := "-"
	if how == flying {
		dash = "."
	}
	c.write(c.line, from, strings.Repeat(dash, to-from))
	c.center(c.line, (from+to)/2, label)
}

// footer shows the statuses at the end.
func (c *chart) footer() {
	c.row("", len(c.moments))
	at := c.line + 1
	for q := range c.n() {
		for i, text := range c.end(q) {
			c.center(at+i, c.column(q), text)
		}
	}
	c.line = len(c.lines)
	if text := c.ending(); text != "" && !c.x.Loops() {
		c.write(c.line, 5, text)
	}
}
