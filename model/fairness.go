package model

import "fmt"

// Fairness says which infinite executions a liveness property is about.
type Fairness uint8

// The fairness assumptions, per class of events (docs/semantics.md, Fairness).
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

// Suits returns an error if no engine knows which executions of a network are fair so. Strong fairness
// owes each event that is enabled infinitely often. With TimersInTurn some are enabled only where
// a timer takes its turn, and so never happen.
func (f Fairness) Suits(net *Network) error {
	if f == Strong && net.TimersInTurn {
		return fmt.Errorf("fairness %v does not suit timers in turn; allowed: %v, %v", f, Unfair, Weak)
	}
	return nil
}

// SameCause reports whether e and f are outcomes of the same step: they are equal
// except for their choices.
func (e Event) SameCause(f Event) bool {
	e.Choices, f.Choices = nil, nil
	return e.Compare(f) == 0
}
