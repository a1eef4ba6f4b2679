package model

import "fmt"

// Fairness says which infinite executions count.
type Fairness uint8

// The fairness assumptions, per [Class] of events.
const (
	ByTiming Fairness = iota // what claims assume under the timing of the network: see [Fairness.Under]
	Unfair                   // all in which Choose is fair: no assumption loads the dice
	Weak                     // those in which a class that is enabled from some time on happens again and again
	Strong                   // those in which a class that is enabled again and again happens again and again
)

var fairnessNames = []string{"default", "none", "weak", "strong"}

func (f Fairness) String() string { return name(fairnessNames, int(f), "fairness") }

// ParseFairness returns the fairness of that name.
func ParseFairness(s string) (Fairness, error) {
	i, err := parseName(fairnessNames, s, "fairness")
	return Fairness(i), err
}

// Under returns f, or for ByTiming what claims assume under a timing: weak
// fairness, but strong under timely, whose gate disables timers now and then.
func (f Fairness) Under(t Timing) Fairness {
	switch {
	case f != ByTiming:
		return f
	case t == Timely:
		return Strong
	}
	return Weak
}

// A Class is a set of events that fairness treats alike: the deliveries of a
// channel (orders fifo and inbox) or of a message of a channel (bag and set);
// the timeouts of a timer of a process, its suspicions of a port, its being
// idle; the rounds. Classes are comparable.
type Class struct {
	Process int
	Kind    Kind
	Port    Port // Receive (except inbox), Suspect
	Timer   uint8
	Message string // Receive in bag and set
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

// Unjust returns the classes that the loop of x treats unfairly: those that
// would have to happen in it under fairness f, and do not. An outcome of
// Choose that the loop omits makes its class unjust too: for ever after it
// would have probability zero.
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

// omitted returns the classes of the events of the loop that call Choose with
// an outcome that the loop does not take in the same configuration.
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

// SameCause reports whether e and f are outcomes of the same step: they differ
// in what Choose returned only.
func (e Event) SameCause(f Event) bool {
	e.Choices, f.Choices = nil, nil
	return e.Compare(f) == 0
}
