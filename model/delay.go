package model

import (
	"cmp"
	"fmt"
	"slices"
)

// In timing Lockstep the messages of a link that wait are its last ones: fifo lets none
// overtake another.

// delays appends the delays of the messages to p: of each link, that of the last message
// that does not wait, if it may.
func (s *System) delays(list []cause, c Configuration, p int) []cause {
	for _, ch := range s.in[p] {
		if i := len(arriving(c.Channels[ch])) - 1; i >= 0 && c.Channels[ch][i].Ticks > 0 {
			list = append(list, cause{Event{Process: p, Kind: Delay, Port: s.links[ch].ToPort}, i})
		}
	}
	return list
}

// late returns c with the i-th message of channel ch waiting.
func (s *System) late(c Configuration, ch, i int) Configuration {
	c.Channels = slices.Clone(c.Channels)
	c.Channels[ch] = slices.Clone(c.Channels[ch])
	c.Channels[ch][i] = c.Channels[ch][i].waiting()
	return c
}

// waiting returns e when it waits for one more round.
func (e Envelope) waiting() Envelope {
	e.Ticks, e.Waits = e.Ticks-1, true
	return e
}

// arrived returns e without Waits: so it is after the round for which it waits.
func (e Envelope) arrived() Envelope {
	e.Waits = false
	return e
}

// behind returns e when it is sent on a link with these messages: it waits if the last one does.
func (e Envelope) behind(channel []Envelope) Envelope {
	if len(channel) > 0 && channel[len(channel)-1].Waits {
		return e.waiting()
	}
	return e
}

// arriving returns the messages of a channel that the next round delivers.
func arriving(channel []Envelope) []Envelope {
	i := len(channel)
	for i > 0 && channel[i-1].Waits {
		i--
	}
	return channel[:i]
}

// waited returns the messages of a channel that a round does not deliver, when it is over.
func waited(channel []Envelope) []Envelope {
	var list []Envelope
	for _, e := range channel[len(arriving(channel)):] {
		list = append(list, e.arrived())
	}
	return list
}

// Within returns the time after which a message in flight has arrived, and whether there is one
// that configurations tell apart: in timing [Bounded] the ticks that may pass before, in [Lockstep]
// the rounds up to that one that delivers it, if it may take several.
func (x Semantics) Within(e Envelope) (time int, ok bool) {
	switch {
	case x.sys.net.Timing == Bounded:
		return e.Ticks, true
	case e.Waits:
		return e.Ticks + 2, true
	}
	return e.Ticks + 1, x.sys.delay() > 0
}

// delayText says when a message arrives, if the timing has a bound.
func (s *System) delayText(e Envelope) (text string) {
	if e.Waits {
		text = " waits,"
	}
	if time, ok := s.Semantics().Within(e); ok {
		text += fmt.Sprint(" within ", time)
	}
	return text
}

// delays notes the delays of messages to p.
func (d *disabled) delays(p int) {
	s, c := d.system, d.configuration
	if s.net.Timing != Lockstep || s.delay() == 0 {
		return
	}
	for _, ch := range s.in[p] {
		channel, e := c.Channels[ch], Event{Process: p, Kind: Delay, Port: s.links[ch].ToPort}
		if len(channel) == 0 {
			d.add(e, cmp.Or(d.isDown(p), emptyChannel))
			continue
		}
		last := len(arriving(channel)) - 1
		for i, m := range channel {
			if last >= 0 && i != last && m.equals(channel[last]) {
				continue // the same event
			}
			e.Message = m.Text()
			d.add(e, cmp.Or(when(m.Waits, isWaiting), when(m.Ticks == 0, isLate), when(i != last, notLast)))
		}
	}
}
