package model

import "slices"

// A Disabled is an event that a configuration does not enable, and the obstacle. The event
// has no choices, and no message if its channel is empty.
type Disabled struct {
	Event    Event
	Obstacle Obstacle
}

// Disabled returns events of the system that c does not enable, each with the first obstacle
// in its way, in the order of [Event.Compare]. It names the wake-up and the receptions of each
// process, its timers and operations that have names or are set, the faults that the network
// has, and the tick or the round without wake-ups. It calls the algorithm each time.
func (s *System) Disabled(c Configuration) []Disabled {
	var d disabled
	d.system, d.configuration = s, c
	if s.net.Timing == Lockstep {
		d.round()
	} else {
		for p := range s.net.N {
			d.process(p)
		}
	}
	if s.net.Timing == Bounded {
		d.tick()
	}
	for p := range s.net.N {
		d.faults(p)
	}
	d.divisions()
	if c.Failed() {
		for i := range d.list {
			d.list[i].Obstacle = IllFormed
		}
	}
	slices.SortStableFunc(d.list, func(a, b Disabled) int { return a.Event.Compare(b.Event) })
	return slices.CompactFunc(d.list, func(a, b Disabled) bool { return a.Event.Compare(b.Event) == 0 })
}

// disabled collects the events that a configuration does not enable.
type disabled struct {
	system        *System
	configuration Configuration
	list          []Disabled
}

// hindrance is an obstacle, if there is one.
type hindrance struct {
	obstacle Obstacle
	is       bool
}

func stopped(o Obstacle) hindrance { return hindrance{o, true} }

// add notes an event unless it is enabled: no obstacle is in its way and no step was ill-formed.
func (d *disabled) add(e Event, v hindrance) {
	if v.is || d.configuration.Failed() {
		d.list = append(d.list, Disabled{d.system.Named(e), v.obstacle})
	}
}

// addStep is add for an event of a step that receives no message. It may wait for a place.
func (d *disabled) addStep(e Event, v hindrance) {
	if !v.is && !d.configuration.Failed() {
		v = d.noPlace(cause{Event: e})
	}
	d.add(e, v)
}

// noPlace returns the obstacle that a channel is full to which the step of x sends.
func (d *disabled) noPlace(x cause) hindrance {
	return when(!d.configuration.Failed() && d.system.waits(d.configuration, x), NoPlace)
}

// first returns the first obstacle of a list.
func first(list ...hindrance) hindrance {
	for _, v := range list {
		if v.is {
			return v
		}
	}
	return hindrance{}
}

func when(is bool, o Obstacle) hindrance { return hindrance{o, is} }

func (d *disabled) isDown(p int) hindrance { return when(d.configuration.Down[p], IsDown) }

// process notes the inputs of p.
func (d *disabled) process(p int) {
	s, c := d.system, d.configuration
	var ready Spontaneous
	if !c.Down[p] {
		ready = s.ready(c, p)
	}
	d.addStep(Event{Process: p, Kind: Wake}, first(d.isDown(p), when(!ready.Wake, NotReady), when(!s.net.Wake.Allows(p), NotAllowed)))
	if ready.Idle {
		d.addStep(Event{Process: p, Kind: Idle}, when(!s.isIdle(c, p), Arrivals))
	}
	names := s.InputNames(p)
	for i := range max(len(names.Operations), ready.Operations) {
		d.addStep(Event{Process: p, Kind: Invoke, Operation: i}, first(d.isDown(p), when(i >= ready.Operations, NotReady)))
	}
	d.messages(p, Receive, hindrance{})
	for t := range uint8(8) {
		if names.Timers[t] != "" || ready.Timers.Has(t) {
			clock := Clock{Kind: Timeout, Timer: t}
			d.addStep(Event{Process: p, Kind: Timeout, Timer: t}, first(d.isDown(p), when(!ready.Timers.Has(t), NotReady), d.waits(p, clock)))
		}
	}
	for q := range ready.Suspect.All() {
		d.suspicion(p, q)
	}
}

// waits returns the obstacle of time in the way of a timer or suspicion of p.
func (d *disabled) waits(p int, of Clock) hindrance {
	gated := d.system.net.Timing == Timely && !d.system.isQuiet(d.configuration)
	return first(when(gated, Gated), when(!d.system.isDue(d.configuration, p, of), NotDue))
}

// suspicion notes the suspicion of the process behind port q, which p lists. Of one that is up
// it would be false, so it needs a budget.
func (d *disabled) suspicion(p int, q Port) {
	s, c := d.system, d.configuration
	if int(q) >= len(s.peers[p]) {
		return
	}
	e := Event{Process: p, Kind: Suspect, Port: q}
	truth := hindrance{}
	if !s.obligatory(c, e) && c.Left.Suspect == 0 {
		truth = first(when(s.net.Faults.Suspect > 0, BudgetSpent), stopped(IsUp))
	}
	if truth == (hindrance{}) && !s.obligatory(c, e) && !s.net.Victims.MayStrike(Suspect, s.peers[p][q]) {
		truth = stopped(IsSpared)
	}
	d.addStep(e, first(truth, d.waits(p, Clock{Kind: Suspect, Port: q})))
}

// messages notes the receptions, losses or duplications at p: one of each message in flight,
// and one of each empty channel. The budget is an obstacle of all.
func (d *disabled) messages(p int, kind Kind, budget hindrance) {
	s, c := d.system, d.configuration
	for _, ch := range s.in[p] {
		var port Port
		if !s.net.Order.PerReceiver() {
			port = s.links[ch].ToPort
		}
		if len(c.Channels[ch]) == 0 {
			d.add(Event{Process: p, Kind: kind, Port: port}, first(d.isDown(p), stopped(EmptyChannel)))
		}
		next := s.next(c, p, ch)
		for _, m := range c.Channels[ch] {
			e := Event{Process: p, Kind: kind, Port: m.Port, Message: m.Text()}
			older := slices.ContainsFunc(next, func(k int) bool { return m.equals(c.Channels[ch][k]) })
			deferred := kind != Lose && s.isDeferred(c, p, m)
			spared := kind != Receive && !s.isProne(kind, p, &m)
			v := first(when(spared, IsSpared), budget, when(deferred, IsDeferred), when(!older, NotNext))
			if k := slices.IndexFunc(c.Channels[ch], m.equals); !v.is {
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
		d.add(Event{Process: p, Kind: Crash}, first(when(!s.net.Victims.MayStrike(Crash, p), IsSpared), d.isDown(p), when(left.Crash == 0, BudgetSpent)))
	}
	if has.Restart > 0 {
		d.add(Event{Process: p, Kind: Restart}, first(when(!s.net.Victims.MayStrike(Restart, p), IsSpared), when(!d.configuration.Down[p], IsUp), when(left.Restart == 0, BudgetSpent)))
	}
	if has.Loss > 0 {
		d.messages(p, Lose, when(left.Loss == 0, BudgetSpent))
	}
	if has.Dup > 0 && s.net.Timing != Lockstep {
		d.messages(p, Duplicate, when(left.Dup == 0, BudgetSpent))
	}
	if has.Cut > 0 {
		d.cuts(p)
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
			d.add(Event{Process: p, Kind: Cut, Peer: l.To}, first(when(spared, IsSpared), when(!open, IsCut), when(c.Left.Cut == 0, BudgetSpent)))
		}
	}
}

// divisions notes the divisions that the network has, and that it heals.
func (d *disabled) divisions() {
	s, c := d.system, d.configuration
	if s.net.Faults.Divide == 0 {
		return
	}
	divided := s.Divided(c) != nil
	for _, group := range s.divisions {
		d.add(Event{Process: -1, Kind: Divide, Group: group}, first(when(divided, IsDivided), when(c.Left.Divide == 0, BudgetSpent)))
	}
	d.add(Event{Process: -1, Kind: Heal}, when(!divided, IsWhole))
}

// round notes the round in which nobody wakes.
func (d *disabled) round() {
	d.add(Event{Process: -1, Kind: Round}, when(!d.system.acts(d.configuration), ChangesNothing))
}

// tick notes the tick.
func (d *disabled) tick() {
	s, c := d.system, d.configuration
	d.add(Event{Process: -1, Kind: Tick}, first(when(s.urgent(c), IsUrgent), when(!s.ticks(c), ChangesNothing)))
}
