package symbolic

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
)

// If dead messages are left out, the effect of an event on a channel depends on the
// local state of the receiver. A message is put into the channel only if it is alive in
// that state. When the receiver changes its local state, the messages that die are
// removed. So each process is above the channels into it, and an event is a graph of
// effects: the effects on lower levels depend on the local state. Events share the parts
// of the graph that are equal.

// rules are the parts of events, by name.
type rules struct {
	known   map[string]*diagram.Event
	numbers map[*diagram.Event]int
}

// nothing is the event without effects.
var nothing = &diagram.Event{}

// rule returns the event with effect e, then rest. Equal names must mean equal effects.
func (x *System) rule(name string, e diagram.Effect, rest *diagram.Event) *diagram.Event {
	key := fmt.Sprint(x.rules.numbers[rest], " ", name)
	r, ok := x.rules.known[key]
	if !ok {
		if e.Then == nil {
			e.Then = func(uint32, uint32) *diagram.Event { return rest }
		}
		if len(rest.Effects) > 0 {
			e.Needs.Below |= rest.Effects[0].Needs.Below
		}
		r = &diagram.Event{Effects: []diagram.Effect{e}}
		x.rules.known[key] = r
		x.rules.numbers[r] = len(x.rules.numbers) + 1
	}
	return r
}

// reduced returns the event of a group that leaves out dead messages. Its effects on
// the environment are given, with a name for them.
func (x *System) reduced(c *Group, d draft, environment []diagram.Effect, cost string) *diagram.Event {
	rest := nothing
	for _, e := range environment {
		rest = x.rule(cost, e, rest)
	}
	for _, at := range x.places[1:] { // from the lowest
		switch {
		case at.kind != localPlace:
		case at.index == d.process:
			rest = x.acting(c, d, rest)
		default:
			rest = x.receiving(d, at.index, rest)
		}
	}
	return rest
}

// acting adds to rest the effects of an event on its own process and the channels into
// it.
func (x *System) acting(c *Group, d draft, rest *diagram.Event) *diagram.Event {
	l := x.locals[d.process]
	type move struct {
		after uint32
		moved bool
	}
	below := map[move]*diagram.Event{}
	return x.rule(fmt.Sprint("group ", len(x.list)), diagram.Effect{
		Level: l.level,
		Needs: d.needs(x),
		Next:  c.next.of,
		Then: func(before, after uint32) *diagram.Event {
			m := move{after, l.values[before].mode == up && before != after}
			if below[m] == nil {
				below[m] = x.into(d, l.values[after], m.moved, rest)
			}
			return below[m]
		},
		Took: func(before, after uint32) {
			if b, a := l.values[before], l.values[after]; b.mode == up && a.mode == up {
				x.dead.Step(d.process, b.state, a.state)
			}
		},
	}, rest)
}

// needs returns the marks of the message that the event takes.
func (d *draft) needs(x *System) (m diagram.Marks) {
	for ch, c := range d.changes {
		if c.take != nil {
			m.Below |= x.offers.mark(x.channels[ch].number, *c.take).Below
		}
	}
	return m
}

// into adds to rest the effects of an event on the channels into its own process. The
// process ends in local state after; moved says whether that is another one than before.
func (x *System) into(d draft, after local, moved bool, rest *diagram.Event) *diagram.Event {
	for _, ch := range x.upwards(d.process) {
		c := d.changeOf(ch)
		if after.mode == up && (moved || len(c.puts) > 0) {
			c.drop = &stage{d.process, after.state}
		}
		rest = x.through(ch, c, rest)
	}
	return rest
}

// receiving adds to rest the effects of an event on the channels into another process,
// and the guard on that process.
func (x *System) receiving(d draft, p int, rest *diagram.Event) *diagram.Event {
	l, guarded := x.locals[p], d.guarded && x.sys.Peer(d.process, d.event.Port) == p
	name, puts := fmt.Sprint("process ", p, guarded, d.guard), false
	for _, ch := range x.upwards(p) {
		if c := d.changes[ch]; c != nil {
			puts = puts || len(c.puts) > 0
			name += fmt.Sprintf(" %d %q", ch, c.key())
		}
	}
	if !puts && !guarded {
		return x.onto(d, p, nil, rest)
	}
	e := diagram.Effect{Level: l.level, Next: func(value uint32) []uint32 { return []uint32{value} }}
	if guarded {
		e = x.guard(p, d.guard)
	}
	below := map[uint32]*diagram.Event{}
	e.Then = func(value, _ uint32) *diagram.Event {
		if below[value] == nil {
			below[value] = x.onto(d, p, &l.values[value], rest)
		}
		return below[value]
	}
	return x.rule(name, e, rest)
}

// onto adds to rest the effects of an event on the channels into another process. It
// puts no message there that is dead in local state at; nil: in any state.
func (x *System) onto(d draft, p int, at *local, rest *diagram.Event) *diagram.Event {
	for _, ch := range x.upwards(p) {
		c := d.changeOf(ch)
		if at != nil && at.mode == up {
			c.puts = x.contents.alive(stage{p, at.state}, c.puts)
		}
		rest = x.through(ch, c, rest)
	}
	return rest
}

// through returns the event with a change to a channel, then rest; only rest if the
// change is none.
func (x *System) through(ch int, c change, rest *diagram.Event) *diagram.Event {
	key := string(c.key())
	if key == string((change{}).key()) {
		return rest
	}
	e := x.onChannel(ch, c)
	e.Sure = false // the rest is a Then
	return x.rule(fmt.Sprintf("channel %d %q", ch, key), e, rest)
}

// upwards returns the channels into a process by level, the lowest first.
func (x *System) upwards(p int) []int {
	list := slices.Clone(x.sys.InChannels(p))
	slices.SortFunc(list, func(a, b int) int { return x.channels[a].number - x.channels[b].number })
	return list
}

// changeOf returns the effect of the event on a channel.
func (d *draft) changeOf(ch int) change {
	if c := d.changes[ch]; c != nil {
		return *c
	}
	return change{}
}
