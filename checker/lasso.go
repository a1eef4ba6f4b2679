package checker

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
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
	l := &looper{cycles: c, property: i, start: c.seen.index(at), classes: map[int32][]model.Class{}, events: map[int32][]step{}}
	return p.execution(i, model.Lasso{Stem: stem, Loop: l.loop()})
}

// looper builds the loop of a lasso.
type looper struct {
	*cycles
	property int
	start    int32
	visits   []int32 // visits[k] is the configuration before event k
	taken    []step

	classes map[int32][]model.Class // what enabled has returned
	events  map[int32][]step        // what sorted has returned
}

// step is an event of a component with its label.
type step struct {
	edge
	event model.Event
}

func (l *looper) loop() model.Schedule {
	at := l.start
	for {
		way := l.wayToNext(at)
		if way == nil && at == l.start && len(l.taken) > 0 {
			break
		}
		if way == nil {
			way = l.way(at, func(_ int32, e step) bool { return e.to == l.start })
		}
		for _, e := range way {
			l.visits = append(l.visits, at)
			l.taken = append(l.taken, e)
			at = e.to
		}
	}
	var schedule model.Schedule
	for _, e := range l.taken {
		schedule = append(schedule, e.event)
	}
	return schedule
}

// wayToNext returns a way that meets one more obligation, nil if none is left.
func (l *looper) wayToNext(at int32) []step {
	visited := append(slices.Clone(l.visits), at)
	if l.pass.judge.properties[l.property].Form == properties.Stabilises &&
		!slices.ContainsFunc(visited, func(j int32) bool { return l.fails(j, l.property) }) {
		return l.way(at, func(_ int32, e step) bool { return l.fails(e.to, l.property) })
	}
	if way := l.wayToFairness(at, visited); way != nil {
		return way
	}
	return l.wayToOutcome(at)
}

// wayToFairness returns a way that treats one more class fairly: to an event
// of it, or under weak fairness to a configuration that does not enable it.
func (l *looper) wayToFairness(at int32, visited []int32) []step {
	f := l.pass.options.Fairness
	if f == model.Unfair {
		return nil
	}
	enabled, classes := map[model.Class]int{}, []model.Class{}
	for _, j := range visited {
		for _, class := range l.enabled(j) {
			if enabled[class] == 0 {
				classes = append(classes, class)
			}
			enabled[class]++
		}
	}
	slices.SortFunc(classes, compareClasses)
	for _, class := range classes {
		if l.isTaken(class) || f == model.Weak && enabled[class] < len(visited) {
			continue
		}
		return l.way(at, func(from int32, e step) bool {
			return l.classOf(e.edge) == class && l.labels[e.label].Obligatory ||
				f == model.Weak && !slices.Contains(l.enabled(e.to), class)
		})
	}
	return nil
}

func compareClasses(a, b model.Class) int {
	return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Port, b.Port),
		cmp.Compare(a.Timer, b.Timer), cmp.Compare(a.Message, b.Message))
}

// enabled returns the classes that configuration j enables.
func (l *looper) enabled(j int32) []model.Class {
	list, ok := l.classes[j]
	if ok {
		return list
	}
	for _, e := range l.edges(j) {
		if class := l.classOf(e); l.labels[e.label].Obligatory && !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	l.classes[j] = list
	return list
}

func (l *looper) classOf(e edge) model.Class { return l.pass.system.Class(l.labels[e.label].Event) }

func (l *looper) isTaken(class model.Class) bool {
	return slices.ContainsFunc(l.taken, func(e step) bool { return l.labels[e.label].Obligatory && l.classOf(e.edge) == class })
}

// wayToOutcome returns a way to an outcome of Choose that was omitted where
// another was taken.
func (l *looper) wayToOutcome(at int32) []step {
	for k, e := range l.taken {
		if len(e.event.Choices) == 0 {
			continue
		}
		for _, other := range l.sorted(l.visits[k]) {
			if !other.event.SameCause(e.event) || l.took(l.visits[k], other) {
				continue
			}
			wanted := l.visits[k]
			return l.way(at, func(from int32, x step) bool { return from == wanted && x.label == other.label })
		}
	}
	return nil
}

func (l *looper) took(at int32, e step) bool {
	for k, x := range l.taken {
		if l.visits[k] == at && x.label == e.label {
			return true
		}
	}
	return false
}

// sorted returns the events of a component from one of its configurations, in
// their order.
func (l *looper) sorted(at int32) []step {
	list, ok := l.events[at]
	if ok {
		return list
	}
	for _, e := range l.inside(at) {
		list = append(list, step{e, l.labels[e.label].Event})
	}
	slices.SortFunc(list, func(a, b step) int { return a.event.Compare(b.event) })
	l.events[at] = list
	return list
}

// way returns the least of the shortest ways within the component from a
// configuration to an event that satisfies last, which is its last.
func (l *looper) way(from int32, last func(from int32, e step) bool) []step {
	type arrival struct {
		before int32
		by     step
	}
	arrivals := map[int32]arrival{from: {before: -1}}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, e := range l.sorted(at) {
			if last(at, e) {
				way := []step{e}
				for ; arrivals[at].before >= 0; at = arrivals[at].before {
					way = append(way, arrivals[at].by)
				}
				slices.Reverse(way)
				return way
			}
			if _, met := arrivals[e.to]; !met {
				arrivals[e.to] = arrival{at, e}
				queue = append(queue, e.to)
			}
		}
	}
	panic("checker: an end component is not connected")
}
