package counterexamples

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/interrex/interrex/model"
)

// SVG draws x as a self-contained picture under a title: lifelines coloured by
// what a process has made of itself, an arrow from where each message is sent
// to where it arrives, the events in words on the left, the statuses at the
// end. It is the same for equal executions.
func SVG(x model.Execution, title string) []byte {
	d := newDrawing(newPicture(x))
	d.open(title)
	d.events()
	d.lifelines()
	for _, m := range d.moments {
		for _, e := range m.entries {
			if e.mark.text == "" {
				d.flight(e.flight)
			}
		}
	}
	for _, f := range d.flying {
		d.flight(f)
	}
	for i, m := range d.moments {
		d.points(i, m)
	}
	d.out.WriteString(d.labels.String())
	d.names()
	d.badges()
	d.print("</svg>\n")
	return d.out.Bytes()
}

// A drawing is an SVG in the making. Lengths are in pixels.
type drawing struct {
	picture
	out     bytes.Buffer
	labels  strings.Builder // written over the arrows
	covered []point         // by labels
	left    float64         // the lifeline of p0
	gap     float64         // from one lifeline to the next
	times   []float64       // the height of each moment, and of the end
}

const (
	letter     = 6.7 // the width of a letter of the font, at most
	lineHeight = 15
	stepHeight = 32
	roundStep  = 104
	boxTop     = 48  // of the boxes with the names
	firstTime  = 128 // the height of the first moment
)

func newDrawing(p picture) *drawing {
	d := &drawing{picture: p, gap: 104}
	widest, y := 0, float64(firstTime)
	for i, m := range p.moments {
		if m.isRound() && i > 0 {
			y += roundStep - stepHeight
		}
		d.times = append(d.times, y)
		y += stepHeight
		widest = max(widest, width(m.event.String()))
		for _, e := range m.entries {
			d.gap = max(d.gap, letter*float64(width(e.flight.text))+52)
		}
	}
	d.times = append(d.times, y+8)
	for q := range d.n() {
		for _, text := range p.end(q) {
			d.gap = max(d.gap, letter*float64(width(text))+34)
		}
	}
	d.left = 62 + letter*float64(widest) + 0.75*d.gap
	return d
}

func (d *drawing) n() int               { return d.x.System.Network().N }
func (d *drawing) column(q int) float64 { return d.left + float64(q)*d.gap }
func (d *drawing) right() float64       { return d.column(d.n()-1) + 0.75*d.gap }
func (d *drawing) bottom() float64      { return d.times[len(d.moments)] }

// ground returns the height of the last words, below the statuses.
func (d *drawing) ground() float64 {
	lines := 1
	for q := range d.n() {
		lines = max(lines, len(d.end(q)))
	}
	ground := d.bottom() + float64(lineHeight*lines) + 8
	if d.ending() != "" {
		ground += 26
	}
	return ground
}

// time returns the height of moment i; -1 is before the first.
func (d *drawing) time(i int) float64 {
	if i < 0 {
		return firstTime - stepHeight/2
	}
	return d.times[i]
}

func (d *drawing) print(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

func (d *drawing) open(title string) {
	height := d.ground() + 20
	wide := max(d.right(), 40+7.6*float64(width(title)))
	d.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]g %[2]g" role="img"`+
		` font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="11">`+"\n", wide, height)
	d.print("<title>%s</title>\n", html.EscapeString(title))
	d.print("<style>.note{fill:#57606a}.thin{stroke:#eaeef2}.label{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round;text-anchor:middle}</style>\n")
	d.print(`<rect width="%g" height="%g" rx="8" fill="#fff"/>`+"\n", wide, height)
	d.print(`<text x="20" y="29" font-size="14" font-weight="600" font-family="system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif" fill="#1f2328">%s</text>`+"\n", html.EscapeString(title))
}

// events writes the events on the left, a line across for each, and the loop.
func (d *drawing) events() {
	if d.x.Loops() {
		top, end := d.times[d.x.Stem]-stepHeight/2, d.times[len(d.moments)-1]+stepHeight/2
		d.print(`<rect x="12" y="%g" width="%g" height="%g" rx="6" fill="#ddf4ff" fill-opacity=".55" stroke="#54aeff" stroke-dasharray="4 3"/>`+"\n",
			top, d.right()-24, end-top)
		d.print(`<text x="%g" y="%g" text-anchor="end" fill="#0969da">loop</text>`+"\n", d.right()-20, end-6)
	}
	for i, m := range d.moments {
		y := d.times[i]
		class := `class="thin"`
		if m.isRound() {
			class = `stroke="#afb8c1"`
		}
		d.print(`<line x1="%g" y1="%g" x2="%g" y2="%[2]g" %[4]s/>`+"\n", d.left-0.7*d.gap, y, d.right()-12, class)
		d.print(`<text x="38" y="%g" text-anchor="end" class="note">%d</text><text x="48" y="%[1]g" fill="#1f2328">%[3]s</text>`+"\n",
			y+4, i+1, html.EscapeString(m.event.String()))
	}
	d.print(`<text x="48" y="%g" class="note" font-style="italic">%s</text>`+"\n", d.ground(), html.EscapeString(d.ending()))
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
		from := float64(boxTop + 20)
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

// points marks who acts in moment i.
func (d *drawing) points(i int, m moment) {
	y := d.times[i]
	for _, e := range m.entries {
		q, hollow := e.mark.process, e.mark.text != ""
		if !hollow {
			q = e.flight.link.To
			if e.flight.fate == lost {
				continue
			}
		}
		x, fill := d.column(q), colour(d.x.System.Status(d.x.At(i+1), q))
		switch {
		case e.mark.text == model.Crash.String():
			d.print(`<path d="M%g %gl12 12m0 -12l-12 12" stroke="#cf222e" stroke-width="3" fill="none"/>`+"\n", x-6, y-6)
		case hollow:
			d.print(`<circle cx="%g" cy="%g" r="5" fill="#fff" stroke="%s" stroke-width="2.5"/>`+"\n", x, y, fill)
		default:
			d.print(`<circle cx="%g" cy="%g" r="3.5" fill="%s"/>`+"\n", x, y, fill)
		}
	}
}

// names draws the boxes above the lifelines.
func (d *drawing) names() {
	for q := range d.n() {
		lines := d.name(q)
		wide := 0.0
		for _, text := range lines {
			wide = max(wide, letter*float64(width(text))+20)
		}
		d.box(d.column(q), boxTop, wide, `fill="#f6f8fa" stroke="#d0d7de"`, `fill="#1f2328"`, lines)
	}
}

// badges draws the statuses at the end.
func (d *drawing) badges() {
	for q := range d.n() {
		lines := d.end(q)
		wide := 0.0
		for _, text := range lines {
			wide = max(wide, letter*float64(width(text))+20)
		}
		fill := colour(d.x.System.Status(d.x.Last(), q))
		d.box(d.column(q), d.bottom(), wide, fmt.Sprintf(`fill="%s"`, fill), `fill="#fff" font-weight="600"`, lines)
	}
}

// box draws a box with lines of text.
func (d *drawing) box(x, y, wide float64, box, style string, lines []string) {
	d.print(`<rect x="%g" y="%g" width="%g" height="%g" rx="6" %s/>`+"\n", x-wide/2, y, wide, float64(lineHeight*len(lines)+8), box)
	for i, text := range lines {
		d.print(`<text x="%g" y="%g" text-anchor="middle" %s>%s</text>`+"\n", x, y+float64(lineHeight*(i+1)), style, html.EscapeString(text))
	}
}
