package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model/values"
)

// A Successor is one event that a configuration enables, and its effect.
type Successor struct {
	Event      Event
	Obligatory bool // a fair execution cannot ignore it for ever: it is neither a wake-up nor a fault
	Sends      []Sent
	Next       Configuration
}

// Sent is a message that was sent in an event.
type Sent struct {
	Link    int    // the index of its link in [System.Links]
	Message string // its text
	Msg     any
	Lost    bool // it is not put into a channel: the receiver is down, the link is cut, the set holds it already, or the channel is full
}

// Initial returns the configuration in which every execution starts: the first, if s
// has several.
func (s *System) Initial() Configuration { return s.initial }

func (s *System) start() (c Configuration, err error) {
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
	if s.net.Faults.Divide > 0 {
		c.Divided = make([]bool, len(s.links))
	}
	if s.net.Faults.Traitor > 0 {
		c.Traitors = make([]bool, n)
	}
	count := 1
	s.starts = make([]int, n)
	for p := range n {
		if c.Locals[p], s.starts[p], err = s.begin(p); err != nil {
			return c, err
		}
		if count *= s.starts[p]; count > maxStarts {
			return c, fmt.Errorf("more than %d initial configurations; allowed: at most %d, or one that Network.Start names", maxStarts, maxStarts)
		}
	}
	for _, p := range s.net.Down {
		c.Down[p] = true
		c.Locals[p] = s.survives(c.Locals[p])
	}
	if s.net.Timing == Bounded {
		c.Clocks = make([][]Clock, n)
		s.wind(&c)
	}
	if s.shows == nil {
		s.see(c.Locals)
	}
	s.consult(c)
	s.startup = Execution{System: s, Start: c}
	if !s.net.Wake.All {
		return c, nil
	}
	for p := range n {
		if c.Failed() || c.Down[p] || !s.ready(c, p).Wake {
			continue
		}
		woken := s.alg.step(s.selves[p], c.Locals[p], Input[any]{Kind: Wake})
		if len(woken) != 1 {
			return c, fmt.Errorf("wake all: process %d chooses when it wakes; let each wake at any time instead", p)
		}
		if s.waits(c, cause{Event: Event{Process: p, Kind: Wake}}) {
			return c, fmt.Errorf("wake all: process %d sends to a channel that is full, and capacity %v lets it wait; let each wake at any time instead", p, s.net.Capacity)
		}
		y := s.outcome(c, s.withName(Event{Process: p, Kind: Wake}), woken[0])
		s.startup.Steps = append(s.startup.Steps, y)
		c = y.Next
	}
	s.startup.Stem = len(s.startup.Steps)
	s.consult(c)
	return c, nil
}

// consult calls the methods of the algorithm for the values of c, so that New
// finds their faults. It panics with a *ValueError.
func (s *System) consult(c Configuration) {
	means := s.Semantics()
	look := func(p int, local any) {
		means.Check("local state", local)
		means.Ready(p, local)
		means.Observe(p, local)
	}
	for p, local := range c.Locals {
		if local != nil {
			look(p, local)
		}
		if local != nil && c.Down[p] {
			look(p, means.Restart(p, local))
		}
	}
	texts := map[string]any{}
	for _, channel := range c.Channels {
		for _, e := range channel {
			means.Check("message", e.Msg)
			txt := means.Text(e.Msg)
			if other, ok := texts[txt]; ok && other != e.Msg {
				panic(means.Ambiguous(other, e.Msg))
			}
			texts[txt] = e.Msg
		}
	}
}

// Startup returns the execution before the first event. It begins in the local
// states that Init returns. Its steps are the wake-ups of [WakeSet].All. A
// restricted system has the startup of the whole system.
func (x Semantics) Startup() Execution { return x.sys.startup }

// survives returns the local state that a configuration keeps of a process that
// goes down.
func (s *System) survives(local any) any {
	if s.net.Faults.Restart == 0 {
		return nil
	}
	return local
}

func (s *System) ready(c Configuration, p int) Spontaneous { return s.readyIn(p, c.Locals[p]) }

// readyIn returns the inputs that process p reacts to in a local state, beside
// messages. It panics with a *ValueError if that is not possible in the
// network.
func (s *System) readyIn(p int, local any) Spontaneous {
	ready := s.alg.ready(s.selves[p], local)
	if s.net.Timing == Bounded {
		s.checkDurations(p, local, ready)
	}
	return ready
}

// Terminal reports whether no obligatory event is enabled in c and some
// process has taken a step.
func (s *System) Terminal(c Configuration) bool {
	obliged := func(x cause) bool { return s.obligatory(c, x.Event) }
	return c.Started && !c.Failed() && !slices.ContainsFunc(s.appendCauses(nil, c), obliged)
}

// Successors returns the events that c enables, in the order of
// [Event.Compare], with their effects. It defines the events of a system
// (docs/semantics.md). It calls the algorithm each time and remembers nothing.
func (s *System) Successors(c Configuration) []Successor {
	var list []Successor
	for _, x := range s.appendCauses(nil, c) {
		list = append(list, s.outcomes(c, x)...)
	}
	slices.SortStableFunc(list, func(a, b Successor) int { return a.Event.Compare(b.Event) })
	return slices.CompactFunc(list, func(a, b Successor) bool { return a.Event.Compare(b.Event) == 0 })
}

// stepCauses appends the wake-up, the idle event, the invocations and the receptions
// of p, and the duplications of messages to it if there may be more.
func (s *System) stepCauses(list []cause, c Configuration, p int) []cause {
	ready := s.ready(c, p)
	if ready.Wake && s.net.Wake.Allows(p) {
		list = append(list, cause{Event: s.withName(Event{Process: p, Kind: Wake})})
	}
	if ready.Idle && s.isIdle(c, p) {
		list = append(list, cause{Event: Event{Process: p, Kind: Idle}})
	}
	list = s.invocations(list, p, ready)
	list = s.arrivals(list, c, p, Receive)
	if c.Left.Dup > 0 {
		list = s.arrivals(list, c, p, Duplicate)
	}
	return list
}

// invocations appends the operations that p may be asked for.
func (s *System) invocations(list []cause, p int, ready Spontaneous) []cause {
	for operation := range ready.Operations {
		list = append(list, cause{Event: s.withName(Event{Process: p, Kind: Invoke, Operation: operation})})
	}
	return list
}

// expiries appends the timeouts and suspicions of p.
func (s *System) expiries(list []cause, c Configuration, p int) []cause {
	ready := s.ready(c, p)
	for t := range uint8(8) {
		if ready.Timers.Has(t) && s.isDue(c, p, Clock{Kind: Timeout, Timer: t}) {
			list = append(list, cause{Event: s.withName(Event{Process: p, Kind: Timeout, Timer: t})})
		}
	}
	for q := range ready.Suspect.All() {
		x := cause{Event: Event{Process: p, Kind: Suspect, Port: q}}
		if int(q) < len(s.peers[p]) && s.isDue(c, p, Clock{Kind: Suspect, Port: q}) && (s.obligatory(c, x.Event) || c.Left.Suspect > 0 && s.net.Victims.MayStrike(Suspect, s.peers[p][q])) {
			list = append(list, x)
		}
	}
	return list
}

// outcome returns the event of outcome o of a step of e.Process.
func (s *System) outcome(c Configuration, e Event, o Outcome) Successor {
	e.Choices = o.Choices
	x := Successor{Event: e, Next: c.clone()}
	x.Sends = s.commit(&x.Next, e, o)
	return x
}

// struck returns the crash of e.Process within a step, after its first sends.
func (s *System) struck(c Configuration, e Event, o Outcome, after int) Successor {
	o.Sends = o.Sends[:after]
	x := s.outcome(c, e, o)
	x.Event.Within, x.Event.During, x.Event.Kind, x.Event.After = true, e.Kind, Crash, after
	x.Next = s.crash(x.Next, e.Process)
	return x
}

// commit changes c, whose slices are the caller's, to the configuration after outcome
// o of a step, which e names. It returns the messages that the step sends.
func (s *System) commit(c *Configuration, e Event, o Outcome) []Sent {
	p := e.Process
	c.Started = true
	if o.Failure != "" {
		c.Failures = make([]string, s.net.N)
		c.Failures[p] = o.Failure
		return nil
	}
	c.Locals[p] = o.Next
	var sends []Sent
	for _, m := range o.Sends {
		sends = append(sends, s.send(c, p, m))
	}
	s.restartClocks(c, e, o.Resets)
	s.wind(c)
	return sends
}

// send puts a message into its channel of c, which it modifies.
func (s *System) send(c *Configuration, p int, m Send) Sent {
	i := s.out[p][m.Port]
	sent := Sent{Link: i, Message: messageText(m.Msg), Msg: m.Msg}
	ch := s.channelOf(i)
	e := Envelope{Port: s.links[i].ToPort, Msg: m.Msg, Ticks: s.delay()}
	switch {
	case !s.enters(c, i, e) || s.isFull(c, ch):
		sent.Lost = true
	case !s.net.Order.Queued():
		at, _ := slices.BinarySearchFunc(c.Channels[ch], e, compareEnvelopes)
		c.Channels[ch] = slices.Insert(slices.Clone(c.Channels[ch]), at, e)
	default:
		c.Channels[ch] = append(c.Channels[ch][:len(c.Channels[ch]):len(c.Channels[ch])], e.behind(c.Channels[ch]))
	}
	return sent
}

// enters reports whether a message that is sent on link i needs a place in its channel of c:
// the receiver is up, the link is not severed, and no set holds it already.
func (s *System) enters(c *Configuration, i int, e Envelope) bool {
	if c.Down[s.links[i].To] || c.Severed(i) {
		return false
	}
	return !s.net.Order.Distinct() || !slices.ContainsFunc(c.Channels[s.channelOf(i)], e.equals)
}

// compareEnvelopes orders the messages of a channel that is not queued, so that
// equal contents are equal lists.
func compareEnvelopes(a, b Envelope) int {
	ka, kb := values.Key(a.Msg), values.Key(b.Msg)
	switch {
	case ka < kb:
		return -1
	case ka > kb:
		return 1
	}
	return cmp.Compare(a.Ticks, b.Ticks)
}

// remove returns c without the i-th message of channel ch.
func (s *System) remove(c Configuration, ch, i int) Configuration {
	c.Channels = slices.Clone(c.Channels)
	c.Channels[ch] = without(c.Channels[ch], i)
	return c
}

// without returns the channel without its i-th message. It may share memory with it.
func without(channel []Envelope, i int) []Envelope {
	if i == 0 {
		return channel[1:]
	}
	return slices.Delete(slices.Clone(channel), i, i+1)
}
