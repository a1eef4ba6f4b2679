// Package fairness says which infinite executions are fair: it divides the events
// of a system into classes, each with one constraint. [model.Fairness] names the
// assumptions. The judge of executions and the engines share it.
package fairness

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// A Class is a set of events with one fairness constraint: the deliveries of a
// channel, or of one message of a channel if the channel is not queued; the
// timeouts of one timer of a process; its suspicions of one port; its idle
// events; all rounds. Classes are comparable.
type Class struct {
	Process int
	Kind    model.Kind
	Port    model.Port // Receive (0 if the channel is per receiver), Suspect
	Timer   uint8
	Message string // Receive, if the channel is not queued
}

func (c Class) String() string {
	return fmt.Sprintf("%v p%d:%d:%d %s", c.Kind, c.Process, c.Port, c.Timer, c.Message)
}

// ClassOf returns the class of an obligatory event of s.
func ClassOf(s *model.System, e model.Event) Class {
	order := s.Network().Order
	c := Class{Process: e.Process, Kind: e.Kind}
	switch e.Kind {
	case model.Receive:
		if !order.PerReceiver() {
			c.Port = e.Port
		}
		if !order.Queued() {
			c.Message = e.Message
		}
	case model.Timeout:
		c.Timer = e.Timer
	case model.Suspect:
		c.Port = e.Port
	}
	return c
}

// Unjust returns the classes whose constraint under fairness f the loop of x
// does not meet. It also returns the class of each event that chooses in the
// loop, if the loop never takes one of the outcomes: then the loop has
// probability zero. A configuration in which a timer takes its turn counts as one that
// enables every class.
func Unjust(x model.Execution, f model.Fairness) []Class {
	f = f.Under(x.System.Network().Timing)
	taken, enabled, turns := map[Class]bool{}, map[Class]int{}, 0
	var order []Class
	for i := x.Stem; i < len(x.Steps); i++ {
		if x.Steps[i].Obligatory {
			taken[ClassOf(x.System, x.Steps[i].Event)] = true
		}
		if x.System.Semantics().InTurn(x.At(i)) {
			turns++
			continue
		}
		here := map[Class]bool{}
		for _, y := range x.System.Successors(x.At(i)) {
			if class := ClassOf(x.System, y.Event); y.Obligatory && !here[class] {
				here[class] = true
				if enabled[class] == 0 {
					order = append(order, class)
				}
				enabled[class]++
			}
		}
	}
	var unjust []Class
	for _, class := range order {
		always := enabled[class] == len(x.Steps)-x.Stem-turns
		if !taken[class] && (f == model.Strong || f == model.Weak && always) {
			unjust = append(unjust, class)
		}
	}
	return append(unjust, omitted(x)...)
}

// omitted returns the classes of the events of the loop that have another
// outcome, by Choose, which the loop does not take in the same configuration.
func omitted(x model.Execution) []Class {
	type place struct{ configuration, event string }
	took, cause := map[place]bool{}, func(i int, e model.Event) place {
		return place{x.At(i).Key(), e.String()}
	}
	for i := x.Stem; i < len(x.Steps); i++ {
		took[cause(i, x.Steps[i].Event)] = true
	}
	var classes []Class
	for i := x.Stem; i < len(x.Steps); i++ {
		for _, y := range x.System.Successors(x.At(i)) {
			if y.Event.SameCause(x.Steps[i].Event) && !took[cause(i, y.Event)] {
				classes = append(classes, ClassOf(x.System, y.Event))
			}
		}
	}
	return classes
}
