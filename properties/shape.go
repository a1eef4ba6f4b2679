package properties

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A Shape is a predicate of several parts, each of which looks at one or two
// processes. A view satisfies it if it satisfies all parts; a part that is nil is
// always satisfied. A symbolic search needs shapes, as it never looks at single
// views.
type Shape struct {
	// Each must hold of every process.
	Each func(net *model.Network, p int, s model.Status) bool
	// Both must hold of every two different processes, in both orders.
	Both func(net *model.Network, p int, s model.Status, q int, t model.Status) bool
	// Some must hold of some process.
	Some func(s model.Status) bool
	// Counted must hold of at least Least processes, and of at most Most.
	Counted     func(s model.Status) bool
	Least, Most int
	// Step must hold of every process, before and after every event. It is for an
	// AlwaysStep, which has no other part.
	Step func(before, after model.Status) bool
	// Watch must hold of the state of the monitor. The function [Watch] sets it,
	// and no other part.
	Watch func(state any) bool

	suits func(s *model.System) error // reports that s has nothing that the parts look at; nil: they suit any system
}

// holds evaluates the shape on a view.
func (h Shape) holds(v model.View, _ any) bool {
	for p, s := range v.Status {
		if h.Each != nil && !h.Each(v.Network, p, s) {
			return false
		}
		for q, t := range v.Status {
			if h.Both != nil && p != q && !h.Both(v.Network, p, s, q, t) {
				return false
			}
		}
	}
	return h.holdsOfSome(v)
}

// holdsOfSome evaluates the parts of a shape that count processes.
func (h Shape) holdsOfSome(v model.View) bool {
	if h.Counted != nil {
		count := 0
		for _, s := range v.Status {
			if h.Counted(s) {
				count++
			}
		}
		if count < h.Least || count > h.Most {
			return false
		}
	}
	return h.Some == nil || slices.ContainsFunc(v.Status, h.Some)
}

// looksAtProcesses reports whether the shape has a part that looks at the processes of a configuration.
func (h Shape) looksAtProcesses() bool {
	return h.Each != nil || h.Both != nil || h.Some != nil || h.Counted != nil
}

// stillHolds evaluates the shape on a view. It holds of one that differs at most in
// the statuses of the processes changed.
func (h Shape) stillHolds(v model.View, changed []int) bool {
	for _, p := range changed {
		s := v.Status[p]
		if h.Each != nil && !h.Each(v.Network, p, s) {
			return false
		}
		for q, t := range v.Status {
			if h.Both != nil && p != q && !(h.Both(v.Network, p, s, q, t) && h.Both(v.Network, q, t, p, s)) {
				return false
			}
		}
	}
	return h.holdsOfSome(v)
}

// holdsStep evaluates the shape on the views before and after an event.
func (h Shape) holdsStep(before, after model.View) bool {
	for p, s := range before.Status {
		if !h.Step(s, after.Status[p]) {
			return false
		}
	}
	return true
}

// Shape returns the shape of the property's predicate, nil if it has none.
func (p Property) Shape() *Shape { return p.shape }
