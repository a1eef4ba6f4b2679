package counterexamples

import (
	"fmt"
	"math"
)

// An arrow is a straight piece of the flight of a message, or a hook from a
// process to itself.
type arrow struct {
	flight
	from, to point
	part     part
	label    *label // nil: it has none
}

// part is a piece of an arrow.
type part uint8

const (
	whole   part = iota // up to the head
	outward             // from the sender to the edge of the page
	hook                // from a process to itself
)

// lostAt is the share of its path after which a lost message ends.
const lostAt = 0.8

// hookWidth is the distance of a hook and its label from the lifeline.
const hookWidth = 26

// route returns the arrows of all flights for the current heights of the rows: from
// the event that sends a message to that of its arrival. A flight over the seam of a
// ring has two pieces.
func (d *drawing) route() []arrow {
	var list []arrow
	for _, m := range d.moments {
		for _, e := range m.entries {
			if e.mark.text == "" {
				list = append(list, d.pieces(e.flight, d.time(e.flight.at))...)
			}
		}
	}
	stacked := map[int]int{} // by receiver
	for _, f := range d.flying {
		stacked[f.link.To]++
		list = append(list, d.pieces(f, d.bottom()-6-flightHeight*float64(d.inFlight[f.link.To]-stacked[f.link.To]))...)
	}
	return list
}

// pieces returns the arrows of a flight that ends at a height.
func (d *drawing) pieces(f flight, end float64) []arrow {
	from, to := point{d.column(f.link.From), d.time(f.sent)}, point{d.column(f.link.To), end}
	if f.sent == f.at {
		to.y = (d.time(f.at) + d.time(f.at+1)) / 2
	}
	switch {
	case d.straying(f.link):
		way := d.margin - 8
		if f.link.FromPort == 1 {
			way = -way
		}
		middle := (from.y + to.y) / 2
		return []arrow{{flight: f, from: from, to: point{from.x + way, middle}, part: outward},
			{flight: f, from: point{to.x - way, middle}, to: to}}
	case f.link.From == f.link.To:
		return []arrow{{flight: f, from: from, to: to, part: hook}}
	}
	return []arrow{{flight: f, from: from, to: to}}
}

// end returns the end of the line of the arrow: just before the process that
// receives the message, or the point where it is lost.
func (a arrow) end() point {
	switch {
	case a.part == hook:
		return point{a.to.x + 5, a.to.y}
	case a.part == outward:
		return a.to
	case a.fate == lost:
		return a.from.towards(a.to, lostAt)
	}
	return a.from.towards(a.to, 1-5/distance(a.from, a.to))
}

// tip returns the box of the head of the arrow, or of the cross of a lost message.
// It returns false if there is neither.
func (a arrow) tip() (box, bool) {
	end := a.end()
	switch {
	case a.part == outward:
		return box{}, false
	case a.fate == lost:
		return upright(end.x-5, end.y-5, end.x+5, end.y+5), true
	}
	tail := a.from
	if a.part == hook {
		tail = point{end.x + hookWidth, end.y}
	}
	length := 9.0
	if a.fate == repeated {
		length = 17
	}
	return lineBox(end.towards(tail, length/distance(end, tail)), end, 8), true
}

// arrow draws an arrow without its label.
func (d *drawing) arrow(a arrow) {
	end := a.end()
	if a.part == hook {
		out := a.from.x + hookWidth
		d.print(`<path d="M%.1f %.1fC%.1f %.1[2]f %.1[3]f %.1[4]f %.1[5]f %.1[4]f" fill="none" %[6]s/>`+"\n",
			a.from.x, a.from.y, out, end.y, end.x, a.fate.style())
	} else {
		d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", a.from.x, a.from.y, end.x, end.y, a.fate.style())
	}
	switch {
	case a.part == outward:
	case a.fate == lost:
		d.print(`<path d="M%.1f %.1fl8 8m0 -8l-8 8" %s stroke-width="2" fill="none"/>`+"\n", end.x-4, end.y-4, stroke("lost"))
	case a.part == hook:
		d.head(point{end.x + hookWidth, end.y}, end, a.fate)
	default:
		d.head(a.from, end, a.fate)
	}
}

// paint returns the name of the paint of a flight.
func (how fate) paint() string {
	switch how {
	case flying:
		return "flying"
	case lost:
		return "lost"
	}
	return "arrow"
}

// style returns the style of the line of a flight.
func (how fate) style() string {
	style := stroke(how.paint()) + ` stroke-width="1.5"`
	if how == flying || how == lost {
		style += ` stroke-dasharray="5 4"`
	}
	return style
}

// head draws the head of an arrow that ends at a point.
func (d *drawing) head(from, end point, how fate) {
	turn := fmt.Sprintf(`transform="translate(%.1f %.1f) rotate(%.1f)"`, end.x, end.y, math.Atan2(end.y-from.y, end.x-from.x)*180/math.Pi)
	d.print(`<path d="M0 0L-9 -4L-9 4Z" %s %s/>`+"\n", fill(how.paint()), turn)
	if how == repeated {
		d.print(`<path d="M-8 0L-17 -4L-17 4Z" %s %s/>`+"\n", fill(how.paint()), turn)
	}
}
