package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/stepwise"
)

// With order inbox a delivery that sends does not commute with events that send to the same
// inbox. But a message may be such that it makes no difference whether its receiver gets
// it before or after those in front of it. It overtakes them: it is received in the
// event that sends it. So nobody meets it in an inbox, and deliveries that send nothing but
// such messages may be confluent.

// Overtaking reports whether messages may overtake others at all. A search that must see
// loops must see the events in which they are received. If d is nil they do not.
func (d *Deliveries) Overtaking() bool {
	if d == nil {
		return false
	}
	net := d.system.Network()
	return net.Order == model.Inbox && net.Timing != model.Lockstep && net.Faults.Cut == 0 && !d.tables.Defers() && !d.sight.Loops
}

// Overtakes reports whether a message that is sent to a process may be received before
// those in front of it, even if all faults of the network may strike. It returns the outcome,
// which sends nothing. A search that takes it must ask whether x with Overtakes is Confluent,
// too, before it ends.
func (d *Deliveries) Overtakes(x Delivery) (o compiled.Outcome, ok bool) {
	if !d.Overtaking() {
		return o, false
	}
	x.Overtakes = true
	return d.Silent(x)
}

// enablesNothing reports whether a message that overtakes others makes its receiver ready for
// nothing that could come before those. (To be idle it must have received them.)
func (d *Deliveries) enablesNothing(p int, c course) bool {
	if !c.overtakes {
		return true
	}
	after := c.claim
	after.local = c.Next
	before := d.spontaneous(p, c.claim)
	return !slices.ContainsFunc(d.spontaneous(p, after), func(f compiled.Input) bool {
		return f.Kind != model.Idle && d.requiresOf(overtakesReady, f.Kind) && !slices.Contains(before, f)
	})
}

// isFrom reports whether a message in a list arrives on port q.
func isFrom(q model.Port, list []model.Envelope) bool {
	return slices.ContainsFunc(list, func(e model.Envelope) bool { return e.Port == q })
}

// overtake returns the configuration after step y from c, with the messages received that
// overtake others. It also says which of those that a process was sent by another one do;
// passed, unless it is nil, is called for each.
func (d *Deliveries) overtake(s *model.System, c model.Configuration, y model.Successor, passed func(Delivery, model.Configuration, model.Successor)) (after model.Configuration, which [][]bool) {
	which = make([][]bool, len(c.Locals))
	after = y.Next
	for r, ch := range d.inboxes() {
		if after.Failed() || after.Down[r] || r == y.Event.Process {
			continue
		}
		sent := slices.Clone(after.Channels[ch][len(c.Channels[ch]):])
		at := len(c.Channels[ch])
		for _, e := range sent {
			x := d.delivery(after, r, e)
			x.Overtakes = true
			_, ok := d.Overtakes(x)
			ok = ok && (!isFrom(e.Port, after.Channels[ch][:at]) || !d.requires(overtakesOthers))
			which[r] = append(which[r], ok)
			if !ok {
				at++
				continue
			}
			first := toFront(after, ch, at)
			step, _ := s.Apply(first, d.event(x))
			if passed != nil {
				passed(x, first, step)
			}
			after = step.Next
		}
	}
	return after, which
}

// allOvertake reports whether all that step y from c sends overtakes others, or is lost.
func (d *Deliveries) allOvertake(s *model.System, c model.Configuration, y model.Successor) bool {
	_, which := d.overtake(s, c, y, nil)
	return !slices.ContainsFunc(which, func(list []bool) bool { return slices.Contains(list, false) })
}

// inboxes returns the channel into each process, with order inbox.
func (d *Deliveries) inboxes() []int {
	var list []int
	for p := range d.processes {
		list = append(list, d.system.Semantics().InChannels(p)[0])
	}
	return list
}

// toFront returns c with a message of a channel in front of all others.
func toFront(c model.Configuration, ch, at int) model.Configuration {
	c.Channels = slices.Clone(c.Channels)
	list := slices.Clone(c.Channels[ch])
	e := list[at]
	copy(list[1:], list[:at])
	list[0] = e
	c.Channels[ch] = list
	return c
}

// ahead is where a reduced search is when it takes an event: ahead of the execution of the
// whole system, in which messages that overtake others are yet to be received.
type ahead struct {
	*Deliveries
	at    model.Configuration
	early [][]bool // by process: which messages in its inbox are received in at
}

// startAhead begins where nothing has been received early.
func (d *Deliveries) startAhead(c model.Configuration) *ahead {
	a := &ahead{d, c, make([][]bool, len(d.processes))}
	for p, ch := range d.inboxes() {
		a.early[p] = make([]bool, len(c.Channels[ch]))
	}
	return a
}

// apply takes an event, and on the path before it the early receptions whose turn has come there.
// It reports false if the event is not enabled.
func (a *ahead) apply(path *stepwise.Path, e model.Event) bool {
	y, ok := path.System().Apply(a.at, e)
	if !ok {
		return false
	}
	after, which := a.overtake(path.System(), a.at, y, nil)
	a.at = after
	return a.catchUp(path) && a.follow(path, e, which)
}

// follow takes an event on the path, which sends messages of which some are received early.
func (a *ahead) follow(path *stepwise.Path, e model.Event, which [][]bool) bool {
	before := path.Last()
	if _, ok := path.Apply(e); !ok {
		return false
	}
	c := path.Last()
	for p, ch := range a.inboxes() {
		left := len(before.Channels[ch])
		if p == e.Process && (e.Kind == model.Receive || e.Kind == model.Lose) {
			a.early[p] = a.early[p][1:]
			left--
		}
		if c.Down[p] {
			a.early[p] = nil
			continue
		}
		for i := range len(c.Channels[ch]) - left {
			a.early[p] = append(a.early[p], i < len(which[p]) && which[p][i])
		}
	}
	return true
}

// catchUp receives on the path the messages that were received early and are at the head of an inbox.
func (a *ahead) catchUp(path *stepwise.Path) bool {
	for p, ch := range a.inboxes() {
		for len(a.early[p]) > 0 && a.early[p][0] {
			x := a.delivery(path.Last(), p, path.Last().Channels[ch][0])
			if !a.follow(path, a.event(x), make([][]bool, len(a.early))) {
				return false
			}
		}
	}
	return true
}
