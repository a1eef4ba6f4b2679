package counterexamples

import "math"

// A point of a drawing, in pixels; y grows downwards, as time does.
type point struct{ x, y float64 }

// towards returns the point at a share of the way from p to q.
func (p point) towards(q point, share float64) point {
	return point{p.x + share*(q.x-p.x), p.y + share*(q.y-p.y)}
}

// direction returns the unit vector from p to q.
func direction(p, q point) point {
	length := distance(p, q)
	return point{(q.x - p.x) / length, (q.y - p.y) / length}
}

func distance(p, q point) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

// A box is a rectangle, given by its centre.
type box struct {
	middle        point
	width, height float64
	along         point // the direction of its width, of length 1
}

// upright returns the box between two corners.
func upright(left, top, right, bottom float64) box {
	return box{middle: point{(left + right) / 2, (top + bottom) / 2}, width: right - left, height: bottom - top, along: point{1, 0}}
}

// lineBox returns the box of a straight line, as high as the line is wide.
func lineBox(from, to point, height float64) box {
	return box{middle: from.towards(to, 0.5), width: distance(from, to), height: height, along: direction(from, to)}
}

// across returns the direction of the height.
func (b box) across() point { return point{-b.along.y, b.along.x} }

// reach returns how far the box extends from its centre in a direction.
func (b *box) reach(way point) float64 {
	return b.width/2*math.Abs(b.along.x*way.x+b.along.y*way.y) +
		b.height/2*math.Abs(b.along.x*way.y-b.along.y*way.x)
}

// meets reports whether two boxes have a point in common. By the separating axis
// theorem they have none if and only if a line parallel to a side of one of them
// separates them. It tries the long sides first: those of lines separate most often.
func (b *box) meets(c *box) bool {
	return !b.isApart(c, c.across()) && !b.isApart(c, b.across()) && !b.isApart(c, c.along) && !b.isApart(c, b.along)
}

// isApart reports whether a line across an axis separates two boxes.
func (b *box) isApart(c *box, axis point) bool {
	return math.Abs((c.middle.x-b.middle.x)*axis.x+(c.middle.y-b.middle.y)*axis.y) > b.reach(axis)+c.reach(axis)
}

// boxes is a set of boxes that finds those which meet a given one. The zero value is
// empty.
type boxes struct{ bands map[int][]box }

// bandHeight is the height of the bands of the page that index the boxes.
const bandHeight = 64

// band returns the first and the last band that b meets.
func (b box) band() (from, to int) {
	high := b.reach(point{0, 1})
	return int(math.Floor((b.middle.y - high) / bandHeight)), int(math.Floor((b.middle.y + high) / bandHeight))
}

func (l *boxes) add(b box) {
	if l.bands == nil {
		l.bands = map[int][]box{}
	}
	from, to := b.band()
	for i := from; i <= to; i++ {
		l.bands[i] = append(l.bands[i], b)
	}
}

// meet reports whether one of the boxes meets b.
func (l *boxes) meet(b box) bool { return l.count(b, 1) > 0 }

// count returns the number of boxes that meet b, counted once for each band that
// they share, but at most most.
func (l *boxes) count(b box, most int) int {
	n := 0
	from, to := b.band()
	for i := from; i <= to; i++ {
		for k := range l.bands[i] {
			if b.meets(&l.bands[i][k]) {
				n++
			}
			if n == most {
				return n
			}
		}
	}
	return n
}
