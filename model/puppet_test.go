package model_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// A deferring puppet defers the messages for which it has a rule, "closed defer A: stay".
type deferring struct{ puppet }

func (a deferring) Name() string { return "puppet" }

func (a deferring) Defers(_ model.Self, s word, _ model.Port, m word) bool {
	return a.find(s, "defer "+string(m)) != nil
}

// A timed puppet says how long its timers and suspicions run, "duration 0: 2..3"
// and "duration suspect: 1..".
type timed struct{ puppet }

func (a timed) Name() string { return "puppet" }

func (a timed) Durations(model.Self, word) model.Durations { return a.durations }

// timedDeferring is a timed puppet that defers messages.
type timedDeferring struct{ deferring }

func (a timedDeferring) Durations(model.Self, word) model.Durations { return a.durations }

// A puppet is an algorithm given by rules, one per line: a state (* for any), an
// input, and the actions of the process,
//
//	start wake: send 0 A, send 1 B, become won
//	* receive A: become lost
//	won timeout 3: become start | panic
//
// States and messages are words; each process starts in "start". A bar
// separates the outcomes of Choose. A process reacts to the inputs for which it
// has rules, and is offered operations up to the last one that has a rule. It
// receives other messages and ignores them. "restart: WORD" is the state in which a
// process restarts. "reset 0" resets a timer. "forge 1: A, B" lists the messages that a traitor may send on
// port 1.
type puppet struct {
	rules     []rule
	restarted word
	durations model.Durations
	forged    map[model.Port][]word
}

type rule struct {
	state, input string
	choices      []string
}

type word string

func (w word) String() string { return string(w) }

func newPuppet(text string) (puppet, error) {
	a := puppet{restarted: "start", forged: map[model.Port][]word{}}
	for line := range strings.Lines(text) {
		head, body, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return a, fmt.Errorf("malformed rule %q", line)
		}
		if head == "restart" {
			a.restarted = word(body)
			continue
		}
		if port, ok := strings.CutPrefix(head, "forge "); ok {
			if err := a.forge(port, body); err != nil {
				return a, err
			}
			continue
		}
		if of, ok := strings.CutPrefix(head, "duration "); ok {
			if err := a.setDuration(of, body); err != nil {
				return a, err
			}
			continue
		}
		state, input, _ := strings.Cut(head, " ")
		a.rules = append(a.rules, rule{state, input, strings.Split(body, " | ")})
	}
	return a, nil
}

// forge adds the messages of a list to those that a traitor may send on a port.
func (a *puppet) forge(port, list string) error {
	q, err := strconv.Atoi(port)
	for _, m := range strings.Split(list, ", ") {
		a.forged[model.Port(q)] = append(a.forged[model.Port(q)], word(m))
	}
	return err
}

func (a puppet) Forges(_ model.Self, q model.Port) []word { return a.forged[q] }

// setDuration sets the duration of a timer, or of suspicions, to "2", "2..3" or "2..".
func (a *puppet) setDuration(of, text string) (err error) {
	least, greatest, isRange := strings.Cut(text, "..")
	span := model.Span{Greatest: model.Unbounded}
	if span.Least, err = strconv.Atoi(least); err != nil {
		return err
	}
	switch {
	case !isRange:
		span.Greatest = span.Least
	case greatest != "":
		if span.Greatest, err = strconv.Atoi(greatest); err != nil {
			return err
		}
	}
	if of == "suspect" {
		a.durations.Suspect = span
		return nil
	}
	timer, err := strconv.Atoi(of)
	a.durations.Timers[timer] = span
	return err
}

// find returns the rule for an input in state s, nil if there is none.
func (a puppet) find(s word, inputs ...string) *rule {
	for _, input := range inputs {
		for i, r := range a.rules {
			if (r.state == "*" || r.state == string(s)) && r.input == input {
				return &a.rules[i]
			}
		}
	}
	return nil
}

func (a puppet) Name() string                      { return "puppet" }
func (a puppet) Init(model.Self) word              { return "start" }
func (a puppet) Restart(_ model.Self, _ word) word { return a.restarted }
func (a puppet) has(s word, input string, i int) bool {
	return a.find(s, fmt.Sprint(input, " ", i)) != nil
}

func (a puppet) Ready(_ model.Self, s word) model.Spontaneous {
	r := model.Spontaneous{
		Wake:  a.find(s, "wake") != nil,
		Idle:  a.find(s, "idle") != nil,
		Round: a.find(s, "round") != nil,
	}
	for i := range 8 {
		if a.has(s, "timeout", i) {
			r.Timers |= model.Timers(uint8(i))
		}
		if a.has(s, "suspect", i) {
			r.Suspect = r.Suspect.With(model.Port(i))
		}
		if a.has(s, "invoke", i) {
			r.Operations = i + 1
		}
	}
	return r
}

func (a puppet) Step(p *model.Process[word], s word, in model.Input[word]) word {
	r := a.find(s, inputs(in)...)
	if r == nil {
		return s
	}
	choice := 0
	if len(r.choices) > 1 {
		choice = p.Choose(len(r.choices))
	}
	for command := range strings.SplitSeq(r.choices[choice], ", ") {
		s = obey(p, s, strings.Fields(command))
	}
	return s
}

// inputs returns the ways in which a rule may name in, the most precise first.
func inputs(in model.Input[word]) []string {
	switch in.Kind {
	case model.Receive:
		return []string{fmt.Sprintf("receive :%d %s", in.Port, in.Msg), "receive " + string(in.Msg), "receive"}
	case model.Timeout:
		return []string{fmt.Sprintf("timeout %d", in.Timer)}
	case model.Suspect:
		return []string{fmt.Sprintf("suspect %d", in.Port)}
	case model.Invoke:
		return []string{fmt.Sprintf("invoke %d", in.Operation)}
	}
	return []string{in.Kind.String()}
}

func obey(p *model.Process[word], s word, command []string) word {
	switch command[0] {
	case "become":
		return word(command[1])
	case "send":
		port, err := strconv.Atoi(command[1])
		if err != nil {
			panic(err)
		}
		p.Send(model.Port(port), word(command[2]))
	case "id":
		return word(fmt.Sprint("id", int(p.ID())))
	case "forever":
		for {
			p.Choose(2)
		}
	case "stay":
	case "reset":
		timer, err := strconv.Atoi(command[1])
		if err != nil {
			panic(err)
		}
		p.Reset(uint8(timer))
	case "panic":
		panic("as told")
	default:
		panic(fmt.Sprintf("malformed command %q", command))
	}
	return s
}

func (a puppet) Observe(_ model.Self, s word) model.Status {
	st := model.Status{}
	switch s {
	case "won":
		st.Role = model.Won
	case "lost":
		st.Role = model.Lost
	}
	return st
}
