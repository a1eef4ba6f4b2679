package refine

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// numbered is an abstract system with its mapping, in numbers: equal states have one number, and
// equal values have.
type numbered[A, O comparable] struct {
	Abstract[A, O]
	mapping func(properties.Configuration) O
	states  []A
	state   map[A]int
	steps   [][]int // by state; nil: nobody has asked for them
	values  []int   // by state: the number of the value that it shows
	value   map[O]int
	asked   string // the function of the user that runs
}

// numberOf returns the number of a state.
func (n *numbered[A, O]) numberOf(a A) int {
	i, ok := n.state[a]
	if !ok {
		i = len(n.states)
		n.state[a] = i
		n.states, n.steps = append(n.states, a), append(n.steps, nil)
		n.asked = "Abstract.Shows"
		n.values = append(n.values, n.numberOfValue(n.Shows(a)))
		n.asked = ""
	}
	return i
}

func (n *numbered[A, O]) numberOfValue(o O) int {
	i, ok := n.value[o]
	if !ok {
		i = len(n.value)
		n.value[o] = i
	}
	return i
}

// numbersOf returns the numbers of states, each once.
func (n *numbered[A, O]) numbersOf(list []A) []int {
	numbers := make([]int, 0, len(list))
	for _, a := range list {
		if i := n.numberOf(a); !slices.Contains(numbers, i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

func (n *numbered[A, O]) initial() []int { return n.numbersOf(n.Initial) }

func (n *numbered[A, O]) next(state int) []int {
	if n.steps[state] == nil {
		n.asked = "Abstract.Next"
		list := n.Next(n.states[state])
		n.asked = ""
		n.steps[state] = n.numbersOf(list)
	}
	return n.steps[state]
}

func (n *numbered[A, O]) shows(state int) int { return n.values[state] }

func (n *numbered[A, O]) count() int { return len(n.states) }

func (n *numbered[A, O]) mapped(s *model.System, c model.Configuration) int {
	n.asked = "the mapping"
	o := n.mapping(properties.At(s, c))
	n.asked = ""
	return n.numberOfValue(o)
}

// blame turns a panic of a function of the user, or of a method of the algorithm, into the error.
func (n *numbered[A, O]) blame(err *error) {
	r := recover()
	value, ok := r.(*model.ValueError)
	switch {
	case r == nil:
	case ok:
		*err = value
	case n.asked != "":
		*err = fmt.Errorf("refine: %s panics: %v", n.asked, r)
	default:
		panic(r)
	}
}
