package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/lasso"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// loopComponent is a fair end component for package lasso. It takes the events from
// package model, and asks the diagrams which of them stay in the component.
type loopComponent struct {
	walk    *walk // to the component
	region  *Region
	numbers map[placed]int32
	met     []*passed
	paths   int // the number of paths computed on diagrams
}

// placed identifies a configuration with a state of the monitor.
type placed struct {
	key     string
	monitor any
}

// passed is a configuration of the component that the search has met.
type passed struct {
	at      model.Configuration
	monitor any
	values  []uint32
	events  []lasso.Event    // the result of Inside, if known
	classes []fairness.Class // the result of Enabled, if known
	known   bool
}

func (l *loopComponent) number(c model.Configuration, monitor any) int32 {
	key := placed{c.Key(), monitor}
	n, ok := l.numbers[key]
	if !ok {
		n = int32(len(l.met))
		values, _ := l.walk.states.system.Lookup(c, monitor)
		l.numbers[key] = n
		l.met = append(l.met, &passed{at: c, monitor: monitor, values: values})
	}
	return n
}

// Fails implements [lasso.Component].
func (l *loopComponent) Fails(j int32) bool {
	c := l.met[j]
	return !l.walk.property.Holds(l.walk.search.question.System.View(c.at), c.monitor)
}

// Enabled implements [lasso.Component].
func (l *loopComponent) Enabled(j int32) []fairness.Class { return l.look(j).classes }

// Inside implements [lasso.Component].
func (l *loopComponent) Inside(j int32) []lasso.Event { return l.look(j).events }

// look computes the events and classes of a configuration.
func (l *loopComponent) look(j int32) *passed {
	w := l.walk
	w.search.budget.Poll()
	c := l.met[j]
	if c.known {
		return c
	}
	c.known = true
	system := w.search.question.System
	successors := system.Successors(c.at)
	stays := func(y model.Successor) bool {
		values, known := w.states.system.Lookup(y.Next, w.property.Observe(c.monitor, system, c.at, y))
		return known && l.region.Contains(values)
	}
	for _, y := range successors {
		class := fairness.ClassOf(system, y.Event)
		if y.Obligatory && !slices.Contains(c.classes, class) {
			c.classes = append(c.classes, class)
		}
		leaves := func(z model.Successor) bool { return z.Event.SameCause(y.Event) && !stays(z) }
		if stays(y) && (len(y.Event.Choices) == 0 || !slices.ContainsFunc(successors, leaves)) {
			to := l.number(y.Next, w.property.Observe(c.monitor, system, c.at, y))
			c.events = append(c.events, lasso.Event{To: to, Event: y.Event, Obligatory: y.Obligatory, Class: class})
		}
	}
	slices.SortStableFunc(c.events, lasso.Compare)
	return c
}

// nearby is the number of configurations that a search for a path visits one by
// one before it uses diagrams.
const nearby = 200

// Path implements [lasso.Component].
func (l *loopComponent) Path(from int32, g lasso.Goal) []lasso.Event {
	system := l.walk.states.system
	l.walk.search.poll(system)
	if path := lasso.Nearest(l, from, g, nearby); path != nil {
		return path
	}
	if l.paths++; l.paths > l.walk.search.budget.Thresholds.LoopPaths {
		return nil
	}
	layers := l.region.Layers(l.sources(g), l.met[from].values)
	var path []lasso.Event
	for i := len(layers) - 2; i >= -1; i-- {
		events := l.Inside(from)
		next := slices.IndexFunc(events, func(e lasso.Event) bool {
			if i < 0 {
				return g.Met(l, from, e)
			}
			return system.Sets.Has(layers[i], l.met[e.To].values)
		})
		path = append(path, events[next])
		from = events[next].To
	}
	return path
}

// sources returns the configurations of the component from which an event meets
// the goal.
func (l *loopComponent) sources(g lasso.Goal) diagram.Set {
	switch g.Kind {
	case lasso.Failing:
		return l.region.Wanted()
	case lasso.Meeting, lasso.Leaving:
		return l.region.Meeting(g.Class)
	case lasso.Outcome:
		return l.region.Only(l.met[g.At].values)
	}
	return l.region.Leading(l.region.Only(l.met[g.At].values))
}
