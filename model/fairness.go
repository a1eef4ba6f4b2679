package model

import "fmt"

// Fairness says which infinite executions a liveness property is about.
type Fairness uint8

// The fairness assumptions, per [Class] of events.
const (
	ByTiming Fairness = iota // the default for the timing of the network: see [Fairness.Under]
	Unfair                   // all of them, except that each outcome of Choose keeps its probability
	Weak                     // those in which a class that is enabled from some point on happens infinitely often (justice)
	Strong                   // those in which a class that is enabled infinitely often happens infinitely often (compassion)
)

var fairnessNames = []string{"default", "none", "weak", "strong"}

func (f Fairness) String() string { return name(fairnessNames, int(f), "fairness") }

// ParseFairness returns the fairness of that name.
func ParseFairness(s string) (Fairness, error) {
	i, err := parseName(fairnessNames, s, "fairness")
	return Fairness(i), err
}

// Under returns f unless it is ByTiming. Then it returns the default for the
// timing: Weak, but Strong for [Timely], which disables timers while a message is
// in flight.
func (f Fairness) Under(t Timing) Fairness {
	switch {
	case f != ByTiming:
		return f
	case t == Timely:
		return Strong
	}
	return Weak
}

// A Class is a set of events with one fairness constraint: the deliveries of a
// channel, or of one message of a channel if the channel is not queued; the
// timeouts of one timer of a process; its suspicions of one port; its idle
// events; all rounds. Classes are comparable.
type Class struct {
	Process int
	Kind    Kind
	Port    Port // Receive (0 if the channel is per receiver), Suspect
	Timer   uint8
	Message string // Receive, if the channel is not queued
}

func (c Class) String() string {
	return fmt.Sprintf("%v p%d:%d:%d %s", c.Kind, c.Process, c.Port, c.Timer, c.Message)
}

// Class returns the fairness class of an obligatory event.
func (s *System) Class(e Event) Class {
	c := Class{Process: e.Process, Kind: e.Kind}
	switch e.Kind {
	case Receive:
		if !s.net.Order.PerReceiver() {
			c.Port = e.Port
		}
		if !s.net.Order.Queued() {
			c.Message = e.Message
		}
	case Timeout:
		c.Timer = e.Timer
	case Suspect:
		c.Port = e.Port
	}
	return c
}

// Unjust returns the classes whose constraint under fairness f the loop of x
// does not meet. It also returns the class of each event that chooses in the
// loop, if the loop never takes one of the outcomes: then the loop has
// probability zero.
func (x Execution) Unjust(f Fairness) []Class {
	f = f.Under(x.System.net.Timing)
	taken, enabled := map[Class]bool{}, map[Class]int{}
	var order []Class
	for i := x.Stem; i < len(x.Steps); i++ {
		if x.Steps[i].Obligatory {
			taken[x.System.Class(x.Steps[i].Event)] = true
		}
		here := map[Class]bool{}
		for _, y := range x.System.Successors(x.At(i)) {
			if class := x.System.Class(y.Event); y.Obligatory && !here[class] {
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
		always := enabled[class] == len(x.Steps)-x.Stem
		if !taken[class] && (f == Strong || f == Weak && always) {
			unjust = append(unjust, class)
		}
	}
	return append(unjust, x.omitted()...)
}

// omitted returns the classes of the events of the loop that have another
// outcome, by Choose, which the loop does not take in the same configuration.
func (x Execution) omitted() []Class {
	type place struct{ configuration, event string }
	took, cause := map[place]bool{}, func(i int, e Event) place {
		return place{x.At(i).Key(), e.String()}
	}
	for i := x.Stem; i < len(x.Steps); i++ {
		took[cause(i, x.Steps[i].Event)] = true
	}
	var classes []Class
	for i := x.Stem; i < len(x.Steps); i++ {
		for _, y := range x.System.Successors(x.At(i)) {
			if y.Event.SameCause(x.Steps[i].Event) && !took[cause(i, y.Event)] {
				classes = append(classes, x.System.Class(y.Event))
			}
		}
	}
	return classes
}

// SameCause reports whether e and f are outcomes of the same step: they are equal
// except for their choices.
func (e Event) SameCause(f Event) bool {
	e.Choices, f.Choices = nil, nil
	return e.Compare(f) == 0
}
