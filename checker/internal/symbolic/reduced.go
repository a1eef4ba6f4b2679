package symbolic

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
)

// Where dead messages are left out, what an event does to a channel depends on
// the local state of the receiver: a message is put into it only if it is alive
// there, and when the receiver goes to another local state, what dies there
// is removed. So each process lies above the channels into it, and an event is no
// list of effects but a graph of them: below each local state that matters another
// one follows. What follows is shared by all events that have it in common.

// rules are the parts of events.
type rules struct {
	known   map[string]*diagram.Event
	numbers map[*diagram.Event]int
}

// nothing is the event that is left where all has been done.
var nothing = &diagram.Event{}

// rule returns the event with an effect that is named, and then the rest.
func (x *System) rule(name string, e diagram.Effect, rest *diagram.Event) *diagram.Event {
	key := fmt.Sprint(x.rules.numbers[rest], " ", name)
	r, ok := x.rules.known[key]
	if !ok {
		if e.Then == nil {
			e.Then = func(uint32, uint32) *diagram.Event { return rest }
		}
		r = &diagram.Event{Effects: []diagram.Effect{e}}
		x.rules.known[key] = r
		x.rules.numbers[r] = len(x.rules.numbers) + 1
	}
	return r
}

// reduced returns the event of a group that leaves out dead messages, with what
// it does to the environment and the name of that.
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

// acting is what an event does to its own process and the channels into it.
func (x *System) acting(c *Group, d draft, rest *diagram.Event) *diagram.Event {
	l := x.locals[d.process]
	type move struct {
		after uint32
		moved bool
	}
	below := map[move]*diagram.Event{}
	return x.rule(fmt.Sprint("group ", len(x.list)), diagram.Effect{
		Level: l.level,
		Next:  c.from,
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

// into is what an event does to the channels into its own process, which it
// leads to a local state, another one if it has moved.
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

// receiving is what an event does to the channels into another process, and
// what it asks of that.
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

// onto is what an event does to the channels into another process that is in a
// local state (nil: whatever it is in): what would be dead there is not put.
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

// through is a change to a channel, if it is one, and then the rest.
func (x *System) through(ch int, c change, rest *diagram.Event) *diagram.Event {
	key := string(c.key())
	if key == string((change{}).key()) {
		return rest
	}
	return x.rule(fmt.Sprintf("channel %d %q", ch, key), diagram.Effect{Level: x.channels[ch].number, Next: x.function(c).apply}, rest)
}

// upwards returns the channels into a process by level, the lowest first.
func (x *System) upwards(p int) []int {
	list := slices.Clone(x.sys.InChannels(p))
	slices.SortFunc(list, func(a, b int) int { return x.channels[a].number - x.channels[b].number })
	return list
}

// changeOf returns what the event does to a channel.
func (d *draft) changeOf(ch int) change {
	if c := d.changes[ch]; c != nil {
		return *c
	}
	return change{}
}
