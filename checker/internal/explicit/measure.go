package explicit

import (
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// amount returns how much of a quantity one event has.
func amount(of engine.Quantity, l compose.Label) int64 {
	switch of {
	case engine.Messages:
		return int64(l.Sends)
	case engine.Rounds:
		if l.Event.StepKind() == model.Round {
			return 1
		}
		return 0
	}
	return 1
}

// measure searches all configurations, and finds the extremes.
func (p *pass) measure(of engine.Quantity) (engine.Extremes, error) {
	if err := p.begin(); err != nil {
		return engine.Extremes{}, err
	}
	found, err := p.explore()
	if err == nil {
		_, err = p.unlessCut(func() error { return p.findFailure(found) })
	}
	switch {
	case err != nil:
		return engine.Extremes{}, err
	case p.answer.Failure.Reached():
		return engine.Extremes{Failure: p.answer.Failure}, nil
	case !p.search.complete():
		return engine.Extremes{Reason: p.search.stopped}, nil
	}
	return p.extremes(of)
}

// extremes rates the configurations from the last to the first.
func (p *pass) extremes(of engine.Quantity) (engine.Extremes, error) {
	t := &tour{pass: p, quantity: of, seen: newNumbering(p.search.seen, p.budget)}
	order := t.seen.order(func(s compose.State, list []compose.State) []compose.State {
		list, _ = p.machine.Successors(0, s, list)
		return list
	})
	all := p.search.seen.Len()
	p.budget.Reserve(all * 2 * 8)
	t.least, t.greatest = make([]int64, all), make([]int64, all)
	for i := range t.least {
		t.least[i], t.greatest[i] = none, none
	}
	if int64(len(order)) < all {
		return t.measureCyclic(order)
	}
	for _, s := range slices.Backward(order) {
		t.seen.look()
		t.rate(s)
	}
	return t.extremes(
		func() (model.Schedule, error) { return t.follow(t.least), nil },
		func() (model.Schedule, error) { return t.follow(t.greatest), nil })
}

// none is the amount where no path leads to a terminal configuration.
const none = math.MinInt64

// tour knows for each configuration the least and greatest amount from there
// to the end.
type tour struct {
	pass            *pass
	quantity        engine.Quantity
	seen            *numbering
	least, greatest []int64
	edges           []compose.Edge
	stays           map[compose.State]bool // a fair execution can stay around this configuration for ever
}

// extremes returns the amounts of the initial configuration, with schedules that
// have them.
func (t *tour) extremes(leastBy, greatestBy func() (model.Schedule, error)) (engine.Extremes, error) {
	first := t.number(t.pass.machine.Initial())
	x := engine.Extremes{Least: t.least[first], Greatest: t.greatest[first], Finite: true}
	if x.Least == none {
		return engine.Extremes{Reason: engine.Reason{Cause: engine.NoEnd}}, nil
	}
	if t.quantity == engine.Messages {
		system := t.pass.question.System
		atStart := int64(system.View(system.Initial()).AtStart)
		x.Least, x.Greatest = x.Least+atStart, x.Greatest+atStart
	}
	var err error
	if x.LeastBy, err = leastBy(); err == nil {
		x.GreatestBy, err = greatestBy()
	}
	return x, err
}

// number returns the number of a configuration.
func (t *tour) number(s compose.State) int64 { return t.seen.seen.Index(uint64(s)) }

// of returns how much of the quantity an edge has.
func (t *tour) of(e compose.Edge) int64 { return amount(t.quantity, t.pass.machine.Label(e.Label)) }

// rate finds the amounts of a configuration from those of its successors. An
// execution may end where only optional events are enabled.
func (t *tour) rate(s compose.State) {
	i := t.number(s)
	t.least[i], t.greatest[i] = none, none
	if t.ends(s) {
		t.least[i], t.greatest[i] = 0, 0
	}
	t.edges = t.pass.machine.Edges(s, t.edges[:0])
	for _, e := range t.edges {
		j, amount := t.number(e.Next), t.of(e)
		if least := t.least[j] + amount; t.least[j] != none && (t.least[i] == none || least < t.least[i]) {
			t.least[i] = least
		}
		if t.greatest[j] != none {
			t.greatest[i] = max(t.greatest[i], t.greatest[j]+amount)
		}
	}
}

func (t *tour) ends(s compose.State) bool {
	_, obligatory := t.pass.machine.Successors(0, s, nil)
	return terminal(t.pass.machine.Facts(s), obligatory)
}

// follow returns the least schedule, in event order, whose amounts are those
// found.
func (t *tour) follow(amounts []int64) model.Schedule {
	at, schedule := t.pass.machine.Initial(), model.Schedule{}
	for {
		t.pass.budget.Poll()
		left := amounts[t.number(at)]
		if left == 0 && t.ends(at) {
			return schedule
		}
		e, next := t.pass.leastEdge(at, func(e compose.Edge) bool {
			rest := amounts[t.number(e.Next)]
			return rest != none && rest+t.of(e) == left
		})
		schedule, at = append(schedule, e), next
	}
}
