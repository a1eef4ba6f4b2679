package model

import "slices"

// arrivals appends a cause of that kind for each message that may arrive at p
// next. A deferred message may be lost, but is not received.
func (s *System) arrivals(list []cause, c Configuration, p int, kind Kind) []cause {
	for _, ch := range s.in[p] {
		var port Port
		if !s.net.Order.PerReceiver() {
			port = s.links[ch].ToPort
		}
		for _, i := range s.next(c, p, ch) {
			e := c.Channels[ch][i]
			if kind != Receive && !s.isProne(kind, p, &e) {
				continue
			}
			if kind == Lose || !s.isDeferred(c, p, e) {
				list = append(list, cause{Event{Process: p, Kind: kind, Port: port}, i})
			}
		}
	}
	return list
}

// next returns the indices of the messages of channel ch that may arrive at p next.
// If p may defer messages and the channel is a queue for p alone, these are the
// deferred messages before the first that is not deferred, and that one; of equal
// messages, the oldest. In timing Bounded too, the oldest stands for all that equal it.
func (s *System) next(c Configuration, p, ch int) []int {
	channel, list := c.Channels[ch], []int(nil)
	for i, e := range channel {
		passes := s.defers && s.net.Order.PerReceiver()
		oldest := passes || s.net.Timing == Bounded
		if !oldest || !slices.ContainsFunc(channel[:i], e.equals) {
			list = append(list, i)
		}
		if s.net.Order.Queued() && !(passes && s.isDeferred(c, p, e)) {
			break
		}
	}
	return list
}

// isDeferred reports whether process p, which is up, does not receive a message in
// its local state.
func (s *System) isDeferred(c Configuration, p int, e Envelope) bool {
	return s.defers && s.alg.deferred(s.selves[p], c.Locals[p], e.Port, e.Msg)
}

// isIdle reports whether p can receive nothing.
func (s *System) isIdle(c Configuration, p int) bool { return len(s.arrivals(nil, c, p, Receive)) == 0 }

// isQuiet reports whether nobody can receive anything.
func (s *System) isQuiet(c Configuration) bool {
	for p := range s.net.N {
		if !c.Down[p] && !s.isIdle(c, p) {
			return false
		}
	}
	return true
}
