package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// waiting returns the suspects of a LeadsTo: the configurations that are reachable, while
// the goal fails, from a configuration with the trigger.
func (x states) waiting(triggered, failing diagram.Set) suspects {
	sets := x.system.Sets
	from := sets.Held(sets.Intersect(failing, triggered))
	pending := x.system.onward(from, failing)
	return suspects{states: x, ends: x.system.Terminal(x.all), region: pending, wanted: pending, from: from}
}

// holding returns the configurations of n in which the shape holds.
func (x *System) holding(n diagram.Set, h *properties.Shape) diagram.Set {
	return x.Sets.Scoped(func() diagram.Set { return x.Sets.Minus(n, x.Failing(n, h)) })
}

// onward returns the configurations that are reachable from those of n, a part of
// within, by paths that stay within.
func (x *System) onward(n, within diagram.Set) diagram.Set {
	return x.Sets.Scoped(func() diagram.Set {
		steps := x.Sets.NewSteps(x.Sets.Events())
		x.caches = append(x.caches, steps)
		defer func() { x.caches = x.caches[:len(x.caches)-1] }()
		sum := n
		for last := n; last != diagram.Empty; {
			next := x.Sets.Held(x.Sets.Intersect(x.Sets.Held(steps.From(last)), within))
			last = x.Sets.Held(x.Sets.Minus(next, sum))
			sum = x.Sets.Held(x.Sets.Union(sum, last))
		}
		return sum
	})
}

// intoPending makes the walk the path, by least events from the first start, to a nearest target in
// which the LeadsTo is pending.
func (w *walk) intoPending(c suspects, targets diagram.Set) error {
	x := w.states.system
	mark := x.Sets.Hold(targets)
	defer x.Sets.Release(mark)
	pending, others := diagram.Empty, diagram.Empty // the initial configurations
	for i := range x.starts {
		w.begin(i)
		if at := w.path.Last(); !w.pending {
			others = x.Sets.Held(x.Sets.Union(others, x.Sets.Held(x.only(at, w.monitor, x.initial))))
		} else if x.Includes(targets, at, w.monitor) && !x.Returns(targets) {
			return nil
		} else {
			pending = x.Sets.Held(x.Sets.Union(pending, x.Sets.Held(x.only(at, w.monitor, x.initial))))
		}
	}
	d := newPendingDistances(c, targets)
	known := len(x.caches)
	x.caches = append(x.caches, d.back)
	defer func() { x.caches = x.caches[:known] }()
	steps := x.Sets.NewSteps(x.Sets.Events())
	pending, others = x.Sets.Held(steps.From(pending)), x.Sets.Held(steps.From(others))
	for !d.reached(pending, true) && !d.reached(others, false) {
		if !d.expand() {
			return errNowhere
		}
	}
	for start := range x.starts {
		w.begin(start)
		if x.Includes(x.initial, w.path.Last(), w.monitor) && w.take(d, len(d.any)-1) == nil {
			for i := len(d.any) - 2; i >= 0; i-- {
				if err := w.take(d, i); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return errNowhere
}

// only returns the configuration, with a state of the monitor, as a set, if n has it.
func (x *System) only(c model.Configuration, monitor any, n diagram.Set) diagram.Set {
	if values, known := x.Lookup(c, monitor); known && x.Sets.Has(n, values) {
		return x.Sets.Path(values)
	}
	return diagram.Empty
}

// take takes the least event to a configuration at distance i.
func (w *walk) take(d *pendingDistances, i int) error {
	x := w.states.system
	return w.follow(func(_, after model.Configuration, m any) bool {
		return x.Includes(d.any[i], after, m) || w.pendingIn(after, m) && x.Includes(d.waiting[i], after, m)
	})
}

// pendingDistances has the configurations by their distance from a target: the number
// of events of the shortest path to it on which a LeadsTo becomes and stays pending.
type pendingDistances struct {
	sets    *diagram.Reach
	states  suspects
	back    *diagram.Steps
	waiting []diagram.Set // by distance, if the property is pending already
	any     []diagram.Set // by distance, if it is not, or need not be
	seen    [2]diagram.Set
}

func newPendingDistances(c suspects, targets diagram.Set) *pendingDistances {
	d := &pendingDistances{sets: c.system.Sets, states: c, back: c.system.Sets.NewSteps(c.system.reversed())}
	d.add(targets, d.sets.Held(d.sets.Intersect(targets, c.from)))
	return d
}

// add adds the configurations at the next distance.
func (d *pendingDistances) add(waiting, any diagram.Set) {
	d.waiting, d.any = append(d.waiting, waiting), append(d.any, any)
	for i, n := range []diagram.Set{waiting, any} {
		d.seen[i] = d.sets.Held(d.sets.Union(d.seen[i], n))
	}
}

// reached reports whether the last distance has one of first; pending says whether the
// property is pending before them.
func (d *pendingDistances) reached(first diagram.Set, pending bool) bool {
	last := len(d.any) - 1
	return d.sets.Intersect(first, d.any[last]) != diagram.Empty || pending && d.sets.Intersect(first, d.waiting[last]) != diagram.Empty
}

// expand adds the next distance, and reports whether some configuration has it.
func (d *pendingDistances) expand() bool {
	last := len(d.any) - 1
	before := func(n, within diagram.Set, i int) diagram.Set {
		n = d.sets.Held(d.sets.Intersect(d.sets.Held(d.back.From(n)), within))
		return d.sets.Held(d.sets.Minus(n, d.seen[i]))
	}
	waiting := before(d.waiting[last], d.states.region, 0)
	start := d.sets.Held(d.sets.Minus(d.sets.Held(d.sets.Intersect(waiting, d.states.from)), d.seen[1]))
	any := d.sets.Held(d.sets.Union(start, before(d.any[last], d.states.all, 1)))
	d.add(waiting, any)
	return waiting != diagram.Empty || any != diagram.Empty
}
