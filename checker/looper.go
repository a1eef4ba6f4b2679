package checker

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// loopSpace is a fair end component as an engine knows it. Its configurations
// have numbers.
type loopSpace interface {
	// fails reports whether the predicate of the property fails in j.
	fails(j int32) bool
	// enabled returns the fairness classes of which j enables an event.
	enabled(j int32) []model.Class
	// inside returns the events of j that stay in the component whatever Choose
	// returns, in their order.
	inside(j int32) []step
	// way returns the least of the shortest ways from a configuration to an
	// event that meets the aim, which is its last; nil if it gives up.
	way(from int32, a aim) []step
}

// step is an event of a component.
type step struct {
	to         int32
	event      model.Event
	obligatory bool
	class      model.Class // if it is obligatory
}

func compareSteps(a, b step) int { return a.event.Compare(b.event) }

// aim is what the last event of a way must be.
type aim struct {
	kind  aimKind
	class model.Class // of meeting and leaving
	at    int32       // of outcome: where it happens; of arriving: where it leads
	event model.Event // of outcome
}

type aimKind uint8

const (
	failing  aimKind = iota // leads to where the predicate fails
	meeting                 // is of the class
	leaving                 // is of the class, or leads to where it is not enabled
	outcome                 // is the event
	arriving                // leads to the configuration
)

// isMet reports whether event e of a configuration meets the aim.
func (a aim) isMet(s loopSpace, from int32, e step) bool {
	switch a.kind {
	case failing:
		return s.fails(e.to)
	case meeting, leaving:
		return e.obligatory && e.class == a.class || a.kind == leaving && !slices.Contains(s.enabled(e.to), a.class)
	case outcome:
		return from == a.at && e.event.Compare(a.event) == 0
	}
	return e.to == a.at
}

// nearest returns what way of a loopSpace returns, nil if it is not among the
// first most configurations that a search breadth first meets.
func nearest(s loopSpace, from int32, a aim, most int) []step {
	type arrival struct {
		before int32
		by     step
	}
	arrivals := map[int32]arrival{from: {before: -1}}
	for queue := []int32{from}; len(queue) > 0 && len(arrivals) <= most; queue = queue[1:] {
		at := queue[0]
		for _, e := range s.inside(at) {
			if a.isMet(s, at, e) {
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
	return nil
}

// looper builds the loop of a lasso: it meets the obligations of fairness one
// by one, each along the least of the shortest ways.
type looper struct {
	loopSpace
	fairness model.Fairness
	form     properties.Form
	start    int32
	most     int // the most events before it gives up; 0: no bound

	visited map[int32]bool
	enabled map[model.Class]int // in how many of the visited configurations
	classes []model.Class       // those that some visited configuration enables, in order
	done    map[model.Class]bool
	failed  bool // the predicate fails in a visited configuration
	visits  []int32
	taken   []step // taken[k] is the event from visits[k]
	took    map[numbered]bool
	settled int // all outcomes of the first taken have been taken
}

// numbered is an event of a configuration, by its number there.
type numbered struct {
	at    int32
	event int
}

// loop returns the loop, nil if it has too many events or a way was given up.
func (l *looper) loop() model.Schedule {
	l.visited, l.enabled, l.done, l.took = map[int32]bool{}, map[model.Class]int{}, map[model.Class]bool{}, map[numbered]bool{}
	at := l.start
	l.visit(at)
	for l.most == 0 || len(l.taken) <= l.most {
		a, more := l.next()
		if !more && at == l.start && len(l.taken) > 0 {
			return l.schedule()
		}
		if !more {
			a = aim{kind: arriving, at: l.start}
		}
		way := l.way(at, a)
		for _, e := range way {
			l.take(at, e)
			at = e.to
		}
		if way == nil {
			break
		}
	}
	return nil
}

func (l *looper) schedule() model.Schedule {
	var schedule model.Schedule
	for _, e := range l.taken {
		schedule = append(schedule, e.event)
	}
	return schedule
}

func (l *looper) take(at int32, e step) {
	l.visits, l.taken = append(l.visits, at), append(l.taken, e)
	i, _ := slices.BinarySearchFunc(l.inside(at), e, compareSteps)
	l.took[numbered{at, i}] = true
	if e.obligatory {
		l.done[e.class] = true
	}
	l.visit(e.to)
}

func (l *looper) visit(j int32) {
	if l.visited[j] {
		return
	}
	l.visited[j] = true
	l.failed = l.failed || l.form == properties.Stabilises && l.fails(j)
	if l.fairness == model.Unfair {
		return
	}
	for _, class := range l.loopSpace.enabled(j) {
		if l.enabled[class]++; l.enabled[class] == 1 {
			i, _ := slices.BinarySearchFunc(l.classes, class, compareClasses)
			l.classes = slices.Insert(l.classes, i, class)
		}
	}
}

func compareClasses(a, b model.Class) int {
	return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Port, b.Port),
		cmp.Compare(a.Timer, b.Timer), cmp.Compare(a.Message, b.Message))
}

// next returns one more obligation, if any is left: where the predicate fails;
// a class that must be treated fairly, by an event of it or under weak fairness
// by a configuration that does not enable it; an outcome of Choose that was omitted
// where another was taken.
func (l *looper) next() (aim, bool) {
	if l.form == properties.Stabilises && !l.failed {
		return aim{kind: failing}, true
	}
	for _, class := range l.classes {
		switch {
		case l.done[class] || l.fairness == model.Weak && l.enabled[class] < len(l.visited):
		case l.fairness == model.Weak:
			return aim{kind: leaving, class: class}, true
		default:
			return aim{kind: meeting, class: class}, true
		}
	}
	for ; l.settled < len(l.taken); l.settled++ {
		at, e := l.visits[l.settled], l.taken[l.settled]
		if len(e.event.Choices) == 0 {
			continue
		}
		for i, other := range l.inside(at) {
			if !l.took[numbered{at, i}] && other.event.SameCause(e.event) {
				return aim{kind: outcome, at: at, event: other.event}, true
			}
		}
	}
	return aim{}, false
}
