package model

import "slices"

// delay returns the Ticks of a message that is sent: in timing Bounded how many ticks may
// pass before it arrives, in Lockstep for how many rounds it may wait, otherwise 0.
func (s *System) delay() int {
	switch s.net.Timing {
	case Bounded:
		return max(s.net.Delay, 1)
	case Lockstep:
		return max(s.net.Delay, 1) - 1
	}
	return 0
}

// isDue reports whether the clock of a timer or port allows it to run out. There are
// clocks in timing Bounded only, and of a port only while its process is down.
func (s *System) isDue(c Configuration, p int, of Clock) bool {
	if c.Clocks == nil {
		return true
	}
	i := slices.IndexFunc(c.Clocks[p], of.Of)
	return i >= 0 && c.Clocks[p][i].Least == 0
}

// restartClocks stops the clocks of next that start anew after step e: those that
// have run out, and the timers that the step resets.
func (s *System) restartClocks(next *Configuration, e Event, resets TimerSet) {
	if next.Clocks == nil {
		return
	}
	next.Clocks[e.Process] = slices.DeleteFunc(slices.Clone(next.Clocks[e.Process]), func(k Clock) bool {
		return k.StartsAnew(e, resets)
	})
}

// wind starts the clocks of c that do not run and should, and stops those that should
// not: a timer runs while it is set, and a suspicion while its port is listed and the
// process behind it is down.
func (s *System) wind(c *Configuration) {
	if c.Clocks == nil {
		return
	}
	for p := range c.Clocks {
		if c.Down[p] {
			c.Clocks[p] = nil
			continue
		}
		ready, last := s.ready(*c, p), s.durations(p, c.Locals[p])
		var list []Clock
		add := func(k Clock) {
			if i := slices.IndexFunc(c.Clocks[p], k.Of); i >= 0 {
				k = c.Clocks[p][i]
			}
			list = append(list, k)
		}
		for t := range uint8(8) {
			if ready.Timers.Has(t) {
				add(Clock{Kind: Timeout, Timer: t, Span: last.Timers[t]})
			}
		}
		for q := range ready.Suspect.All() {
			if int(q) < len(s.peers[p]) && c.Down[s.peers[p][q]] {
				add(Clock{Kind: Suspect, Port: q, Span: last.Suspect})
			}
		}
		c.Clocks[p] = list
	}
}

// ticks reports whether time may pass in c: nothing is urgent, and it makes a
// difference.
func (s *System) ticks(c Configuration) bool {
	if c.Clocks == nil || s.urgent(c) {
		return false
	}
	for _, clocks := range c.Clocks {
		if slices.ContainsFunc(clocks, func(k Clock) bool { return k.After() != k.Span }) {
			return true
		}
	}
	for _, channel := range c.Channels {
		if slices.ContainsFunc(channel, func(e Envelope) bool { return e.Ticks > 0 }) {
			return true
		}
	}
	return false
}

// urgent reports whether time may not pass: a message may be received next whose delay
// is used up, or the greatest duration of a clock is over.
func (s *System) urgent(c Configuration) bool {
	for p := range s.net.N {
		if slices.ContainsFunc(c.Clocks[p], Clock.isOver) {
			return true
		}
		for _, x := range s.arrivals(nil, c, p, Receive) {
			if c.Channels[s.channelInto(p, x.Port)][x.Nth].Ticks == 0 {
				return true
			}
		}
	}
	return false
}

// tick returns the event in which time passes, and its effect.
func (s *System) tick(c Configuration) Successor {
	next := c.clone()
	for p, clocks := range c.Clocks {
		next.Clocks[p] = slices.Clone(clocks)
		for i, k := range clocks {
			next.Clocks[p][i].Span = k.After()
		}
	}
	for ch, channel := range c.Channels {
		next.Channels[ch] = slices.Clone(channel)
		for i, e := range channel {
			next.Channels[ch][i].Ticks = max(e.Ticks-1, 0)
		}
	}
	return Successor{Event: Event{Process: -1, Kind: Tick}, Obligatory: true, Next: next}
}
