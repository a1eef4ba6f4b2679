package checker

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
)

// measureCyclic finds the extremes where there are cycles. An amount in one of
// them makes the greatest amount unbounded. Else the configurations of a
// strongly connected component have the same amounts ahead, since one can go
// from each to each for nothing: those of the component, found once all
// components behind it are rated (Tarjan's order).
func (t *tour) measureCyclic(before []compose.State) (Extremes, error) {
	c := &cycles{pass: t.pass, seen: t.seen, plain: true}
	c.number()
	c.connected()
	var err error
	if t.stays, err = t.fairlyStaying(); err != nil {
		return Extremes{}, err
	}
	for rest := c.done; len(rest) > 0; {
		size := 1
		for part := c.part[rest[0]]; part >= 0 && size < len(rest) && c.part[rest[size]] == part; {
			size++
		}
		if !t.rateComponent(c, rest[:size]) {
			return Extremes{}, nil
		}
		rest = rest[size:]
	}
	for _, s := range slices.Backward(before) {
		t.seen.look()
		t.rate(s)
	}
	onCycle := func(s compose.State) bool { i := t.seen.index(s); return i >= 0 && c.part[i] >= 0 }
	return t.extremes(
		func() (*model.Execution, error) {
			return t.shortest(t.least, func(s compose.State) bool { return t.ends(s) || t.stays[s] })
		},
		func() (*model.Execution, error) {
			return t.shortest(t.greatest, func(s compose.State) bool { return t.ends(s) || onCycle(s) })
		})
}

// fairlyStaying returns the configurations in which a fair execution can stay,
// with others, for ever.
func (t *tour) fairlyStaying() (map[compose.State]bool, error) {
	stays := map[compose.State]bool{}
	fair, err := t.pass.findCycles(t.search, model.ByTiming.Under(t.system.Network().Timing), nil)
	if err != nil {
		return nil, err
	}
	for _, part := range fair.fair {
		for _, i := range part.members {
			stays[fair.keys[i]] = true
		}
	}
	return stays, nil
}

// rateComponent rates the members of a strongly connected component, or a
// configuration on no cycle, once all that follows is rated. It reports whether
// no event within the component has an amount.
func (t *tour) rateComponent(c *cycles, members []int32) bool {
	least, greatest := int64(none), int64(none)
	for _, i := range members {
		if slices.ContainsFunc(c.inside(i), func(e edge) bool { return t.quantity.of(c.labels[e.label]) > 0 }) {
			return false
		}
		s := c.keys[i]
		t.rate(s)
		at := t.seen.seen.Index(uint64(s))
		if t.stays[s] {
			t.least[at] = 0
		}
		if c.part[i] >= 0 {
			t.greatest[at] = max(t.greatest[at], 0) // whoever stays sends no more
		}
		if least == none || t.least[at] != none && t.least[at] < least {
			least = t.least[at]
		}
		greatest = max(greatest, t.greatest[at])
	}
	for _, i := range members {
		at := t.seen.seen.Index(uint64(c.keys[i]))
		t.least[at], t.greatest[at] = least, greatest
	}
	return true
}

// shortest returns the least execution, by (length, event order), whose amounts
// are those found and that ends where it may, and replays it.
func (t *tour) shortest(amounts []int64, end func(compose.State) bool) (*model.Execution, error) {
	type step struct {
		from  compose.State
		event model.Event
	}
	first := t.machine.Initial()
	seen := map[compose.State]step{first: {}}
	queue := []compose.State{first}
	for ; len(queue) > 0; queue = queue[1:] {
		t.seen.look()
		at := queue[0]
		left := amounts[t.seen.seen.Index(uint64(at))]
		if left == 0 && end(at) {
			var schedule model.Schedule
			for ; at != first; at = seen[at].from {
				schedule = append(schedule, seen[at].event)
			}
			slices.Reverse(schedule)
			x, err := t.system.Replay(model.Lasso{Stem: schedule})
			return &x, err
		}
		edges := t.machine.Edges(at, nil)
		slices.SortFunc(edges, func(a, b compose.Edge) int {
			return t.machine.Label(a.Label).Event.Compare(t.machine.Label(b.Label).Event)
		})
		for _, e := range edges {
			label, rest := t.machine.Label(e.Label), amounts[t.seen.seen.Index(uint64(e.Next))]
			if _, known := seen[e.Next]; !known && rest != none && rest+t.quantity.of(label) == left {
				seen[e.Next] = step{at, label.Event}
				queue = append(queue, e.Next)
			}
		}
	}
	return nil, fmt.Errorf("%w: no execution has the extreme amount", errInternal)
}
