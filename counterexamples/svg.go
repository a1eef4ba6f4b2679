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

// SVG draws x as a self-contained picture with a title. The colour of a lifeline
// shows the status of its process. An arrow leads from the event that sends a message
// to that of its arrival. The texts of the events are on the left, the statuses at
// the end. Equal executions have equal pictures.
func SVG(x model.Execution, title string, remarks ...properties.Remark) []byte {
	d := newDrawing(newPicture(x, remarks))
	d.layout()
	d.open(title)
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
	d.print("</svg>\n")
	return d.out.Bytes()
}

func (d *drawing) print(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

func (d *drawing) open(title string) {
	height := math.Ceil(d.ground() + 20)
	wide := math.Ceil(max(d.right(), 40+titleScale*textWidth(title), 68+textWidth(d.ending())))
	d.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]g %[2]g" role="img"`+
		` xml:space="preserve" font-family="%[3]s" font-size="%[4]d">`+"\n", wide, height, fonts, fontSize)
	d.print("<title>%s</title>\n", escape(title))
	d.print("<style>.note{fill:#57606a}.thin{stroke:#eaeef2}.label{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}</style>\n")
	d.print(`<rect width="%g" height="%g" rx="8" fill="#fff"/>`+"\n", wide, height)
	d.print(`<g transform="translate(20 29) scale(%.3f)">`, titleScale)
	d.text(point{}, `font-weight="600" fill="#1f2328"`, title)
	d.print("</g>\n")
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
		d.print(`<rect x="12" y="%g" width="%g" height="%g" rx="6" fill="#ddf4ff" fill-opacity=".55" stroke="#54aeff" stroke-dasharray="4 3"/>`+"\n",
			top, d.right()-24, end-top)
		d.text(d.loopAt(), `fill="#0969da"`, loopMark)
	}
	for i, m := range d.moments {
		y := d.times[i]
		class := `class="thin"`
		switch {
		case m.isRound():
			class = `stroke="#afb8c1"`
		case m.isTick():
			class = `stroke="#8c959f" stroke-dasharray="1 3"`
			d.text(point{d.right() - 12 - textWidth(m.clock()), y - 3}, `class="note"`, m.clock())
		}
		d.print(`<line x1="%.1f" y1="%g" x2="%.1f" y2="%[2]g" %[4]s/>`+"\n", d.left-d.margin+4, y, d.right()-12, class)
		number := strconv.Itoa(i + 1)
		d.text(point{38 - textWidth(number), y + 4}, `class="note"`, number)
		d.text(point{48, y + 4}, `fill="#1f2328"`, m.event.String())
		d.remarks(i+1, y+17)
	}
	d.remarks(0, d.times[0]-4-d.remarksHeight(0))
	if text := d.ending(); text != "" {
		d.text(point{48, d.ground()}, `class="note" font-style="italic"`, text)
	}
}

// remarks writes the remarks after that many events, the first at a height.
func (d *drawing) remarks(events int, y float64) {
	for i, text := range d.remarksAfter(events) {
		d.text(point{48, y + float64(lineHeight*i)}, `class="note" font-style="italic"`, text)
	}
}

// loopEnd returns the height of the lower edge of the frame of a loop.
func (d *drawing) loopEnd() float64 {
	return d.times[len(d.moments)-1] + stepHeight/2 + d.remarksHeight(len(d.moments))
}

// loopAt returns the position of the word for a loop, in the corner of its frame.
func (d *drawing) loopAt() point {
	return point{d.right() - 20 - textWidth(loopMark), d.loopEnd() - 6}
}

// colour returns the colour of a status.
func colour(st model.Status) string {
	switch {
	case st.Failed || st.Down:
		return "#cf222e"
	case st.Role == model.Won:
		return "#1a7f37"
	case st.Role == model.Lost:
		return "#57606a"
	case st.Role == model.Candidate:
		return "#bf8700"
	}
	return "#a0a9b3"
}

// lifelines draws a piece of a line for each status of each process.
func (d *drawing) lifelines() {
	for q := range d.n() {
		from := float64(panelTop + 20)
		for i := range len(d.moments) + 1 {
			to, st := d.times[i], d.x.System.Status(d.x.At(i), q)
			if i < len(d.moments) && d.x.System.Status(d.x.At(i+1), q) == st {
				continue
			}
			style := `stroke-width="2"`
			switch {
			case st.Down:
				style = `stroke-width="1.5" stroke-dasharray="2 5"`
			case st.Role == model.Won:
				style = `stroke-width="5"`
			}
			d.print(`<line x1="%g" y1="%g" x2="%[1]g" y2="%[3]g" stroke="%[4]s" %[5]s/>`+"\n", d.column(q), from, to, colour(st), style)
			from = to
		}
	}
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
		x, fill := d.column(e.process()), colour(d.x.System.Status(d.x.At(i+1), e.process()))
		switch {
		case e.radius() == 0:
		case e.mark.text == model.Crash.String():
			d.print(`<path d="M%g %gl12 12m0 -12l-12 12" stroke="#cf222e" stroke-width="3" fill="none"/>`+"\n", x-6, y-6)
		case e.mark.text != "":
			d.print(`<circle cx="%g" cy="%g" r="5" fill="#fff" stroke="%s" stroke-width="2.5"/>`+"\n", x, y, fill)
		default:
			d.print(`<circle cx="%g" cy="%g" r="3.5" fill="%s"/>`+"\n", x, y, fill)
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
		d.panel(panelBox(d.column(q), panelTop, lines), `fill="#f6f8fa" stroke="#d0d7de"`, `fill="#1f2328"`, lines)
	}
}

// badges draws the statuses at the end.
func (d *drawing) badges() {
	for q := range d.n() {
		lines, fill := d.end(q), colour(d.x.System.Status(d.x.Last(), q))
		d.panel(panelBox(d.column(q), d.bottom(), lines), fmt.Sprintf(`fill="%s"`, fill), `fill="#fff" font-weight="600"`, lines)
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
