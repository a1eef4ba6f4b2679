package confluent

import (
	"math"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// In timing bounded a process has clocks. Both orders of a delivery and a rival must
// leave the same clocks, however many ticks are left to those that run before.

// Due has the clocks that may run out: timers, and suspicions of the processes behind ports.
type Due struct {
	timers model.TimerSet
	ports  model.PortSet
}

// everything has all clocks: where time is not measured, any of them may run out.
var everything = Due{^model.TimerSet(0), ^model.PortSet(0)}

// DueWithin returns the clocks that may run out before more than so many ticks have passed.
func DueWithin(ticks int, clocks []model.Clock) Due {
	var due Due
	for _, k := range clocks {
		switch {
		case k.Least > ticks:
		case k.Kind == model.Timeout:
			due.timers |= model.Timers(k.Timer)
		default:
			due.ports = due.ports.With(k.Port)
		}
	}
	return due
}

// has reports whether the timer or suspicion of a clock may run out.
func (d Due) has(k model.Clock) bool {
	if k.Kind == model.Timeout {
		return d.timers.Has(k.Timer)
	}
	return d.ports.Has(k.Port)
}

// due returns the clocks that may run out before x.
func (x Delivery) due(d *Deliveries) Due {
	if d.measured() {
		return x.Due
	}
	return everything
}

// measured reports whether there are clocks.
func (d *Deliveries) measured() bool { return d.system.Network().Timing == model.Bounded }

// asBefore is the number of ticks of a clock that nothing has started since: how many are
// left is not known.
const asBefore = math.MaxInt

// clocks returns the clocks of a process before a delivery. Of a clock that is due only
// that is known, of others nothing.
func (d *Deliveries) clocks(p int, x claim) []model.Clock {
	if !d.measured() {
		return nil
	}
	list := d.tables.Wind(p, x.local, d.fallible[p], nil)
	due := Due{x.due.timers, d.suspects(p, x)}
	for i, k := range list {
		list[i].Span = model.Span{Least: asBefore, Greatest: asBefore}
		if due.has(k) {
			list[i].Least = 0
		}
	}
	return list
}

// clocksAfter returns the clocks of a process after a step upon an input.
func (d *Deliveries) clocksAfter(p int, clocks []model.Clock, f compiled.Input, o compiled.Outcome) []model.Clock {
	if !d.measured() {
		return nil
	}
	e := model.Event{Kind: f.Kind, Timer: f.Timer, Port: f.Port}
	run := slices.DeleteFunc(slices.Clone(clocks), func(k model.Clock) bool { return k.StartsAnew(e, o.Resets) })
	return d.tables.Wind(p, o.Next, d.fallible[p], run)
}

// resets returns the timers that an outcome starts anew.
func (d *Deliveries) resets(p int, o compiled.Outcome) model.TimerSet {
	if !d.measured() || !o.IsKnown() {
		return 0
	}
	return o.Resets & d.tables.Ready(p, o.Next).Timers
}

// runsOut reports whether a rival that may run out before a delivery may do so after it.
func (d *Deliveries) runsOut(p int, c course, f compiled.Input) bool {
	of := model.Clock{Kind: f.Kind, Timer: f.Timer, Port: f.Port}
	return !d.measured() || DueWithin(0, d.clocksAfter(p, d.clocks(p, c.claim), c.input(), c.Outcome)).has(of)
}

// windAlike reports whether both orders of a delivery and a rival leave the same clocks.
func (d *Deliveries) windAlike(p int, c course, o orders) bool {
	before := d.clocks(p, c.claim)
	after := d.clocksAfter(p, d.clocksAfter(p, before, c.input(), c.Outcome), o.rival, o.second)
	return slices.Equal(after, d.clocksAfter(p, d.clocksAfter(p, before, o.rival, o.first), c.input(), o.delayed))
}

// dueAfter returns the clocks that may run out while a delivery waits after a rival.
func (d *Deliveries) dueAfter(p int, c course, o orders) Due {
	if !d.measured() {
		return everything
	}
	return DueWithin(c.ticks, d.clocksAfter(p, d.clocks(p, c.claim), o.rival, o.first))
}

// startsNone reports whether a delivery starts no clock.
func (d *Deliveries) startsNone(p int, c course) bool {
	after := d.clocksAfter(p, d.clocks(p, c.claim), c.input(), c.Outcome)
	return !slices.ContainsFunc(after, func(k model.Clock) bool { return k.Greatest != asBefore })
}

// suspects returns the ports of a process behind which another may be suspected, truly,
// before a delivery.
func (d *Deliveries) suspects(p int, x claim) model.PortSet {
	if d.measured() && x.left.has(Crash) && d.requires(crashDue) && d.tables.Durations(p, x.local).Suspect.Least <= x.ticks {
		return d.fallible[p] // of one that goes down here
	}
	return d.fallible[p] & x.due.ports
}

// fallible returns for each process its ports behind which another may be down.
func fallible(s *model.System) []model.PortSet {
	net := s.Network()
	sets := make([]model.PortSet, net.N)
	for p := range sets {
		for q := range model.Port(min(s.Semantics().Ports(p), 64)) {
			if peer := s.Peer(p, q); peer != p && (net.Faults.Crash > 0 || slices.Contains(net.Down, peer)) {
				sets[p] = sets[p].With(q)
			}
		}
	}
	return sets
}

// suspectsAlike reports whether the clocks that start when another process crashes are
// the same before and after a delivery.
func (d *Deliveries) suspectsAlike(p int, c course) bool {
	if !d.measured() {
		return true
	}
	without := slices.DeleteFunc(d.clocks(p, c.claim), func(k model.Clock) bool { return k.Kind == model.Suspect })
	before := d.clocksAfter(p, d.tables.Wind(p, c.local, d.fallible[p], without), c.input(), c.Outcome)
	return slices.Equal(before, d.clocksAfter(p, without, c.input(), c.Outcome))
}
