package simulation

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// faults are the faults that may still occur, and the effects of those that have
// occurred. At each event, each fault that can occur does so with probability
// [Options].FaultRate, until its budget is used up.
type faults struct {
	left    model.Faults
	victims model.Victims
	fallen  []int           // the processes that are down
	severed map[[2]int]bool // from a process to another one
	group   []int           // the processes that are cut off from the others; nil: the network is whole
	keeps   bool            // the arriving message is duplicated: it stays in flight
}

// lossy is a scheduler that supports faults.
type lossy interface {
	scheduler
	// keep puts back the item that next has returned last.
	keep(x item)
	// discard removes the items of process p, which has just taken a step: its
	// wake-up, and the messages in flight to it, for which it calls drop.
	discard(p int, drop func(msg int32))
}

// strikes draws whether a fault with this budget occurs, and takes it from the
// budget.
func (l *loop) strikes(budget *int) bool {
	if *budget == 0 || l.below(1000) >= l.options.FaultRate {
		return false
	}
	if *budget != model.Unbounded {
		*budget--
	}
	return true
}

// note records a fault that is an event by itself.
func (l *loop) note(e model.Event) {
	l.events++
	l.sequence = mixed(l.sequence, e.Process, e.Port, e.Kind)
	if l.options.Record != nil {
		l.options.Record(e)
	}
}

// between lets restarts and cuts occur, and lets the network divide and heal.
func (l *loop) between() {
	fallen := l.fallen
	if l.victims.Restart != nil {
		fallen = slices.DeleteFunc(slices.Clone(fallen), func(p int) bool { return !l.victims.MayStrike(model.Restart, p) })
	}
	if len(fallen) > 0 && l.strikes(&l.left.Restart) {
		l.restart(fallen[l.below(len(fallen))])
	}
	if l.strikes(&l.left.Cut) {
		l.sever()
	}
	switch {
	case l.group != nil && l.below(1000) < l.options.FaultRate:
		l.group = nil
		l.note(model.Event{Process: -1, Kind: model.Heal})
	case l.group == nil && len(l.down) > 1 && l.strikes(&l.left.Divide):
		l.divide()
	}
}

// divide cuts a random group off from all others, one of those that may be.
func (l *loop) divide() {
	var group []int
	if some := l.victims.Divide; some != nil {
		group = some[l.below(len(some))]
	}
	for len(group) == 0 || len(group) == len(l.down) {
		group = nil
		for p := range l.down {
			if l.below(2) == 0 {
				group = append(group, p)
			}
		}
	}
	l.group = model.Division(group, len(l.down))
	l.note(model.Event{Process: -1, Kind: model.Divide, Group: l.group})
}

// isSevered reports whether messages from a process to another one are lost.
func (l *loop) isSevered(p, to int) bool {
	return l.severed[[2]int{p, to}] || l.group != nil && slices.Contains(l.group, p) != slices.Contains(l.group, to)
}

// restart restarts process p. It wakes at once if it may.
func (l *loop) restart(p int) {
	l.note(model.Event{Process: p, Kind: model.Restart})
	l.fallen = slices.DeleteFunc(l.fallen, func(q int) bool { return q == p })
	l.down[p] = false
	l.machine.Restart(p)
	l.windAll()
	if l.noteChange(p); l.wake.Allows(p) && l.machine.Ready(p).Wake {
		l.step(p, model.Input[int]{Kind: model.Wake, Msg: -1})
	}
}

// sever cuts a random link to another process, unless that is cut already or may not be cut.
func (l *loop) sever() {
	p := l.below(len(l.down))
	to := l.machine.Peer(p, model.Port(l.below(l.machine.Ports(p))))
	if to == p || l.severed[[2]int{p, to}] || !l.victims.MayCut(p, to) {
		if l.left.Cut != model.Unbounded {
			l.left.Cut++
		}
		return
	}
	if l.severed == nil {
		l.severed = map[[2]int]bool{}
	}
	l.severed[[2]int{p, to}] = true
	l.note(model.Event{Process: p, Kind: model.Cut, Peer: to})
}

// struck draws whether a crash strikes within the last step or after it. e is the
// event of the step, nil if it is not recorded. struck returns the kind of the
// event, whether the process crashes, and the messages that it still sends.
func (l *loop) struck(sent []model.Posted, e *model.Event) (kind model.Kind, crashes bool, before []model.Posted) {
	if l.keeps {
		return model.Duplicate, false, sent
	}
	if !l.victims.MayStrike(model.Crash, l.process) || !l.strikes(&l.left.Crash) {
		return l.input.Kind, false, sent
	}
	after := l.below(len(sent) + 1)
	if after == len(sent) { // a crash between steps
		return l.input.Kind, true, sent
	}
	for _, m := range sent[after:] {
		l.machine.Drop(m.Msg)
	}
	if e != nil {
		e.Within, e.During, e.Kind, e.After = true, e.Kind, model.Crash, after
	}
	return model.Crash, true, sent[:after]
}

// crash crashes process p. within is true if it strikes within a step.
func (l *loop) crash(p int, within bool) {
	l.down[p] = true
	l.fallen = append(l.fallen, p)
	if !within {
		l.note(model.Event{Process: p, Kind: model.Crash})
	}
	l.scheduler.(lossy).discard(p, func(msg int32) { l.machine.Drop(int(msg)) })
	l.held.forget(p)
	l.windAll()
	l.noteChange(p)
}

// isProne reports whether a loss or duplication may strike an arriving message.
func (l *loop) isProne(k model.Kind, m model.Posted) bool {
	v := &l.victims
	all := v.Loss.Names == nil && v.Loss.On == nil && v.Dup.Names == nil && v.Dup.On == nil
	return all || v.MayStrikeMessage(k, l.machine.Peer(m.To, m.Port), m.To, l.machine.MessageText(m.Msg))
}

// lost draws whether the arriving message of x is lost. If it is not, lost draws
// whether it is duplicated.
func (l *loop) lost(x item) bool {
	m := model.Posted{To: int(x.to), Port: model.Port(x.port), Msg: int(x.msg)}
	l.held.remove(m)
	if l.isProne(model.Lose, m) && l.strikes(&l.left.Loss) {
		l.note(model.Event{Process: m.To, Kind: model.Lose, Port: m.Port, Message: l.machine.MessageText(m.Msg)})
		l.machine.Drop(m.Msg)
		if l.clocks != nil {
			l.wind(m.To) // it may be idle now
		}
		return true
	}
	if !l.isProne(model.Duplicate, m) || !l.strikes(&l.left.Dup) {
		return false
	}
	l.keeps = true
	m.Msg = l.machine.Copy(m.Msg)
	x.msg = int32(m.Msg)
	l.held.add(m)
	switch {
	case l.order.Queued():
		l.scheduler.(lossy).keep(x)
	case l.clocks != nil:
		l.clocks.postpone(x)
	default:
		l.scheduler.post(m)
	}
	return false
}

// transmit puts m, which process p has sent, into flight, unless it is lost at
// once.
func (l *loop) transmit(p int, m model.Posted) {
	if l.down[m.To] || l.isSevered(p, m.To) || l.held.refuses(m) {
		l.machine.Drop(m.Msg)
		return
	}
	l.held.add(m)
	l.scheduler.post(m)
}

// held has the messages in flight in each channel, if the order is distinct or a channel holds so many
// messages at most; otherwise it is nil.
type held struct {
	machine  model.Machine
	order    model.Order
	places   int
	inFlight map[link][]int
}

func (h *held) channel(m model.Posted) link { return through(h.order, m) }

func (h *held) add(m model.Posted) {
	if h != nil {
		h.inFlight[h.channel(m)] = append(h.inFlight[h.channel(m)], m.Msg)
	}
}

// refuses reports whether the channel of m is full or, if the order is distinct, holds a message equal to m.
func (h *held) refuses(m model.Posted) bool {
	if h == nil {
		return false
	}
	list := h.inFlight[h.channel(m)]
	full := h.places > 0 && len(list) >= h.places
	return full || h.order.Distinct() && slices.ContainsFunc(list, func(x int) bool { return h.machine.Same(x, m.Msg) })
}

func (h *held) remove(m model.Posted) {
	if h == nil {
		return
	}
	rest := slices.DeleteFunc(h.inFlight[h.channel(m)], func(x int) bool { return x == m.Msg })
	if h.inFlight[h.channel(m)] = rest; len(rest) == 0 {
		delete(h.inFlight, h.channel(m))
	}
}

// forget removes the messages in flight to process p.
func (h *held) forget(p int) {
	if h == nil {
		return
	}
	for l := range h.inFlight {
		if int(l.to) == p {
			delete(h.inFlight, l)
		}
	}
}
