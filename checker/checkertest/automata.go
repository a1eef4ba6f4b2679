package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// watch returns a random monitor that hears some kinds of observation only: one with four
// states, or one that waits for a few observations, one after the other.
func (o oracle) watch() properties.Watching {
	if length := 1 + o.draws(9).IntN(4); length > 1 {
		return o.chain(length)
	}
	return properties.Watch(begin, o.next, func(state int) bool { return state == 0 || !o.fails(6, state) })
}

// begin returns the first state of a random monitor.
func begin(model.View) int { return 0 }

// chain returns a monitor that waits for so many observations, one after the other.
func (o oracle) chain(length int) properties.Watching {
	return properties.Watch(begin,
		func(state int, x properties.Observation) int { return o.waits(state, length, x) },
		func(state int) bool { return state < length })
}

// CrashWatchers returns so many random safety properties, always the same for a seed, that a crash
// within a step refutes, if some messages were sent before. Most see the status before the crash.
func CrashWatchers(seed uint64, count int) []properties.Property {
	var list []properties.Property
	for i := range count {
		o := oracle{seed: seed*16 + uint64(i) + 1<<40, partial: i%2 == 0}
		list = append(list, properties.NewAlways(fmt.Sprint("crashes-", i), "no process crashes within a step", o.chain(2+i/2%2)))
	}
	return list
}

// watchWithView returns a predicate that sees the view too.
func (o oracle) watchWithView() properties.Watching {
	return properties.Watch(begin, o.next, func(v model.View, state int) bool {
		return state == 0 || !o.fails(7, state, looks(v.Status[0]), btoi(v.Terminal))
	})
}

// The kinds of observation.
const (
	ofNothing = iota // nothing is sent
	ofSends
	ofCrash // between steps
	ofCrashWithin
	ofRestart
)

func kindOf(x properties.Observation) int {
	switch {
	case x.Before.Down:
		return ofRestart
	case x.After.Down && x.Sends > 0:
		return ofCrashWithin
	case x.After.Down:
		return ofCrash
	case x.Sends > 0:
		return ofSends
	}
	return ofNothing
}

// draws returns the random stream of a case.
func (o oracle) draws(which ...int) *rand.Rand { return babbler{seed: o.seed}.draws(which...) }

// next returns the next state of the monitor. Of an observation of a kind that it hears it sees the
// process, if it tells processes apart, how many messages were sent, or the statuses too.
func (o oracle) next(state int, x properties.Observation) int {
	kind := kindOf(x)
	hears := o.draws(5, kind)
	if hears.IntN(5) < []int{ofNothing: 3, ofSends: 2, ofCrash: 3, ofCrashWithin: 1, ofRestart: 3}[kind] {
		return state
	}
	seen := []int{8, kind, state, o.of(x.Process), min(x.Sends, 2)}
	if hears.IntN(2) == 0 {
		seen = append(seen, looks(x.Before), looks(x.After))
	}
	if r := o.draws(seen...); r.IntN(2) == 0 {
		return r.IntN(4)
	}
	return state
}

// waits returns the next state of a monitor that waits for so many observations: of a kind, perhaps
// of one process, and perhaps of about half of the statuses before. The last one is a crash
// within a step.
func (o oracle) waits(state, length int, x properties.Observation) int {
	if state == length {
		return state
	}
	r := o.draws(10, state)
	kind := []int{ofSends, ofSends, ofSends, ofNothing}[r.IntN(4)]
	if state == length-1 {
		kind = ofCrashWithin
	}
	p, statuses := r.IntN(2), r.IntN(4) > 0 == (kind == ofCrashWithin)
	switch {
	case kindOf(x) != kind, o.partial && x.Process != (p+state)%2, statuses && o.draws(11, state, looks(x.Before)).IntN(2) == 0:
		return state
	}
	return state + 1
}
