package certificate

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// task is a delivery that may be taken at once in a configuration, or still waits there.
type task struct {
	at      *vertex
	process int
	port    model.Port
	msg     any // if early
	message string
	early   bool   // it is received before those in front of it in the inbox
	fates   *Fates // whose entry it is: the message may be lost or duplicated instead; nil: it may not
}

func (t task) String() string {
	verb := "takes at once"
	if t.fates != nil {
		verb = "takes alone, with the loss and duplication of the message,"
	}
	if t.early {
		verb = "receives before those in front of it"
	}
	return fmt.Sprintf("p%d %s :%d %s", t.process, verb, t.port, t.message)
}

func (t task) flaw(format string, args ...any) error {
	return t.at.flaw(t.String(), format, args...)
}

// isOf reports whether an event, or the step within which it is a crash, receives the message of
// the task.
func (t task) isOf(e model.Event, kind model.Kind) bool {
	return e.StepKind() == kind && e.Process == t.process && e.Port == t.port && e.Message == t.message
}

// begin returns the deliveries that may be taken at once in v, wherever the search took them: all
// but those that send messages which overtake others.
func (a *audit) begin(v *vertex) []task {
	return a.atOnce(v, func(e edge) bool { return !a.certificate.Sends || len(e.sends) == 0 })
}

// atOnce returns the deliveries of v that the certificate lists, and that are accepted.
func (a *audit) atOnce(v *vertex, accepts func(edge) bool) []task {
	var list []task
	for _, e := range a.next(v) {
		if e.event.Kind != model.Receive {
			continue
		}
		if x, _ := a.arrival(v, e.event); a.listed(v, e.event.Process, x) && accepts(e) {
			list = append(list, task{at: v, process: e.event.Process, port: e.event.Port, message: e.event.Message})
		}
	}
	return list
}

// isFrom reports whether a message in a list arrives on port q.
func isFrom(q model.Port, list []model.Envelope) bool {
	return slices.ContainsFunc(list, func(e model.Envelope) bool { return e.Port == q })
}

// take compares a delivery with all else, and returns where it waits after that. It does so once.
func (a *audit) take(t task) ([]task, error) {
	if a.done[t] {
		return nil, nil
	}
	a.done[t] = true
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	return a.compare(t)
}

// compare compares a delivery with all else that may happen, and returns where it waits after
// that.
func (a *audit) compare(t task) (waits []task, err error) {
	done, sends, ok := a.deliver(t, t.at)
	switch {
	case !ok:
		return nil, t.flaw("it is not possible, or has several outcomes")
	case done.Failed():
		return nil, t.flaw("its step is not well-formed")
	}
	if err := a.unseen(t, done); err != nil {
		return nil, err
	}
	if t.fates != nil {
		if err := a.faultsStandApart(t); err != nil {
			return nil, err
		}
	}
	if t.early && a.isBehind(t) {
		if err := a.enablesNothing(t, done); err != nil {
			return nil, err
		}
	}
	for _, f := range a.next(t.at) {
		if t.isOf(f.event, model.Receive) && !f.event.Within {
			continue
		}
		if t.early {
			a.result.Overtaking++
		} else {
			a.result.Deliveries++
		}
		if how := a.differ(t, done, sends, f); how != "" {
			return nil, t.flaw("beside %v: %s", f.event, how)
		}
		next := t
		if next.at = f.to; a.isWaiting(next) && !isFault(t, f.event) {
			waits = append(waits, next)
		}
	}
	return waits, nil
}

// deliver returns the vertex after a delivery in v, and all that is sent. ok says whether it is
// possible, and has one outcome.
func (a *audit) deliver(t task, v *vertex) (after *vertex, sends []model.Sent, ok bool) {
	if t.early {
		after, ok = a.receiveFirst(v, t.process, model.Envelope{Port: t.port, Msg: t.msg})
		return after, nil, ok
	}
	e, ok := a.reception(v, t)
	if !ok || !a.certificate.Sends {
		return e.to, e.sends, ok
	}
	after, ok = a.overtake(v, e, func(*vertex, int, model.Envelope) bool { return true })
	return after, e.sends, ok
}

// reception returns the event in which the message of a task is received in v. ok says whether
// it is possible, and has one outcome.
func (a *audit) reception(v *vertex, t task) (e edge, ok bool) {
	for _, f := range a.next(v) {
		if t.isOf(f.event, model.Receive) && !f.event.Within {
			if ok {
				return e, false
			}
			e, ok = f, true
		}
	}
	return e, ok
}

// isWaiting reports whether the message of a task is still there to be received.
func (a *audit) isWaiting(t task) bool {
	if t.at.Failed() || t.at.Down[t.process] {
		return false
	}
	if !t.early {
		_, ok := a.reception(t.at, t)
		return ok
	}
	inbox := t.at.Channels[a.system.Semantics().InChannels(t.process)[0]]
	i := indexOf(inbox, t.port, t.message)
	return i >= 0 && a.isFirst(inbox, i)
}

// differ says how it makes a difference whether a delivery, which leads to done and sends
// something, comes before or after event f, "" if it makes none. It makes none
// either if f discards the message, and the delivery has done nothing else.
func (a *audit) differ(t task, done *vertex, sends []model.Sent, f edge) string {
	if f.event.Kind == model.Crash && f.event.Process == t.process {
		return a.differInCrash(t, done, f)
	}
	switch {
	case isFault(t, f.event): // it is taken in its turn
		return ""
	case t.isOf(f.event, model.Lose):
		return differBut(done, f.to, "the delivery of the message does something")
	case t.isOf(f.event, model.Duplicate):
		return differBut(t.at, f.to, "the delivery of the message does something")
	}
	second, ok := a.find(done, f.event)
	switch {
	case f.to.Failed() && ok && second.to.Failed(): // it is found after the delivery too
		return ""
	case f.to.Failed():
		return "it is not well-formed, but not so after the delivery"
	}
	delayed, more, possible := a.deliver(t, f.to)
	switch {
	case !possible:
		return "the delivery is not possible after it, or has several outcomes"
	case !ok && f.event.Kind == model.Tick && delayed == done: // the tick changes nothing else
		return ""
	case !ok:
		return "it is not possible after the delivery"
	case !sendAlike(a.system.Network().Order, slices.Concat(sends, second.sends), slices.Concat(f.sends, more)):
		return "both orders do not send the same"
	case second.to == delayed:
		return a.stepsDiffer(t.at, f.to, done, second.to)
	}
	if again, _, ok := a.deliver(t, second.to); ok && a.system.Network().Order.Distinct() && again == delayed {
		return "" // the message absorbs one that f sends
	}
	return "both orders do not lead to the same configuration" + a.told(second.to, delayed)
}

// differInCrash is differ for a crash of the receiver, which discards the message.
func (a *audit) differInCrash(t task, done *vertex, f edge) string {
	e := f.event
	if t.isOf(e, model.Receive) {
		e = model.Event{Process: e.Process, Kind: model.Crash}
	}
	second, ok := a.find(done, e)
	switch {
	case !ok:
		return "it is not possible after the delivery"
	case !slices.Equal(plain(f.sends), plain(second.sends)):
		return "it does not send the same after the delivery"
	case second.to != f.to:
		return "after it the delivery makes a difference" + a.told(second.to, f.to)
	}
	return a.stepsDiffer(t.at, f.to, done, second.to)
}

// plain returns the messages that were sent, with their links, in their order.
func plain(list []model.Sent) []sending {
	var to []sending
	for _, x := range list {
		to = append(to, sending{x.Link, x.Message})
	}
	return to
}

// differBut returns how if two configurations differ in more than in the budgets for messages.
func differBut(a, b *vertex, how string) string {
	x, y := a.Configuration, b.Configuration
	x.Left.Loss, x.Left.Dup = y.Left.Loss, y.Left.Dup
	if x.Key() == y.Key() && a.monitor == b.monitor {
		return ""
	}
	return how
}

// told says that two configurations differ only in the state of the monitor, if they do.
func (a *audit) told(x, y *vertex) string {
	if x.monitor != y.monitor && x.Key() == y.Key() {
		return fmt.Sprintf(", as the monitor is told: %v, and not %v", x.monitor, y.monitor)
	}
	return ""
}
