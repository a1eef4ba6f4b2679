package certificate

import (
	"context"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// A Sorted is the certificate of a search that takes the transitions of all processes in one order, each where it can be, and keeps
// every configuration that it comes to: its claim is that each execution can be put into that order.
type Sorted struct {
	States      []State
	Signals     []Signal
	Transitions []Transition
	// Met reports whether these statuses of all processes are some that the search has met together.
	Met func(statuses []model.Status) bool
}

// A State is one of a process.
type State struct {
	Process int
	Down    bool
	Local   any   // nil: of a process that is down and cannot restart
	Sends   []int // signals that are sent as soon as the process is in the state: it sends them there upon inputs that do not change it
}

// A Signal is a message to a process, or the news that the process behind a port of it is down. It stays once it is sent.
type Signal struct {
	To   int
	Port model.Port
	News bool
	Msg  any // unless it is the news
}

// A Transition leads a process from one state to another.
type Transition struct {
	From, To int // states
	Takes    int // a signal; -1: none
	Sends    []int
	Cost     model.Faults
	Number   int // its place in the order; transitions with one number may follow each other in any order
}

// CheckSorted checks the certificate of a sorted search of s. Of each transition it compares the number with those that lead to its
// state, or send the signal that it takes. In all configurations of the system, if these are at most MaxConfigurations, or else in those of
// random walks, each event must be one of the transitions, and the statuses some that were met. The error is a
// *[Flaw], that of the context, or that of [model.Semantics.Starts].
func CheckSorted(ctx context.Context, s *model.System, c Sorted, o Options) (Result, error) {
	a := &sorting{graph: newGraph(s, nil), Sorted: c, ctx: ctx, states: map[state]int{}, signals: map[addressed][]int{}, from: make([][]int, len(c.States))}
	if err := a.begin(); err != nil {
		return Result{}, err
	}
	if err := a.ordered(); err != nil {
		return a.result, err
	}
	through := a.through(ctx, o)
	_, whole, err := through.whole(a.visit)
	a.result.Whole = whole
	if err == nil && !whole {
		err = through.walk(a.visit)
	}
	return a.result, err
}

// sorting is one call of CheckSorted.
type sorting struct {
	*graph
	Sorted
	ctx     context.Context
	states  map[state]int
	signals map[addressed][]int
	from    [][]int // by state: transitions from there
	result  Result
}

type state struct {
	process int
	down    bool
	local   any
}

// addressed is a signal as events name it.
type addressed struct {
	to   int
	port model.Port
	news bool
	text string // of the message
}

// ordered returns the flaw of a transition that comes before one that it may need.
func (a *sorting) ordered() error {
	for i, x := range a.States {
		a.states[state{x.Process, x.Down, x.Local}] = i
	}
	for i, x := range a.Signals {
		at := addressed{to: x.To, port: x.Port, news: x.News}
		if !x.News {
			at.text = model.Envelope{Msg: x.Msg}.Text()
		}
		a.signals[at] = append(a.signals[at], i)
	}
	led, sent := make([]int, len(a.States)), make([]int, len(a.Signals))
	for _, t := range a.Transitions {
		led[t.To] = max(led[t.To], t.Number)
		for _, m := range t.Sends {
			sent[m] = max(sent[m], t.Number)
		}
	}
	start := a.starts[0]
	for i, t := range a.Transitions {
		a.result.Sorted++
		a.from[t.From] = append(a.from[t.From], i)
		switch {
		case a.States[t.From].Process != a.States[t.To].Process:
			return start.flaw(a.text(t), "it is of two processes")
		case led[t.From] > t.Number:
			return start.flaw(a.text(t), "its number is %d, and a transition to its first state has %d", t.Number, led[t.From])
		case t.Takes >= 0 && sent[t.Takes] > t.Number:
			return start.flaw(a.text(t), "its number is %d, and a transition that sends what it takes has %d", t.Number, sent[t.Takes])
		case !includes(t.Sends, a.States[t.To].Sends):
			return start.flaw(a.text(t), "it does not send all that is sent in the state that it leads to")
		}
	}
	return nil
}

func (a *sorting) text(t Transition) string {
	return fmt.Sprintf("transition of p%d from %v to %v", a.States[t.From].Process, a.States[t.From].Local, a.States[t.To].Local)
}

func includes(list, part []int) bool {
	return !slices.ContainsFunc(part, func(m int) bool { return !slices.Contains(list, m) })
}

// visit looks at the statuses in v, and at each event.
func (a *sorting) visit(v *vertex) error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	a.result.Configurations++
	if v.Failed() {
		return nil
	}
	statuses := make([]model.Status, len(v.Locals))
	for p := range statuses {
		statuses[p] = a.system.Status(v.Configuration, p)
	}
	if !a.Met(statuses) {
		return v.flaw("statuses that occur together", "the search has not met %v", statuses)
	}
	for _, e := range a.next(v) {
		for p := range v.Locals {
			a.result.Sorted++
			if p != e.event.Process && a.at(v, p) != a.at(e.to, p) {
				return v.flaw(e.event.String(), "it changes another process, p%d", p)
			}
		}
		if e.event.Process >= 0 && !e.to.Failed() && !a.known(v, e) {
			return v.flaw(e.event.String(), "the search has no such transition")
		}
	}
	return nil
}

// at returns the state of a process, -1 if it is none of the search.
func (a *sorting) at(v *vertex, p int) int {
	if i, ok := a.states[state{p, v.Down[p], v.Locals[p]}]; ok {
		return i
	}
	return -1
}

// known reports whether the search has an event: one of its transitions, what a process sends in a state, or
// nothing at all.
func (a *sorting) known(v *vertex, e edge) bool {
	p := e.event.Process
	from, to := a.at(v, p), a.at(e.to, p)
	if from < 0 || to < 0 {
		return false
	}
	sends, ok := a.sent(e)
	if !ok {
		return false
	}
	if e.to.Down[p] && !v.Down[p] {
		for q := range v.Locals {
			for port := range model.Port(a.system.Semantics().Ports(q)) {
				if q != p && a.system.Peer(q, port) == p {
					sends = append(sends, addressed{to: q, port: port, news: true})
				}
			}
		}
	}
	if from == to && a.includesAll(a.States[from].Sends, sends) {
		return true
	}
	a.result.Met++
	return slices.ContainsFunc(a.from[from], func(i int) bool {
		t := a.Transitions[i]
		return t.To == to && a.takes(t, e.event) && a.includesAll(t.Sends, sends) && v.Left.Minus(t.Cost).Covers(e.to.Left)
	})
}

// sent returns the messages that an event puts into channels. It reports false if one is none of the search.
func (a *sorting) sent(e edge) (list []addressed, ok bool) {
	for _, x := range e.sends {
		link := a.system.Links()[x.Link]
		to := addressed{to: link.To, port: link.ToPort, text: x.Message}
		if len(a.signals[to]) == 0 {
			return nil, false
		}
		if !x.Lost {
			list = append(list, to)
		}
	}
	return list, true
}

// includesAll reports whether each of some signals, or one with the same text, is in a list.
func (a *sorting) includesAll(list []int, all []addressed) bool {
	return !slices.ContainsFunc(all, func(x addressed) bool {
		return !slices.ContainsFunc(a.signals[x], func(m int) bool { return slices.Contains(list, m) })
	})
}

// takes reports whether a transition takes what an event takes.
func (a *sorting) takes(t Transition, e model.Event) bool {
	is := func(x addressed) bool { return t.Takes >= 0 && slices.Contains(a.signals[x], t.Takes) }
	switch e.StepKind() {
	case model.Receive, model.Duplicate: // a signal stays in any case
		return is(addressed{to: e.Process, port: e.Port, text: e.Message})
	case model.Suspect:
		return is(addressed{to: e.Process, port: e.Port, news: true}) || t.Takes < 0 && t.Cost.Suspect > 0
	}
	return t.Takes < 0
}
