package model

import (
	"fmt"
	"slices"
)

// A Successor is one event that a configuration enables, and what it does.
type Successor struct {
	Event      Event
	Obligatory bool // a fair environment must let it happen: not a wake-up, not a fault
	Sends      []Sent
	Next       Configuration
}

// Sent is a message that was sent in an event.
type Sent struct {
	Link    int    // the index of its link in [System.Links]
	Message string // its text
	Lost    bool   // it did not get into a channel: receiver down, link cut, or already in the set
}

// Initial returns the configuration in which every execution starts.
func (s *System) Initial() Configuration { return s.initial }

func (s *System) start() (c Configuration, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no initial configuration: %v", r)
		}
	}()
	n := s.net.N
	c = Configuration{
		Locals:   make([]any, n),
		Down:     make([]bool, n),
		Channels: make([][]Envelope, len(s.channels)),
		Left:     s.net.Faults,
	}
	if s.net.Faults.Cut > 0 {
		c.Cut = make([]bool, len(s.links))
	}
	for p := range n {
		if c.Locals[p] = s.alg.init(s.selves[p]); c.Locals[p] == nil {
			fail("Init returns no local state (a nil interface)")
		}
	}
	for _, p := range s.net.Down {
		c.Down[p] = true
		c.Locals[p] = s.survives(c.Locals[p])
	}
	if !s.net.Wake.All {
		return c, nil
	}
	for p := range n {
		if c.Failed() || c.Down[p] || !s.ready(c, p).Wake {
			continue
		}
		woken := s.take(c, Event{Process: p, Kind: Wake}, Input[any]{Kind: Wake})
		if len(woken) != 1 {
			return c, fmt.Errorf("wake all: process %d chooses when it wakes; let each wake at any time instead", p)
		}
		c = woken[0].Next
	}
	return c, nil
}

// survives returns what is kept of the local state of a process that goes down.
func (s *System) survives(local any) any {
	if s.net.Faults.Restart == 0 {
		return nil
	}
	return local
}

func (s *System) ready(c Configuration, p int) Spontaneous {
	return s.alg.ready(s.selves[p], c.Locals[p])
}

// Terminal reports whether no obligatory event is enabled in c and some
// process has taken a step.
func (s *System) Terminal(c Configuration) bool {
	if !c.Started || c.Failed() {
		return false
	}
	return !slices.ContainsFunc(s.Successors(c), func(x Successor) bool { return x.Obligatory })
}

// Successors returns the events that c enables, in the order of
// [Event.Compare], with what follows each. It is the definition of what a
// system does (docs/semantics.md), and calls the algorithm afresh each time.
func (s *System) Successors(c Configuration) []Successor {
	if c.Failed() {
		return nil
	}
	var list []Successor
	if s.net.Timing == Lockstep {
		list = s.rounds(c)
	} else {
		list = s.steps(c)
	}
	list = append(list, s.faults(c)...)
	slices.SortFunc(list, func(a, b Successor) int { return a.Event.Compare(b.Event) })
	return slices.CompactFunc(list, func(a, b Successor) bool { return a.Event.Compare(b.Event) == 0 })
}

// steps returns the events in which one process takes a step.
func (s *System) steps(c Configuration) []Successor {
	var list []Successor
	quiet := c.InFlight() == 0
	for p := range s.net.N {
		if c.Down[p] {
			continue
		}
		ready := s.ready(c, p)
		if ready.Wake && s.net.Wake.Allows(p) {
			list = append(list, s.strike(c, Event{Process: p, Kind: Wake}, Input[any]{Kind: Wake}, false)...)
		}
		if ready.Idle && s.isIdle(c, p) {
			list = append(list, s.strike(c, Event{Process: p, Kind: Idle}, Input[any]{Kind: Idle}, true)...)
		}
		list = append(list, s.receptions(c, p)...)
		if s.net.Timing == Async || quiet {
			list = append(list, s.expiries(c, p, ready)...)
		}
	}
	return list
}

func (s *System) isIdle(c Configuration, p int) bool {
	return !slices.ContainsFunc(s.in[p], func(ch int) bool { return len(c.Channels[ch]) > 0 })
}

// receptions returns the deliveries to p, with and without duplication.
func (s *System) receptions(c Configuration, p int) []Successor {
	var list []Successor
	for _, ch := range s.in[p] {
		for i := range s.deliverable(c.Channels[ch]) {
			envelope := c.Channels[ch][i]
			e := Event{Process: p, Kind: Receive, Port: envelope.Port, Message: text(envelope.Msg)}
			in := Input[any]{Kind: Receive, Port: envelope.Port, Msg: envelope.Msg}
			list = append(list, s.strike(s.remove(c, ch, i), e, in, true)...)
			if c.Left.Dup > 0 {
				e.Kind = Duplicate
				kept := c
				kept.Left.Dup--
				list = append(list, s.take(kept, e, in)...)
			}
		}
	}
	return list
}

// deliverable returns how many of the messages of a channel may arrive next.
func (s *System) deliverable(channel []Envelope) int {
	if s.net.Order == FIFO || s.net.Order == Inbox {
		return min(len(channel), 1)
	}
	return len(channel)
}

// expiries returns the timeouts and suspicions of p.
func (s *System) expiries(c Configuration, p int, ready Spontaneous) []Successor {
	var list []Successor
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			list = append(list, s.strike(c, Event{Process: p, Kind: Timeout, Timer: t}, Input[any]{Kind: Timeout, Timer: t}, true)...)
		}
	}
	for q := range ready.Suspect.All() {
		if int(q) >= len(s.peers[p]) {
			continue
		}
		truly, before := c.Down[s.peers[p][q]], c
		if !truly {
			if c.Left.Suspect == 0 {
				continue
			}
			before.Left.Suspect--
		}
		list = append(list, s.strike(before, Event{Process: p, Kind: Suspect, Port: q}, Input[any]{Kind: Suspect, Port: q}, truly)...)
	}
	return list
}

// strike returns the outcomes of a step, and those of a crash within it.
func (s *System) strike(c Configuration, e Event, in Input[any], obligatory bool) []Successor {
	list := s.take(c, e, in)
	for i, taken := range list {
		list[i].Obligatory = obligatory
		if c.Left.Crash == 0 || taken.Next.Failed() {
			continue
		}
		e := taken.Event
		e.Within, e.During, e.Kind = true, e.Kind, Crash
		for e.After = range len(taken.Sends) {
			next := s.crash(s.redo(c, e.Process, in, e.Choices, e.After), e.Process)
			list = append(list, Successor{Event: e, Sends: taken.Sends[:e.After], Next: next})
		}
	}
	return list
}

// take returns the outcomes of a step of e.Process upon in.
func (s *System) take(c Configuration, e Event, in Input[any]) []Successor {
	p := e.Process
	var list []Successor
	for _, o := range s.alg.step(s.selves[p], c.Locals[p], in) {
		e.Choices = o.choices
		x := Successor{Event: e}
		x.Next, x.Sends = s.commit(c, p, o)
		list = append(list, x)
	}
	return list
}

// redo returns c after the outcome with these choices, only its first sends sent.
func (s *System) redo(c Configuration, p int, in Input[any], choices []int, sends int) Configuration {
	for _, o := range s.alg.step(s.selves[p], c.Locals[p], in) {
		if slices.Equal(o.choices, choices) {
			o.sends = o.sends[:sends]
			next, _ := s.commit(c, p, o)
			return next
		}
	}
	panic(&ImpureError{System: s.name, What: "a repeated step has other outcomes", First: fmt.Sprint(choices), Second: "none such"})
}

// commit returns c after outcome o of a step of process p.
func (s *System) commit(c Configuration, p int, o valueOutcome) (Configuration, []Sent) {
	next := c.clone()
	next.Started = true
	if o.failure != "" {
		next.Failures = make([]string, s.net.N)
		next.Failures[p] = o.failure
		return next, nil
	}
	next.Locals[p] = o.next
	var sends []Sent
	for _, m := range o.sends {
		sends = append(sends, s.send(&next, p, m))
	}
	return next, sends
}

// send puts a message into its channel of c, which it modifies.
func (s *System) send(c *Configuration, p int, m valueSend) Sent {
	i := s.out[p][m.port]
	sent := Sent{Link: i, Message: text(m.msg)}
	l, ch := s.links[i], s.channelOf(i)
	e := Envelope{Port: l.ToPort, Msg: m.msg}
	switch {
	case c.Down[l.To] || c.Cut != nil && c.Cut[i]:
		sent.Lost = true
	case s.net.Order == Set && slices.Contains(c.Channels[ch], e):
		sent.Lost = true
	case s.net.Order == Bag || s.net.Order == Set:
		at, _ := slices.BinarySearchFunc(c.Channels[ch], e, compareEnvelopes)
		c.Channels[ch] = slices.Insert(slices.Clone(c.Channels[ch]), at, e)
	default:
		c.Channels[ch] = append(slices.Clip(slices.Clone(c.Channels[ch])), e)
	}
	return sent
}

// compareEnvelopes orders what is in flight on a link whose order does not
// matter, so that equal configurations look the same.
func compareEnvelopes(a, b Envelope) int {
	ka, kb := key(a.Msg), key(b.Msg)
	switch {
	case ka < kb:
		return -1
	case ka > kb:
		return 1
	}
	return 0
}

// remove returns c without the i-th message of channel ch.
func (s *System) remove(c Configuration, ch, i int) Configuration {
	c.Channels = slices.Clone(c.Channels)
	c.Channels[ch] = slices.Delete(slices.Clone(c.Channels[ch]), i, i+1)
	return c
}
