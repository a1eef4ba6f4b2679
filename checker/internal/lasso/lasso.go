// Package lasso builds the loop of a lasso in a fair end component. It satisfies
// the fairness constraints one by one, each along the least of the shortest paths.
// Both engines use it, so they show the same loops.
package lasso

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// A Component is a fair end component of an engine. Its configurations are
// numbered.
type Component interface {
	// Fails reports whether the predicate of the property fails in configuration j.
	Fails(j int32) bool
	// Enabled returns the fairness classes that have an event enabled in j.
	Enabled(j int32) []fairness.Class
	// Inside returns, in order, the events of j that stay in the component for
	// every result of Choose.
	Inside(j int32) []Event
	// Path returns the least of the shortest paths whose last event meets the
	// goal, or nil if the search is abandoned.
	Path(from int32, g Goal) []Event
}

// An Event is an event of a component.
type Event struct {
	To         int32
	Event      model.Event
	Obligatory bool
	Class      fairness.Class // if it is obligatory
}

// Compare orders the events of a configuration.
func Compare(a, b Event) int { return a.Event.Compare(b.Event) }

// A Goal is the condition that the last event of a path must meet.
type Goal struct {
	Kind  Kind
	Class fairness.Class     // for Meeting and Leaving
	At    int32              // for Outcome: the configuration before the event; for Arriving: the one after it
	Event model.Event        // for Outcome
	Visit func(j int32) bool // for Visiting
}

// Kind is the kind of a goal.
type Kind uint8

// The kinds of goals.
const (
	Failing  Kind = iota // the event leads to a configuration in which the predicate fails
	Meeting              // the event is in the class
	Leaving              // the event is in the class, or leads to a configuration that does not enable the class
	Outcome              // the event is the given event
	Arriving             // the event leads to the given configuration
	Visiting             // the event leads to a configuration that Visit accepts
)

// Met reports whether event e of configuration from meets the goal.
func (g Goal) Met(c Component, from int32, e Event) bool {
	switch g.Kind {
	case Failing:
		return c.Fails(e.To)
	case Meeting, Leaving:
		return e.Obligatory && e.Class == g.Class || g.Kind == Leaving && !slices.Contains(c.Enabled(e.To), g.Class)
	case Outcome:
		return from == g.At && e.Event.Compare(g.Event) == 0
	case Visiting:
		return g.Visit(e.To)
	}
	return e.To == g.At
}

// Nearest searches breadth first for the path that Component.Path returns. It
// returns nil if it has met more than most configurations without finding one.
func Nearest(c Component, from int32, g Goal, most int) []Event {
	type arrival struct {
		before int32
		by     Event
	}
	arrivals := map[int32]arrival{from: {before: -1}}
	for queue := []int32{from}; len(queue) > 0 && len(arrivals) <= most; queue = queue[1:] {
		at := queue[0]
		for _, e := range c.Inside(at) {
			if g.Met(c, at, e) {
				path := []Event{e}
				for ; arrivals[at].before >= 0; at = arrivals[at].before {
					path = append(path, arrivals[at].by)
				}
				slices.Reverse(path)
				return path
			}
			if _, met := arrivals[e.To]; !met {
				arrivals[e.To] = arrival{at, e}
				queue = append(queue, e.To)
			}
		}
	}
	return nil
}

// A Search specifies the loop to find.
type Search struct {
	Component Component
	Fairness  model.Fairness
	Form      properties.Form
	Start     int32
	Visits    []func(j int32) bool // the loop visits a configuration that satisfies each
	Most      int                  // the largest number of events; 0: no bound
}

// Loop returns a fair loop through the start. For a Stabilises property, the loop
// also visits a configuration in which the predicate fails. Loop returns nil if
// the loop has too many events or Component.Path returns nil.
func (s Search) Loop() model.Schedule {
	l := &loop{search: s, visited: map[int32]bool{}, enabled: map[fairness.Class]int{}, done: map[fairness.Class]bool{}, took: map[numbered]bool{}, met: make([]bool, len(s.Visits))}
	at := s.Start
	l.visit(at)
	for s.Most == 0 || len(l.taken) <= s.Most {
		g, more := l.next()
		if !more && at == s.Start && len(l.taken) > 0 {
			return l.schedule()
		}
		if !more {
			g = Goal{Kind: Arriving, At: s.Start}
		}
		path := s.Component.Path(at, g)
		for _, e := range path {
			l.take(at, e)
			at = e.To
		}
		if path == nil {
			break
		}
	}
	return nil
}

// loop is a loop under construction.
type loop struct {
	search   Search
	visited  map[int32]bool
	enabled  map[fairness.Class]int // the number of visited configurations that enable the class
	classes  []fairness.Class       // the classes that a visited configuration enables, in order
	done     map[fairness.Class]bool
	met      []bool // by Search.Visits: a visited configuration satisfies it
	failed   bool   // the predicate fails in a visited configuration
	visits   []int32
	taken    []Event // taken[k] is the event from visits[k]
	took     map[numbered]bool
	complete int // the loop has all outcomes of the first complete events of taken
}

// numbered is an event of configuration at, as an index into Inside(at).
type numbered struct {
	at    int32
	event int
}

func (l *loop) schedule() model.Schedule {
	var schedule model.Schedule
	for _, e := range l.taken {
		schedule = append(schedule, e.Event)
	}
	return schedule
}

func (l *loop) take(at int32, e Event) {
	l.visits, l.taken = append(l.visits, at), append(l.taken, e)
	i, _ := slices.BinarySearchFunc(l.search.Component.Inside(at), e, Compare)
	l.took[numbered{at, i}] = true
	if e.Obligatory {
		l.done[e.Class] = true
	}
	l.visit(e.To)
}

func (l *loop) visit(j int32) {
	if l.visited[j] {
		return
	}
	l.visited[j] = true
	l.failed = l.failed || l.search.Form == properties.Stabilises && l.search.Component.Fails(j)
	for i, satisfies := range l.search.Visits {
		l.met[i] = l.met[i] || satisfies(j)
	}
	if l.search.Fairness == model.Unfair {
		return
	}
	for _, class := range l.search.Component.Enabled(j) {
		if l.enabled[class]++; l.enabled[class] == 1 {
			i, _ := slices.BinarySearchFunc(l.classes, class, compareClasses)
			l.classes = slices.Insert(l.classes, i, class)
		}
	}
}

func compareClasses(a, b fairness.Class) int {
	return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Port, b.Port),
		cmp.Compare(a.Timer, b.Timer), cmp.Compare(a.Message, b.Message))
}

// next returns the next goal of the loop, and false if the loop needs no more. It
// returns, in this order:
//   - for a Stabilises property, a configuration in which the predicate fails;
//   - for each of Search.Visits, a configuration that satisfies it;
//   - for each class, a goal that meets its fairness constraint: an event of the class
//     or, under weak fairness, a configuration that does not enable the class;
//   - for each step with Choose in the loop, its other outcomes.
func (l *loop) next() (Goal, bool) {
	if l.search.Form == properties.Stabilises && !l.failed {
		return Goal{Kind: Failing}, true
	}
	for i, met := range l.met {
		if !met {
			return Goal{Kind: Visiting, Visit: l.search.Visits[i]}, true
		}
	}
	for _, class := range l.classes {
		switch {
		case l.done[class] || l.search.Fairness == model.Weak && l.enabled[class] < len(l.visited):
		case l.search.Fairness == model.Weak:
			return Goal{Kind: Leaving, Class: class}, true
		default:
			return Goal{Kind: Meeting, Class: class}, true
		}
	}
	for ; l.complete < len(l.taken); l.complete++ {
		at, e := l.visits[l.complete], l.taken[l.complete]
		if len(e.Event.Choices) == 0 {
			continue
		}
		for i, other := range l.search.Component.Inside(at) {
			if !l.took[numbered{at, i}] && other.Event.SameCause(e.Event) {
				return Goal{Kind: Outcome, At: at, Event: other.Event}, true
			}
		}
	}
	return Goal{}, false
}
