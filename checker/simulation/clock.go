package simulation

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// patience is the mean time that a timer without a greatest duration runs on after
// its least, in greatest delays: it may run out before a few round trips, or after
// them.
const patience = 10

// stop stops the clocks of process p whose numbers over accepts.
func (b *bounded) stop(p int, over func(what int32) bool) {
	b.clocks[p] = slices.DeleteFunc(b.clocks[p], func(c clock) bool {
		if !over(c.what) {
			return false
		}
		b.settle(c.slot) // it stays in the queue until its slot is due
		return true
	})
}

// start starts a clock of process p, unless it runs. It runs for a time within span,
// which is zero for idleness: idle events happen at once.
func (b *bounded) start(p int, what int32, span model.Span) {
	length, end := Ticks(span.Least)*Unit, Ticks(span.Greatest)*Unit
	if span.Greatest == model.Unbounded {
		end = length
		length += exponential(b.pcg.Uint64()) * patience * (b.longest / Unit)
	} else if span.Greatest > span.Least {
		length += Ticks(b.below(int(end-length) + 1))
	}
	slot := 2*b.slots + 1
	if last := len(b.free) - 1; last >= 0 {
		slot, b.free = b.free[last], b.free[:last]
	} else {
		b.slots++
	}
	b.clocks[p] = append(b.clocks[p], clock{what, slot})
	b.add(item{b.now + length, int32(p), what, slot}, b.now+end)
}

// pass makes the ticks that have passed events. It reports false if they reach the
// limit.
func (l *loop) pass() bool {
	passed := l.clocks.ticks > 0
	for ; l.clocks.ticks > 0 && !l.full(); l.clocks.ticks-- {
		l.note(model.Event{Process: -1, Kind: model.Tick})
	}
	return !passed || !l.full()
}

// rewind updates the clocks of process p after its step, which has reset timers.
func (l *loop) rewind(p int, resets model.TimerSet) {
	l.clocks.event = l.clocks.now
	if resets != 0 {
		l.clocks.stop(p, func(what int32) bool { return what < firstSuspicion && resets.Has(uint8(what)) })
	}
	l.wind(p)
}

// windAll updates all clocks, as a process may have gone down or come up.
func (l *loop) windAll() {
	if l.clocks == nil {
		return
	}
	l.clocks.event = l.clocks.now
	for p := range l.down {
		l.wind(p)
	}
}

// wind starts the clocks of process p that do not run and should, and stops those
// that should not.
func (l *loop) wind(p int) {
	b := l.clocks
	if l.down[p] {
		return
	}
	wanted := l.waits(p)
	b.stop(p, func(what int32) bool { return !slices.Contains(wanted, what) })
	var last model.Durations
	for _, what := range wanted {
		if slices.ContainsFunc(b.clocks[p], func(c clock) bool { return c.what == what }) {
			continue
		}
		if last == (model.Durations{}) && what != idleness {
			last = l.machine.Durations(p)
		}
		switch {
		case what == idleness:
			b.start(p, what, model.Span{})
		case what >= firstSuspicion:
			b.start(p, what, last.Suspect)
		default:
			b.start(p, what, last.Timers[what])
		}
	}
}

// waits returns the numbers of the clocks that process p should have: the timers
// that are set, the ports it lists whose processes are down, and idleness. The list
// is valid until the next call.
func (l *loop) waits(p int) []int32 {
	ready, list := l.machine.Ready(p), l.clocks.wanted[:0]
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			list = append(list, int32(t))
		}
	}
	for q := range ready.Suspect.All() {
		if to := l.machine.Peer(p, q); to >= 0 && l.down[to] {
			list = append(list, firstSuspicion+int32(q))
		}
	}
	if ready.Idle && l.clocks.inFlight[p] == 0 {
		list = append(list, idleness)
	}
	l.clocks.wanted = list
	return list
}
