package promela

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// MaxSteps is the greatest number of steps of a model, over all processes.
const MaxSteps = 20_000

// An envelope is a message on the port on which it arrives.
type envelope struct {
	port model.Port
	msg  compiled.Message
}

// A rule is one outcome of a step in a local state.
type rule struct {
	event   model.Event
	message int // the number of the message that it receives, from 1; 0: none
	channel int // of that message
	compiled.Outcome
}

// steps are the steps of every process in each local state that it may get into, if each message
// that is ever sent on a channel may arrive at any time. They include the steps of every execution.
type steps struct {
	system   *model.System
	tables   *compiled.Tables
	rules    [][][]rule         // by process and local state
	restarts [][]compiled.Local // by process and local state: where it restarts
	arrivals [][]envelope       // by channel: the messages that may arrive on it
	numbers  map[envelope]int   // of messages, from 1; of those in order inbox, with their port
	messages []envelope         // by number, from 0
	count    int
}

// findSteps returns the steps of s. It returns an error if they are too many, or if the result of
// one is not known.
func findSteps(s *model.System) (t *steps, err error) {
	defer func() {
		if r := recover(); r != nil {
			if !compiled.Blames(r) {
				panic(r)
			}
			err = fmt.Errorf("%v", r)
		}
	}()
	n := s.Network().N
	t = &steps{system: s, tables: compiled.New(s), rules: make([][][]rule, n), restarts: make([][]compiled.Local, n),
		arrivals: make([][]envelope, len(s.Semantics().Channels())), numbers: map[envelope]int{}}
	c := s.Initial()
	for p, local := range c.Locals {
		if local != nil {
			t.tables.Local(p, local)
		}
	}
	for ch, list := range c.Channels {
		for _, e := range list {
			t.arrive(ch, envelope{e.Port, t.tables.Message(e.Msg)})
		}
	}
	for grown := true; grown; {
		grown = false
		for p := range n {
			more, err := t.grow(p)
			if err != nil {
				return nil, err
			}
			grown = grown || more
		}
	}
	return t, nil
}

// grow takes the steps of process p that were not taken yet, and reports whether there are any.
func (t *steps) grow(p int) (grown bool, err error) {
	for l := compiled.Local(0); int(l) < t.tables.Locals(p); l++ {
		if int(l) == len(t.rules[p]) {
			t.rules[p] = append(t.rules[p], nil)
			if t.system.Network().Faults.Restart > 0 {
				t.restarts[p] = append(t.restarts[p], t.tables.Restart(p, l))
			}
			for _, e := range t.spontaneous(p, l) {
				if err := t.take(p, l, e, 0, envelope{}); err != nil {
					return false, err
				}
			}
			grown = true
		}
		for _, ch := range t.system.Semantics().InChannels(p) {
			for _, e := range t.arrivals[ch] {
				more, err := t.receive(p, l, ch, e)
				if err != nil {
					return false, err
				}
				grown = grown || more
			}
		}
	}
	return grown, nil
}

// spontaneous returns the events of process p in a local state that no message causes.
func (t *steps) spontaneous(p int, l compiled.Local) []model.Event {
	ready := t.tables.Ready(p, l)
	var list []model.Event
	if ready.Wake && t.system.Network().Wake.Allows(p) {
		list = append(list, model.Event{Process: p, Kind: model.Wake})
	}
	if ready.Idle {
		list = append(list, model.Event{Process: p, Kind: model.Idle})
	}
	for i := range ready.Operations {
		list = append(list, model.Event{Process: p, Kind: model.Invoke, Operation: i})
	}
	for i := range uint8(8) {
		if ready.Timers.Has(i) {
			list = append(list, model.Event{Process: p, Kind: model.Timeout, Timer: i})
		}
	}
	for q := range ready.Suspect.All() {
		if int(q) < t.system.Semantics().Ports(p) {
			list = append(list, model.Event{Process: p, Kind: model.Suspect, Port: q})
		}
	}
	return list
}

// receive takes the step of process p in a local state upon a message, unless it was taken, and
// reports whether it was not.
func (t *steps) receive(p int, l compiled.Local, ch int, e envelope) (bool, error) {
	taken := func(r rule) bool { return r.message == t.number(e) && r.channel == ch }
	if slices.ContainsFunc(t.rules[p][l], taken) || t.tables.Defers() && t.tables.Deferred(p, l, e.port, e.msg) {
		return false, nil
	}
	event := model.Event{Process: p, Kind: model.Receive, Port: e.port, Message: t.tables.MessageText(e.msg)}
	return true, t.take(p, l, event, ch, e)
}

// take adds the outcomes of a step.
func (t *steps) take(p int, l compiled.Local, event model.Event, ch int, e envelope) error {
	in := compiled.Input{Kind: event.Kind, Port: event.Port, Timer: event.Timer, Operation: event.Operation, Msg: -1}
	r := rule{event: t.system.Semantics().Named(event), channel: ch}
	if event.Kind == model.Receive {
		in.Msg, r.message = e.msg, t.number(e)
	}
	for _, o := range t.tables.Peek(p, l, in) {
		if o.Blame != nil {
			return o.Blame
		}
		r.Outcome, r.event.Choices = o, o.Choices
		t.rules[p][l] = append(t.rules[p][l], r)
		if t.count++; t.count > MaxSteps {
			return fmt.Errorf("if every message may arrive at any time, the processes have more than %d steps; allowed as promela: fewer processes, or lower bounds", MaxSteps)
		}
		for _, m := range o.Sends {
			link := t.system.Semantics().OutLink(p, m.Port)
			t.arrive(t.system.Semantics().ChannelOfLink(link), envelope{t.system.Links()[link].ToPort, m.Msg})
		}
	}
	return nil
}

// arrive notes that a message may arrive on a channel.
func (t *steps) arrive(ch int, e envelope) {
	if !slices.Contains(t.arrivals[ch], e) {
		t.arrivals[ch] = append(t.arrivals[ch], e)
		t.number(e)
	}
}

// number returns the number of a message in the model. In order inbox a message has another one
// on each port; otherwise its channel says the port.
func (t *steps) number(e envelope) int {
	key := e
	if !t.system.Network().Order.PerReceiver() {
		key.port = 0
	}
	i, ok := t.numbers[key]
	if !ok {
		t.messages = append(t.messages, key)
		i = len(t.messages)
		t.numbers[key] = i
	}
	return i
}
