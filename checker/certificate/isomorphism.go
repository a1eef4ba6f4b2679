package certificate

import (
	"context"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// An Isomorphism maps a system to another that is equal to it but for names: all local states and
// messages that its executions lead to.
type Isomorphism struct {
	Locals     []map[any]any // by process: local states
	Messages   []map[any]any // by link
	Properties []Judged
}

// Judged decides a property in a configuration.
type Judged struct {
	Decided func(v model.View, monitor any) any
	Monitor *Monitor // nil: there is none
}

// CheckIsomorphism checks that two systems are isomorphic: as a whole if they have at most
// MaxConfigurations, or else on random walks. It starts both in the configurations in which they begin, and
// compares the events that they enable. The error is a *[Flaw], that of the context, or that of [model.Semantics.Starts].
func CheckIsomorphism(ctx context.Context, from, to *model.System, x Isomorphism, o Options) (Result, error) {
	a := &pairing{Isomorphism: x, ctx: ctx, from: from, to: to, texts: make([]map[string]string, len(x.Messages)), seen: map[string]bool{}}
	for i, messages := range x.Messages {
		a.texts[i] = map[string]string{}
		for m, image := range messages {
			a.texts[i][model.Envelope{Msg: m}.Text()] = model.Envelope{Msg: image}.Text()
		}
	}
	for range x.Properties {
		a.states, a.others = append(a.states, function{}), append(a.others, function{})
	}
	if err := a.oneToOne(); err != nil {
		return Result{}, err
	}
	starts, err := a.starts()
	if err != nil {
		return Result{}, err
	}
	through := way[*twins]{ctx, o, starts, a.fresh, a.next}
	_, a.result.Whole, err = through.whole(a.visit)
	if err == nil && !a.result.Whole {
		err = through.walk(func(t *twins) error {
			if !a.fresh(t) {
				return ctx.Err()
			}
			return a.visit(t)
		})
	}
	return a.result, err
}

// pairing is one call of CheckIsomorphism.
type pairing struct {
	Isomorphism
	ctx      context.Context
	from, to *model.System
	texts    []map[string]string // by link: of messages
	states   []function          // by property: the states of its monitor
	others   []function          // and back
	seen     map[string]bool
	result   Result
}

// twins are a configuration and the one that it is mapped to, with the states of the monitors of the
// properties.
type twins struct {
	from, to     model.Configuration
	state, other []any
	start        []int
	schedule     model.Schedule
}

func (t *twins) flaw(format string, args ...any) error {
	return &Flaw{Entry: "two systems are isomorphic", Start: t.start, Schedule: t.schedule, How: fmt.Sprintf(format, args...)}
}

// function maps values as far as it is known.
type function map[any]any

// maps reports whether x is mapped to y, and to nothing else so far.
func (f function) maps(x, y any) bool {
	if _, ok := f[x]; !ok {
		f[x] = y
	}
	return f[x] == y
}

// oneToOne returns the flaw of maps that map two values to one.
func (a *pairing) oneToOne() error {
	for _, m := range slices.Concat(a.Locals, a.Messages) {
		from := function{}
		for x, y := range m {
			if !from.maps(y, x) {
				return (&twins{}).flaw("%v and %v are both mapped to %v", x, from[y], y)
			}
		}
	}
	return nil
}

// starts pairs the initial configurations.
func (a *pairing) starts() (list []*twins, err error) {
	from, err := a.from.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	to, err := a.to.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	if len(from) != len(to) {
		return nil, (&twins{}).flaw("%d initial configurations become %d", len(from), len(to))
	}
	for i := range from {
		t := &twins{from: from[i].Initial(), to: to[i].Initial(), start: from[i].Network().Start}
		for _, p := range a.Properties {
			var state, other any
			if p.Monitor != nil {
				state, other = p.Monitor.Begin(from[i]), p.Monitor.Begin(to[i])
			}
			t.state, t.other = append(t.state, state), append(t.other, other)
		}
		list = append(list, t)
	}
	return list, nil
}

// fresh reports whether two configurations are met for the first time.
func (a *pairing) fresh(t *twins) bool {
	key := fmt.Sprintf("%s %#v %s %#v", t.from.Key(), t.state, t.to.Key(), t.other)
	is := !a.seen[key]
	a.seen[key] = true
	return is
}

// visit compares two configurations by themselves.
func (a *pairing) visit(t *twins) error {
	a.result.Configurations++
	image, known := a.image(t.from)
	switch {
	case !known:
		return t.flaw("it is not known what a local state or message is mapped to")
	case image.Key() != t.to.Key():
		return t.flaw("it is mapped to another configuration")
	}
	v, other := a.from.View(t.from), a.to.View(t.to)
	for i, p := range a.Properties {
		if p.Monitor != nil && !(a.states[i].maps(t.state[i], t.other[i]) && a.others[i].maps(t.other[i], t.state[i])) {
			return t.flaw("the states of a monitor, %v and %v, also belong to others", t.state[i], t.other[i])
		}
		if x, y := p.Decided(v, t.state[i]), p.Decided(other, t.other[i]); x != y {
			return t.flaw("a property (%d) tells them apart: %v and %v", i, x, y)
		}
	}
	return a.ctx.Err()
}

// next pairs the configurations to which events lead.
func (a *pairing) next(t *twins) (list []*twins, err error) {
	there := a.to.Successors(t.to)
	here := a.from.Successors(t.from)
	if len(here) != len(there) {
		return nil, t.flaw("%d events become %d", len(here), len(there))
	}
	for _, y := range here {
		e, known := a.event(y.Event)
		if !known {
			return nil, t.flaw("%v: it is not known what the message is mapped to", y.Event)
		}
		a.result.Isomorphism++
		i := slices.IndexFunc(there, func(z model.Successor) bool { return z.Event.Compare(e) == 0 })
		if i < 0 {
			return nil, t.flaw("%v: the other system has no such event", y.Event)
		}
		z := there[i]
		if y.Obligatory != z.Obligatory || !slices.EqualFunc(y.Sends, z.Sends, a.sendsAlike) {
			return nil, t.flaw("%v: it sends %v there, and %v here", y.Event, z.Sends, y.Sends)
		}
		u := &twins{from: y.Next, to: z.Next, start: t.start, schedule: append(slices.Clip(t.schedule), y.Event)}
		for k, p := range a.Properties {
			var state, other any
			if p.Monitor != nil {
				state = p.Monitor.Observe(t.state[k], a.from, t.from, y)
				other = p.Monitor.Observe(t.other[k], a.to, t.to, z)
			}
			u.state, u.other = append(u.state, state), append(u.other, other)
		}
		list = append(list, u)
	}
	return list, nil
}

// sendsAlike reports whether a message that was sent is mapped to another.
func (a *pairing) sendsAlike(x, y model.Sent) bool {
	return x.Link == y.Link && x.Lost == y.Lost && a.Messages[x.Link][x.Msg] == y.Msg
}

// event returns the image of an event, if that is known.
func (a *pairing) event(e model.Event) (to model.Event, known bool) {
	if !e.StepKind().IsOfMessage() {
		return e, true
	}
	for i, l := range a.from.Links() {
		if l.To == e.Process && l.ToPort == e.Port {
			e.Message, known = a.texts[i][e.Message]
			return e, known
		}
	}
	return e, false
}

// image returns the image of a configuration, if that is known.
func (a *pairing) image(c model.Configuration) (to model.Configuration, known bool) {
	to = c
	to.Locals, to.Channels = slices.Clone(c.Locals), make([][]model.Envelope, len(c.Channels))
	for p, l := range c.Locals {
		if l == nil {
			continue
		}
		if to.Locals[p], known = a.Locals[p][l]; !known {
			return to, false
		}
	}
	for i, l := range a.from.Links() {
		ch := a.from.Semantics().ChannelOfLink(i)
		for j, e := range c.Channels[ch] {
			if to.Channels[ch] == nil {
				to.Channels[ch] = slices.Clone(c.Channels[ch])
			}
			if e.Port != l.ToPort {
				continue
			}
			if to.Channels[ch][j].Msg, known = a.Messages[i][e.Msg]; !known {
				return to, false
			}
		}
	}
	for _, list := range to.Channels {
		a.from.Network().Order.Sort(list)
	}
	return to, true
}
