package counterexamples

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// SVG draws x as a self-contained picture. The first line of title stands above it, and
// the other lines, broken anew, below that. The colour of a lifeline shows the status of
// its process. An arrow leads from the event that sends a message to that of its arrival.
// The texts of the events are on the left, each with the statuses that it changes below
// it; the statuses are at the end, and a legend below them. Readers whose system prefers a dark scheme see it dark. Equal executions have
// equal pictures.
func SVG(x model.Execution, title string, remarks ...properties.Remark) []byte {
	d := newDrawing(newPicture(x, remarks), title)
	d.layout()
	d.open()
	d.events()
	d.lifelines()
	for _, a := range d.arrows {
		d.arrow(a)
	}
	for i, m := range d.moments {
		d.points(i, m)
	}
	for _, a := range d.arrows {
		d.label(a)
	}
	d.names()
	d.badges()
	d.keys()
	d.print("</svg>\n")
	return d.out.Bytes()
}

func (d *drawing) print(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

func (d *drawing) open() {
	rows, _ := d.keyRows()
	height, wide := math.Ceil(d.ground()+20+keyHeight*float64(rows)), d.wide()
	d.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]g %[2]g" role="img"`+
		` xml:space="preserve" font-family="%[3]s" font-size="%[4]d">`+"\n", wide, height, fonts, fontSize)
	d.print("<title>%s</title>\n%s", escape(d.title), styleSheet())
	d.print(`<rect width="%g" height="%g" rx="8" %s/>`+"\n", wide, height, fill("paper"))
	d.print(`<g transform="translate(20 29) scale(%.3f)">`, titleScale)
	d.text(point{}, fill("ink")+` font-weight="600"`, d.title)
	d.print("</g>\n")
	for i, line := range d.caption {
		d.text(point{20, titleHeight + 2 + float64(lineHeight*i)}, fill("ink"), line)
	}
}

// text writes a text with further attributes; its base line starts at a point. Its
// width does not depend on the font.
func (d *drawing) text(at point, attributes, text string) {
	d.print(`<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" %s>%s</text>`+"\n",
		at.x, at.y, textWidth(text), attributes, escape(text))
}

// escape writes text as XML, without the characters that XML does not allow.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder returns no error
	}
	return b.String()
}

// events writes the events on the left, a line across for each, and the loop.
func (d *drawing) events() {
	if d.x.Loops() {
		top, end := d.times[d.x.Stem]-stepHeight/2, d.loopEnd()
		d.print(`<rect x="12" y="%g" width="%g" height="%g" rx="6" class="f-loop s-arrow" stroke-dasharray="4 3"/>`+"\n",
			top, d.right()-24, end-top)
		d.text(d.loopAt(), fill("arrow"), loopMark)
	}
	for i, m := range d.moments {
		y := d.times[i]
		line := stroke("thin")
		switch {
		case m.isRound():
			line = stroke("time")
		case m.isTick():
			line = stroke("time") + ` stroke-dasharray="1 3"`
			d.text(point{48 + textWidth(m.event.String()+" "), y + 4}, fill("note"), m.clock())
		}
		d.print(`<line x1="%.1f" y1="%g" x2="%.1f" y2="%[2]g" %[4]s/>`+"\n", d.left-d.margin+4, y, d.right()-12, line)
		number := strconv.Itoa(i + 1)
		d.text(point{38 - textWidth(number), y + 4}, fill("note"), number)
		d.text(point{48, y + 4}, fill("ink"), m.event.String())
		d.notes(i+1, y+17)
	}
	d.notes(0, d.times[0]-4-d.notesHeight(0))
	if text := d.ending(); text != "" {
		d.text(point{48, d.ground()}, fill("note")+` font-style="italic"`, text)
	}
}

// notes writes the notes after that many events, the first at a height.
func (d *drawing) notes(events int, y float64) {
	for i, text := range d.notesAfter(events) {
		d.text(point{48, y + float64(lineHeight*i)}, fill("note")+` font-style="italic"`, text)
	}
}

// loopEnd returns the height of the lower edge of the frame of a loop.
func (d *drawing) loopEnd() float64 {
	return d.times[len(d.moments)-1] + stepHeight/2 + d.notesHeight(len(d.moments))
}

// loopAt returns the position of the word for a loop, in the corner of its frame.
func (d *drawing) loopAt() point {
	return point{d.right() - 20 - textWidth(loopMark), d.loopEnd() - 6}
}

// lifelines draws a piece of a line for each status of each process.
func (d *drawing) lifelines() {
	for q := range d.n() {
		from := d.panelTop() + 20
		for i := range len(d.moments) + 1 {
			to, st := d.times[i], d.x.System.Status(d.x.At(i), q)
			if i < len(d.moments) && d.x.System.Status(d.x.At(i+1), q) == st {
				continue
			}
			d.print(`<line x1="%g" y1="%g" x2="%[1]g" y2="%[3]g" %[4]s %[5]s/>`+"\n", d.column(q), from, to, stroke(colour(st)), lifeline(st))
			from = to
		}
	}
}

// lifeline returns the style of the line of a status.
func lifeline(st model.Status) string {
	switch {
	case st.Down:
		return `stroke-width="1.5" stroke-dasharray="2 5"`
	case st.Role == model.Won:
		return `stroke-width="5"`
	}
	return `stroke-width="2"`
}

// ring draws the sign of a step without a message.
func (d *drawing) ring(at point, paint string) {
	d.print(`<circle cx="%.1f" cy="%.1f" r="5" class="f-paper s-%s" stroke-width="2.5"/>`+"\n", at.x, at.y, paint)
}

// cross draws the sign of a crash.
func (d *drawing) cross(at point) {
	d.print(`<path d="M%.1f %.1fl12 12m0 -12l-12 12" %s stroke-width="3" fill="none"/>`+"\n", at.x-6, at.y-6, stroke("down"))
}

// process returns the process next to which the entry is drawn.
func (e entry) process() int {
	if e.mark.text != "" {
		return e.mark.process
	}
	return e.flight.link.To
}

// radius returns the radius of the sign that marks the entry, 0 if there is none.
func (e entry) radius() float64 {
	switch {
	case e.mark.text == model.Crash.String():
		return 8
	case e.mark.text != "":
		return 6.5
	case e.flight.fate == lost:
		return 0
	}
	return 3.5
}

// points marks the processes that act in moment i.
func (d *drawing) points(i int, m moment) {
	y := d.times[i]
	arrivals := map[int]bool{}
	for _, e := range m.entries {
		if e.mark.text == "" && e.radius() > 0 {
			if arrivals[e.process()] {
				continue
			}
			arrivals[e.process()] = true
		}
		x, paint := d.column(e.process()), colour(d.x.System.Status(d.x.At(i+1), e.process()))
		switch {
		case e.radius() == 0:
		case e.mark.text == model.Crash.String():
			d.cross(point{x, y})
		case e.mark.text != "":
			d.ring(point{x, y}, paint)
		default:
			d.print(`<circle cx="%g" cy="%g" r="3.5" %s/>`+"\n", x, y, fill(paint))
		}
	}
}

// label writes the text of a message beside its arrow.
func (d *drawing) label(a arrow) {
	if l := a.label; l != nil {
		start := l.start()
		d.text(start, fmt.Sprintf(`class="label" transform="rotate(%.2f %.1f %.1f)"`, math.Atan2(l.along.y, l.along.x)*180/math.Pi, start.x, start.y), l.text)
	}
}

// names draws the panels above the lifelines.
func (d *drawing) names() {
	for q := range d.n() {
		lines := d.name(q)
		d.panel(panelBox(d.column(q), d.panelTop(), lines), `class="f-panel s-edge"`, fill("ink"), lines)
	}
}

// badges draws the statuses at the end.
func (d *drawing) badges() {
	for q := range d.n() {
		lines, paint := d.end(q), colour(d.x.System.Status(d.x.Last(), q))
		d.panel(panelBox(d.column(q), d.bottom(), lines), fill(paint), fill("label")+` font-weight="600"`, lines)
	}
}

// panel draws a box with lines of text.
func (d *drawing) panel(b box, frame, attributes string, lines []string) {
	top := b.middle.y - b.height/2
	d.print(`<rect x="%.1f" y="%g" width="%.1f" height="%g" rx="6" %s/>`+"\n", b.middle.x-b.width/2, top, b.width, b.height, frame)
	for i, text := range lines {
		d.text(point{b.middle.x - textWidth(text)/2, top + float64(lineHeight*(i+1))}, attributes, text)
	}
}
