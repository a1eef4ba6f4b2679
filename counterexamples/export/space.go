package export

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// MaxConfigurations is the number of configurations of the largest system of which there is a
// state graph.
const MaxConfigurations = 20_000

// A space is all that can happen in a system.
type space struct {
	system *model.System
	list   []model.Configuration
	steps  [][]step       // by number of configuration
	number map[string]int // by key of a configuration
}

// A step is an event and the number of the configuration after it.
type step struct {
	event      model.Event
	obligatory bool
	to         int
}

// explore visits the configurations that can follow c, breadth first, by the definition of the
// model.
func explore(s *model.System, c model.Configuration) (*space, error) {
	g := &space{system: s, number: map[string]int{}}
	g.add(c)
	for i := 0; i < len(g.list); i++ {
		var steps []step
		for _, y := range s.Successors(g.list[i]) {
			steps = append(steps, step{y.Event, y.Obligatory, g.add(y.Next)})
		}
		if len(g.list) > MaxConfigurations {
			return nil, fmt.Errorf("its system has more than %d configurations; allowed as dot: a smaller system", MaxConfigurations)
		}
		g.steps = append(g.steps, steps)
	}
	return g, nil
}

// add returns the number of c.
func (g *space) add(c model.Configuration) int {
	key := c.Key()
	i, ok := g.number[key]
	if !ok {
		i = len(g.list)
		g.number[key] = i
		g.list = append(g.list, c)
	}
	return i
}

// transition is one step of one configuration.
type transition struct{ from, nth int }

// passed returns the transitions of x.
func (g *space) passed(x model.Execution) map[transition]bool {
	set := map[transition]bool{}
	for i, y := range x.Steps {
		from := g.number[x.At(i).Key()]
		for k, s := range g.steps[from] {
			if s.event.Compare(y.Event) == 0 {
				set[transition{from, k}] = true
			}
		}
	}
	return set
}
