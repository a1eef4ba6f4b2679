package counterexamples

import (
	"fmt"
	"html"
	"math"
)

// A point of a drawing, in pixels; y grows downwards, as time does.
type point struct{ x, y float64 }

// towards returns the point at a share of the way from p to q.
func (p point) towards(q point, share float64) point {
	return point{p.x + share*(q.x-p.x), p.y + share*(q.y-p.y)}
}

// flight draws a message as an arrow from where it is sent to where it
// arrives; in two pieces, if it flies over the seam of a ring.
func (d *drawing) flight(f flight) {
	from := point{d.column(f.link.From), d.time(f.sent)}
	to := point{d.column(f.link.To), d.time(f.at)}
	if f.fate == flying {
		to.y = d.bottom() - 6
	}
	if f.sent == f.at {
		to.y += stepHeight / 2
	}
	switch {
	case d.straying(f.link):
		way := 0.62 * d.gap
		if f.link.FromPort == 1 {
			way = -way
		}
		middle := (from.y + to.y) / 2
		d.piece(from, point{from.x + way, middle}, f, false)
		d.piece(point{to.x - way, middle}, to, f, true)
	case f.link.From == f.link.To:
		d.hook(from, to, f)
	default:
		d.piece(from, to, f, true)
	}
}

// piece draws a straight piece of a flight; the last one has the head.
func (d *drawing) piece(from, to point, f flight, last bool) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	style := f.fate.style()
	end := from.towards(to, 1-5/length)
	switch {
	case last && f.fate == lost:
		end = from.towards(to, 0.72)
		d.print(`<path d="M%.1f %.1fl8 8m0 -8l-8 8" stroke="#cf222e" stroke-width="2" fill="none"/>`+"\n", end.x-4, end.y-4)
	case last:
		d.head(from, end, f.fate)
	}
	if !last {
		end = to
	}
	d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", from.x, from.y, end.x, end.y, style)
	shares := []float64{0.5, 0.4, 0.6, 0.3}
	if f.fate != lost && last {
		room := min(letter*float64(width(f.text))/2+18, length/2) / length
		shares = nil
		for share := 1 - room; share >= room; share -= 0.05 {
			shares = append(shares, share)
		}
	}
	d.label(from, to, f.text, shares)
}

// style returns how the line of a flight looks.
func (how fate) style() string {
	switch how {
	case flying:
		return `stroke="#8c959f" stroke-width="1.5" stroke-dasharray="5 4"`
	case lost:
		return `stroke="#cf222e" stroke-width="1.5" stroke-dasharray="5 4"`
	}
	return `stroke="#0969da" stroke-width="1.5"`
}

// head draws the head of an arrow that ends at a point.
func (d *drawing) head(from, end point, how fate) {
	fill := "#0969da"
	if how == flying {
		fill = "#8c959f"
	}
	angle := math.Atan2(end.y-from.y, end.x-from.x) * 180 / math.Pi
	d.print(`<path d="M0 0L-9 -4L-9 4Z" fill="%s" transform="translate(%.1f %.1f) rotate(%.1f)"/>`+"\n", fill, end.x, end.y, angle)
	if how == repeated {
		d.print(`<path d="M-8 0L-17 -4L-17 4Z" fill="%s" transform="translate(%.1f %.1f) rotate(%.1f)"/>`+"\n", fill, end.x, end.y, angle)
	}
}

// hook draws a message of a process to itself.
func (d *drawing) hook(from, to point, f flight) {
	out := from.x + 0.3*d.gap
	d.print(`<path d="M%.1f %.1fC%.1f %.1[2]f %.1[3]f %.1[4]f %.1[5]f %.1[4]f" fill="none" %[6]s/>`+"\n",
		from.x, from.y, out, to.y, to.x+5, f.fate.style())
	if f.fate != lost {
		d.head(point{out, to.y}, point{to.x + 5, to.y}, f.fate)
	}
	beside, middle := out+letter*float64(width(f.text))/2, (from.y+to.y)/2+8
	d.label(point{beside - 1, middle}, point{beside + 1, middle}, f.text, []float64{0.5})
}

// label writes the text of a message along its arrow, at the first of these
// shares of the way at which it keeps clear of the labels that are there: near
// the head, if it can, as most heads are on a line of their own. It is shown
// over all arrows.
func (d *drawing) label(from, to point, text string, shares []float64) {
	if to.x < from.x {
		from, to = to, from
		for i := range shares {
			shares[i] = 1 - shares[i]
		}
	}
	angle := math.Atan2(to.y-from.y, to.x-from.x)
	at := from.towards(to, shares[0])
	for _, share := range shares {
		if p := from.towards(to, share); d.isClear(p, angle, text) {
			at = p
			break
		}
	}
	d.covered = append(d.covered, covers(at, angle, text)...)
	fmt.Fprintf(&d.labels, `<text class="label" transform="translate(%.1f %.1f) rotate(%.1f)" y="-4">%s</text>`+"\n",
		at.x, at.y, angle*180/math.Pi, html.EscapeString(text))
}

// isClear reports whether a text would keep clear of the labels that are there.
func (d *drawing) isClear(at point, angle float64, text string) bool {
	for _, p := range covers(at, angle, text) {
		for _, q := range d.covered {
			if math.Hypot(p.x-q.x, p.y-q.y) < 12 {
				return false
			}
		}
	}
	return true
}

// covers returns the middles of the letters of a label.
func covers(at point, angle float64, text string) []point {
	const above = 8 // the arrow
	at = point{at.x + above*math.Sin(angle), at.y - above*math.Cos(angle)}
	n := width(text)
	points := make([]point, n)
	for i := range points {
		along := letter * (float64(i) - float64(n-1)/2)
		points[i] = point{at.x + along*math.Cos(angle), at.y + along*math.Sin(angle)}
	}
	return points
}
