package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// rivals returns the inputs that the receiver may be given before a delivery: some
// of these messages, and the spontaneous inputs that it is ready for.
func (d *Deliveries) rivals(p int, x claim, messages []letter) []compiled.Input {
	list := slices.DeleteFunc(d.spontaneous(p, x), func(f compiled.Input) bool { return !d.requiresOf(spontaneous, f.Kind) })
	for _, f := range messages {
		if d.mayPrecede(f, x.letter) {
			list = append(list, f.input())
		}
	}
	return list
}

// mayPrecede reports whether f may be received before x, which may arrive next.
func (d *Deliveries) mayPrecede(f, x letter) bool {
	switch d.system.Network().Order {
	case model.FIFO:
		return f.port != x.port
	case model.Inbox:
		return x.overtakes && d.requires(overtakesRivals) && f.port != x.port
	}
	return f != x
}

// spontaneous returns the inputs that a process is ready for while messages to it
// are in flight.
func (d *Deliveries) spontaneous(p int, x claim) []compiled.Input {
	net, ready := d.system.Network(), d.tables.Ready(p, x.local)
	var list []compiled.Input
	if ready.Wake && net.Wake.Allows(p) {
		list = append(list, compiled.Input{Kind: model.Wake, Msg: -1})
	}
	for operation := range ready.Operations {
		list = append(list, compiled.Input{Kind: model.Invoke, Operation: operation, Msg: -1})
	}
	if ready.Idle && x.overtakes && d.requires(overtakesIdle) { // nothing was in its inbox when the message was sent
		list = append(list, compiled.Input{Kind: model.Idle, Msg: -1})
	}
	if net.Timing == model.Timely { // the rest waits until nothing is in flight
		return list
	}
	for t := range uint8(8) {
		if (ready.Timers & x.due.timers).Has(t) {
			list = append(list, compiled.Input{Kind: model.Timeout, Timer: t, Msg: -1})
		}
	}
	suspects := d.suspects(p, x)
	for q := range ready.Suspect.All() {
		if int(q) < d.system.Semantics().Ports(p) && (suspects.Has(q) || x.left.has(Suspect)) {
			list = append(list, compiled.Input{Kind: model.Suspect, Port: q, Msg: -1})
		}
	}
	return list
}

// isDeferred reports whether an input is a message that a process defers in a local state, or
// may defer: that is not known if Defers fails.
func (d *Deliveries) isDeferred(p int, l compiled.Local, f compiled.Input) bool {
	is, known := d.deferral(p, l, f)
	return is || !known
}

// deferral reports whether an input is a message that a process defers in a local state, if
// that is known.
func (d *Deliveries) deferral(p int, l compiled.Local, f compiled.Input) (is, known bool) {
	if f.Kind != model.Receive {
		return false, true
	}
	is, blame := d.tables.PeekDeferred(p, l, f.Port, f.Msg)
	return is, blame == nil
}

// isReady reports whether a process may be given an input after a delivery.
func (d *Deliveries) isReady(p int, c course, f compiled.Input) bool {
	ready := d.tables.Ready(p, c.Next)
	switch f.Kind {
	case model.Wake:
		return ready.Wake
	case model.Idle:
		return ready.Idle
	case model.Invoke:
		return f.Operation < ready.Operations
	case model.Timeout:
		return ready.Timers.Has(f.Timer) && d.runsOut(p, c, f)
	case model.Suspect:
		return ready.Suspect.Has(f.Port) && d.runsOut(p, c, f)
	}
	return true
}

// orders are the steps of a delivery and a rival in both orders, without the delivery that
// comes first.
type orders struct {
	rival                  compiled.Input
	first, second, delayed compiled.Outcome // of the rival before and after the delivery, and of the delivery after it
}

// commutes reports whether both orders of a delivery and a rival do the same,
// and returns the claim that the delivery waits after the rival; its local state is -1
// if there is none.
func (d *Deliveries) commutes(p int, c course, f compiled.Input) (waits claim, ok bool) {
	waits = c.claim
	waits.local = -1
	if is, known := d.deferral(p, c.local, f); is || !known {
		return waits, known // it does not come first here
	}
	o := orders{rival: f}
	if o.first, ok = d.sole(p, c.local, f); !ok {
		return waits, false
	}
	if o.first.Failure != "" {
		return waits, true // only where that is not required
	}
	if d.requiresOf(stillReady, f.Kind) && !d.isReady(p, c, f) || d.requires(rivalDeferred) && d.isDeferred(p, c.Next, f) {
		return waits, false
	}
	var alsoOK bool
	o.second, ok = d.sole(p, c.Next, f)
	o.delayed, alsoOK = d.sole(p, o.first.Next, c.input())
	if !ok || !alsoOK || o.second.Failure != "" || o.delayed.Failure != "" {
		return waits, !d.requires(wellFormed)
	}
	if d.requires(oneOutcome) && !slices.Equal(o.first.Choices, o.second.Choices) { // among one, but then it is another event
		return waits, false
	}
	if !d.doAlike(c, o) || d.requiresOf(sameClocks, f.Kind) && !d.windAlike(p, c, o) {
		return waits, false
	}
	waits.local = o.first.Next
	waits.due = d.dueAfter(p, c, o)
	return waits, true
}

// doAlike reports whether both orders lead to the same local state and send the same.
func (d *Deliveries) doAlike(c course, o orders) bool {
	k := o.rival.Kind
	return (o.second.Next == o.delayed.Next || !d.requiresOf(sameLocal, k)) &&
		(d.sendAlike(c, o) || !d.requiresOf(sameSends, k)) &&
		(!c.left.has(Crash) || slices.Equal(o.first.Sends, o.second.Sends) || !d.requiresOf(crashWithin, k))
}

// sendApart reports whether nobody is sent something in both lists.
func sendApart(a, b []compiled.Send) bool {
	return !slices.ContainsFunc(a, func(x compiled.Send) bool {
		return slices.ContainsFunc(b, func(y compiled.Send) bool { return x.Port == y.Port })
	})
}

// sendAlike reports whether both orders send the same.
func (d *Deliveries) sendAlike(c course, o orders) bool {
	if d.system.Network().Order == model.Inbox { // the messages of a delivery overtake those that a rival sends to others
		return slices.Equal(c.Sends, o.delayed.Sends) && slices.Equal(o.first.Sends, o.second.Sends) && (sendApart(c.Sends, o.first.Sends) || !d.requiresOf(inboxApart, o.rival.Kind))
	}
	a, b := slices.Concat(c.Sends, o.second.Sends), slices.Concat(o.first.Sends, o.delayed.Sends)
	byPort := func(x, y compiled.Send) int { return int(x.Port - y.Port) }
	switch d.system.Network().Order {
	case model.FIFO:
		slices.SortStableFunc(a, byPort)
		slices.SortStableFunc(b, byPort)
	case model.Bag, model.Set:
		byMessage := func(x, y compiled.Send) int {
			if c := byPort(x, y); c != 0 {
				return c
			}
			return int(x.Msg - y.Msg)
		}
		slices.SortStableFunc(a, byMessage)
		slices.SortStableFunc(b, byMessage)
	}
	return slices.Equal(a, b)
}
