package goroutines

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A state is a history of inputs of a process: the last input, the state before it,
// and the outcome of the input.
type state struct {
	handle  State
	place   realcode.Place
	before  *state // nil: the process has not started
	in      model.Input[Message]
	choices []choice // of the code upon in
	length  int      // inputs
	ticks   int      // how often time has passed
	life    int      // how often the process has been restarted after calls
	called  bool     // the process has made calls in this life
	outcome
	shown model.Status // the status, and whether a bound is reached
	ready model.Spontaneous
	text  string
	next  map[model.Input[Message]]*fork
}

// A choice is one result of [Endpoint.Choose].
type choice struct{ taken, of int }

// An outcome has the effects of a process upon an input.
type outcome struct {
	sends  []Sent
	status model.Status
	fault  string // the step is not well-formed
	disk   string // the data persisted
	log    []string
}

// history returns the states on the way to s, without the first, which has no input.
func (s *state) history() []*state {
	list := make([]*state, s.length)
	for at := s; at.before != nil; at = at.before {
		list[at.length-1] = at
	}
	return list
}

// start returns the first state of the history of s.
func (s *state) start() *state {
	for s.before != nil {
		s = s.before
	}
	return s
}

// inputs names the inputs of a history.
func (s *state) inputs() string {
	parts := []string{"start"}
	for _, at := range s.history() {
		parts = append(parts, inputText(at.in))
	}
	return strings.Join(parts, ", ")
}

func inputText(in model.Input[Message]) string {
	switch in.Kind {
	case model.Receive:
		return fmt.Sprintf("receive:%d %v", in.Port, in.Msg)
	case model.Timeout:
		return "time"
	case model.Invoke:
		return fmt.Sprintf("invoke:%d", in.Operation)
	}
	return in.Kind.String()
}

// differs names the first difference of two outcomes; "" if there is none.
func (o *outcome) differs(p *outcome) string {
	for i := range max(len(o.sends), len(p.sends)) {
		if x, y := sendText(o.sends, i), sendText(p.sends, i); x != y || i < len(o.sends) && o.sends[i] != p.sends[i] {
			return fmt.Sprintf("effect %d is %s in one run and %s in another", i, x, y)
		}
	}
	if o.fault != p.fault {
		return fmt.Sprintf("the process %s in one run and %s in another", orNothing(o.fault), orNothing(p.fault))
	}
	if o.disk != p.disk {
		return fmt.Sprintf("the disk holds %q in one run and %q in another", o.disk, p.disk)
	}
	if !sameStatus(o.status, p.status) {
		return fmt.Sprintf("the status is %v in one run and %v in another", o.status, p.status)
	}
	return ""
}

func orNothing(fault string) string {
	if fault == "" {
		return "does nothing wrong"
	}
	return fault
}

func sendText(list []Sent, i int) string {
	if i >= len(list) {
		return "none"
	}
	return fmt.Sprintf("send:%d %v", list[i].Port, list[i].Msg)
}

// add keeps a state.
func (a *Algorithm) add(s *state) *state {
	if len(a.states) >= a.code.Histories {
		a.fail("more than %d histories; allow more by Histories, or bound Steps", a.code.Histories)
	}
	s.handle = State{int32(len(a.states)), s.text}
	a.states = append(a.states, s)
	return s
}
