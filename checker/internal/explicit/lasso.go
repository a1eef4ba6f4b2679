package explicit

import (
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/lasso"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// lasso returns a lasso that refutes property i. Its stem is the least path into
// one of the parts, and its loop is a fair loop in that part.
func (p *pass) lasso(i int, c *cycles, parts []*component) (start int, l model.Lasso, err error) {
	refuting := map[int32]bool{}
	for _, part := range parts {
		refuting[part.number] = true
	}
	path, err := p.pathTo(goal{
		state: func(s compose.State, obligatory bool) bool {
			if p.machine.pending != nil && p.machine.pending(s, obligatory) == 0 {
				return false
			}
			j := c.seen.index(p.inside(s))
			return j >= 0 && refuting[c.part[j]]
		},
		stop: p.search.goal,
	})
	if err != nil {
		return 0, l, err
	}
	inside := &loopComponent{cycles: c, property: i, classes: map[int32][]fairness.Class{}, events: map[int32][]lasso.Event{}}
	search := lasso.Search{Component: inside, Fairness: p.question.Fairness, Form: p.question.Properties[i].Form, Start: c.seen.index(p.inside(path.at)), Visits: c.recurring(i)}
	loop := search.Loop()
	for i, e := range loop {
		loop[i] = path.named(e)
	}
	return path.start, model.Lasso{Stem: path.whole(), Loop: loop}, nil
}

// inside returns s as loops have it: with a mark, if there are marks, as a LeadsTo is
// pending throughout a loop that refutes it.
func (p *pass) inside(s compose.State) compose.State {
	if p.machine.pending != nil {
		return s | p.machine.markOf(0)
	}
	return s
}

// loopComponent implements [lasso.Component] for an end component.
type loopComponent struct {
	cycles   *cycles
	property int
	classes  map[int32][]fairness.Class // cached results of Enabled
	events   map[int32][]lasso.Event    // cached results of Inside
}

// Fails implements [lasso.Component].
func (l *loopComponent) Fails(j int32) bool { return l.cycles.fails(j, l.property) }

// Enabled implements [lasso.Component].
func (l *loopComponent) Enabled(j int32) []fairness.Class {
	list, ok := l.classes[j]
	if ok {
		return list
	}
	c := l.cycles
	labels := c.labels
	if !c.inTurn(j) {
		labels = nil
		for _, e := range c.edges(j) {
			labels = append(labels, c.labels[e.label])
		}
	}
	for _, label := range labels {
		if class := fairness.ClassOf(c.pass.question.System, label.Event); label.Obligatory && !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	l.classes[j] = list
	return list
}

// Inside implements [lasso.Component].
func (l *loopComponent) Inside(j int32) []lasso.Event {
	c := l.cycles
	c.poll()
	list, ok := l.events[j]
	if ok {
		return list
	}
	for _, e := range c.inside(j) {
		label := c.labels[e.label]
		list = append(list, lasso.Event{To: e.to, Event: label.Event, Obligatory: label.Obligatory, Class: fairness.ClassOf(c.pass.question.System, label.Event)})
	}
	slices.SortStableFunc(list, lasso.Compare)
	l.events[j] = list
	return list
}

// Path implements [lasso.Component].
func (l *loopComponent) Path(from int32, g lasso.Goal) []lasso.Event {
	if path := lasso.Nearest(l, from, g, math.MaxInt); path != nil {
		return path
	}
	panic("explicit: an end component is not connected")
}
