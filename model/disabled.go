package model

import (
	"cmp"
	"slices"
)

// A Disabled is an event that a configuration does not enable, and the obstacle in words about the process of the event.
// The event has no choices, and no message if its channel is empty.
type Disabled struct {
	Event    Event
	Obstacle string
}

// Disabled returns events of the system that c does not enable, each with the first obstacle
// in its way, in the order of [Event.Compare]. It names the wake-up and the receptions of each
// process, its timers and operations that have names or are set, the faults that the network
// has, the delays in timing [Lockstep], and the tick or the round without wake-ups. It calls the algorithm each time.
func (x Semantics) Disabled(c Configuration) []Disabled {
	var d disabled
	d.system, d.configuration = x.sys, c
	if x.sys.net.Timing == Lockstep {
		d.round()
		for p := range x.sys.net.N {
			d.operations(p)
			d.delays(p)
		}
	} else {
		for p := range x.sys.net.N {
			d.process(p)
		}
	}
	if x.sys.net.Timing == Bounded {
		d.tick()
	}
	for p := range x.sys.net.N {
		d.faults(p)
	}
	d.divisions()
	slices.SortStableFunc(d.list, func(a, b Disabled) int { return a.Event.Compare(b.Event) })
	return slices.CompactFunc(d.list, func(a, b Disabled) bool { return a.Event.Compare(b.Event) == 0 })
}

// disabled collects the events that a configuration does not enable.
type disabled struct {
	system        *System
	configuration Configuration
	list          []Disabled
}

// add notes an event unless it is enabled: no obstacle is in its way and no step was ill-formed.
func (d *disabled) add(e Event, v obstacle) {
	if v == "" {
		v = d.awaitsTurn(e)
	}
	if d.configuration.Failed() {
		v = illFormedBefore
	}
	if v != "" {
		d.list = append(d.list, Disabled{d.system.withName(e), string(v)})
	}
}

// addStep is add for an event of a step that receives no message. It may wait for a place.
func (d *disabled) addStep(e Event, v obstacle) {
	if v == "" && !d.configuration.Failed() {
		v = d.noPlace(cause{Event: e})
	}
	d.add(e, v)
}

// noPlace returns the obstacle that a channel is full to which the step of x sends.
func (d *disabled) noPlace(x cause) obstacle {
	return when(!d.configuration.Failed() && d.system.waits(d.configuration, x), noPlace)
}

// when returns an obstacle if it is one.
func when(is bool, o obstacle) obstacle {
	if is {
		return o
	}
	return ""
}

func (d *disabled) isDown(p int) obstacle { return when(d.configuration.Down[p], isDown) }

// ready returns the inputs that p reacts to: none if it is down.
func (d *disabled) ready(p int) (r Spontaneous) {
	if d.configuration.Down[p] {
		return r
	}
	return d.system.ready(d.configuration, p)
}

// operations notes those that p may not be asked for.
func (d *disabled) operations(p int) {
	ready := d.ready(p)
	for i := range max(len(d.system.names[p].Operations), ready.Operations) {
		d.addStep(Event{Process: p, Kind: Invoke, Operation: i}, cmp.Or(d.isDown(p), when(i >= ready.Operations, notReady)))
	}
}

// process notes the inputs of p.
func (d *disabled) process(p int) {
	s, c, ready := d.system, d.configuration, d.ready(p)
	d.addStep(Event{Process: p, Kind: Wake}, cmp.Or(d.isDown(p), when(!ready.Wake, notReady), when(!s.net.Wake.Allows(p), notAllowed)))
	if ready.Idle {
		d.addStep(Event{Process: p, Kind: Idle}, when(!s.isIdle(c, p), arrivals))
	}
	d.operations(p)
	names := s.names[p]
	d.messages(p, Receive, "")
	for t := range uint8(8) {
		if names.Timers[t] != "" || ready.Timers.Has(t) {
			clock := Clock{Kind: Timeout, Timer: t}
			d.addStep(Event{Process: p, Kind: Timeout, Timer: t}, cmp.Or(d.isDown(p), when(!ready.Timers.Has(t), notReady), d.waits(p, clock)))
		}
	}
	for q := range ready.Suspect.All() {
		d.suspicion(p, q)
	}
}

// waits returns the obstacle of time in the way of a timer or suspicion of p.
func (d *disabled) waits(p int, of Clock) obstacle {
	gated := d.system.net.Timing == Timely && !d.system.isQuiet(d.configuration)
	return cmp.Or(when(gated, isGated), when(!d.system.isDue(d.configuration, p, of), notDue))
}

// suspicion notes the suspicion of the process behind port q, which p lists. Of one that is up
// it would be false, so it needs a budget.
func (d *disabled) suspicion(p int, q Port) {
	s, c := d.system, d.configuration
	if int(q) >= len(s.peers[p]) {
		return
	}
	e := Event{Process: p, Kind: Suspect, Port: q}
	var truth obstacle
	if !s.obligatory(c, e) && c.Left.Suspect == 0 {
		truth = cmp.Or(when(s.net.Faults.Suspect > 0, budgetSpent), isUp)
	}
	if truth == "" && !s.obligatory(c, e) && !s.net.Victims.MayStrike(Suspect, s.peers[p][q]) {
		truth = isSpared
	}
	d.addStep(e, cmp.Or(truth, d.waits(p, Clock{Kind: Suspect, Port: q})))
}

// messages notes the receptions, losses or duplications at p: one of each message in flight,
// and one of each empty channel. The budget is an obstacle of all.
func (d *disabled) messages(p int, kind Kind, budget obstacle) {
	s, c := d.system, d.configuration
	for _, ch := range s.in[p] {
		var port Port
		if !s.net.Order.PerReceiver() {
			port = s.links[ch].ToPort
		}
		if len(c.Channels[ch]) == 0 {
			d.add(Event{Process: p, Kind: kind, Port: port}, cmp.Or(d.isDown(p), emptyChannel))
		}
		next := s.next(c, p, ch)
		for _, m := range c.Channels[ch] {
			e := Event{Process: p, Kind: kind, Port: m.Port, Message: m.Text()}
			older := slices.ContainsFunc(next, func(k int) bool { return m.equals(c.Channels[ch][k]) })
			deferred := kind != Lose && s.isDeferred(c, p, m)
			spared := kind != Receive && !s.isProne(kind, p, &m)
			v := cmp.Or(when(spared, isSpared), budget, when(deferred, isDeferred), when(!older, notNext))
			if k := slices.IndexFunc(c.Channels[ch], m.equals); v == "" {
				v = d.noPlace(cause{Event{Process: p, Kind: kind, Port: port}, k})
			}
			d.add(e, v)
		}
	}
}

// faults notes the faults at p of the kinds that the network has.
func (d *disabled) faults(p int) {
	s, left, has := d.system, d.configuration.Left, d.system.net.Faults
	if has.Crash > 0 {
		d.add(Event{Process: p, Kind: Crash}, cmp.Or(when(!s.net.Victims.MayStrike(Crash, p), isSpared), d.isDown(p), when(left.Crash == 0, budgetSpent)))
	}
	if has.Restart > 0 {
		betrayed := when(d.configuration.Betrayed(p), isTraitor)
		d.add(Event{Process: p, Kind: Restart}, cmp.Or(when(!s.net.Victims.MayStrike(Restart, p), isSpared), betrayed, when(!d.configuration.Down[p], isUp), when(left.Restart == 0, budgetSpent)))
	}
	if has.Loss > 0 {
		d.messages(p, Lose, when(left.Loss == 0, budgetSpent))
	}
	if has.Dup > 0 && s.net.Timing != Lockstep {
		d.messages(p, Duplicate, when(left.Dup == 0, budgetSpent))
	}
	if has.Cut > 0 {
		d.cuts(p)
	}
	if has.Traitor > 0 {
		d.add(Event{Process: p, Kind: Betray}, cmp.Or(when(!s.net.Victims.MayStrike(Betray, p), isSpared), d.isDown(p), when(left.Traitor == 0, budgetSpent)))
		d.forgeries(p)
	}
}

// forgeries notes the messages that p may forge.
func (d *disabled) forgeries(p int) {
	s, c := d.system, d.configuration
	for q := range Port(len(s.peers[p])) {
		for _, m := range s.Semantics().Forgeries(p, q) {
			e := Event{Process: p, Kind: Forge, Port: q, Message: messageText(m)}
			d.add(e, cmp.Or(when(!c.Betrayed(p), isLoyal), when(c.Left.Forge == 0, budgetSpent)))
		}
	}
}

// cuts notes the cuts from p.
func (d *disabled) cuts(p int) {
	s, c := d.system, d.configuration
	enabled := s.cuts(nil, c, p)
	for _, l := range s.links {
		if l.From == p {
			open := slices.ContainsFunc(enabled, func(x cause) bool { return x.Peer == l.To })
			spared := !s.net.Victims.MayCut(p, l.To)
			d.add(Event{Process: p, Kind: Cut, Peer: l.To}, cmp.Or(when(spared, isSpared), when(!open, isCut), when(c.Left.Cut == 0, budgetSpent)))
		}
	}
}

// divisions notes the divisions that the network has, and that it heals.
func (d *disabled) divisions() {
	s, c := d.system, d.configuration
	if s.net.Faults.Divide == 0 {
		return
	}
	divided := s.Semantics().Divided(c) != nil
	for _, group := range s.divisions {
		d.add(Event{Process: -1, Kind: Divide, Group: group}, cmp.Or(when(divided, isDivided), when(c.Left.Divide == 0, budgetSpent)))
	}
	d.add(Event{Process: -1, Kind: Heal}, when(!divided, isWhole))
}

// round notes the round in which nobody wakes.
func (d *disabled) round() {
	d.add(Event{Process: -1, Kind: Round}, when(!d.system.acts(d.configuration), changesNothing))
}

// tick notes the tick.
func (d *disabled) tick() {
	s, c := d.system, d.configuration
	d.add(Event{Process: -1, Kind: Tick}, cmp.Or(when(s.urgent(c), isUrgent), when(!s.ticks(c), changesNothing)))
}
