package confluent

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// MaxCourse is how many confluent deliveries are taken at once at most.
const MaxCourse = 1 << 16

// Normalize takes confluent deliveries, one after the other, until there is none or
// a cycle of them is found (Brent 1980).
func Normalize[S comparable](at S, take func(S) (S, bool)) S {
	anchor := at
	for taken, next := 0, 1; taken < MaxCourse; taken++ {
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
	path := stepwise.NewPath(s)
	for _, e := range between {
		d.normalize(path)
		if _, ok := path.Apply(e); !ok {
			return nil, fmt.Errorf("%v cannot be made to happen", e)
		}
	}
	if terminal {
		d.normalize(path)
	}
	return path.Schedule(), nil
}

// normalize extends a path to a normal form. It takes silent deliveries first, as
// they do not count as deliveries of a cycle.
func (d *Deliveries) normalize(path *stepwise.Path) {
	d.settle(path)
	Normalize(path.Last().Key(), func(key string) (string, bool) {
		if !d.Advance(path) {
			return key, false
		}
		d.settle(path)
		return path.Last().Key(), true
	})
}

// Advance extends a path by a confluent delivery, if there is one.
func (d *Deliveries) Advance(path *stepwise.Path) bool {
	left := BudgetsOf(path.Last().Left)
	return d.take(path, func(x Delivery) bool { return d.Confluent(x, left) })
}

// settle extends a path by silent deliveries until there is none.
func (d *Deliveries) settle(path *stepwise.Path) {
	silent := func(x Delivery) bool {
		_, ok := d.Silent(x)
		return ok
	}
	for d.take(path, silent) {
	}
}

// take extends a path by the first delivery that is accepted, if there is one: by
// process, port and text.
func (d *Deliveries) take(path *stepwise.Path, accepts func(x Delivery) bool) bool {
	s, c := path.System(), path.Last()
	if c.Failed() {
		return false
	}
	for p, local := range c.Locals {
		if c.Down[p] {
			continue
		}
		x := Delivery{Process: p, Local: d.tables.Local(p, local)}
		for _, ch := range s.InChannels(p) {
			list := slices.Clone(c.Channels[ch])
			if s.Network().Order.Queued() {
				list = list[:min(len(list), 1)]
			}
			slices.SortFunc(list, func(a, b model.Envelope) int {
				return cmp.Or(cmp.Compare(a.Text(), b.Text()), cmp.Compare(a.Ticks, b.Ticks))
			})
			for _, e := range list {
				x.Port, x.Msg, x.Ticks = e.Port, d.tables.Message(e.Msg), e.Ticks
				if c.Clocks != nil {
					x.Due = DueWithin(e.Ticks, c.Clocks[p])
				}
				if accepts(x) {
					choices := d.tables.Peek(p, x.Local, x.Input())[0].Choices // perhaps among one
					_, ok := path.Apply(model.Event{Process: p, Kind: model.Receive, Port: e.Port, Message: e.Text(), Choices: choices})
					return ok
				}
			}
		}
	}
	return false
}
