package explicit

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// measureCyclic finds the extremes of a state space with cycles. If a cycle has
// some of the quantity, there is no greatest amount. Otherwise all configurations
// of a strongly connected component have the same amounts, since a path of amount
// zero leads from each to each. They are known once all components behind it are
// rated (Tarjan's order).
func (t *tour) measureCyclic(before []compose.State) (engine.Extremes, error) {
	c := &cycles{pass: t.pass, seen: t.seen, plain: true}
	c.number()
	c.connected()
	t.stays = t.fairlyStaying()
	for rest := c.done; len(rest) > 0; {
		size := 1
		for part := c.part[rest[0]]; part >= 0 && size < len(rest) && c.part[rest[size]] == part; {
			size++
		}
		if !t.rateComponent(c, rest[:size]) {
			return engine.Extremes{}, nil
		}
		rest = rest[size:]
	}
	for _, s := range slices.Backward(before) {
		t.seen.look()
		t.rate(s)
	}
	onCycle := func(s compose.State) bool { i := t.seen.index(s); return i >= 0 && c.part[i] >= 0 }
	x, err := t.extremes(
		func() (model.Schedule, error) {
			return t.shortest(t.least, func(s compose.State) bool { return t.ends(s) || t.stays[s] })
		},
		func() (model.Schedule, error) {
			return t.shortest(t.greatest, func(s compose.State) bool { return t.ends(s) || onCycle(s) })
		})
	x.Endless = true
	return x, err
}

// fairlyStaying returns the configurations of the fair end components: a fair
// execution can stay there for ever.
func (t *tour) fairlyStaying() map[compose.State]bool {
	stays := map[compose.State]bool{}
	fair := t.pass.findCycles(t.pass.search, t.pass.question.Fairness, nil)
	for _, part := range fair.fair {
		for _, i := range part.members {
			stays[fair.keys[i]] = true
		}
	}
	return stays
}

// rateComponent rates the members of a strongly connected component, or a single
// configuration on no cycle. All successors outside must have been rated. It
// reports whether no event within the component has some of the quantity.
func (t *tour) rateComponent(c *cycles, members []int32) bool {
	least, greatest := int64(none), int64(none)
	for _, i := range members {
		if slices.ContainsFunc(c.inside(i), func(e edge) bool { return amount(t.quantity, c.labels[e.label]) > 0 }) {
			return false
		}
		s := c.keys[i]
		t.rate(s)
		at := t.number(s)
		if t.stays[s] {
			t.least[at] = 0
		}
		if c.part[i] >= 0 {
			t.greatest[at] = max(t.greatest[at], 0) // an execution may stay for ever: that adds nothing
		}
		if least == none || t.least[at] != none && t.least[at] < least {
			least = t.least[at]
		}
		greatest = max(greatest, t.greatest[at])
	}
	for _, i := range members {
		at := t.number(c.keys[i])
		t.least[at], t.greatest[at] = least, greatest
	}
	return true
}

// shortest returns the least schedule, by (length, event order), whose amounts are
// those found and that ends where an execution may.
func (t *tour) shortest(amounts []int64, end func(compose.State) bool) (model.Schedule, error) {
	type step struct {
		from  compose.State
		event model.Event
	}
	first := t.pass.machine.Initial()
	seen := map[compose.State]step{first: {}}
	queue := []compose.State{first}
	for ; len(queue) > 0; queue = queue[1:] {
		t.seen.look()
		at := queue[0]
		left := amounts[t.number(at)]
		if left == 0 && end(at) {
			schedule := model.Schedule{}
			for ; at != first; at = seen[at].from {
				schedule = append(schedule, seen[at].event)
			}
			slices.Reverse(schedule)
			return schedule, nil
		}
		edges := t.pass.machine.Edges(at, nil)
		slices.SortFunc(edges, func(a, b compose.Edge) int {
			return t.pass.machine.Label(a.Label).Event.Compare(t.pass.machine.Label(b.Label).Event)
		})
		for _, e := range edges {
			rest := amounts[t.number(e.Next)]
			if _, known := seen[e.Next]; !known && rest != none && rest+t.of(e) == left {
				seen[e.Next] = step{at, t.pass.machine.Label(e.Label).Event}
				queue = append(queue, e.Next)
			}
		}
	}
	return nil, fmt.Errorf("%w: no execution has the extreme amount", engine.ErrInternal)
}
