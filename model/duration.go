package model

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model/values"
)

// A Span is a duration, in ticks, or an interval of them: at least Least and at most
// Greatest. A Greatest of [Unbounded] is none. The zero value is no duration.
type Span struct{ Least, Greatest int }

// Exactly returns the span of that many ticks.
func Exactly(ticks int) Span { return Span{ticks, ticks} }

// MaxSpan is the largest number of ticks of a [Span].
const MaxSpan = 1 << 10

func (d Span) String() string {
	switch {
	case d.Greatest == Unbounded:
		return fmt.Sprintf("%d..", d.Least)
	case d.Least == d.Greatest:
		return fmt.Sprint(d.Least)
	}
	return fmt.Sprintf("%d..%d", d.Least, d.Greatest)
}

// check reports why nothing can run as long as d says. A greatest duration of 0 would
// let something that starts again and again stop the time.
func (d Span) check() error {
	switch {
	case d == Span{}:
		return fmt.Errorf("says nothing of it")
	case d.Least < 0, d.Least > MaxSpan, d.Greatest < max(d.Least, 1), d.Greatest > MaxSpan && d.Greatest != Unbounded:
		return fmt.Errorf("says %d..%d ticks; allowed: 0 <= least <= greatest, 1 <= greatest <= %d or model.Unbounded", d.Least, d.Greatest, MaxSpan)
	}
	return nil
}

// After returns the rest of d when a tick has passed. In timing [Bounded] a
// greatest duration that is over allows none.
func (d Span) After() Span {
	d.Least = max(d.Least-1, 0)
	if d.Greatest != Unbounded {
		d.Greatest--
	}
	return d
}

// Durations are those of the timers and suspicions of a local state.
type Durations struct {
	Timers  [8]Span // of timer 0, 1, ...
	Suspect Span    // how long a process is down, and its port listed, before it is suspected
}

// A Clock of a process runs in timing [Bounded]: Kind is Timeout for a timer that is
// set, and Suspect for a port that is listed and whose process is down. The timeout
// or suspicion may happen when Least is 0, and happens before a tick when Greatest is
// 0.
type Clock struct {
	Kind  Kind
	Timer uint8 // if Kind is Timeout
	Port  Port  // if Kind is Suspect
	Span        // ticks that are left
}

// Of reports whether two clocks are of the same timer or port.
func (k Clock) Of(other Clock) bool {
	return k.Kind == other.Kind && k.Timer == other.Timer && k.Port == other.Port
}

// isOver reports whether the timeout or suspicion happens before a tick.
func (k Clock) isOver() bool { return k.Greatest == 0 }

// StartsAnew reports whether k stops in step e of its process, to run again as long as
// the local state after it says. The clocks that have run out, and the timers that the
// step resets, do.
func (k Clock) StartsAnew(e Event, resets TimerSet) bool {
	return k.Of(Clock{Kind: e.Kind, Timer: e.Timer, Port: e.Port}) || k.Kind == Timeout && resets.Has(k.Timer)
}

// clockText writes a clock of process p for people: "election in 2..3".
func (s *System) clockText(p int, k Clock) string {
	name := fmt.Sprintf("suspect:%d", k.Port)
	if k.Kind == Timeout {
		name = s.names[p].Timers[k.Timer]
		if name == "" {
			name = fmt.Sprintf("timeout:%d", k.Timer)
		}
	}
	return strings.Join([]string{name, "in", k.Span.String()}, " ")
}

// durations is the definition of [Semantics.Durations].
func (s *System) durations(p int, local any) Durations {
	if s.net.Timing != Bounded || !s.alg.timed(s.selves[p]) {
		return Durations{}
	}
	return s.alg.durations(s.selves[p], local)
}

// checkDurations panics with a *ValueError if it is not known how long something
// runs that a local state of process p has set.
func (s *System) checkDurations(p int, local any, ready Spontaneous) {
	var last func() Durations
	if s.alg.timed(s.selves[p]) {
		last = func() Durations { return s.alg.durations(s.selves[p], local) }
	}
	checkDurations(s.name, local, ready, last)
}

// checkDurations panics with a *ValueError if last does not say how long something
// runs that a local state has set. It is nil if the algorithm has no method Durations.
func checkDurations(name string, local any, ready Spontaneous, last func() Durations) {
	if ready.Timers == 0 && ready.Suspect == 0 {
		return
	}
	if last == nil {
		panic(&ValueError{fmt.Sprintf("%s: timing bounded, and local state %s sets a timer or suspects a process, but the algorithm has no method Durations(p model.Self, s L) model.Durations; allowed: such a method, or another timing", name, values.LongText(local))})
	}
	d := last()
	blame := func(what string, span Span) {
		if err := span.check(); err != nil {
			panic(&ValueError{fmt.Sprintf("%s: in local state %s %s, but Durations %v", name, values.LongText(local), what, err)})
		}
	}
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			blame(fmt.Sprintf("timer %d is set", t), d.Timers[t])
		}
	}
	if ready.Suspect != 0 {
		blame("a process may be suspected", d.Suspect)
	}
}
