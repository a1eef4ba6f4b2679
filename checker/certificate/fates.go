package certificate

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// The delivery of a message, its loss and its duplication are its fates. If they are taken alone, the
// delivery must commute with each other event, as one that is taken at once, and so must the other two.

// isFault reports whether an event is the loss or duplication of the message of a task, and taken with its
// delivery.
func isFault(t task, e model.Event) bool {
	return t.fates != nil && (t.fates.Loss && t.isOf(e, model.Lose) || t.fates.Dup && t.isOf(e, model.Duplicate))
}

// isFate reports whether an event is a fate of the message of a task.
func isFate(t task, e model.Event) bool {
	return isFault(t, e) || t.isOf(e, model.Receive) && !e.Within
}

// beginFates returns the deliveries of v that may be taken with the other fates of their messages, while a
// message may be lost or duplicated.
func (a *audit) beginFates(v *vertex) (list []task) {
	if len(a.fates) == 0 || v.Left.Loss+v.Left.Dup == 0 {
		return nil
	}
	return a.messagesOf(v, func(p int, x model.Envelope, f *Fates) bool {
		is := x.Ticks <= f.Ticks && f.While.withMessages(v.Left).counts(v, p, x.Ticks)
		if is {
			a.result.Met++
		}
		return is
	})
}

// messagesOf returns the messages that may arrive next in v, in the order of events, of which an entry is accepted.
func (a *audit) messagesOf(v *vertex, accepts func(p int, x model.Envelope, f *Fates) bool) (list []task) {
	for _, e := range a.next(v) {
		if e.event.Kind != model.Receive {
			continue
		}
		p := e.event.Process
		x, _ := a.arrival(v, e.event)
		entries := a.fates[place{home{p, v.Locals[p]}, x.Port, x.Msg}]
		if i := slices.IndexFunc(entries, func(f *Fates) bool { return accepts(p, x, f) }); i >= 0 {
			list = append(list, task{at: v, process: p, port: x.Port, message: x.Text(), fates: entries[i]})
		}
	}
	return list
}

// withMessages returns w with the budgets for messages that are left.
func (w While) withMessages(left model.Faults) While {
	w.Left.Loss, w.Left.Dup = left.Loss, left.Dup
	return w
}

// withoutMessages returns budgets without those for messages.
func withoutMessages(left model.Faults) model.Faults {
	left.Loss, left.Dup = 0, 0
	return left
}

// faultsStandApart returns the flaw of the loss and duplication of a message that are taken with its delivery:
// each must commute with each other event, and change no view.
func (a *audit) faultsStandApart(t task) error {
	v := t.at
	for _, e := range a.next(v) {
		if !isFault(t, e.event) {
			continue
		}
		a.result.Fates++
		if how := a.sees(v, e.to); how != "" {
			return t.flaw("%v: %s", e.event, how)
		}
		for _, f := range a.next(v) {
			if isFate(t, f.event) || f.event.Process == t.process && f.event.Kind == model.Crash {
				continue
			}
			a.result.Fates++
			if how := a.differBeside(v, e, f); how != "" {
				return t.flaw("%v beside %v: %s", e.event, f.event, how)
			}
		}
	}
	return nil
}

// differBeside is differAlone for the loss or duplication of a message: another one may use up the budget,
// and a tick may change nothing else.
func (a *audit) differBeside(v *vertex, e, f edge) string {
	if e.event.Kind == f.event.Kind && withoutOne(v.Left, e.event.Kind) {
		return ""
	}
	if _, ok := a.find(e.to, f.event); !ok && f.event.Kind == model.Tick {
		if delayed, ok := a.find(f.to, e.event); ok && delayed.to == e.to {
			return ""
		}
	}
	return a.differAlone(v, e, f)
}

// withoutOne reports whether nothing is left of a budget for messages after one fault.
func withoutOne(left model.Faults, k model.Kind) bool {
	return k == model.Lose && left.Loss == 1 || k == model.Duplicate && left.Dup == 1
}

// fatesAt returns the first message to process p of which the reduced search takes the fates alone in v.
func (a *audit) fatesAt(v *vertex, p int) (t task, ok bool) {
	if v.Failed() || v.Down[p] || v.Left.Loss+v.Left.Dup == 0 {
		return t, false
	}
	list := a.messagesOf(v, func(q int, x model.Envelope, f *Fates) bool {
		return q == p && f.isOf(v, x, withoutMessages(v.Left))
	})
	if len(list) == 0 {
		return t, false
	}
	return list[0], true
}

// eventsOf returns the fates of a message.
func (a *audit) eventsOf(t task) (list []edge) {
	for _, e := range a.next(t.at) {
		if isFate(t, e.event) {
			list = append(list, e)
		}
	}
	return list
}
