package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Facts are the attributes of a configuration that do not depend on its events.
type Facts struct {
	LeftView, RightView uint32 // the number of the view: equal if and only if the views are
	Failed              bool   // a step was not well-formed
	Started             bool   // some process has taken a step
}

// Facts returns the facts of s.
func (m *Machine) Facts(s State) Facts {
	a, b := m.left.attr(s.Left()), m.right.attr(s.Right())
	return Facts{uint32(a >> 32), uint32(b >> 32), (a|b)&failed != 0, (a|b)&started != 0}
}

// Successors appends the successors of s to list, one for each event that s
// enables, and reports whether one of the events is obligatory. Each concurrent
// worker has its own lane, a number from 0.
func (m *Machine) Successors(lane int, s State, list []State) ([]State, bool) {
	if m.Facts(s).Failed {
		m.raise(s)
		return list, false
	}
	return m.telling.expand(lane, s, list)
}

// expand is Successors for an s that is not ill-formed, with the state of a monitor that is told of
// whole events left as it is.
func (m *Machine) expand(lane int, s State, list []State) ([]State, bool) {
	left, right := s.Left(), s.Right()
	a, b := m.left.attr(left), m.right.attr(right)
	obligatory, before := false, len(list)
	lefts, rights := m.reduction.enabled(lane, s)
	for _, e := range lefts {
		other := right
		if e.out&(needsQuiet|batchMask) != 0 {
			if e.out&needsQuiet != 0 && b&inFlight != 0 {
				continue
			}
			if batch := e.out & batchMask; batch != 0 {
				if other = m.right.push(lane, right, batch); other == refused {
					continue
				}
			}
		}
		obligatory = obligatory || e.out&optional == 0
		list = append(list, State(e.next)<<32|State(other))
	}
	for _, e := range rights {
		other := left
		if e.out&(needsQuiet|batchMask) != 0 {
			if e.out&needsQuiet != 0 && a&inFlight != 0 {
				continue
			}
			if batch := e.out & batchMask; batch != 0 {
				if other = m.left.push(lane, left, batch); other == refused {
					continue
				}
			}
		}
		obligatory = obligatory || e.out&optional == 0
		list = append(list, State(other)<<32|State(e.next))
	}
	for _, j := range m.joints {
		var obliges bool
		list, obliges = j.states(lane, s, list)
		obligatory = obligatory || obliges
	}
	m.reduction.land(lane, list[before:])
	return list, obligatory
}

// ends reports whether s, which has these facts, is terminal.
func (m *Machine) ends(s State, f Facts) bool { return f.Started && !f.Failed && !m.isObliged(s) }

// isObliged reports whether an obligatory event is enabled in s, which is not ill-formed.
func (m *Machine) isObliged(s State) bool {
	lefts, rights := m.reduction.enabled(0, s)
	obliges := func(list []event, sibling *component, state uint32) bool {
		return slices.ContainsFunc(list, func(e event) bool {
			if e.out&optional != 0 {
				return false
			}
			_, ok := m.meet(e, sibling, state)
			return ok
		})
	}
	return obliges(lefts, m.right, s.Right()) || obliges(rights, m.left, s.Left()) || slices.ContainsFunc(m.joints, func(j joint) bool {
		_, obligatory := j.states(0, s, nil)
		return obligatory
	})
}

// Edges appends the events of s to list, in the order of [Machine.Successors].
func (m *Machine) Edges(s State, list []Edge) []Edge {
	before := len(list)
	list = m.edges(s, list)
	for i, e := range list[before:] {
		list[before+i].Next = m.reduction.end(e.Next)
	}
	m.telling.tell(s, list[before:])
	return list
}

// edges is Edges, but the edges lead to configurations that are not normalised, and
// the monitor is not told of them.
func (m *Machine) edges(s State, list []Edge) []Edge {
	if m.Facts(s).Failed {
		return list
	}
	left, right := s.Left(), s.Right()
	lefts, rights := m.reduction.enabled(0, s)
	for _, e := range lefts {
		if other, ok := m.meet(e, m.right, right); ok {
			list = append(list, Edge{Next: State(e.next)<<32 | State(other), Label: e.label})
		}
	}
	for _, e := range rights {
		if other, ok := m.meet(e, m.left, left); ok {
			list = append(list, Edge{Next: State(other)<<32 | State(e.next), Label: e.label})
		}
	}
	for _, j := range m.joints {
		list = j.edges(s, list)
	}
	return list
}

// meet returns the sibling's state after e, and whether the sibling enables e.
func (m *Machine) meet(e event, sibling *component, state uint32) (uint32, bool) {
	if e.out&needsQuiet != 0 && sibling.attr(state)&inFlight != 0 {
		return 0, false
	}
	if batch := e.out & batchMask; batch != 0 {
		state = sibling.push(0, state, batch)
	}
	return state, state != refused
}

// View returns the view of a configuration with these facts and the state of its
// monitor. The caller sets Terminal.
func (m *Machine) View(f Facts) (model.View, any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := m.sys.Semantics().ViewOf(make([]model.Status, len(m.leaves)))
	var monitor any
	var spread func(c *component, view uint32)
	spread = func(c *component, view uint32) {
		switch p, ok := m.pairs[c]; {
		case ok:
			spread(p.left, uint32(p.viewHalves[view]>>32))
			spread(p.right, uint32(p.viewHalves[view]))
		case c.lo < len(m.leaves):
			v.Status[c.lo] = m.leaves[c.lo].views[view]
		default:
			monitor = m.environment.values[view]
		}
	}
	spread(m.left, f.LeftView)
	spread(m.right, f.RightView)
	return v, monitor
}
