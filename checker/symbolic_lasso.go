package checker

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
)

// symbolicSpace is what the symbolic engine knows of one component. It takes
// events by the definition of the model, and asks the diagrams where to go.
type symbolicSpace struct {
	*walk
	region  *symbolic.Region
	numbers map[placed]int32
	met     []*passed
	asked   int // ways of the diagrams
}

// placed tells the configurations of an execution apart.
type placed struct {
	key     string
	monitor any
}

// passed is a configuration of the component that was met.
type passed struct {
	at      model.Configuration
	monitor any
	values  []uint32
	events  []step        // what inside returns, after the first call
	classes []model.Class // what enabled returns, after the first call
	known   bool          // there was one
}

func (s *symbolicSpace) number(c model.Configuration, monitor any) int32 {
	key := placed{c.Key(), monitor}
	n, ok := s.numbers[key]
	if !ok {
		n = int32(len(s.met))
		values, _ := s.x.Lookup(c, monitor)
		s.numbers[key] = n
		s.met = append(s.met, &passed{at: c, monitor: monitor, values: values})
	}
	return n
}

func (s *symbolicSpace) fails(j int32) bool {
	return !s.property.Holds(s.system.View(s.met[j].at), s.met[j].monitor)
}

func (s *symbolicSpace) enabled(j int32) []model.Class { return s.look(j).classes }

func (s *symbolicSpace) inside(j int32) []step { return s.look(j).events }

// look finds the events of a configuration.
func (s *symbolicSpace) look(j int32) *passed {
	s.limits.poll()
	c := s.met[j]
	if c.known {
		return c
	}
	c.known = true
	successors := s.system.Successors(c.at)
	stays := func(y model.Successor) bool {
		values, known := s.x.Lookup(y.Next, s.property.Observe(c.monitor, s.system, c.at, y))
		return known && s.region.Contains(values)
	}
	for _, y := range successors {
		class := s.system.Class(y.Event)
		if y.Obligatory && !slices.Contains(c.classes, class) {
			c.classes = append(c.classes, class)
		}
		leaves := func(z model.Successor) bool { return z.Event.SameCause(y.Event) && !stays(z) }
		if stays(y) && (len(y.Event.Choices) == 0 || !slices.ContainsFunc(successors, leaves)) {
			to := s.number(y.Next, s.property.Observe(c.monitor, s.system, c.at, y))
			c.events = append(c.events, step{to, y.Event, y.Obligatory, class})
		}
	}
	slices.SortFunc(c.events, compareSteps)
	return c
}

// nearby is how many configurations are looked at one by one before the
// diagrams are asked for the way.
const nearby = 200

func (s *symbolicSpace) way(from int32, a aim) []step {
	s.idle(s.x.System)
	if way := nearest(s, from, a, nearby); way != nil {
		return way
	}
	if s.asked++; s.asked > mostAsked {
		return nil
	}
	layers := s.region.Layers(s.sources(a), s.met[from].values)
	var way []step
	for i := len(layers) - 2; i >= -1; i-- {
		events := s.inside(from)
		next := slices.IndexFunc(events, func(e step) bool {
			if i < 0 {
				return a.isMet(s, from, e)
			}
			return s.x.Has(layers[i], s.met[e.to].values)
		})
		way = append(way, events[next])
		from = events[next].to
	}
	return way
}

// sources returns the configurations of the component from which an event meets
// the aim.
func (s *symbolicSpace) sources(a aim) diagram.Set {
	switch a.kind {
	case failing:
		return s.region.Wanted()
	case meeting, leaving:
		return s.region.Meeting(a.class)
	case outcome:
		return s.region.Only(s.met[a.at].values)
	}
	return s.region.Leading(s.region.Only(s.met[a.at].values))
}
