package explicit

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// measureCyclic computes the extremes of a state space with cycles. If a cycle adds
// to the quantity, there is no greatest amount. Otherwise, all configurations of a
// strongly connected component have the same amounts, because paths of amount zero
// connect them. The components are rated in reverse topological order, the order
// in which Tarjan's algorithm completes them.
func (m *measurement) measureCyclic(before []compose.State) (engine.Extremes, error) {
	c := &cycles{pass: m.pass, seen: m.seen, plain: true}
	c.number()
	c.connected()
	m.stays = m.inFairComponents()
	for rest := c.done; len(rest) > 0; {
		size := 1
		for part := c.part[rest[0]]; part >= 0 && size < len(rest) && c.part[rest[size]] == part; {
			size++
		}
		if !m.rateComponent(c, rest[:size]) {
			return engine.Extremes{}, nil
		}
		rest = rest[size:]
	}
	for _, s := range slices.Backward(before) {
		m.seen.poll()
		m.rate(s)
	}
	onCycle := func(s compose.State) bool { i := m.seen.index(s); return i >= 0 && c.part[i] >= 0 }
	x, err := m.extremes(
		func(from compose.State) (model.Schedule, error) {
			return m.shortest(from, m.least, func(s compose.State) bool { return m.ends(s) || m.stays[s] })
		},
		func(from compose.State) (model.Schedule, error) {
			return m.shortest(from, m.greatest, func(s compose.State) bool { return m.ends(s) || onCycle(s) })
		})
	x.Endless = true
	return x, err
}

// inFairComponents returns the configurations of the fair end components, in which
// a fair execution can stay for ever.
func (m *measurement) inFairComponents() map[compose.State]bool {
	stays := map[compose.State]bool{}
	fair := m.pass.findCycles(m.pass.search, m.pass.question.Fairness, nil)
	for _, part := range fair.fair {
		for _, i := range part.members {
			stays[fair.keys[i]] = true
		}
	}
	return stays
}

// rateComponent rates the members of a strongly connected component, or a single
// configuration on no cycle. All successors outside must have been rated. If an
// event inside the component adds to the quantity, rateComponent returns false.
func (m *measurement) rateComponent(c *cycles, members []int32) bool {
	least, greatest := int64(none), int64(none)
	for _, i := range members {
		if slices.ContainsFunc(c.inside(i), func(e edge) bool { return amount(m.quantity, c.labels[e.label]) > 0 }) {
			return false
		}
		s := c.keys[i]
		m.rate(s)
		at := m.number(s)
		if m.stays[s] {
			m.least[at] = 0
		}
		if c.part[i] >= 0 {
			m.greatest[at] = max(m.greatest[at], 0) // an execution may stay for ever, which adds nothing
		}
		if least == none || m.least[at] != none && m.least[at] < least {
			least = m.least[at]
		}
		greatest = max(greatest, m.greatest[at])
	}
	for _, i := range members {
		at := m.number(c.keys[i])
		m.least[at], m.greatest[at] = least, greatest
	}
	return true
}

// shortest returns the least of the shortest schedules that have the extreme amount
// and lead to a configuration that satisfies end. amounts holds this amount for
// each configuration.
func (m *measurement) shortest(first compose.State, amounts []int64, end func(compose.State) bool) (model.Schedule, error) {
	type step struct {
		from  compose.State
		event model.Event
	}
	seen := map[compose.State]step{first: {}}
	queue := []compose.State{first}
	for ; len(queue) > 0; queue = queue[1:] {
		m.seen.poll()
		at := queue[0]
		left := amounts[m.number(at)]
		if left == 0 && end(at) {
			schedule := model.Schedule{}
			for ; at != first; at = seen[at].from {
				schedule = append(schedule, seen[at].event)
			}
			slices.Reverse(schedule)
			return schedule, nil
		}
		edges := m.pass.machine.Edges(at, nil)
		slices.SortStableFunc(edges, func(a, b compose.Edge) int {
			return m.pass.machine.Label(a.Label).Event.Compare(m.pass.machine.Label(b.Label).Event)
		})
		for _, e := range edges {
			rest := amounts[m.number(e.Next)]
			if _, known := seen[e.Next]; !known && rest != none && rest+m.of(e) == left {
				seen[e.Next] = step{at, m.pass.machine.Label(e.Label).Event}
				queue = append(queue, e.Next)
			}
		}
	}
	return nil, fmt.Errorf("%w: no execution has the extreme amount", engine.ErrInternal)
}
