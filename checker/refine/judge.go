package refine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Mismatch is an execution that no abstract execution matches, though one matches it
// without its last event.
type Mismatch[A, O comparable] struct {
	Execution model.Execution
	Shown     []O // by the execution, without repetitions; the last is the one that does not match
	Matched   []A // the abstract states that match the execution without its last event; nothing if it has none
	Allowed   []O // the values that these allow next, or that the initial states show
}

var errMatched = errors.New("refine: the replay of a counterexample is none; usual cause: Next, Shows or the mapping is no function of its argument")

// place is an abstract state that matches the first values that an execution shows.
type place[A comparable] struct {
	state A
	upTo  int // the number of the last of these values
}

// judge decides by itself whether x is refuted at its end. It knows nothing of sets: it
// follows all abstract executions that show the values of x.
func judge[A, O comparable](x model.Execution, abstract Abstract[A, O], mapping func(properties.Configuration) O) (Mismatch[A, O], error) {
	m := Mismatch[A, O]{Execution: x}
	for i := range len(x.Steps) + 1 {
		if o := mapping(properties.At(x.System, x.At(i))); i == 0 || o != m.Shown[len(m.Shown)-1] {
			m.Shown = append(m.Shown, o)
		}
	}
	last := len(m.Shown) - 1
	met, list := map[place[A]]bool{}, []place[A]{}
	reach := func(a A, upTo int) {
		if at := (place[A]{a, upTo}); upTo <= last && abstract.Shows(a) == m.Shown[upTo] && !met[at] {
			met[at] = true
			list = append(list, at)
		}
	}
	for _, a := range abstract.Initial {
		reach(a, 0)
		m.allow(0, last, abstract.Shows(a))
	}
	for i := 0; i < len(list); i++ {
		at := list[i]
		if at.upTo == last {
			return m, errMatched
		}
		for _, b := range abstract.Next(at.state) {
			reach(b, at.upTo)
			reach(b, at.upTo+1)
			if abstract.Shows(b) != m.Shown[at.upTo] {
				m.allow(at.upTo+1, last, abstract.Shows(b))
			}
		}
		if at.upTo == last-1 {
			m.Matched = append(m.Matched, at.state)
		}
	}
	if len(x.Steps) > 0 && m.Matched == nil {
		return m, fmt.Errorf("%w (it fails before its last event)", errMatched)
	}
	return m, nil
}

// allow notes that a value may be shown as the one with that number, if that is the last.
func (m *Mismatch[A, O]) allow(number, last int, o O) {
	if number == last && !slices.Contains(m.Allowed, o) {
		m.Allowed = append(m.Allowed, o)
	}
}
