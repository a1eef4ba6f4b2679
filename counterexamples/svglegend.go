package counterexamples

import "github.com/interrex/interrex/model"

// A legendKey is an entry of the legend of a picture: a sample and its meaning.
type legendKey struct {
	meaning string
	draw    func(d *drawing, at point)
}

const (
	keyHeight   = 18 // of a row of the legend
	sampleWidth = 26
	keyGap      = 18 // between two keys of a row
)

// legend returns the keys of the signs that occur in the picture.
func (p picture) legend() []legendKey {
	var list []legendKey
	add := func(occurs bool, meaning string, draw func(d *drawing, at point)) {
		if occurs {
			list = append(list, legendKey{meaning, draw})
		}
	}
	for _, of := range []struct {
		meaning string
		status  model.Status
	}{
		{"undecided", model.Status{}}, {"candidate", model.Status{Role: model.Candidate}}, {"has lost", model.Status{Role: model.Lost}},
		{"has won", model.Status{Role: model.Won}}, {"is down", model.Status{Down: true}}, {"has failed", model.Status{Failed: true}},
	} {
		paint := colour(of.status)
		alike := func(st model.Status) bool { return colour(st) == paint && st.Down == of.status.Down }
		add(p.hasStatus(alike), of.meaning, func(d *drawing, at point) {
			d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s %s/>`+"\n", at.x, at.y, at.x+sampleWidth, at.y, stroke(paint), lifeline(of.status))
		})
	}
	for _, of := range []struct {
		meaning string
		fate    fate
	}{{"a message arrives", arrived}, {"a copy stays in flight", repeated}, {"it is lost", lost}, {"still in flight", flying}} {
		add(p.hasFate(of.fate), of.meaning, func(d *drawing, at point) {
			d.arrow(arrow{flight: flight{fate: of.fate}, from: at, to: point{at.x + sampleWidth, at.y}})
		})
	}
	add(p.hasMark(mark.isStep), "an event without a message", func(d *drawing, at point) { d.ring(point{at.x + sampleWidth/2, at.y}, "undecided") })
	add(p.hasMark(mark.isCrash), "a crash", func(d *drawing, at point) { d.cross(point{at.x + sampleWidth/2, at.y}) })
	return list
}

// keyRows returns the number of rows of the legend, and the place of each key in its row.
func (d *drawing) keyRows() (rows int, places []point) {
	x := 20.
	for _, k := range d.legend {
		wide := sampleWidth + 6 + textWidth(k.meaning)
		if x > 20 && x+wide > d.wide()-20 {
			x = 20
			rows++
		}
		places = append(places, point{x, keyHeight * float64(rows)})
		x += wide + keyGap
	}
	return rows + 1, places
}

// keys draws the legend below everything else.
func (d *drawing) keys() {
	_, places := d.keyRows()
	for i, k := range d.legend {
		at := point{places[i].x, d.ground() + 22 + places[i].y}
		k.draw(d, at)
		d.text(point{at.x + sampleWidth + 6, at.y + 4}, fill("note"), k.meaning)
	}
}
