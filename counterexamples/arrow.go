package counterexamples

import (
	"fmt"
	"html"
	"math"
	"slices"
)

// A point of a drawing, in pixels; y grows downwards, as time does.
type point struct{ x, y float64 }

// towards returns the point at a share of the way from p to q.
func (p point) towards(q point, share float64) point {
	return point{p.x + share*(q.x-p.x), p.y + share*(q.y-p.y)}
}

// part is a piece of an arrow.
type part uint8

const (
	whole   part = iota // up to the head
	outward             // from the sender to the edge of the page
)

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
		d.piece(from, point{from.x + way, middle}, f, outward)
		d.piece(point{to.x - way, middle}, to, f, whole)
	case f.link.From == f.link.To:
		d.hook(from, to, f)
	default:
		d.piece(from, to, f, whole)
	}
}

// piece draws a straight piece of a flight, with the head unless it leads
// outward.
func (d *drawing) piece(from, to point, f flight, which part) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	style := f.fate.style()
	end := from.towards(to, 1-5/length)
	switch {
	case which == whole && f.fate == lost:
		end = from.towards(to, 0.72)
		d.print(`<path d="M%.1f %.1fl8 8m0 -8l-8 8" stroke="#cf222e" stroke-width="2" fill="none"/>`+"\n", end.x-4, end.y-4)
	case which == whole:
		d.head(from, end, f.fate)
	}
	if which == outward {
		end = to
	}
	d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", from.x, from.y, end.x, end.y, style)
	d.labelPiece(from, to, f, which)
}

// labelPiece writes the text of a message near the head of its arrow, if there
// is room: most heads are on a line of their own. The first of two pieces may
// go without.
func (d *drawing) labelPiece(from, to point, f flight, which part) {
	shares := []float64{0.5, 0.4, 0.6, 0.3}
	if f.fate != lost && which == whole {
		length := math.Hypot(to.x-from.x, to.y-from.y)
		room := min(letter*float64(width(f.text))/2+18, length/2) / length
		shares = nil
		for share := 1 - room; share >= room; share -= 0.05 {
			shares = append(shares, share)
		}
	}
	if at, ok := d.clear(from, to, f.text, shares); ok || which == whole {
		d.label(at, from, to, f.text)
	}
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
	d.label(point{beside, middle}, from, point{from.x + 1, from.y}, f.text)
}

// label writes the text of a message along its arrow, over all arrows.
func (d *drawing) label(at, from, to point, text string) {
	angle := upright(from, to)
	d.covered = append(d.covered, covers(at, angle, text)...)
	fmt.Fprintf(&d.labels, `<text class="label" transform="translate(%.1f %.1f) rotate(%.1f)" y="-4">%s</text>`+"\n",
		at.x, at.y, angle*180/math.Pi, html.EscapeString(text))
}

// upright returns the angle of a line along which text is not upside down.
func upright(from, to point) float64 {
	if to.x < from.x {
		from, to = to, from
	}
	return math.Atan2(to.y-from.y, to.x-from.x)
}

// clear returns the first of the shares of the way at which a text keeps clear
// of the labels that are there, and whether there is one; else the first.
func (d *drawing) clear(from, to point, text string, shares []float64) (point, bool) {
	for _, share := range shares {
		at := from.towards(to, share)
		if !slices.ContainsFunc(covers(at, upright(from, to), text), d.isCovered) {
			return at, true
		}
	}
	return from.towards(to, shares[0]), false
}

func (d *drawing) isCovered(p point) bool {
	return slices.ContainsFunc(d.covered, func(q point) bool { return math.Hypot(p.x-q.x, p.y-q.y) < 12 })
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
