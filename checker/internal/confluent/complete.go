package confluent

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// Normalize takes confluent deliveries, one after the other, until there is none, a cycle of
// them is found (Brent 1980), or so many have been taken.
func Normalize[S comparable](at S, most int, take func(S) (S, bool)) S {
	anchor := at
	for taken, next := 0, 1; taken < most; taken++ {
		if taken == next {
			anchor, next = at, 2*next
		}
		after, ok := take(at)
		if !ok || after == anchor {
			return after
		}
		at = after
	}
	return at
}

// Complete returns the schedule of the whole system that a schedule between
// normal forms stands for: with the confluent deliveries before each event and,
// if the schedule must end in a terminal configuration, at the end.
func (d *Deliveries) Complete(s *model.System, between model.Schedule, terminal bool) (model.Schedule, error) {
	t := d.trail(stepwise.NewPath(s))
	for _, e := range between {
		t.normalize()
		if !t.apply(e) {
			return nil, fmt.Errorf("%v cannot be made to happen", e)
		}
	}
	return t.schedule(terminal), nil
}

// Settle is Complete for a schedule that has the confluent deliveries behind its first event,
// but for silent ones. Those may be taken in any order, and lead to the same configuration.
func (d *Deliveries) Settle(s *model.System, schedule model.Schedule, terminal bool) (model.Schedule, error) {
	t := d.trail(stepwise.NewPath(s))
	if len(schedule) > 0 {
		t.normalize()
	}
	for _, e := range schedule {
		t.settle()
		if !t.apply(e) {
			return nil, fmt.Errorf("%v cannot be made to happen", e)
		}
	}
	return t.schedule(terminal), nil
}

// Next returns the confluent delivery that a reduced search takes first in a configuration c
// of s, which enables one.
func (d *Deliveries) Next(s *model.System, c model.Configuration) model.Event {
	t := d.trail(stepwise.PathFrom(s, c))
	e, _ := t.first(t.isTaken)
	return e
}

// Advance extends a path by a confluent delivery, if there is one. If messages overtake
// others, there is none after Complete to a terminal configuration, as no message goes
// round for ever at once.
func (d *Deliveries) Advance(path *stepwise.Path) bool {
	return !d.Overtaking() && d.trail(path).advance()
}

// trail is a path of the whole system that goes where a reduced search goes.
type trail struct {
	*Deliveries
	path  *stepwise.Path
	ahead *ahead // nil if no message overtakes others
}

func (d *Deliveries) trail(path *stepwise.Path) *trail {
	t := &trail{d, path, nil}
	if d.Overtaking() {
		t.ahead = d.startAhead(path.Last())
	}
	return t
}

// last returns the configuration of the reduced search.
func (t *trail) last() model.Configuration {
	if t.ahead != nil {
		return t.ahead.at
	}
	return t.path.Last()
}

// apply takes an event of the reduced search. It reports false if it is not enabled.
func (t *trail) apply(e model.Event) bool {
	if t.ahead != nil {
		return t.ahead.apply(t.path, e)
	}
	_, ok := t.path.Apply(e)
	return ok
}

// schedule returns the schedule of the path, which must end in a terminal configuration if
// terminal is true.
func (t *trail) schedule(terminal bool) model.Schedule {
	if terminal {
		t.normalize()
		t.end()
	}
	return t.path.Schedule()
}

// end receives the messages that are still to be received on the path only.
func (t *trail) end() {
	if t.ahead != nil {
		t.ahead.catchUp(t.path)
	}
}

// normalize goes on to a normal form. It takes silent deliveries first, as
// they do not count as deliveries of a cycle.
func (t *trail) normalize() {
	t.settle()
	Normalize(t.last().Key(), t.MaxCourse, func(key string) (string, bool) {
		if !t.advance() {
			return key, false
		}
		t.settle()
		return t.last().Key(), true
	})
}

// advance takes a confluent delivery, if there is one.
func (t *trail) advance() bool { return t.take(t.isTaken) }

// isTaken reports whether a reduced search takes a delivery at once.
func (t *trail) isTaken(x Delivery) bool {
	return t.Confluent(x, BudgetsOf(t.last().Left)) && t.isOvertaken(x)
}

// isOvertaken reports whether the messages that a delivery sends overtake others, if messages do.
func (t *trail) isOvertaken(x Delivery) bool {
	if t.ahead == nil {
		return true
	}
	y, ok := t.path.System().Apply(t.last(), t.event(x))
	return ok && t.allOvertake(t.path.System(), t.last(), y)
}

// settle takes silent deliveries until there is none.
func (t *trail) settle() {
	silent := func(x Delivery) bool {
		_, ok := t.Silent(x)
		return ok
	}
	for t.take(silent) {
	}
}

// take takes the first delivery that is accepted, if there is one.
func (t *trail) take(accepts func(x Delivery) bool) bool {
	e, ok := t.first(accepts)
	return ok && t.apply(e)
}

// first returns the first delivery that is accepted, if there is one: by process, port and
// text.
func (t *trail) first(accepts func(x Delivery) bool) (_ model.Event, ok bool) {
	s, c := t.path.System(), t.last()
	if c.Failed() {
		return model.Event{}, false
	}
	for p := range c.Locals {
		if c.Down[p] {
			continue
		}
		for _, ch := range s.Semantics().InChannels(p) {
			list := slices.Clone(c.Channels[ch])
			if s.Network().Order.Queued() {
				list = list[:min(len(list), 1)]
			}
			slices.SortStableFunc(list, func(a, b model.Envelope) int {
				return cmp.Or(cmp.Compare(a.Text(), b.Text()), cmp.Compare(a.Ticks, b.Ticks))
			})
			for _, e := range list {
				if x := t.delivery(c, p, e); accepts(x) {
					return t.event(x), true
				}
			}
		}
	}
	return model.Event{}, false
}

// delivery returns the delivery of a message in c to process p, which is up.
func (d *Deliveries) delivery(c model.Configuration, p int, e model.Envelope) Delivery {
	x := Delivery{Process: p, Local: d.tables.Local(p, c.Locals[p]), Port: e.Port, Msg: d.tables.Message(e.Msg), Ticks: e.Ticks}
	if c.Clocks != nil {
		x.Due = DueWithin(e.Ticks, c.Clocks[p])
	}
	return x
}

// event returns the event of a delivery, with the first outcome of its step.
func (d *Deliveries) event(x Delivery) model.Event {
	choices := d.tables.Peek(x.Process, x.Local, x.Input())[0].Choices
	return model.Event{Process: x.Process, Kind: model.Receive, Port: x.Port, Message: d.tables.MessageText(x.Msg), Choices: choices}
}
