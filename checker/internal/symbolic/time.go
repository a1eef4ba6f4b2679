package symbolic

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/fairness"
)

// clockwork has the data that timing bounded adds to a system: the clocks of a process
// and the ports whose process is down are part of the value of its level, and the ticks
// of messages are part of the values of channels.
type clockwork struct {
	delay   int // of messages, in ticks
	clocks  *compiled.Clocks
	bytes   int64
	notices map[notice]*function
	tick    *diagram.Event                // nil: a step before the initial configuration is not well-formed
	next    []func(value uint32) []uint32 // by level: the effect of a tick; nil: none
}

// notice says that a process goes down or comes back, to another process.
type notice struct {
	to, about int
	after     mode
}

func newClockwork(net *model.Network) *clockwork {
	w := &clockwork{delay: max(net.Delay, 1), notices: map[notice]*function{}}
	w.clocks = compiled.NewClocks(func(bytes int64) { w.bytes += bytes })
	return w
}

// delay returns how many ticks may pass before a message arrives, 0 unless the timing is
// bounded.
func (x *System) delay() int {
	if x.time == nil {
		return 0
	}
	return x.time.delay
}

// portsTo returns the ports of process p that lead to another process. Nobody suspects a
// process behind a port that is no member of a [model.PortSet].
func (x *System) portsTo(p, peer int) model.PortSet {
	var ports model.PortSet
	for q := range model.Port(min(x.sys.Semantics().Ports(p), 64)) {
		if p != peer && x.sys.Peer(p, q) == peer {
			ports = ports.With(q)
		}
	}
	return ports
}

// portsDown returns the ports of process p whose process is down in c.
func (x *System) portsDown(p int, c model.Configuration) model.PortSet {
	var ports model.PortSet
	for peer, isDown := range c.Down {
		if isDown {
			ports |= x.portsTo(p, peer)
		}
	}
	return ports
}

// wound returns v with the clocks that run there. Those of the list go on.
func (x *System) wound(p int, v local, list []model.Clock) local {
	v.clocks = 0
	if x.time != nil && v.mode == up {
		v.clocks = x.time.clocks.Number(x.tables.Wind(p, v.state, v.fallen, list))
	}
	return v
}

// stepped returns the value of the process of an event after an outcome of the step.
func (x *System) stepped(d draft, o compiled.Outcome) local {
	v := local{state: o.Next}
	if x.time == nil {
		return v
	}
	before := x.locals[d.process].All[d.before]
	v.fallen = before.fallen
	return x.wound(d.process, v, x.time.clocks.Going(before.clocks, d.event, o.Resets))
}

// due adds the steps upon timers and suspicions that may run out.
func (x *System) due(d draft) {
	for _, k := range x.time.clocks.List(x.locals[d.process].All[d.before].clocks) {
		if k.Least == 0 {
			d.event = model.Event{Process: d.process, Kind: k.Kind, Timer: k.Timer, Port: k.Port}
			x.step(d, -1, true)
		}
	}
}

// noticed returns the effects on the neighbours of a process that goes down or comes back:
// they may suspect it, or may not any more.
func (x *System) noticed(d draft) []diagram.Effect {
	was := x.locals[d.process].All[d.before].mode
	if x.time == nil || (was == down) == (d.after.mode == down) {
		return nil
	}
	var effects []diagram.Effect
	for p, l := range x.locals {
		if x.portsTo(p, d.process) != 0 {
			f := x.notice(notice{to: p, about: d.process, after: d.after.mode})
			effects = append(effects, diagram.Effect{Level: l.level, Next: f.apply, Sure: true})
		}
	}
	return effects
}

func (x *System) notice(n notice) *function {
	f, ok := x.time.notices[n]
	if !ok {
		ports := x.portsTo(n.to, n.about)
		f = newFunction(func(value uint32) (uint32, bool) {
			v := x.locals[n.to].All[value]
			v.fallen &^= ports
			if n.after == down {
				v.fallen |= ports
			}
			return x.locals[n.to].Number(x.wound(n.to, v, x.time.clocks.List(v.clocks))), true
		}, x.grown)
		x.time.notices[n] = f
	}
	return f
}

// addTick adds the event in which time passes. A tick has an effect on each level, and so
// is one event, although it is of all processes.
func (x *System) addTick() {
	if x.time == nil || x.illFormed {
		return
	}
	x.time.tick, x.time.next = &diagram.Event{}, make([]func(uint32) []uint32, len(x.places))
	for level := len(x.places) - 1; level > 0; level-- {
		at, f := x.places[level], newFunction(nil, x.grown)
		switch at.kind {
		case localPlace:
			f.compute = func(value uint32) (uint32, bool) { return x.tickLocal(at.index, value) }
		case channelPlace:
			f.compute = x.contents.tick
		default:
			continue
		}
		x.time.next[level] = f.apply
		x.time.tick.Effects = append(x.time.tick.Effects, diagram.Effect{Level: level, Next: f.apply})
	}
	x.Sets.Add(x.time.tick)
}

// tickLocal returns the value of process p after a tick, false if a clock is urgent.
func (x *System) tickLocal(p int, value uint32) (uint32, bool) {
	v := x.locals[p].All[value]
	after, passes := x.time.clocks.Tick(v.clocks)
	v.clocks = after
	return x.locals[p].Number(v), passes
}

// timeless returns the configurations of n that enable no tick: something is urgent, or a
// tick would change nothing. The event tick is enabled in the latter, too: there it leads
// nowhere else, and so adds no reachable configuration.
func (x *System) timeless(n diagram.Set) diagram.Set {
	if x.time == nil || x.time.tick == nil {
		return n
	}
	return x.Sets.Scoped(func() diagram.Set {
		x.Sets.Hold(n)
		still := x.Sets.Held(x.Sets.Where(n, x.still))
		return x.Sets.Union(still, x.Sets.Held(x.Sets.Disabled(n, x.time.tick)))
	})
}

// still reports whether a tick does not change a value of a level.
func (x *System) still(level int, value uint32) bool {
	next := x.time.next[level]
	return next == nil || slices.Equal(next(value), []uint32{value})
}

// ticksByLevel returns the ticks that change something as transition groups. The group of
// a level has those that change the value of this level, and of no higher one. So each
// tick is in one group, and none is a loop.
func (x *System) ticksByLevel() []*Group {
	if x.time == nil || x.time.tick == nil {
		return nil
	}
	var list []*Group
	for first := range x.time.tick.Effects {
		c := &Group{Event: &diagram.Event{}, Process: -1, Obligatory: true, level: x.time.tick.Effects[0].Level,
			Fair: fairness.ClassOf(x.sys, model.Event{Process: -1, Kind: model.Tick}), cause: fmt.Sprint("tick ", first)}
		for i, e := range x.time.tick.Effects {
			if i <= first {
				e.Next = x.where(e, func(value uint32) bool { return x.still(e.Level, value) == (i < first) })
			}
			c.Event.Effects = append(c.Event.Effects, e)
		}
		for value := range uint32(x.values(c.level)) {
			if x.Sets.Confirmed(c.level, value) {
				for _, after := range c.Event.Effects[0].Next(value) {
					c.next.add(value, after)
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// where returns the function of an effect, restricted to the values that satisfy has.
func (x *System) where(e diagram.Effect, has func(uint32) bool) func(uint32) []uint32 {
	return func(value uint32) []uint32 {
		if !has(value) {
			return nil
		}
		return e.Next(value)
	}
}
