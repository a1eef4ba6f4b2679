package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model/values"
)

// A Configuration is everything that can influence the future of a system: the
// local states, the messages in flight, and the faults that may still occur.
// Nobody modifies a configuration: neither the function that has returned it,
// nor its caller.
type Configuration struct {
	Locals   []any        // local states; for a process that is down, the state before the crash if it may restart, else nil
	Down     []bool       // the processes that are down
	Channels [][]Envelope // the messages in flight, by [Semantics.Channels], next to arrive first
	Cut      []bool       // the links that are cut, by [System.Links]; nil if none can be
	Divided  []bool       // the links between the two groups of a divided network, by [System.Links]; nil if it cannot be divided
	Traitors []bool       // the processes that are traitors, and so down; nil if none can be
	Clocks   [][]Clock    // by process: the ticks left of timers and suspicions; nil unless the timing is [Bounded]
	Left     Faults       // the faults that may still occur
	Started  bool         // some process has taken a step
	Failures []string     // by process: why its step was not well-formed, or ""; nil if all steps were well-formed
}

// An Envelope is a message in flight and the port that it arrives on.
type Envelope struct {
	Port  Port
	Msg   any
	Ticks int  // in timing [Bounded]: how many ticks may pass before it arrives; in [Lockstep]: for how many rounds it may start to wait; otherwise 0
	Waits bool // in timing [Lockstep]: the next round does not deliver it
}

// equals reports whether the message is the same and arrives on the same port.
func (e Envelope) equals(f Envelope) bool { return e.Port == f.Port && e.Msg == f.Msg }

// Text returns the text of the message, as in [Event].Message.
func (e Envelope) Text() string { return messageText(e.Msg) }

func (c Configuration) clone() Configuration {
	c.Locals = slices.Clone(c.Locals)
	c.Down = slices.Clone(c.Down)
	c.Channels = slices.Clone(c.Channels)
	c.Clocks = slices.Clone(c.Clocks)
	return c
}

// InFlight returns the number of messages in flight.
func (c Configuration) InFlight() int {
	sum := 0
	for _, channel := range c.Channels {
		sum += len(channel)
	}
	return sum
}

// Failed reports whether some process took a step that is not well-formed.
func (c Configuration) Failed() bool { return c.Failures != nil }

// Key returns a text that two configurations of one system share if and only if
// they are equal.
func (c Configuration) Key() string {
	var b strings.Builder
	for p, l := range c.Locals {
		b.WriteString(strconv.FormatBool(c.Down[p]))
		b.WriteByte(' ')
		values.WriteKey(&b, l)
		b.WriteByte('\n')
	}
	for _, channel := range c.Channels {
		for _, e := range channel {
			b.WriteString(strconv.Itoa(int(e.Port)))
			b.WriteByte(' ')
			values.WriteKey(&b, e.Msg)
			if e.Ticks > 0 {
				b.WriteString(" " + strconv.Itoa(e.Ticks))
			}
			if e.Waits {
				b.WriteString(" waits")
			}
			b.WriteByte(';')
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%v %v %t %q", c.Cut, c.Left, c.Started, c.Failures)
	if c.Clocks != nil {
		fmt.Fprintf(&b, " %v", c.Clocks)
	}
	if c.Divided != nil {
		fmt.Fprintf(&b, " %v", c.Divided)
	}
	if c.Traitors != nil {
		fmt.Fprintf(&b, " %v", c.Traitors)
	}
	return b.String()
}

// Text writes configuration c for people: a line per process with its local
// state, its clocks, and the messages in flight to it, by port. In timing [Bounded]
// "in 2" says that something happens in two ticks, and "within 1" that a message
// arrives before more than one tick. In timing [Lockstep] "within 1" says that the next round
// delivers a message, and "waits" that it does not.
func (s *System) Text(c Configuration) string {
	var b strings.Builder
	for p := range c.Locals {
		fmt.Fprintf(&b, "p%d %s", p, s.Semantics().LocalText(c, p))
		if c.Clocks != nil {
			for _, clock := range c.Clocks[p] {
				b.WriteString(" " + s.clockText(p, clock))
			}
		}
		for _, ch := range s.in[p] {
			for _, e := range c.Channels[ch] {
				fmt.Fprintf(&b, " :%d %s", e.Port, e.Text())
				b.WriteString(s.delayText(e))
			}
		}
		b.WriteByte('\n')
	}
	for _, l := range s.cutPairs(c) {
		fmt.Fprintf(&b, "cut p%d p%d\n", l.From, l.To)
	}
	if group := s.Semantics().Divided(c); group != nil {
		b.WriteString("divided")
		writeProcesses(&b, group)
		b.WriteByte('\n')
	}
	return b.String()
}

// cutPairs returns the cut links, but only one from each process to each other.
func (s *System) cutPairs(c Configuration) []Link {
	var pairs []Link
	for i, cut := range c.Cut {
		l := s.links[i]
		same := func(other Link) bool { return other.From == l.From && other.To == l.To }
		if cut && !slices.ContainsFunc(pairs, same) {
			pairs = append(pairs, l)
		}
	}
	return pairs
}

// LocalText writes the local state of process p in c for people.
func (x Semantics) LocalText(c Configuration, p int) string {
	switch {
	case c.Failures != nil && c.Failures[p] != "":
		return "failed: " + c.Failures[p]
	case c.Betrayed(p):
		return "traitor"
	case c.Down[p]:
		return "down"
	}
	return values.LongText(c.Locals[p])
}

// Status returns the status of process p in c.
func (s *System) Status(c Configuration, p int) Status {
	if c.Failures != nil && c.Failures[p] != "" {
		return Status{Failed: true} // it is up: a process that is down takes no step
	}
	if c.Down[p] {
		return Status{Down: true}
	}
	return s.observe(p, c.Locals[p])
}

// A View is the part of a configuration that an observer sees. Most predicates of
// properties see nothing else.
type View struct {
	Network  *Network
	Status   []Status // by process
	Terminal bool     // see [System.Terminal]
	// Shows is the result of [Semantics.Shows]. A view without it says nothing of that.
	Shows []OwnType
}

// Bounded reports whether a bound of the instance keeps some process from going
// on. Then the execution may end because of the bound and not of the algorithm.
func (v View) Bounded() bool {
	return slices.ContainsFunc(v.Status, func(s Status) bool { return s.Bounded })
}

// SentAtStart returns the number of messages sent before the first event, by the wake-ups of
// [WakeSet].All. Lost ones count.
func (x Semantics) SentAtStart() int {
	sum := 0
	for _, step := range x.sys.startup.Steps {
		sum += len(step.Sends)
	}
	return sum
}

// ViewOf returns the view of a configuration that has these statuses and is not
// terminal.
func (x Semantics) ViewOf(statuses []Status) View {
	return View{Network: &x.sys.net, Status: statuses, Shows: x.Shows()}
}

// View returns the view of c.
func (s *System) View(c Configuration) View {
	v := s.Semantics().ViewOf(make([]Status, s.net.N))
	v.Terminal = s.Terminal(c)
	for p := range v.Status {
		v.Status[p] = s.Status(c, p)
	}
	return v
}

// Sort puts the messages of a channel into the order that they have in every configuration. A queue has its own.
func (o Order) Sort(channel []Envelope) {
	if !o.Queued() {
		slices.SortStableFunc(channel, compareEnvelopes)
	}
}
