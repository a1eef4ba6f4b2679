package dead

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/stepwise"
)

// Without returns configuration c of s without the messages that are dead in it.
// If d is nil, it returns c.
func (d *Messages) Without(s *model.System, c model.Configuration) model.Configuration {
	if d == nil {
		return c
	}
	c.Channels = slices.Clone(c.Channels)
	for p, local := range c.Locals {
		if c.Down[p] {
			continue
		}
		l := d.tables.Local(p, local)
		for _, ch := range s.InChannels(p) {
			c.Channels[ch] = slices.DeleteFunc(slices.Clone(c.Channels[ch]), func(e model.Envelope) bool {
				return d.Dead(p, l, e.Port, d.tables.Message(e.Msg))
			})
		}
	}
	return c
}

// Complete turns a schedule of the reduced system into a schedule of s. Before an
// event that dead messages block, it delivers those messages. If the schedule
// must end in a terminal configuration, it delivers the remaining dead messages
// at the end.
func (d *Messages) Complete(s *model.System, reduced model.Schedule, terminal bool) (model.Schedule, error) {
	w := &completion{system: s, dead: d, path: stepwise.NewPath(s)}
	for _, e := range reduced {
		for !w.take(e) {
			if !w.deliver(func(p int, q model.Port) bool { return w.blocks(e, p, q) }) {
				return nil, fmt.Errorf("%v is disabled, and no dead message blocks it", e)
			}
		}
	}
	for terminal && w.deliver(func(int, model.Port) bool { return true }) {
	}
	return w.path.Schedule(), nil
}

// completion is a growing schedule of the whole system.
type completion struct {
	system *model.System
	dead   *Messages
	path   *stepwise.Path
}

// take applies an event if it is enabled, and reports whether it was.
func (w *completion) take(e model.Event) bool {
	_, ok := w.path.Apply(e)
	return ok
}

// blocks reports whether a message to port q of process p may disable e. An event
// of a message can be blocked by another message ahead of it, an idle step by any
// message to its process, and any other event by any message: in a timely network,
// timers and suspicions wait until nothing is in flight.
func (w *completion) blocks(e model.Event, p int, q model.Port) bool {
	switch kind := e.StepKind(); {
	case kind.IsOfMessage():
		return p == e.Process && (q == e.Port || w.system.Network().Order.PerReceiver())
	case kind == model.Idle:
		return p == e.Process
	}
	return true
}

// deliver delivers one dead message that is deliverable and wanted, and reports
// whether there was one.
func (w *completion) deliver(wanted func(p int, q model.Port) bool) bool {
	at := w.path.Last()
	for p, local := range at.Locals {
		if at.Down[p] {
			continue
		}
		l := w.dead.tables.Local(p, local)
		for _, ch := range w.system.InChannels(p) {
			list := w.next(p, l, at.Channels[ch])
			i := slices.IndexFunc(list, func(e model.Envelope) bool {
				return wanted(p, e.Port) && w.dead.Dead(p, l, e.Port, w.dead.tables.Message(e.Msg))
			})
			if i >= 0 {
				return w.take(model.Event{Process: p, Kind: model.Receive, Port: list[i].Port, Message: list[i].Text()})
			}
		}
	}
	return false
}

// next returns the messages of a channel to process p that may be received next, apart
// from deferred ones. An inbox passes those that are deferred; they are not dead.
func (w *completion) next(p int, l compiled.Local, channel []model.Envelope) []model.Envelope {
	order := w.system.Network().Order
	if !order.Queued() {
		return channel
	}
	if order.PerReceiver() {
		channel = slices.DeleteFunc(slices.Clone(channel), func(e model.Envelope) bool {
			return w.dead.tables.Deferred(p, l, e.Port, w.dead.tables.Message(e.Msg))
		})
	}
	return channel[:min(len(channel), 1)]
}
