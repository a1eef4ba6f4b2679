package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// walk is a path under construction. The diagrams say where to go. Each step takes the
// least event that goes there.
type walk struct {
	search   *search
	property properties.Property
	states   states
	path     *stepwise.Path
	monitor  any  // its state at the end of path
	pending  bool // the property, a LeadsTo, is pending there
}

// walk returns a walk without events.
func (s *search) walk(p properties.Property, x states) *walk {
	system := s.question.System
	w := &walk{search: s, property: p, states: x, path: stepwise.NewPath(system), monitor: p.Begin(system)}
	w.pending = w.pendingIn(w.path.Last(), w.monitor)
	return w
}

// pendingIn reports whether the property, if it is a LeadsTo, is pending in c after the
// end of the path.
func (w *walk) pendingIn(c model.Configuration, monitor any) bool {
	return w.property.Form == properties.LeadsTo && w.property.Pending(w.pending, w.search.question.System.View(c), monitor)
}

// follow takes the least event that satisfies ok.
func (w *walk) follow(ok func(before, after model.Configuration, monitor any) bool) error {
	w.search.budget.Poll()
	system, at := w.search.question.System, w.path.Last()
	for _, y := range system.Successors(at) {
		next := w.property.Observe(w.monitor, system, at, y)
		if ok(at, y.Next, next) {
			w.path.Extend(y)
			w.monitor, w.pending = next, w.pendingIn(y.Next, next)
			return nil
		}
	}
	return errNowhere
}

// into extends the path to a nearest target: it computes the distances to the targets,
// and follows them by least events.
func (w *walk) into(targets diagram.Set) error {
	return w.along(w.states.system.Distances(w.states.all, targets))
}

// along follows the least events from each layer into the one before it.
func (w *walk) along(layers []diagram.Set) error {
	for i := len(layers) - 2; i >= 0; i-- {
		if err := w.step(layers[i]); err != nil {
			return err
		}
	}
	return nil
}

// step takes the least event into a set.
func (w *walk) step(into diagram.Set) error {
	return w.follow(func(_, after model.Configuration, m any) bool { return w.states.system.Includes(into, after, m) })
}
