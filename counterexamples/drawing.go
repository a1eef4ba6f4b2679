package counterexamples

import (
	"bytes"
	"math"
	"strings"
)

// A drawing is an SVG that is being drawn. Lengths are in pixels.
type drawing struct {
	picture
	out      bytes.Buffer
	title    string
	caption  []string // the lines below the title
	legend   []legendKey
	arrows   []arrow
	left     float64     // the lifeline of p0
	gap      float64     // from one lifeline to the next
	margin   float64     // beside the first lifeline and the last
	steps    []float64   // the height of the row above each moment, and above the end
	times    []float64   // the height of each moment, and of the end
	inFlight map[int]int // messages at the end, by receiver
}

// The fonts are common monospaced ones, none of which is wider than the first. Each
// text has an explicit width, in case the font is narrower or replaced by another.
const (
	fonts        = "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono','Courier New',monospace"
	fontSize     = 11
	titleScale   = 13. / fontSize
	advance      = 1233. / 2048 // of a letter of DejaVu Sans Mono and Menlo, by size; the others: 0.55 to 0.6001
	lineHeight   = 15
	stepHeight   = 32
	roundStep    = 104
	flightHeight = 14 // from the end of one message in flight to the next
	titleHeight  = 48 // above the caption, or the panels with the names
	namesHeight  = 80 // from the top of these panels to the first moment, at least
)

// textWidth returns the width of a text.
func textWidth(text string) float64 { return fontSize * advance * float64(width(text)) }

// newDrawing returns a drawing of p. The first line of text is its title, the others are
// the caption.
func newDrawing(p picture, text string) *drawing {
	d := &drawing{picture: p, gap: 104, inFlight: map[int]int{}, legend: p.legend()}
	title, caption, _ := strings.Cut(text, "\n")
	d.title = title
	widest, aside := 0., false
	for _, m := range p.moments {
		widest = max(widest, textWidth(m.event.String()))
	}
	for events := range len(p.moments) + 1 {
		for _, text := range p.notesAfter(events) {
			widest = max(widest, textWidth(text))
		}
	}
	for _, f := range p.flights() {
		room := textWidth(f.text) + 44
		if f.fate == lost {
			room /= lostAt
		}
		d.gap = max(d.gap, room+8)
		aside = aside || p.straying(f.link) || f.link.From == f.link.To
	}
	for q := range d.n() {
		for _, text := range append(p.name(q), p.end(q)...) {
			d.gap = max(d.gap, textWidth(text)+34)
		}
	}
	if d.margin = d.gap/2 + 10; aside {
		d.margin = d.gap
	}
	d.gap, d.margin = math.Ceil(d.gap), math.Ceil(d.margin)
	d.left = math.Ceil(62+widest) + d.margin
	d.caption = wrapped(caption, int((d.wide()-40)/(fontSize*advance)))
	if caption == "" {
		d.caption = nil
	}
	d.firstSteps()
	return d
}

// firstSteps gives each row the height that it has at least, with the notes that
// stand in it: those at the start above the first moment, others below theirs.
func (d *drawing) firstSteps() {
	for i, m := range d.moments {
		switch {
		case i == 0:
			d.steps = []float64{d.panelTop() + namesHeight + d.notesHeight(0)}
		case m.isRound():
			d.steps = append(d.steps, max(roundStep, stepHeight+d.notesHeight(i)))
		default:
			d.steps = append(d.steps, stepHeight+d.notesHeight(i))
		}
	}
	most := 0
	for _, f := range d.flying {
		d.inFlight[f.link.To]++
		most = max(most, d.inFlight[f.link.To])
	}
	last := stepHeight + 8 + flightHeight*float64(max(most-1, 0)) + d.notesHeight(len(d.moments))
	if d.steps == nil {
		last += d.panelTop() + namesHeight
	}
	d.steps = append(d.steps, last)
}

// notesHeight returns the height of the notes after that many events.
func (d *drawing) notesHeight(events int) float64 {
	return float64(lineHeight * len(d.notesAfter(events)))
}

// panelTop returns the top of the panels with the names.
func (d *drawing) panelTop() float64 {
	if d.caption == nil {
		return titleHeight
	}
	return titleHeight + 6 + float64(lineHeight*len(d.caption))
}

// wide returns the width of the picture.
func (d *drawing) wide() float64 {
	return math.Ceil(max(d.right(), 40+titleScale*textWidth(d.title), 68+textWidth(d.ending())))
}

func (d *drawing) n() int               { return d.x.System.Network().N }
func (d *drawing) column(q int) float64 { return d.left + float64(q)*d.gap }
func (d *drawing) right() float64       { return d.column(d.n()-1) + d.margin }
func (d *drawing) bottom() float64      { return d.times[len(d.moments)] }

// ground returns the height of the last words, below the statuses.
func (d *drawing) ground() float64 {
	lines := 1
	for q := range d.n() {
		lines = max(lines, len(d.end(q)))
	}
	ground := d.bottom() + panelHeight(lines)
	if d.ending() != "" {
		ground += 26
	}
	return ground
}

// time returns the height of moment i; -1 is before the first. That stays where it is when
// the first row grows, so that the arrows from there become longer.
func (d *drawing) time(i int) float64 {
	if i < 0 {
		return d.panelTop() + namesHeight - stepHeight/2
	}
	return d.times[i]
}

// panelHeight returns the height of a panel with some lines of text.
func panelHeight(lines int) float64 { return float64(lineHeight*lines + 8) }

// panelBox returns the box of a panel with these lines, centred on a column.
func panelBox(x, top float64, lines []string) box {
	wide := 0.
	for _, text := range lines {
		wide = max(wide, textWidth(text)+20)
	}
	return upright(x-wide/2, top, x+wide/2, top+panelHeight(len(lines)))
}

// fixtures returns the boxes that do not depend on the labels: the panels, and the
// word for a loop. Arrows keep clear of the texts on the left and of the edge.
func (d *drawing) fixtures() []box {
	var list []box
	for q := range d.n() {
		list = append(list, panelBox(d.column(q), d.panelTop(), d.name(q)), panelBox(d.column(q), d.bottom(), d.end(q)))
	}
	if d.x.Loops() {
		at := d.loopAt()
		list = append(list, upright(at.x-clearing, at.y-rise, d.right(), at.y+fall))
	}
	return list
}
