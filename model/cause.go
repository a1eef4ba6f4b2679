package model

import (
	"fmt"
	"slices"
)

// A Cause names what may happen in a configuration, as far as that is known
// before the step: it is an event without its Message and its Choices. In order
// inbox its Port is 0, whatever the port of the message.
type Cause struct {
	Event
	Nth int // Receive, Lose, Duplicate: which of the channel's messages that may arrive next, from 0
}

// String returns the name of the cause: the text of its events up to the
// message, "receive p1:0", and "receive p1:0#2" for the third of its channel.
func (x Cause) String() string {
	text := x.Event.String()
	if kind := x.StepKind(); kind.IsOfMessage() {
		text = fmt.Sprintf("%v p%d:%d", kind, x.Process, x.Port)
		if x.Nth > 0 {
			text += fmt.Sprintf("#%d", x.Nth)
		}
		if x.Within {
			text += fmt.Sprintf(", crash after %d", x.After)
		}
	}
	return text
}

// Strike returns the cause of a crash of process p within the step of x, after
// its first sends. Unless x is a round, p is the process of x.
func (x Cause) Strike(p, after int) Cause {
	x.Within, x.During, x.Kind, x.Process, x.After = true, x.Kind, Crash, p, after
	return x
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

// Causes returns the causes that c enables, in a fixed order, without crashes
// within steps. It takes no step, so it costs less than [System.Successors].
func (s *System) Causes(c Configuration) []Cause { return s.appendCauses(nil, c) }

func (s *System) appendCauses(list []Cause, c Configuration) []Cause {
	if c.Failed() {
		return list
	}
	if s.net.Timing == Lockstep {
		list = s.roundCauses(list, c)
	} else {
		expires := s.net.Timing == Async || s.isQuiet(c)
		for p := range s.net.N {
			if !c.Down[p] {
				list = s.stepCauses(list, c, p)
				if expires {
					list = s.expiries(list, c, p)
				}
			}
		}
	}
	return s.faultCauses(list, c)
}

// Obligatory reports whether a fair environment must let cause x of c happen:
// it is neither a wake-up nor a fault.
func (s *System) Obligatory(c Configuration, x Cause) bool {
	switch x.Kind {
	case Receive, Timeout, Idle:
		return true
	case Suspect:
		return c.Down[s.peers[x.Process][x.Port]]
	case Round:
		return len(x.Wakes) == 0
	}
	return false
}

// Follow returns one event of cause x, which c must enable, and its effect. If
// the algorithm chooses among several outcomes, Follow calls pick with their
// number; pick returns one of them, counted from 0. In a round it calls pick for
// each process that chooses. Follow reports false if x is a crash within a step
// that sends too little or is ill-formed.
func (s *System) Follow(c Configuration, x Cause, pick func(outcomes int) int) (Successor, bool) {
	one := func(outcomes int) int {
		if outcomes == 1 {
			return 0
		}
		return pick(outcomes)
	}
	plain := x
	plain.Event = x.cause()
	switch {
	case plain.Kind == Round:
		return s.followRound(c, x, one)
	case !plain.Kind.IsStep():
		return s.fault(c, x), true
	}
	before, e, in := s.stimulus(c, plain)
	list := s.alg.step(s.selves[x.Process], before.Locals[x.Process], in)
	o := list[one(len(list))]
	if x.Within {
		if c.Left.Crash == 0 || o.Failure != "" || x.After >= len(o.Sends) {
			return Successor{}, false
		}
		return s.struck(before, e, o, x.After), true
	}
	y := s.outcome(before, e, o)
	y.Obligatory = s.Obligatory(c, x)
	return y, true
}

// Outcomes returns the events of cause x, which c enables, and their effects:
// one event for each outcome of the choices of the algorithm, and the crashes
// within the step. [System.Successors] returns those of all causes.
func (s *System) Outcomes(c Configuration, x Cause) []Successor {
	switch {
	case x.Kind == Round:
		return s.round(c, x.Wakes)
	case !x.Kind.IsStep():
		return []Successor{s.fault(c, x)}
	}
	before, e, in := s.stimulus(c, x)
	var list []Successor
	for _, o := range s.alg.step(s.selves[x.Process], before.Locals[x.Process], in) {
		y := s.outcome(before, e, o)
		y.Obligatory = s.Obligatory(c, x)
		list = append(list, y)
		if c.Left.Crash == 0 || o.Failure != "" || x.Kind == Duplicate {
			continue
		}
		for after := range o.Sends {
			list = append(list, s.struck(before, e, o, after))
		}
	}
	return list
}

// stimulus returns, for cause x of c: c without the message and the budget that
// x uses up, the event that x names, and the input of the step.
func (s *System) stimulus(c Configuration, x Cause) (Configuration, Event, Input[any]) {
	e, in := s.named(c, x), Input[any]{Kind: x.Kind, Port: x.Port, Timer: x.Timer, Operation: x.Operation}
	switch x.Kind {
	case Receive, Duplicate:
		ch := s.channelInto(x.Process, x.Port)
		in = Input[any]{Kind: Receive, Port: e.Port, Msg: c.Channels[ch][x.Nth].Msg}
		if x.Kind == Receive {
			c = s.remove(c, ch, x.Nth)
		} else {
			c.Left = c.Left.Minus(Faults{Dup: 1})
		}
	case Suspect:
		if !s.Obligatory(c, x) {
			c.Left = c.Left.Minus(Faults{Suspect: 1})
		}
	}
	return c, e, in
}

// named returns the event of cause x of c, without its choices.
func (s *System) named(c Configuration, x Cause) Event {
	e := x.Event
	if x.Kind.IsOfMessage() {
		m := c.Channels[s.channelInto(x.Process, x.Port)][x.Nth]
		e.Port, e.Message = m.Port, m.Text()
	}
	return e
}

// ChannelOf returns the channel of the message of cause x: a reception, a loss
// or a duplication.
func (s *System) ChannelOf(x Cause) int { return s.channelInto(x.Process, x.Port) }

// channelInto returns the channel into process p by port q.
func (s *System) channelInto(p int, q Port) int {
	if s.net.Order.PerReceiver() {
		return p
	}
	i := slices.IndexFunc(s.in[p], func(ch int) bool { return s.links[ch].ToPort == q })
	return s.in[p][i]
}
