package certificate

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// counts reports whether an entry of process p counts in v for a message with so many ticks.
func (w While) counts(v *vertex, p, ticks int) bool {
	if !isWithin(v.Left, w.Left) {
		return false
	}
	if v.Clocks == nil {
		return true
	}
	for _, k := range v.Clocks[p] {
		switch {
		case k.Least > ticks:
		case k.Kind == model.Timeout && !w.Timers.Has(k.Timer), k.Kind == model.Suspect && !w.Ports.Has(k.Port):
			return false
		}
	}
	return true
}

// isDue reports whether all that may run out by an entry, and nothing else, may do so in v before a
// message to process p with so many ticks.
func (w While) isDue(v *vertex, p, ticks int) bool {
	if v.Clocks == nil {
		return true
	}
	var timers model.TimerSet
	var ports model.PortSet
	for _, k := range v.Clocks[p] {
		switch {
		case k.Least > ticks:
		case k.Kind == model.Timeout:
			timers |= model.Timers(k.Timer)
		default:
			ports = ports.With(k.Port)
		}
	}
	return timers == w.Timers && ports == w.Ports
}

// isWithin reports whether something is left only of the budgets of which something is left in
// all.
func isWithin(left, all model.Faults) bool {
	most := all.Budgets()
	for i, b := range left.Budgets() {
		if *b.Count > 0 && *most[i].Count == 0 {
			return false
		}
	}
	return true
}

// listed reports whether there is an entry for a message to process p that counts in v.
func (a *audit) listed(v *vertex, p int, e model.Envelope) bool {
	is := a.has(a.deliveries, v, p, e, func(d *Delivery) bool { return e.Ticks <= d.Ticks && d.While.counts(v, p, e.Ticks) })
	if is {
		a.result.Met++
	}
	return is
}

// has reports whether a list has an entry for a message to process p in v that is accepted.
func (a *audit) has(list map[place][]*Delivery, v *vertex, p int, e model.Envelope, accepts func(*Delivery) bool) bool {
	return slices.ContainsFunc(list[place{home{p, v.Locals[p]}, e.Port, e.Msg}], accepts)
}

// took reports whether the search took a message to process p in v, while these budgets were
// left: it noted each delivery that it took, with all that it depends on.
func (a *audit) took(list map[place][]*Delivery, v *vertex, p int, e model.Envelope, left model.Faults) bool {
	return a.has(list, v, p, e, func(d *Delivery) bool { return d.isOf(v, e, left) })
}

// isOf reports whether an entry is the one of a message in v while these budgets are left.
func (d *Delivery) isOf(v *vertex, e model.Envelope, left model.Faults) bool {
	return d.Ticks == e.Ticks && isWithin(left, d.While.Left) && isWithin(d.While.Left, left) && d.While.isDue(v, d.Process, e.Ticks)
}

// arrival returns the message that is received in an event, the first one of its text.
func (a *audit) arrival(v *vertex, e model.Event) (model.Envelope, bool) {
	for _, ch := range a.system.Semantics().InChannels(e.Process) {
		for _, x := range v.Channels[ch] {
			if x.Port == e.Port && x.Text() == e.Message {
				return x, true
			}
		}
	}
	return model.Envelope{}, false
}

// closedAt returns the entry that says that process p is closed in v, nil if there is none.
func (a *audit) closedAt(v *vertex, p int) *Closed {
	if v.Down[p] || v.Failed() {
		return nil
	}
	for _, c := range a.closed[home{p, v.Locals[p]}] {
		if a.hasHeads(v, c) {
			return c
		}
	}
	return nil
}

// hasHeads reports whether the channels into a closed process have the heads of an entry in v.
func (a *audit) hasHeads(v *vertex, c *Closed) bool {
	ticks := 0
	for i, ch := range a.system.Semantics().InChannels(c.Process) {
		var head Head
		if list := v.Channels[ch]; len(list) > 0 {
			head.Envelope = list[0]
		} else {
			head.Empty = true
		}
		if head != c.Heads[i] {
			return false
		}
		if i == 0 {
			ticks = head.Ticks
		}
	}
	return c.While.counts(v, c.Process, ticks)
}
