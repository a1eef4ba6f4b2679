// Package agenda decides in which order many pieces of work are done, so that the part of the
// results that is known grows as fast as possible. It learns their costs while they are
// done. It does no work itself, and reads no clock: the caller tells it the costs.
package agenda

import (
	"math"
	"slices"
	"time"
)

// An Agenda is a set of lanes. Its methods are for one goroutine at a time.
type Agenda struct {
	lanes    []*Lane
	families map[string]*family
}

// A Lane is a sequence of steps, each of which begins when the one before has ended: the same
// search for growing sizes.
type Lane struct {
	family *family
	steps  []Step
	at     int // the current step; len(steps): all have ended
	place  int // in the agenda

	begun, ended int     // parts of the current step
	spent        float64 // seconds of the parts that have ended
	first        float64 // seconds of the first of them
	costs        []float64
	waits        bool    // nobody may begin anything of it: its parts are being counted
	price        float64 // seconds that the current step is expected to take until it ends
}

// A Step has parts that can be done at the same time.
type Step struct {
	Size  int // of the instances searched; it grows from step to step
	Gain  int // results that are known when all parts have ended
	Parts int // 0: not counted yet
}

// New returns an agenda without lanes.
func New() *Agenda { return &Agenda{families: map[string]*family{}} }

// Add adds a lane with at least one step. The costs of the lanes of a family are expected to grow alike.
func (a *Agenda) Add(of string, steps []Step) *Lane {
	f := a.families[of]
	if f == nil {
		f = &family{totals: map[int]total{}, growth: map[int]ratios{}}
		a.families[of] = f
	}
	l := &Lane{family: f, steps: steps, place: len(a.lanes)}
	f.lanes = append(f.lanes, l)
	a.lanes = append(a.lanes, l)
	l.estimate()
	return l
}

// smallest is the greatest size at which a step comes before all larger ones, at any cost of
// these: the least size at which there is something to search.
const smallest = 2

// pioneers is how many parts of a step have to end before others begin. Their results help
// to do the others.
const pioneers = 8

// Next returns the lane of which a part should begin now, or whose parts should be counted: the
// one that gains most for each second that it is expected to take until its step ends. It
// returns nil if nothing can begin before a part that has begun ends, or all have ended.
func (a *Agenda) Next() *Lane {
	var best *Lane
	for _, l := range a.lanes {
		if l.ready() && (best == nil || l.before(best)) {
			best = l
		}
	}
	return best
}

// ready reports whether a part of the lane may begin, or its parts be counted.
func (l *Lane) ready() bool {
	if l.at == len(l.steps) || l.waits {
		return false
	}
	parts := l.steps[l.at].Parts
	return parts == 0 || l.begun < min(parts, pioneers) || l.ended >= pioneers && l.begun < parts
}

// before reports whether l is to be taken before m. Among equals the order of the agenda decides.
func (l *Lane) before(m *Lane) bool {
	s, t := l.steps[l.at], m.steps[m.at]
	if first := s.Size <= smallest; first != (t.Size <= smallest) {
		return first
	} else if first {
		return l.place < m.place
	}
	return float64(s.Gain)*m.price > float64(t.Gain)*l.price
}

// Step returns the current step of the lane: its index, and whether its parts have been counted.
func (l *Lane) Step() (i int, counted bool) { return l.at, l.steps[l.at].Parts > 0 }

// BeginCount says that the parts of the current step are being counted.
func (a *Agenda) BeginCount(l *Lane) { l.waits = true }

// Count says how many parts the current step has: one or more.
func (a *Agenda) Count(l *Lane, parts int) {
	l.steps[l.at].Parts, l.waits = parts, false
	l.estimate()
}

// Begin says that a part of the current step has begun.
func (a *Agenda) Begin(l *Lane) { l.begun++ }

// End says that a part of the current step has ended, at this cost. It reports whether the
// step has ended.
func (a *Agenda) End(l *Lane, cost time.Duration) bool {
	if l.ended == 0 {
		l.first = cost.Seconds()
	}
	l.ended++
	l.spent += cost.Seconds()
	if l.ended < l.steps[l.at].Parts {
		l.estimate()
		return false
	}
	l.close()
	return true
}

// close goes to the next step.
func (l *Lane) close() {
	l.costs = append(l.costs, max(l.spent, least))
	l.family.learn(l.steps[:l.at+1], l.costs)
	l.at++
	l.begun, l.ended, l.spent, l.first = 0, 0, 0, 0
	for _, m := range l.family.lanes {
		m.estimate()
	}
}

// Left returns within which range the seconds are that all that is left is expected to take.
func (a *Agenda) Left() (low, high time.Duration) {
	var from, to float64
	for _, l := range a.lanes {
		x, y := l.left()
		from, to = from+x, to+y
	}
	return seconds(from), seconds(to)
}

func seconds(s float64) time.Duration {
	return time.Duration(min(s*1e9, math.MaxInt64/2))
}

// Ended reports whether all has ended.
func (a *Agenda) Ended() bool {
	return !slices.ContainsFunc(a.lanes, func(l *Lane) bool { return l.at < len(l.steps) })
}
