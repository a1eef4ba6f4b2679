package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// In timing bounded a process has clocks. Both orders of a delivery and a rival must
// leave the same clocks, however many ticks are left to those that run before.

// allTimers are due where no clock says which ones are.
const allTimers = ^model.TimerSet(0)

// asBefore is the number of ticks of a clock that nothing has started since: how many are
// left is not known.
const asBefore = -1

// Due returns the timers that may run out.
func Due(clocks []model.Clock) model.TimerSet {
	var due model.TimerSet
	for _, k := range clocks {
		if k.Kind == model.Timeout && k.Least == 0 {
			due |= model.Timers(k.Timer)
		}
	}
	return due
}

// due returns the timers that may run out before x.
func (x Delivery) due(d *Deliveries) model.TimerSet {
	if d.measured() {
		return x.Due
	}
	return allTimers
}

// measured reports whether there are clocks.
func (d *Deliveries) measured() bool { return d.system.Network().Timing == model.Bounded }

// clocks returns the clocks of a process before a delivery: of those that are due it is
// known that they are, of others nothing.
func (d *Deliveries) clocks(p int, x claim) []model.Clock {
	if !d.measured() {
		return nil
	}
	list := d.tables.Wind(p, x.local, d.fallible(p), nil)
	for i, k := range list {
		list[i].Span = model.Span{Least: asBefore, Greatest: asBefore}
		if k.Kind == model.Timeout && x.due.Has(k.Timer) {
			list[i].Least = 0
		}
	}
	return list
}

// resets returns the clocks of timers that an outcome starts anew.
func (d *Deliveries) resets(p int, o compiled.Outcome) model.TimerSet {
	if !d.measured() || o.Failure != "" {
		return 0
	}
	return o.Resets & d.tables.Ready(p, o.Next).Timers
}

// clocksAfter returns the clocks of a process after a step upon an input.
func (d *Deliveries) clocksAfter(p int, clocks []model.Clock, f compiled.Input, o compiled.Outcome) []model.Clock {
	if !d.measured() {
		return nil
	}
	e := model.Event{Kind: f.Kind, Timer: f.Timer, Port: f.Port}
	run := slices.DeleteFunc(slices.Clone(clocks), func(k model.Clock) bool { return k.StartsAnew(e, o.Resets) })
	return d.tables.Wind(p, o.Next, d.fallible(p), run)
}

// windAlike reports whether both orders of a delivery and a rival leave the same clocks.
func (d *Deliveries) windAlike(p int, c course, o orders) bool {
	before := d.clocks(p, c.claim)
	after := d.clocksAfter(p, d.clocksAfter(p, before, c.input(), c.Outcome), o.rival, o.second)
	return slices.Equal(after, d.clocksAfter(p, d.clocksAfter(p, before, o.rival, o.first), c.input(), o.delayed))
}

// dueAfter returns the timers that may run out while a delivery waits after a rival.
func (d *Deliveries) dueAfter(p int, c course, o orders) model.TimerSet {
	if c.early || !d.measured() {
		return allTimers
	}
	return Due(d.clocksAfter(p, d.clocks(p, c.claim), o.rival, o.first))
}

// fallible returns the ports of a process behind which another may be down.
func (d *Deliveries) fallible(p int) model.PortSet {
	var set model.PortSet
	if net := d.system.Network(); net.Faults.Crash == 0 && len(net.Down) == 0 {
		return set
	}
	for q := range model.Port(min(d.system.Ports(p), 64)) {
		if d.system.Peer(p, q) != p {
			set = set.With(q)
		}
	}
	return set
}

// suspectsAlike reports whether the clocks that start when another process crashes are
// the same before and after a delivery.
func (d *Deliveries) suspectsAlike(p int, c course) bool {
	if !d.measured() {
		return true
	}
	without := slices.DeleteFunc(d.clocks(p, c.claim), func(k model.Clock) bool { return k.Kind == model.Suspect })
	before := d.clocksAfter(p, d.tables.Wind(p, c.local, d.fallible(p), without), c.input(), c.Outcome)
	return slices.Equal(before, d.clocksAfter(p, without, c.input(), c.Outcome))
}

// staysSilent reports whether it makes no difference to a delivery and to time which of
// them comes first.
func (d *Deliveries) staysSilent(p int, c course) bool {
	if !c.early || len(c.Sends) > 0 || d.tables.Defers() && !c.noop() {
		return false
	}
	clocks := d.clocks(p, c.claim)
	return slices.Equal(clocks, d.clocksAfter(p, clocks, c.input(), c.Outcome))
}
