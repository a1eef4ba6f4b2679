package simulation

import (
	"fmt"
	"math"

	"github.com/interrex/interrex/model"
)

// An Expectation is the exact mean of a number, and its standard deviation.
type Expectation struct{ Mean, Deviation float64 }

// Expect returns the exact expectation of the messages sent in an execution of
// s in which each event that is enabled is as likely as any other: the Markov
// chain on its configurations, by the definition of the model
// ([model.System.Successors]) and nothing of the loop. It is for a few
// processes, whose system chooses nothing and comes back to no configuration;
// most is the most configurations it looks at.
func Expect(s *model.System, most int) (Expectation, error) {
	chain := chain{system: s, moments: map[string]moments{}, most: most}
	m, err := chain.from(s.Initial())
	if err != nil {
		return Expectation{}, fmt.Errorf("%s: no exact expectation: %w", s.Name(), err)
	}
	return Expectation{m.first, math.Sqrt(max(m.second-m.first*m.first, 0))}, nil
}

// moments are the means of the messages that are still to be sent, and of
// their square.
type moments struct {
	first, second float64
	open          bool // being computed: to meet it again is to have come back
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
