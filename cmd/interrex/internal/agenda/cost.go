package agenda

import "math"

// A family knows the costs of the steps of its lanes.
type family struct {
	lanes  []*Lane
	totals map[int]total  // by size: of all steps that have ended
	firsts total          // of the first steps of lanes
	growth map[int]ratios // by size: of the steps that have ended after another one
}

// total is the cost of some steps together.
type total struct {
	seconds float64
	steps   int
}

func (t total) and(seconds float64) total { return total{t.seconds + seconds, t.steps + 1} }

// ratios are how much more than the steps before some steps cost: the sum of the logarithms.
type ratios struct {
	sum   float64
	count int
}

// The expectations before anything is known. The numbers are rough: of the catalogue, half of
// the steps cost 4 to 13 times as much as the step before.
const (
	least       = 1e-5 // seconds of a step, so that ratios make sense
	usualGrowth = 8    // of the cost of a step, from a size to the next
	usualCost   = 1e-3 // seconds of a step of the smallest size
	doubt       = 8    // parts of a step for which the estimate from smaller sizes counts as much as their own
)

// The factors by which an estimate may be wrong: from parts of the same step, from the step
// before, and from others.
const (
	nearly  = 1.3
	about   = 2.0
	roughly = 3.0
)

// learn notes the cost of a step that has ended, the last one.
func (f *family) learn(steps []Step, costs []float64) {
	k := len(costs) - 1
	n, cost := steps[k].Size, costs[k]
	f.totals[n] = f.totals[n].and(cost)
	if k == 0 {
		f.firsts = f.firsts.and(cost)
	} else if steps[k-1].Size == n-1 {
		r := f.growth[n]
		f.growth[n] = ratios{r.sum + math.Log(cost/costs[k-1]), r.count + 1}
	}
}

// grows returns by which factor the cost of step k is expected to exceed that of the step before:
// the geometric mean of the factors known of its family, and of the usual one. A lane that skips sizes is
// about some special case, which is no larger.
func (l *Lane) grows(k int) float64 {
	r := l.family.growth[l.steps[k].Size]
	return math.Exp((math.Log(usualGrowth) + r.sum) / float64(1+r.count))
}

// expected returns the seconds that step k is expected to take, from the costs of the steps before,
// and the factor by which that may be wrong.
func (l *Lane) expected(k int) (cost, factor float64) {
	at := len(l.costs) - 1
	if at >= 0 {
		cost, factor = l.costs[at], about
	} else {
		at, cost, factor = 0, l.family.begins(l.steps[0].Size), roughly
	}
	if at+1 < k {
		factor = roughly
	}
	for ; at < k; at++ {
		cost *= l.grows(at + 1)
	}
	return cost, factor
}

// begins returns the seconds that a first step of this size is expected to take: as the steps of
// this size in its family, or else somewhat more than other first steps. A lane that begins at a
// large size is about some special case.
func (f *family) begins(size int) float64 {
	if t, known := f.totals[size]; known {
		return t.seconds / float64(t.steps)
	}
	if f.firsts.steps > 0 {
		return f.firsts.seconds / float64(f.firsts.steps) * usualGrowth
	}
	return usualCost
}

// estimate finds the price of the lane.
func (l *Lane) estimate() {
	if l.at < len(l.steps) {
		l.price, _ = l.rest()
	}
}

// rest returns the seconds that the current step is expected to take until it ends, and the
// factor by which that may be wrong. The first part is no measure of the others, since its result
// may help them.
func (l *Lane) rest() (cost, factor float64) {
	whole, factor := l.expected(l.at)
	parts := l.steps[l.at].Parts
	if l.ended == 0 {
		return whole, factor
	}
	each := (doubt*whole/float64(parts) + l.spent - l.first) / float64(doubt+l.ended-1)
	return each * float64(parts-l.ended), nearly
}

// left returns the least and the most seconds that the lane is expected to take.
func (l *Lane) left() (low, high float64) {
	for k := l.at; k < len(l.steps); k++ {
		cost, factor := l.expected(k)
		if k == l.at {
			cost, factor = l.rest()
		}
		low, high = low+cost/factor, high+cost*factor
	}
	return low, high
}
