package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Sight has the predicates, the monitor and the facts that a search must be able to see in every
// configuration. Its zero value sees nothing: that is enough for properties of the end. It is asked
// about statuses that are in no configuration together; where a predicate or a monitor panics, it
// sees all.
type Sight struct {
	// Shapes are the predicates of configurations and events that it judges.
	Shapes []*properties.Shape
	// Steps are predicates of events too, but a search need not see the changes that they see as
	// long as no event of a process refutes one: see [Deliveries.SeesSteps].
	Steps []*properties.Shape
	// Monitor is the one that it tells of events; nil: none.
	Monitor *properties.Monitor
	// Bounded says whether it must see which processes reached a bound of the
	// instance.
	Bounded bool
	// Loops says whether it must see all that happens in loops. Then no cycle of
	// normal forms may have a closed process or an event that passes over a delivery.
	Loops bool

	seesSteps bool // Steps are seen like Shapes
}

// seeSteps lets the sight see all changes that Steps see.
func (v *Sight) seeSteps() {
	if !v.seesSteps {
		v.Shapes, v.seesSteps = slices.Concat(v.Shapes, v.Steps), true
	}
}

// surroundings are the idle processes, statuses, monitor states and filled channels that a
// search has met. They bear on whether a delivery is seen.
type surroundings struct {
	idle     []bool           // by process: some local state lets it be idle
	statuses [][]model.Status // by process
	states   []any            // of the monitor
	filled   []bool           // by channel: some message may be in it
}

func newSurroundings(n, channels int) *surroundings {
	return &surroundings{idle: make([]bool, n), statuses: make([][]model.Status, n), filled: make([]bool, channels)}
}

func (s *surroundings) clone() *surroundings {
	c := &surroundings{idle: slices.Clone(s.idle), states: slices.Clone(s.states), filled: slices.Clone(s.filled)}
	for _, list := range s.statuses {
		c.statuses = append(c.statuses, slices.Clone(list))
	}
	return c
}

// see notes that process p may have a status. It reports whether that is new.
func (s *surroundings) see(p int, status model.Status) bool {
	if slices.Contains(s.statuses[p], status) {
		return false
	}
	s.statuses[p] = append(s.statuses[p], status)
	return true
}

// change is a change of the status of a process.
type change struct {
	process       int
	before, after model.Status
}

// hides reports whether the sight sees no difference between the two statuses
// of c, beside all statuses of other processes.
func (v *Sight) hides(net *model.Network, c change, among *surroundings) (is bool) {
	defer properties.Unless(&is, false)
	if slices.ContainsFunc(among.statuses, func(list []model.Status) bool { return slices.ContainsFunc(list, v.moves) }) {
		return false
	}
	if c.before == c.after {
		return true
	}
	if v.Bounded && c.before.Bounded != c.after.Bounded {
		return false
	}
	for _, h := range v.Shapes {
		if !hidesAlone(net, h, c) {
			return false
		}
	}
	for q, list := range among.statuses {
		for _, status := range list {
			if !v.hidesBeside(net, c, q, status) {
				return false
			}
		}
	}
	return v.hidesBeside(net, c, c.process, c.before) && v.hidesBeside(net, c, c.process, c.after)
}

// moves reports whether an event refutes a property of events in which a
// process keeps this status: then all events are seen.
func (v *Sight) moves(status model.Status) (is bool) {
	defer properties.Unless(&is, true)
	return slices.ContainsFunc(v.Shapes, func(h *properties.Shape) bool { return h.Step != nil && !h.Step(status, status) })
}

// hidesAlone is hides for the parts of a shape that look at one process.
func hidesAlone(net *model.Network, h *properties.Shape, c change) bool {
	p := c.process
	return (h.Each == nil || h.Each(net, p, c.before) == h.Each(net, p, c.after)) &&
		(h.Some == nil || h.Some(c.before) == h.Some(c.after)) &&
		(h.Counted == nil || h.Counted(c.before) == h.Counted(c.after)) &&
		(h.Step == nil || h.Step(c.before, c.after))
}

// hidesBeside is hides for the parts that look at two processes or, where q is
// the one that changes, at two moments.
func (v *Sight) hidesBeside(net *model.Network, c change, q int, other model.Status) (is bool) {
	defer properties.Unless(&is, false)
	p, s, t := c.process, c.before, c.after
	for _, h := range v.Shapes {
		switch {
		case p != q && h.Both != nil:
			if h.Both(net, p, s, q, other) != h.Both(net, p, t, q, other) || h.Both(net, q, other, p, s) != h.Both(net, q, other, p, t) {
				return false
			}
		case p == q && h.Step != nil:
			if h.Step(s, other) != h.Step(t, other) || h.Step(other, s) != h.Step(other, t) {
				return false
			}
		}
	}
	return true
}

// unheard reports whether the monitor does not notice an observation.
func (v *Sight) unheard(o properties.Observation, among *surroundings) bool {
	return v.Monitor == nil || !slices.ContainsFunc(among.states, func(state any) bool { return v.notices(state, o) })
}

// notices reports whether the monitor, in a state, notices an observation.
func (v *Sight) notices(state any, o properties.Observation) (is bool) {
	defer properties.Unless(&is, true)
	return v.Monitor.Next(state, o) != state
}

// retelling has the observations that a monitor gets of an event before and after a delivery.
type retelling [2]properties.Observation

// alike reports whether the monitor takes both observations of a retelling for the same.
func (v *Sight) alike(r retelling, among *surroundings) bool {
	return r[0] == r[1] || !slices.ContainsFunc(among.states, func(state any) bool { return v.distinguishes(state, r) })
}

// allAlike reports whether the monitor takes both observations of each retelling for the same.
func (v *Sight) allAlike(list []retelling, among *surroundings) bool {
	return !slices.ContainsFunc(list, func(r retelling) bool { return !v.alike(r, among) })
}

func (v *Sight) distinguishes(state any, r retelling) (is bool) {
	defer properties.Unless(&is, true)
	return v.Monitor.Next(state, r[0]) != v.Monitor.Next(state, r[1])
}
