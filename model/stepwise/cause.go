// Package stepwise takes one step of a system at a time: it names the events that
// may happen in a configuration, before the step is taken, and grows executions by
// it. Those who draw, follow or judge executions use it. It has no meaning of its
// own: all it says comes from the definition of the model, through
// [model.Semantics].
package stepwise

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// A Cause names an event that may happen in a configuration, as far as that is
// known before the step: it is an event without its Message and its Choices. In
// order inbox its Port is 0, for any port of the message.
type Cause struct {
	model.Event
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
	x.Within, x.During, x.Kind, x.Process, x.After = true, x.Kind, model.Crash, p, after
	return x
}

// Causes returns the causes that c enables, in a fixed order, without crashes
// within steps. It takes no step, so it costs less than [model.System.Successors].
func Causes(s *model.System, c model.Configuration) []Cause { return appendCauses(nil, s, c) }

func appendCauses(list []Cause, s *model.System, c model.Configuration) []Cause {
	s.Semantics().Causes(c, func(e model.Event, nth int) { list = append(list, Cause{e, nth}) })
	return list
}

// Obligatory reports whether a fair environment must let cause x of c happen:
// it is neither a wake-up nor a fault.
func Obligatory(s *model.System, c model.Configuration, x Cause) bool {
	return s.Semantics().Obligatory(c, x.Event)
}

// Follow returns one event of cause x, which c must enable, and its effect. If
// the algorithm chooses among several outcomes, Follow calls pick with their
// number; pick returns one of them, counted from 0. In a round it calls pick for
// each process that chooses. Follow reports false if x is a crash within a step
// that sends too little or is ill-formed.
func Follow(s *model.System, c model.Configuration, x Cause, pick func(outcomes int) int) (model.Successor, bool) {
	return s.Semantics().Follow(c, x.Event, x.Nth, pick)
}

// Outcomes returns the events of cause x, which c enables, and their effects:
// one event for each outcome of the choices of the algorithm, and the crashes
// within the step. [model.System.Successors] returns those of all causes.
func Outcomes(s *model.System, c model.Configuration, x Cause) []model.Successor {
	return s.Semantics().Outcomes(c, x.Event, x.Nth)
}

// ChannelOf returns the channel of the message of cause x: a reception, a loss
// or a duplication.
func ChannelOf(s *model.System, x Cause) int { return s.Semantics().ChannelInto(x.Process, x.Port) }
