package counterexamples

import (
	"cmp"
	"math"
	"slices"
)

// A label is the text of a message beside its arrow.
type label struct {
	at    point // the middle of its base line
	along point // its direction, of length 1
	text  string
}

const (
	rise     = 11 // from the base line to the top of the highest letter, and the halo
	fall     = 5  // to the bottom of the lowest, and the halo
	clearing = 7  // between the ends of a label and the marks beside it
)

// box returns the area that the label covers.
func (l label) box() box {
	const up = (rise - fall) / 2.
	return box{middle: point{l.at.x + up*l.along.y, l.at.y - up*l.along.x}, width: textWidth(l.text) + 2*clearing, height: rise + fall, along: l.along}
}

// start returns the left end of the base line.
func (l label) start() point {
	half := textWidth(l.text) / 2
	return point{l.at.x - half*l.along.x, l.at.y - half*l.along.y}
}

// layout places the labels. Labels without a free place come first in the next
// attempt; if that does not help, the rows of their arrows grow. This terminates, as
// the free part of an arrow grows with its row.
func (d *drawing) layout() {
	urgent := map[int]int{} // by arrow: how often its label had no free place
	for {
		d.times = d.times[:0]
		height := 0.
		for _, step := range d.steps {
			height += step
			d.times = append(d.times, height)
		}
		d.arrows = d.route()
		crowded := d.place(urgent)
		if len(crowded) == 0 {
			return
		}
		rows := map[int]bool{}
		for _, i := range crowded {
			if urgent[i]++; urgent[i]%2 == 0 {
				rows[d.arrows[i].row()] = true
			}
		}
		for row := range rows {
			d.steps[row] = math.Round(1.1*d.steps[row]) + 6
		}
	}
}

// row returns the row whose growth makes the arrow longer.
func (a arrow) row() int {
	if a.sent == a.at {
		return a.at + 1
	}
	return a.at
}

// A page holds the boxes that labels must or should keep clear of.
type page struct {
	taken boxes // no label may meet them
	lines boxes // arrows and lifelines, which a label should not hide
}

// place gives each arrow a label at a free place. Urgent arrows come first, then
// hooks, then the shortest ones, as they have the fewest places. It returns the
// arrows without a free place.
func (d *drawing) place(urgent map[int]int) []int {
	p := d.page()
	order := make([]int, len(d.arrows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := d.arrows[i], d.arrows[j]
		return cmp.Or(cmp.Compare(urgent[j], urgent[i]), cmp.Compare(a.rank(), b.rank()))
	})
	var crowded []int
	for _, i := range order {
		a := &d.arrows[i]
		const coarse, fine = 40, 4 // shares of the arrow, pixels
		l, ok := p.best(a.places(max(fine, distance(a.from, a.to)/coarse)))
		if !ok {
			l, ok = p.best(a.places(fine))
		}
		if ok {
			a.label = &l
			p.taken.add(l.box())
		} else if a.part != outward { // else the other piece has the label
			crowded = append(crowded, i)
		}
	}
	return crowded
}

// rank orders arrows by the number of places for their labels.
func (a arrow) rank() float64 {
	switch a.part {
	case hook:
		return 0
	case outward: // it needs no label
		return math.Inf(1)
	}
	return distance(a.from, a.to)
}

// page returns the page without labels.
func (d *drawing) page() *page {
	p := &page{}
	for _, b := range d.fixtures() {
		p.taken.add(b)
	}
	for i, m := range d.moments {
		for _, e := range m.entries {
			if size := e.radius(); size > 0 {
				x, y := d.column(e.process()), d.times[i]
				p.taken.add(upright(x-size, y-size, x+size, y+size))
			}
		}
	}
	for q := range d.n() {
		p.lines.add(lineBox(point{d.column(q), d.panelTop()}, point{d.column(q), d.bottom()}, 0))
	}
	for _, a := range d.arrows {
		if tip, ok := a.tip(); ok {
			p.taken.add(tip)
		}
		p.lines.add(lineBox(a.from, a.end(), 0))
	}
	return p
}

// best returns the free place with the least cost: a hidden line costs 1, and the last
// place costs 2 more than the first. It returns false if none is free.
func (p *page) best(places []label) (label, bool) {
	const most = 20 // hidden lines that are counted
	least, found := math.Inf(1), label{}
	for i, l := range places {
		b := l.box()
		cost := 2 * float64(i) / float64(len(places))
		if cost >= least || p.taken.meet(b) {
			continue
		}
		if cost += float64(p.lines.count(b, most)); cost < least {
			least, found = cost, l
		}
	}
	return found, !math.IsInf(least, 1)
}

// places returns the places for the label of an arrow, the best first: near the
// head, as most heads have a row of their own, and above the line rather than below
// it. The distance between two places is step, in pixels.
func (a arrow) places(step float64) []label {
	if a.part == hook {
		return a.besideHook(step)
	}
	along := direction(a.from, a.to)
	if along.x < 0 { // no text upside down
		along = point{-along.x, -along.y}
	}
	var list []label
	for _, off := range [...]float64{-fall - 1, rise + 1} { // the base line above or below the line
		for _, share := range a.shares(step) {
			at := a.from.towards(a.to, share)
			list = append(list, label{point{at.x - off*along.y, at.y + off*along.x}, along, a.text})
		}
	}
	return list
}

// shares returns the positions of the middle of the label, as shares of the arrow.
func (a arrow) shares(step float64) []float64 {
	const tail, head = 7, 10
	length, half := distance(a.from, a.to), textWidth(a.text)/2+clearing
	first, last := tail+half, distance(a.from, a.end())-half-head
	var list []float64
	for at := last; at >= first; at -= step {
		list = append(list, at/length)
	}
	if a.fate == lost || a.part == outward { // in the middle
		slices.SortStableFunc(list, func(x, y float64) int { return cmp.Compare(math.Abs(x-0.4), math.Abs(y-0.4)) })
	}
	return list
}

// besideHook returns places on the right of a hook, the middle first.
func (a arrow) besideHook(step float64) []label {
	var list []label
	middle, half := (a.from.y+a.to.y)/2, (a.to.y-a.from.y)/2
	for off := 0.; off <= half; off += step {
		for _, y := range []float64{middle - off, middle + off} {
			list = append(list, label{point{a.from.x + hookWidth + textWidth(a.text)/2, y + 4}, point{1, 0}, a.text})
		}
	}
	return list
}
