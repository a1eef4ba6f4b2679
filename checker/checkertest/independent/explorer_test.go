package independent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A successor is an event that a configuration enables, with its effect.
type successor struct {
	event      event
	obligatory bool
	sent       int
	next       *configuration
}

// successors returns the successors of c, in the order of events.
func (x *explorer) successors(c *configuration) []successor {
	if c.hasFailed() {
		return nil
	}
	if p, i, ok := x.turn(c); ok {
		list := x.ofClock(x.inputs(c, p), i)
		slices.SortFunc(list, func(a, b successor) int { return order(a.event, b.event) })
		return list
	}
	var list []successor
	if x.net.Timing == model.Lockstep {
		list = x.rounds(c)
		for p := range x.net.N {
			if !c.down[p] {
				list = append(list, x.invocations(c, p)...)
			}
		}
		list = append(list, x.delays(c)...)
	} else {
		for p := range x.net.N {
			if !c.down[p] {
				list = append(list, x.inputs(c, p)...)
			}
		}
	}
	if x.net.Timing == model.Bounded && x.timePasses(c) {
		list = append(list, successor{event{process: -1, kind: tick}, true, 0, x.tick(c)})
	}
	list = append(list, x.faults(c)...)
	list = append(list, x.divisions(c)...)
	slices.SortFunc(list, func(a, b successor) int { return order(a.event, b.event) })
	return list
}

// An input is the cause of a step, and the configuration after the input has been
// consumed.
type input struct {
	event      event
	obligatory bool
	row        int
	before     *configuration
}

// inputs follows the section Timings, columns async, bounded and timely. It returns the
// successors by inputs to process p, which is up.
func (x *explorer) inputs(c *configuration, p int) []successor {
	var list []successor
	add := func(in input) { list = append(list, x.upon(p, in)...) }
	ready := x.ready(c, p)
	if ready.Wake && mayWake(x.net, p) {
		add(input{event{process: p, kind: wake}, false, onWake, c})
	}
	for _, i := range x.into[p] {
		for _, a := range x.next(c, p, i) {
			if !a.deferred {
				list = append(list, x.delivery(c, p, i, a.at)...)
			}
		}
	}
	list = append(list, x.invocations(c, p)...)
	calm := x.net.Timing != model.Timely || x.isCalm(c)
	for t := range 2 {
		if calm && x.isOver(c, p, t) && ready.Timers.Has(uint8(t)) {
			add(input{event{process: p, kind: timeout, timer: t}, true, onTimeout + t, c})
		}
	}
	if ready.Idle && !x.canReceive(c, p) {
		add(input{event{process: p, kind: idle}, true, onIdle, c})
	}
	for q, peer := range x.processes[p].peers {
		in := input{event{process: p, kind: suspect, port: q}, true, onSuspect + q%2, c}
		switch {
		case !ready.Suspect.Has(model.Port(q)):
		case c.down[peer] && calm && x.isOver(c, p, 2+q):
			add(in)
		case !c.down[peer] && c.left.Suspect > 0 && x.net.Timing == model.Async && named(x.net.Victims.Suspect, peer):
			in.obligatory, in.before = false, c.clone()
			spend(&in.before.left.Suspect)
			add(in)
		}
	}
	return list
}

// invocations follows the section Operations: process p, which is up, may be asked for one of
// those that it offers, in lockstep between two rounds.
func (x *explorer) invocations(c *configuration, p int) []successor {
	var list []successor
	for o := range x.ready(c, p).Operations {
		list = append(list, x.upon(p, input{event{process: p, kind: invoke, operation: o}, false, onInvoke + o%2, c})...)
	}
	return list
}

// delivery returns the successors by the arrival of a message: it is consumed, or
// duplicated.
func (x *explorer) delivery(c *configuration, p, channel, at int) []successor {
	m := c.channels[channel][at]
	in := input{event{process: p, kind: receive, port: m.port, message: textOf(m.letter)}, true, rowOfReceive(m.port, m.letter), c.clone()}
	in.before.channels[channel] = slices.Delete(in.before.channels[channel], at, at+1)
	list := x.upon(p, in)
	if c.left.Dup > 0 && x.selected(x.net.Victims.Dup, p, m) {
		in.event.kind, in.obligatory, in.before = duplicate, false, c.clone()
		spend(&in.before.left.Dup)
		list = append(list, x.outcomes(p, in)...)
	}
	return list
}

// mayWake follows the section Waking.
func mayWake(net *model.Network, p int) bool {
	return net.Wake.Only == nil || slices.Contains(net.Wake.Only, p)
}

// isCalm reports whether no process can receive anything.
func (x *explorer) isCalm(c *configuration) bool {
	for p := range x.net.N {
		if !c.down[p] && x.canReceive(c, p) {
			return false
		}
	}
	return true
}

// upon returns the outcomes of a step, and the crashes within it.
func (x *explorer) upon(p int, in input) []successor {
	list := x.outcomes(p, in)
	if in.before.left.Crash == 0 || !named(x.net.Victims.Crash, p) || x.mustWait(p, in) {
		return list
	}
	for _, o := range x.step(&x.processes[p], in.before.locals[p], in.row) {
		for after := range len(o.sends) {
			d := in.before.clone()
			part := o
			part.sends = o.sends[:after]
			x.take(d, p, part)
			x.crash(d, p)
			x.measure(in.before, d, event{process: p, kind: crash}, 0)
			e := in.event
			e.kind, e.within, e.during, e.after, e.choices = crash, true, in.event.kind, after, o.choices
			list = append(list, successor{e, false, after, d})
		}
	}
	return list
}

func (x *explorer) outcomes(p int, in input) []successor {
	var list []successor
	if x.mustWait(p, in) {
		return nil
	}
	for _, o := range x.step(&x.processes[p], in.before.locals[p], in.row) {
		d, e := in.before.clone(), in.event
		e.choices = o.choices
		sent := x.take(d, p, o)
		x.measure(in.before, d, in.event, o.resets)
		list = append(list, successor{e, in.obligatory, sent, d})
	}
	return list
}

// faults follows the section Faults, for faults between steps.
func (x *explorer) faults(c *configuration) []successor {
	var list []successor
	add := func(e event, strike func(d *configuration)) {
		d := c.clone()
		strike(d)
		x.measure(c, d, e, 0)
		list = append(list, successor{e, false, 0, d})
	}
	for p := range x.net.N {
		if !c.down[p] && c.left.Crash > 0 && named(x.net.Victims.Crash, p) {
			add(event{process: p, kind: crash}, func(d *configuration) { x.crash(d, p) })
		}
		if c.down[p] && c.left.Restart > 0 && !c.traitor[p] && named(x.net.Victims.Restart, p) {
			add(event{process: p, kind: restart}, func(d *configuration) {
				d.down[p] = false
				d.locals[p] = x.processes[p].sort.states[c.locals[p]].restart
				spend(&d.left.Restart)
			})
		}
		list = append(list, x.betrayals(c, p)...)
		for _, i := range x.into[p] {
			if c.down[p] || c.left.Loss == 0 {
				continue
			}
			for _, a := range x.next(c, p, i) {
				at := a.at
				if m := c.channels[i][at]; x.selected(x.net.Victims.Loss, p, m) {
					add(event{process: p, kind: lose, port: m.port, message: textOf(m.letter)}, func(d *configuration) {
						d.channels[i] = slices.Delete(d.channels[i], at, at+1)
						spend(&d.left.Loss)
					})
				}
			}
		}
		for r := range x.net.N {
			if c.left.Cut > 0 && x.linked(c, p, r) && named(x.net.Victims.Cut, model.Route{From: p, To: r}) {
				add(event{process: p, kind: cut, peer: r}, func(d *configuration) {
					for i, l := range x.links {
						d.cut[i] = d.cut[i] || l.from == p && l.to == r
					}
					spend(&d.left.Cut)
				})
			}
		}
	}
	return list
}

// named follows the section Faults for some: a list names everything if it is nil.
func named[T comparable](list []T, x T) bool { return list == nil || slices.Contains(list, x) }

// selected reports whether a selection of messages has a message in flight to process p.
func (x *explorer) selected(of model.Messages, p int, m message) bool {
	for _, l := range x.links {
		if l.to == p && l.toPort == m.port {
			return named(of.On, model.Route{From: l.from, To: p}) && named(of.Names, textOf(m.letter))
		}
	}
	panic("a message on no link")
}

// linked reports whether a link from p to r is not cut.
func (x *explorer) linked(c *configuration, p, r int) bool {
	for i, l := range x.links {
		if l.from == p && l.to == r && !c.cut[i] {
			return true
		}
	}
	return false
}
