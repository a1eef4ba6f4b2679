package model

import "slices"

// With Network.TimersInTurn the timers and suspicions that must happen before the next tick do so
// one after the other, before anything else: docs/semantics.md, Timers in turn.

// InTurn reports whether a timer or a suspicion takes its turn in c: c enables nothing else.
func (x Semantics) InTurn(c Configuration) bool {
	_, ok := x.sys.inTurn(c)
	return ok
}

// inTurn returns the timeout or suspicion whose turn it is in c: the first, process by process, whose
// greatest duration is over.
func (s *System) inTurn(c Configuration) (x cause, ok bool) {
	if !s.net.TimersInTurn || c.Failed() {
		return x, false
	}
	for p, clocks := range c.Clocks {
		if i := slices.IndexFunc(clocks, Clock.isOver); i >= 0 {
			k := clocks[i]
			return cause{Event: s.withName(Event{Process: p, Kind: k.Kind, Timer: k.Timer, Port: k.Port})}, true
		}
	}
	return x, false
}

// awaitsTurn returns the obstacle of another timer or suspicion in the way of e.
func (d *disabled) awaitsTurn(e Event) obstacle {
	x, ok := d.system.inTurn(d.configuration)
	return when(ok && !x.SameCause(d.system.withName(e)), outOfTurn)
}
