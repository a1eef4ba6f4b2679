package simulation

import (
	"fmt"
	"math"

	"github.com/interrex/interrex/model"
)

// An Expectation is the exact mean of a number, and its standard deviation.
type Expectation struct{ Mean, Deviation float64 }

// Expect returns the exact expectation of the number of messages in an execution of
// s in which all enabled events are equally likely. It computes it on the Markov
// chain of the configurations, by the definition of the model
// ([model.System.Successors]), and uses nothing of the event loop. It is for a few
// processes. The system must not choose, and must not come back to a configuration.
// Expect looks at most configurations at most.
func Expect(s *model.System, most int) (Expectation, error) {
	chain := chain{system: s, moments: map[string]moments{}, most: most}
	m, err := chain.from(s.Initial())
	if err != nil {
		return Expectation{}, fmt.Errorf("%s: no exact expectation: %w", s.Name(), err)
	}
	return Expectation{m.first, math.Sqrt(max(m.second-m.first*m.first, 0))}, nil
}

// moments are the means of the number of messages still to be sent, and of its
// square.
type moments struct {
	first, second float64
	open          bool // being computed: if it is met again, the system has a cycle
}

type chain struct {
	system  *model.System
	moments map[string]moments // by configuration
	most    int
}

func (x *chain) from(c model.Configuration) (moments, error) {
	key := c.Key()
	if m, ok := x.moments[key]; ok {
		if m.open {
			return m, fmt.Errorf("an execution comes back to a configuration")
		}
		return m, nil
	}
	if len(x.moments) == x.most {
		return moments{}, fmt.Errorf("more than %d configurations", x.most)
	}
	x.moments[key] = moments{open: true}
	var sum moments
	list := x.system.Successors(c)
	for _, next := range list {
		if next.Event.Choices != nil {
			return sum, fmt.Errorf("event %q chooses", next.Event)
		}
		rest, err := x.from(next.Next)
		if err != nil {
			return sum, err
		}
		k := float64(len(next.Sends))
		sum.first += k + rest.first
		sum.second += k*k + 2*k*rest.first + rest.second
	}
	if n := float64(len(list)); n > 0 {
		sum.first, sum.second = sum.first/n, sum.second/n
	}
	x.moments[key] = sum
	return sum, nil
}
