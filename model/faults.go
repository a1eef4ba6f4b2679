package model

import "slices"

// faultCauses appends the faults that may strike process p in c between steps, and
// the messages to it.
func (s *System) faultCauses(list []cause, c Configuration, p int) []cause {
	if !c.Down[p] && s.crashable(c, p) {
		list = append(list, cause{Event: Event{Process: p, Kind: Crash}})
	}
	if c.Down[p] && c.Left.Restart > 0 && !c.Betrayed(p) && s.net.Victims.MayStrike(Restart, p) {
		list = append(list, cause{Event: Event{Process: p, Kind: Restart}})
	}
	if c.Left.Loss > 0 {
		list = s.arrivals(list, c, p, Lose)
	}
	if c.Left.Cut > 0 {
		list = s.cuts(list, c, p)
	}
	if c.Traitors != nil {
		list = s.traitorCauses(list, &c, p)
	}
	return list
}

// cuts appends the cuts from p to each other process, once per process.
func (s *System) cuts(list []cause, c Configuration, p int) []cause {
	from := len(list)
	for i, l := range s.links {
		same := func(x cause) bool { return x.Peer == l.To }
		if l.From == p && !c.Cut[i] && s.net.Victims.MayCut(p, l.To) && !slices.ContainsFunc(list[from:], same) {
			list = append(list, cause{Event: Event{Process: p, Kind: Cut, Peer: l.To}})
		}
	}
	return list
}

// fault returns the event of fault x of c and its effect.
func (s *System) fault(c Configuration, x cause) Successor {
	if x.Kind == Forge {
		return s.forge(c, x)
	}
	y := Successor{Event: s.named(c, x)}
	switch x.Kind {
	case Betray:
		y.Next = s.betray(c, x.Process)
	case Crash:
		y.Next = s.crash(c, x.Process)
	case Restart:
		y.Next = s.restart(c, x.Process)
	case Lose:
		y.Next = s.remove(c, s.channelInto(x.Process, x.Port), x.Nth)
		y.Next.Left = y.Next.Left.Minus(Faults{Loss: 1})
	case Cut:
		y.Next = s.cut(c, x.Process, x.Peer)
	case Divide:
		y.Next = s.divide(c, x.Group)
	case Heal:
		y.Next = s.heal(c)
	case Delay:
		y.Next = s.late(c, s.channelInto(x.Process, x.Port), x.Nth)
	}
	return y
}

// crashable reports whether process p, which is up, may crash.
func (s *System) crashable(c Configuration, p int) bool {
	return c.Left.Crash > 0 && s.net.Victims.MayStrike(Crash, p)
}

// crash returns c with process p down and without the messages in flight to it.
func (s *System) crash(c Configuration, p int) Configuration {
	next := s.fell(c, p, s.survives(c.Locals[p]))
	next.Left = next.Left.Minus(Faults{Crash: 1})
	return next
}

// fell returns c with process p down, of which a local state is kept, and without the messages in flight to it.
func (s *System) fell(c Configuration, p int, local any) Configuration {
	next := c.clone()
	next.Down[p] = true
	next.Locals[p] = local
	for _, ch := range s.in[p] {
		next.Channels[ch] = nil
	}
	s.wind(&next)
	return next
}

func (s *System) restart(c Configuration, p int) Configuration {
	next := c.clone()
	next.Left = next.Left.Minus(Faults{Restart: 1})
	next.Down[p] = false
	next.Locals[p] = s.alg.restart(s.selves[p], next.Locals[p])
	s.wind(&next)
	return next
}

// cut returns c without the links from p to another process.
func (s *System) cut(c Configuration, p, to int) Configuration {
	next := c.clone()
	next.Left = next.Left.Minus(Faults{Cut: 1})
	next.Cut = slices.Clone(c.Cut)
	for i, l := range s.links {
		if l.From == p && l.To == to {
			next.Cut[i] = true
		}
	}
	return next
}
