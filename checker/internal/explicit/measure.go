package explicit

import (
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// amount returns the amount that one event adds to a quantity.
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

// measure searches all configurations and computes the extremes of the quantity.
func (p *pass) measure(of engine.Quantity) (engine.Extremes, error) {
	if err := p.begin(); err != nil {
		return engine.Extremes{}, err
	}
	return p.measureAll(of)
}

// measureAll is measure once the state space is known.
func (p *pass) measureAll(of engine.Quantity) (engine.Extremes, error) {
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

// extremes computes the extremes by dynamic programming. It rates the
// configurations in reverse topological order.
func (p *pass) extremes(of engine.Quantity) (engine.Extremes, error) {
	m := &measurement{pass: p, quantity: of, seen: newNumbering(p.search.seen, p.budget)}
	order := m.seen.order(func(s compose.State, list []compose.State) []compose.State {
		list, _ = p.machine.Successors(0, s, list)
		return list
	})
	all := p.search.seen.Len()
	p.budget.Reserve(all * 2 * 8)
	m.least, m.greatest = make([]int64, all), make([]int64, all)
	for i := range m.least {
		m.least[i], m.greatest[i] = none, none
	}
	if int64(len(order)) < all && p.question.Reduction.Confluent != nil {
		return engine.Extremes{Reason: reason.Reason{Cause: reason.LoopsLost}}, nil
	}
	if int64(len(order)) < all {
		return m.measureCyclic(order)
	}
	for _, s := range slices.Backward(order) {
		m.seen.poll()
		m.rate(s)
	}
	return m.extremes(
		func(from compose.State) (model.Schedule, error) { return m.follow(from, m.least), nil },
		func(from compose.State) (model.Schedule, error) { return m.follow(from, m.greatest), nil })
}

// none is the amount of a configuration that reaches no terminal configuration.
const none = math.MinInt64

// measurement holds, for each configuration, the least and the greatest amount
// from there to the end of an execution.
type measurement struct {
	pass            *pass
	quantity        engine.Quantity
	seen            *numbering
	least, greatest []int64
	edges           []compose.Edge
	stays           map[compose.State]bool // the configurations of the fair end components
}

// extremes returns the least and greatest amounts of the initial configurations, each with a
// schedule that has it, from the first of them.
func (m *measurement) extremes(leastBy, greatestBy func(from compose.State) (model.Schedule, error)) (engine.Extremes, error) {
	x := engine.Extremes{Reason: reason.Reason{Cause: reason.NoEnd}, Greatest: none}
	initials := m.pass.machine.Initials()
	for i, s := range initials {
		first, before := m.number(s), m.before(i)
		if least := m.least[first] + before; m.least[first] != none && (!x.Finite || least < x.Least) {
			x.Reason, x.Finite, x.Least, x.LeastAt = reason.Reason{}, true, least, i
		}
		if greatest := m.greatest[first] + before; m.greatest[first] != none && greatest > x.Greatest {
			x.Greatest, x.GreatestAt = greatest, i
		}
	}
	if x.Reason.Cause == reason.NoEnd {
		return x, nil
	}
	var err error
	if x.LeastBy, err = leastBy(initials[x.LeastAt]); err == nil {
		x.GreatestBy, err = greatestBy(initials[x.GreatestAt])
	}
	return x, err
}

// before returns the amount of the quantity in an execution before the first event from a start.
func (m *measurement) before(start int) int64 {
	if m.quantity != engine.Messages && !m.bySends() {
		return 0
	}
	return int64(m.pass.starts[start].Semantics().SentAtStart()) + int64(m.pass.machine.Passed()[start])
}

// number returns the number of a configuration.
func (m *measurement) number(s compose.State) int64 { return m.seen.seen.Index(uint64(s)) }

// bySends reports whether each reception counts as an event where its message is sent: so
// it counts once, also if it is passed over.
func (m *measurement) bySends() bool {
	return m.quantity == engine.Length && m.pass.question.Reduction.Confluent != nil
}

// of returns the amount that a weighed edge adds to the quantity.
func (m *measurement) of(e compose.Edge) int64 {
	l := m.pass.machine.Label(e.Label)
	sum := amount(m.quantity, l)
	switch {
	case m.quantity == engine.Messages:
		sum += int64(e.Passed)
	case m.bySends():
		sum = int64(l.Sends) + int64(e.Passed)
		if l.Event.StepKind() != model.Receive {
			sum++
		}
	}
	return sum
}

// rate computes the amounts of a configuration from those of its successors. An
// execution may end in a configuration that enables only optional events.
func (m *measurement) rate(s compose.State) {
	i := m.number(s)
	m.least[i], m.greatest[i] = none, none
	if m.ends(s) {
		m.least[i], m.greatest[i] = 0, 0
	}
	m.edges = m.pass.machine.Weighed(s, m.edges[:0])
	for _, e := range m.edges {
		j, amount := m.number(e.Next), m.of(e)
		if least := m.least[j] + amount; m.least[j] != none && (m.least[i] == none || least < m.least[i]) {
			m.least[i] = least
		}
		if m.greatest[j] != none {
			m.greatest[i] = max(m.greatest[i], m.greatest[j]+amount)
		}
	}
}

func (m *measurement) ends(s compose.State) bool {
	_, obligatory := m.pass.machine.Successors(0, s, nil)
	return terminal(m.pass.machine.Facts(s), obligatory)
}

// follow returns the least schedule, in event order, that has the extreme amount.
// amounts holds this amount for each configuration.
func (m *measurement) follow(at compose.State, amounts []int64) model.Schedule {
	schedule := model.Schedule{}
	for {
		m.pass.budget.Poll()
		left := amounts[m.number(at)]
		if left == 0 && m.ends(at) {
			return schedule
		}
		m.edges = m.pass.machine.Weighed(at, m.edges[:0])
		e := m.pass.leastEdge(m.edges, func(e compose.Edge) bool {
			rest := amounts[m.number(e.Next)]
			return rest != none && rest+m.of(e) == left
		})
		schedule, at = append(schedule, m.pass.machine.Label(e.Label).Event), e.Next
	}
}
