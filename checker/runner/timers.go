package runner

import (
	"time"

	"github.com/interrex/interrex/model"
)

// A clock is a timer that is set, or a process that is listed and down.
type clock struct {
	kind  model.Kind // Timeout or Suspect
	timer uint8
	port  model.Port
}

// wind starts the clocks that do not run and should, and stops those that should not,
// as [model.Bounded] does. After a step upon in, which may be nil, the clock that has
// run out and the timers that the step resets start anew.
func (r *Process) wind(in *model.Input[any], resets model.TimerSet) {
	ready, now := r.semantic.Ready(r.o.Process, r.local), time.Now()
	last := r.durations()
	running := r.due
	r.due = map[clock]time.Time{}
	start := func(k clock, span model.Span) {
		due, runs := running[k]
		anew := in != nil && in.Kind == k.kind && in.Timer == k.timer && in.Port == k.port
		if !runs || anew || k.kind == model.Timeout && resets.Has(k.timer) {
			due = now.Add(r.length(span))
		}
		r.due[k] = due
	}
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			start(clock{kind: model.Timeout, timer: t}, last.Timers[t])
		}
	}
	for q := range ready.Suspect.All() {
		if r.down[q] {
			start(clock{kind: model.Suspect, port: q}, last.Suspect)
		}
	}
}

// durations returns the durations of timers and suspicions: the algorithm's own, or else
// Timeout.
func (r *Process) durations() (d model.Durations) {
	if r.hasTimes {
		d = r.timed.Durations(r.o.Process, r.local)
	}
	for t := range d.Timers {
		if d.Timers[t] == (model.Span{}) {
			d.Timers[t] = r.o.Timeout
		}
	}
	if d.Suspect == (model.Span{}) {
		d.Suspect = r.o.Timeout
	}
	return d
}

// length draws a length between the least and the greatest; if there is no greatest, up to
// twice the least and a tick. The last half tick is left for a clock that is noticed late.
func (r *Process) length(span model.Span) time.Duration {
	least, greatest := span.Least, span.Greatest
	if greatest == model.Unbounded {
		greatest = 2*least + 1
	}
	room := max(0, float64(greatest-least)-0.5)
	return time.Duration((float64(least) + r.random.Float64()*room) * float64(r.o.Tick))
}

// spontaneous returns an input that is due: a clock that has run out, or that nothing has
// arrived for long.
func (r *Process) spontaneous(now time.Time) (in model.Input[any], ok bool) {
	if r.o.Manual {
		return in, false
	}
	first := now
	for k, due := range r.due {
		if due.Before(first) {
			first, ok = due, true
			in = model.Input[any]{Kind: k.kind, Port: k.port, Number: model.Number{Timer: k.timer}}
		}
	}
	if !ok && now.Sub(r.lastHeard) >= r.o.Quiet && r.semantic.Ready(r.o.Process, r.local).Idle {
		return model.Input[any]{Kind: model.Idle}, true
	}
	return in, ok
}

// nextDue returns the time to look again for a clock, or idleness, that is due.
func (r *Process) nextDue() time.Time {
	next := time.Now().Add(time.Hour)
	if r.o.Manual {
		return next
	}
	for _, due := range r.due {
		if due.Before(next) {
			next = due
		}
	}
	if quiet := r.lastHeard.Add(r.o.Quiet); quiet.Before(next) && r.semantic.Ready(r.o.Process, r.local).Idle {
		next = quiet
	}
	return next
}
