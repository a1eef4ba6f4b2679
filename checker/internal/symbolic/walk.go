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
	start    int // a number in Semantics.Starts
	path     *stepwise.Path
	monitor  any  // its state at the end of path
	pending  bool // the property, a LeadsTo, is pending there
}

// walk returns a walk without events, from the first start.
func (s *search) walk(p properties.Property, x states) *walk {
	w := &walk{search: s, property: p, states: x}
	w.begin(0)
	return w
}

// begin begins the walk anew, from a start.
func (w *walk) begin(start int) {
	system := w.states.system.starts[start]
	w.start, w.path, w.monitor, w.pending = start, stepwise.NewPath(system), w.property.Begin(system), false
	w.pending = w.pendingIn(w.path.Last(), w.monitor)
}

// beginIn begins the walk from the first start in a set.
func (w *walk) beginIn(n diagram.Set) error {
	for i, start := range w.states.system.starts {
		if w.begin(i); w.states.system.Includes(n, start.Initial(), w.monitor) {
			return nil
		}
	}
	return errNowhere
}

// pendingIn reports whether the property, if it is a LeadsTo, is pending in c after the
// end of the path.
func (w *walk) pendingIn(c model.Configuration, monitor any) bool {
	return w.property.Form == properties.LeadsTo && w.property.Pending(w.pending, w.search.question.System.View(c), monitor)
}

// follow takes the least event that satisfies ok.
func (w *walk) follow(ok func(before, after model.Configuration, monitor any) bool) error {
	w.search.budget.Poll()
	system, at := w.path.System(), w.path.Last()
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

// along begins in the last layer, and follows the least events from each into the one before it.
func (w *walk) along(layers []diagram.Set) error {
	if err := w.beginIn(layers[len(layers)-1]); err != nil {
		return err
	}
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
