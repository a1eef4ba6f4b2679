package model

import "slices"

// A cause names an event that may happen in a configuration, as far as that is
// known before the step: it is an event without its Message and its Choices. In
// order inbox its Port is 0, for any port of the message.
type cause struct {
	Event
	Nth int // Receive, Lose, Duplicate, Delay: the message's place in its channel, Forge: which of [Semantics.Forgeries], from 0
}

// cause returns e without its crash and its choices.
func (e Event) cause() Event {
	if e.Within {
		e.Kind = e.During
		if e.Kind == Round {
			e.Process = -1
		}
	}
	e.Within, e.During, e.After, e.Choices = false, 0, 0, nil
	return e
}

// appendCauses appends the causes that c enables, in a fixed order, without crashes
// within steps.
func (s *System) appendCauses(list []cause, c Configuration) []cause {
	if c.Failed() {
		return list
	}
	if x, ok := s.inTurn(c); ok {
		return append(list, x)
	}
	if s.net.Timing == Lockstep {
		list = s.roundCauses(list, c)
		for p := range s.net.N {
			if !c.Down[p] {
				list = s.invocations(list, p, s.ready(c, p))
			}
			list = s.delays(list, c, p)
		}
	} else {
		expires, from := s.net.Timing != Timely || s.isQuiet(c), len(list)
		for p := range s.net.N {
			if !c.Down[p] {
				list = s.stepCauses(list, c, p)
				if expires {
					list = s.expiries(list, c, p)
				}
			}
		}
		list = s.unblocked(list, from, c)
	}
	if s.ticks(c) {
		list = append(list, cause{Event: Event{Process: -1, Kind: Tick}})
	}
	for p := range s.net.N {
		list = s.faultCauses(list, c, p)
	}
	return s.divisionCauses(list, c)
}

// obligatory is the definition of [Semantics.Obligatory].
func (s *System) obligatory(c Configuration, x Event) bool {
	switch x.Kind {
	case Receive, Timeout, Idle, Tick:
		return true
	case Suspect:
		return c.Down[s.peers[x.Process][x.Port]]
	case Round:
		return len(x.Wakes) == 0
	}
	return false
}

// follow is the definition of [Semantics.Follow].
func (s *System) follow(c Configuration, x cause, pick func(outcomes int) int) (Successor, bool) {
	one := single(pick)
	plain := x
	plain.Event = x.cause()
	switch {
	case plain.Kind == Round:
		return s.followRound(c, x, one)
	case plain.Kind == Tick:
		return s.tick(c), true
	case !plain.Kind.IsStep():
		return s.fault(c, x), true
	case !x.Within:
		next := c.clone()
		return s.take(&next, x, one), true
	}
	before := c
	before.Channels = slices.Clone(c.Channels)
	e, in := s.stimulus(&before, plain)
	list := s.alg.step(s.selves[x.Process], before.Locals[x.Process], in)
	o := list[one(len(list))]
	if !s.crashable(c, x.Process) || o.Failure != "" || x.After >= len(o.Sends) {
		return Successor{}, false
	}
	return s.struck(before, e, o, x.After), true
}

// single returns a function that calls pick only if there are several outcomes.
func single(pick func(outcomes int) int) func(outcomes int) int {
	return func(outcomes int) int {
		if outcomes == 1 {
			return 0
		}
		return pick(outcomes)
	}
}

// take takes a step of cause x. It modifies c, whose slices are the caller's.
func (s *System) take(c *Configuration, x cause, pick func(outcomes int) int) Successor {
	y := Successor{Obligatory: s.obligatory(*c, x.Event)}
	e, in := s.stimulus(c, x)
	list := s.alg.step(s.selves[x.Process], c.Locals[x.Process], in)
	o := list[pick(len(list))]
	e.Choices = o.Choices
	y.Event, y.Sends = e, s.commit(c, e, o)
	y.Next = *c
	return y
}

// outcomes is the definition of [Semantics.Outcomes].
func (s *System) outcomes(c Configuration, x cause) []Successor {
	switch {
	case x.Kind == Round:
		return s.round(c, x.Wakes)
	case x.Kind == Tick:
		return []Successor{s.tick(c)}
	case !x.Kind.IsStep():
		return []Successor{s.fault(c, x)}
	}
	before := c
	before.Channels = slices.Clone(c.Channels)
	e, in := s.stimulus(&before, x)
	var list []Successor
	for _, o := range s.alg.step(s.selves[x.Process], before.Locals[x.Process], in) {
		y := s.outcome(before, e, o)
		y.Obligatory = s.obligatory(c, x.Event)
		list = append(list, y)
		if !s.crashable(c, x.Process) || o.Failure != "" || x.Kind == Duplicate {
			continue
		}
		for after := range o.Sends {
			list = append(list, s.struck(before, e, o, after))
		}
	}
	return list
}

// stimulus returns the event that cause x of c names, and the input of the step. It
// takes the message and the budget that x uses up from c, whose list of channels is
// the caller's.
func (s *System) stimulus(c *Configuration, x cause) (Event, Input[any]) {
	e, in := s.named(*c, x), Input[any]{Kind: x.Kind, Port: x.Port, Number: Number{Timer: x.Timer, Operation: uint8(x.Operation)}}
	switch x.Kind {
	case Receive, Duplicate:
		ch := s.channelInto(x.Process, x.Port)
		in = Input[any]{Kind: Receive, Port: e.Port, Msg: c.Channels[ch][x.Nth].Msg}
		if x.Kind == Receive {
			c.Channels[ch] = without(c.Channels[ch], x.Nth)
		} else {
			c.Left = c.Left.Minus(Faults{Dup: 1})
		}
	case Suspect:
		if !s.obligatory(*c, x.Event) {
			c.Left = c.Left.Minus(Faults{Suspect: 1})
		}
	}
	return e, in
}

// named returns the event of cause x of c, without its choices.
func (s *System) named(c Configuration, x cause) Event {
	e := x.Event
	if x.Kind.IsOfMessage() {
		m := c.Channels[s.channelInto(x.Process, x.Port)][x.Nth]
		e.Port, e.Message = m.Port, m.Text()
	}
	if x.Kind == Forge {
		e.Message = messageText(s.forgeries[x.Process][x.Port][x.Nth])
	}
	return e
}

// channelInto returns the channel into process p by port q.
func (s *System) channelInto(p int, q Port) int {
	if s.net.Order.PerReceiver() {
		return p
	}
	i := slices.IndexFunc(s.in[p], func(ch int) bool { return s.links[ch].ToPort == q })
	return s.in[p][i]
}
