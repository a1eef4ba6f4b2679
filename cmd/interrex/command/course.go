package command

import (
	"math"

	"github.com/interrex/interrex/checker"
)

// A course has the levels of a breadth-first search as they were seen, and tells how it may go on. The growth from level to
// level falls in much the same way for most of the time, and often less at the end, when levels get smaller by the same factor.
type course struct{ levels []seenLevel }

// A seenLevel is a level of a search: not each level is seen.
type seenLevel struct {
	depth int
	size  float64 // configurations
}

// see notes the level of a search. A frontier without configurations is of diagrams.
func (c *course) see(now checker.Progress) {
	if last := len(c.levels) - 1; last >= 0 && c.levels[last].depth > now.Depth { // a search begins again
		c.levels = nil
	}
	if last := len(c.levels) - 1; now.Configurations > 0 && now.Frontier > 0 && (last < 0 || c.levels[last].depth < now.Depth) {
		c.levels = append(c.levels, seenLevel{now.Depth, float64(now.Frontier)})
	}
}

// growth returns the factor by which the last level is larger than the one before it; 0: it is not known.
func (c *course) growth() float64 {
	last := len(c.levels) - 1
	if last < 1 {
		return 0
	}
	return math.Exp(c.rise(last))
}

// rise returns the logarithm of the growth from one level to the next, before level k that was seen.
func (c *course) rise(k int) float64 {
	a, b := c.levels[k-1], c.levels[k]
	return math.Log(b.size/a.size) / float64(b.depth-a.depth)
}

// How the rest is estimated: from as many rises; and by which factor it may be less than where the growth goes on to fall,
// or more.
const (
	fewRises, manyRises    = 5, 12
	lessRest               = 2
	moreRest, mostMoreRest = 2, 6
)

// rest returns within which range the number of configurations is that are left from the last level on, without that level at
// least and with it at most. It is not known while the growth does not fall.
func (c *course) rest() (low, high float64, known bool) {
	for _, window := range []int{fewRises, manyRises} {
		if len(c.levels) <= window {
			break
		}
		sum, falls := c.after(window)
		if !falls {
			return 0, 0, false
		}
		if !known || sum < low {
			low = sum
		}
		high, known = max(high, sum), true
	}
	if !known {
		return 0, 0, false
	}
	size := c.levels[len(c.levels)-1].size
	more := high * mostMoreRest
	if factor := c.growth(); factor < 1 { // if all levels to come get smaller by that
		more = min(more, size*factor/(1-factor))
	}
	return low / lessRest, max(high*moreRest, more) + size, true
}

// after returns how many configurations follow the last level if the last so many rises go on to change along a line; false if they
// do not fall.
func (c *course) after(window int) (sum float64, falls bool) {
	last := len(c.levels) - 1
	end := float64(c.levels[last].depth)
	var x, y, xx, xy float64 // depths are counted back from the last one
	for k := last - window + 1; k <= last; k++ {
		at := float64(c.levels[k].depth+c.levels[k-1].depth)/2 - end
		r := c.rise(k)
		x, y, xx, xy = x+at, y+r, xx+at*at, xy+at*r
	}
	n := float64(window)
	slope := (n*xy - x*y) / (n*xx - x*x)
	if slope >= 0 {
		return 0, false
	}
	rise, size := (y-slope*x)/n+slope/2, c.levels[last].size
	for ; size >= 1; rise += slope {
		size *= math.Exp(rise)
		sum += size
		if sum > 1e18 {
			return 0, false
		}
	}
	return sum, true
}
