package checker

import (
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
)

// lasso returns an execution that stays in one of the parts for ever, fairly,
// and so refutes property i: the least schedule into a part, and a loop there
// that meets the obligations of fairness one by one, each along the least of
// the shortest ways.
func (p *pass) lasso(i int, c *cycles, parts []*component) (*model.Execution, error) {
	refuting := map[int32]bool{}
	for _, part := range parts {
		refuting[part.number] = true
	}
	stem, at, err := p.path(target{
		state: func(s compose.State, _ bool) bool {
			j := c.seen.index(s)
			return j >= 0 && refuting[c.part[j]]
		},
		goal: c.goal,
	})
	if err != nil {
		return nil, err
	}
	space := &explicitSpace{cycles: c, property: i, classes: map[int32][]model.Class{}, events: map[int32][]step{}}
	l := &looper{loopSpace: space, fairness: p.options.Fairness, form: p.judge.properties[i].Form, start: c.seen.index(at)}
	return p.execution(i, model.Lasso{Stem: stem, Loop: l.loop()})
}

// explicitSpace is what the explicit engine knows of its components.
type explicitSpace struct {
	*cycles
	property int
	classes  map[int32][]model.Class // what enabled has returned
	events   map[int32][]step        // what inside has returned
}

func (s *explicitSpace) fails(j int32) bool { return s.cycles.fails(j, s.property) }

func (s *explicitSpace) enabled(j int32) []model.Class {
	list, ok := s.classes[j]
	if ok {
		return list
	}
	for _, e := range s.edges(j) {
		label := s.labels[e.label]
		if class := s.pass.system.Class(label.Event); label.Obligatory && !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	s.classes[j] = list
	return list
}

func (s *explicitSpace) inside(j int32) []step {
	s.look()
	list, ok := s.events[j]
	if ok {
		return list
	}
	for _, e := range s.cycles.inside(j) {
		label := s.labels[e.label]
		list = append(list, step{e.to, label.Event, label.Obligatory, s.pass.system.Class(label.Event)})
	}
	slices.SortFunc(list, compareSteps)
	s.events[j] = list
	return list
}

func (s *explicitSpace) way(from int32, a aim) []step {
	if way := nearest(s, from, a, math.MaxInt); way != nil {
		return way
	}
	panic("checker: an end component is not connected")
}
