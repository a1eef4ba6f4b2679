package refine

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Abstract is the system that is to be implemented: its states are of type A, and an
// observer sees a value of type O of each. All functions are pure.
type Abstract[A, O comparable] struct {
	Initial []A         // the states in which it may begin, at least one
	Next    func(A) []A // the states to which one step leads; nothing where it ends
	Shows   func(A) O   // the value that an observer sees
}

// Whole shows the whole state. With it as Shows, a mapping names the abstract state, and each
// event that changes it must be one abstract step.
func Whole[A comparable](a A) A { return a }

// A State is a configuration of a system that [Of] has made an abstract one. Two configurations
// of one Abstract are equal if and only if their States are the same pointer.
type State struct {
	system        *model.System
	configuration model.Configuration
}

// String returns the text of the configuration, with a line for each process.
func (a *State) String() string { return a.system.Text(a.configuration) }

// Of returns a system as an abstract one: its states are the configurations, its steps the
// events, and shows is the value that is shown. A configuration with a step that is not
// well-formed is no state of it. It is for one search at a time.
func Of[O comparable](s *model.System, shows func(properties.Configuration) O) (none Abstract[*State, O], err error) {
	switch {
	case s == nil:
		return none, errNoAbstractSystem
	case shows == nil:
		return none, errNoMapping
	}
	starts, err := s.Semantics().Starts()
	if err != nil {
		return none, err
	}
	made := map[string]*State{}
	state := func(c model.Configuration) *State {
		key := c.Key()
		if made[key] == nil {
			made[key] = &State{s, c}
		}
		return made[key]
	}
	var a Abstract[*State, O]
	for _, start := range starts {
		if c := start.Initial(); !c.Failed() {
			a.Initial = append(a.Initial, state(c))
		}
	}
	a.Next = func(from *State) (list []*State) {
		for _, y := range s.Successors(from.configuration) {
			if !y.Next.Failed() {
				list = append(list, state(y.Next))
			}
		}
		return list
	}
	a.Shows = func(x *State) O { return shows(properties.At(s, x.configuration)) }
	return a, nil
}
