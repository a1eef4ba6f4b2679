package model

import "slices"

// faults returns the faults that may strike in c between steps.
func (s *System) faults(c Configuration) []Successor {
	var list []Successor
	add := func(e Event, next Configuration) { list = append(list, Successor{Event: e, Next: next}) }
	for p := range s.net.N {
		if !c.Down[p] && c.Left.Crash > 0 {
			add(Event{Process: p, Kind: Crash}, s.crash(c, p))
		}
		if c.Down[p] && c.Left.Restart > 0 {
			add(Event{Process: p, Kind: Restart}, s.restart(c, p))
		}
		if c.Left.Loss > 0 {
			s.losses(c, p, add)
		}
		if c.Left.Cut > 0 {
			s.cuts(c, p, add)
		}
	}
	return list
}

// crash returns c with process p down: what is in flight to it is discarded.
func (s *System) crash(c Configuration, p int) Configuration {
	next := c.clone()
	next.Left.Crash--
	next.Down[p] = true
	next.Locals[p] = s.survives(next.Locals[p])
	for _, ch := range s.in[p] {
		next.Channels[ch] = nil
	}
	return next
}

func (s *System) restart(c Configuration, p int) Configuration {
	next := c.clone()
	next.Left.Restart--
	next.Down[p] = false
	next.Locals[p] = s.alg.restart(s.selves[p], next.Locals[p])
	return next
}

func (s *System) losses(c Configuration, p int, add func(Event, Configuration)) {
	for _, ch := range s.in[p] {
		for i := range s.deliverable(c.Channels[ch]) {
			e := c.Channels[ch][i]
			next := s.remove(c, ch, i)
			next.Left.Loss--
			add(Event{Process: p, Kind: Lose, Port: e.Port, Message: text(e.Msg)}, next)
		}
	}
}

func (s *System) cuts(c Configuration, p int, add func(Event, Configuration)) {
	for i, l := range s.links {
		if l.From != p || c.Cut[i] {
			continue
		}
		next := c.clone()
		next.Left.Cut--
		next.Cut = slices.Clone(c.Cut)
		for j, other := range s.links {
			if other.From == p && other.To == l.To {
				next.Cut[j] = true
			}
		}
		add(Event{Process: p, Kind: Cut, Peer: l.To}, next)
	}
}
