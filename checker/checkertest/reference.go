package checkertest

import (
	"errors"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// MaxN is the largest number of processes that [Explore] takes.
const MaxN = 4

// DefaultMax is the default bound of [Explore] on the number of configurations.
const DefaultMax = 20_000

// ErrTooLarge says that a system is too large for [Explore].
var ErrTooLarge = errors.New("is too large for the reference explorer")

// Options has the properties that [Explore] judges, and its bound.
type Options struct {
	Properties []properties.Property
	Fairness   model.Fairness       // the infinite executions that liveness is about
	Constraint *properties.Property // see [checker.Options]; nil: none
	Max        int                  // the largest number of configurations (with a monitor's state); 0: DefaultMax
}

// A Reference has the counts and verdicts of a system.
type Reference struct {
	Configurations int64 // distinct
	Events         int64 // enabled events summed over distinct configurations
	Cut            int64 // configurations where the constraint cut the search
	Depth          int   // events: the length of the shortest execution to the farthest configuration
	// Verdicts has one per property, in order. If a step is not well-formed, and
	// WellFormed is not among the properties, its verdict comes last.
	Verdicts []Verdict
}

// A Verdict is the result for one property.
type Verdict struct {
	Result checker.Result
	// Finite is the least finite execution, by (length, order of events), that refutes
	// (for Reachable: witnesses) the property. It is nil if there is none, and empty if
	// the initial configuration does.
	Finite model.Schedule
	// Loop says that a fair infinite execution refutes the property, and Stem how many events the
	// shortest one needs before its loop.
	Loop bool
	Stem int

	start int // of Finite, as a number in Semantics.Starts
}

// Explore judges the properties by a list of all configurations of s. The search is
// always complete: for more than MaxN processes or Options.Max configurations the error
// wraps [ErrTooLarge].
func Explore(s *model.System, o Options) (Reference, error) {
	if s.Network().N > MaxN {
		return Reference{}, fmt.Errorf("%s with n = %d %w: n <= %d is allowed", s.Name(), s.Network().N, ErrTooLarge, MaxN)
	}
	if o.Max == 0 {
		o.Max = DefaultMax
	}
	o.Fairness = o.Fairness.Under(s.Network().Timing)
	g, err := explore(s, o.Constraint, o.Max)
	if err != nil {
		return Reference{}, err
	}
	r := Reference{Configurations: int64(len(g.places)), Cut: g.cut}
	for _, p := range g.places {
		r.Events += int64(len(p.edges))
		r.Depth = max(r.Depth, p.least.length)
	}
	for _, property := range o.Properties {
		var of []Verdict
		for _, p := range property.Cases(s) {
			h, err := g.monitored(p, o.Max)
			if err != nil {
				return Reference{}, err
			}
			of = append(of, unlessCut(judge(h, p, o.Fairness), g.cut))
		}
		r.Verdicts = append(r.Verdicts, together(of))
	}
	if g.least(failed) != nil {
		r.Verdicts = doubt(r.Verdicts, o.Properties, g.least(failed))
	}
	return r, nil
}

// graph is the state space of a system, from all of its initial configurations. The places
// are in the order of their least executions, by (length, start, order of events), as a
// breadth-first search that takes events in order meets them.
type graph struct {
	starts []*model.System
	places []*place
	begin  []int // by start: the place of its initial configuration
	cut    int64 // places where the constraint leaves out events
	fair   []set // the result of everywhere, after the first call
	asked  bool
}

// A place is a configuration, with the state of the monitor if there is one.
type place struct {
	start         int // of the least execution that leads here
	configuration model.Configuration
	monitor       any
	view          model.View
	least         way // the least execution that leads here
	edges         []*edge
}

type edge struct {
	step  model.Successor
	to    int
	cause string // equal for events that differ only in their choices
	class fairness.Class
}

// A way is an execution: its last event, and the way before it. Schedules would
// copy all events for each place.
type way struct {
	before *way
	event  model.Event
	length int
}

func (w *way) then(e model.Event) way { return way{w, e, w.length + 1} }

// schedule returns the events of the way; it is not nil.
func (w *way) schedule() model.Schedule {
	events := make(model.Schedule, w.length)
	for ; w.length > 0; w = w.before {
		events[w.length-1] = w.event
	}
	return events
}

// explore lists all configurations of s, breadth first. It follows no event of one that does not satisfy the constraint.
func explore(s *model.System, constraint *properties.Property, max int) (*graph, error) {
	starts, err := s.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	g := &graph{starts: starts}
	index := map[string]int{}
	visit := func(start int, c model.Configuration, least way) int {
		k := c.Key()
		if i, ok := index[k]; ok {
			return i
		}
		index[k] = len(g.places)
		g.places = append(g.places, &place{start: start, configuration: c, view: starts[start].View(c), least: least})
		return index[k]
	}
	for i, one := range starts {
		g.begin = append(g.begin, visit(i, one.Initial(), way{}))
	}
	for i := 0; i < len(g.places); i++ {
		p := g.places[i]
		successors := starts[p.start].Successors(p.configuration)
		if constraint != nil && !failed(p) && constraint.DecidedIn(properties.At(starts[p.start], p.configuration), false) && len(successors) > 0 {
			g.cut++
			continue
		}
		for _, step := range successors {
			e := step.Event
			e.Choices = nil
			to := visit(p.start, step.Next, p.least.then(step.Event))
			p.edges = append(p.edges, &edge{step, to, e.String(), fairness.ClassOf(s, step.Event)})
		}
		if len(g.places) > max {
			return nil, fmt.Errorf("%s with more than %d configurations %w", s.Name(), max, ErrTooLarge)
		}
	}
	return g, nil
}

// monitored returns the graph of the pairs of a configuration and a state of the
// property's monitor, or g itself if the property has none.
func (g *graph) monitored(property properties.Property, max int) (*graph, error) {
	m := property.Monitor()
	if m == nil {
		return g, nil
	}
	type pair struct {
		configuration int
		monitor       any
	}
	h := &graph{starts: g.starts}
	index, pairs := map[pair]int{}, []pair{}
	visit := func(start int, x pair, least way) int {
		if i, ok := index[x]; ok {
			return i
		}
		index[x] = len(pairs)
		pairs = append(pairs, x)
		of := g.places[x.configuration]
		h.places = append(h.places, &place{start, of.configuration, x.monitor, of.view, least, nil})
		return index[x]
	}
	for i, s := range g.starts {
		h.begin = append(h.begin, visit(i, pair{g.begin[i], m.Begin(s)}, way{}))
	}
	for i := 0; i < len(pairs); i++ {
		p := h.places[i]
		for _, e := range g.places[pairs[i].configuration].edges {
			state := property.Observe(p.monitor, g.starts[p.start], p.configuration, e.step)
			to := visit(p.start, pair{e.to, state}, p.least.then(e.step.Event))
			p.edges = append(p.edges, &edge{e.step, to, e.cause, e.class})
		}
		if len(pairs) > max {
			return nil, fmt.Errorf("%s with more than %d states of %s %w", g.starts[0].Name(), max, property.Name, ErrTooLarge)
		}
	}
	return h, nil
}
