package explicit

import (
	"github.com/interrex/interrex/checker/internal/compose"
)

// space is what a search searches: the configurations of a machine. For a LeadsTo it
// is the configurations with a mark, which says whether the property was pending in
// the configuration before.
type space struct {
	*compose.Machine
	// pending reports whether the LeadsTo is pending in s. It is nil if there are no
	// marks.
	pending func(s compose.State, obligatory bool) bool
}

// marked is the mark of a configuration. It is the highest bit of the number of the
// left state, which no machine in memory needs.
const marked compose.State = 1 << 63

// Successors is [compose.Machine.Successors], with marks.
func (x space) Successors(lane int, s compose.State, list []compose.State) ([]compose.State, bool) {
	if x.pending == nil {
		return x.Machine.Successors(lane, s, list)
	}
	return x.successors(lane, s, list)
}

// successors is Successors if there are marks.
func (x space) successors(lane int, s compose.State, list []compose.State) ([]compose.State, bool) {
	next, obligatory := x.Machine.Successors(lane, s&^marked, list)
	mark := x.mark(s, obligatory)
	for i := len(list); i < len(next); i++ {
		next[i] = with(next[i], mark)
	}
	return next, obligatory
}

// Expands is [compose.Machine.Expands]; marks are not expanded block by block.
func (x space) Expands() bool { return x.pending == nil && x.Machine.Expands() }

// Representative is [compose.Machine.Representative], with marks.
func (x space) Representative(lane int, s compose.State) compose.State {
	return x.Machine.Representative(lane, s&^marked) | s&marked
}

// Orbit is [compose.Machine.Orbit], with marks.
func (x space) Orbit(s compose.State) []compose.State {
	list := x.Machine.Orbit(s &^ marked)
	for i := range list {
		list[i] |= s & marked
	}
	return list
}

// Edges is [compose.Machine.Edges], with marks.
func (x space) Edges(s compose.State, list []compose.Edge) []compose.Edge {
	if x.pending == nil {
		return x.Machine.Edges(s, list)
	}
	next := x.Machine.Edges(s&^marked, list)
	_, obligatory := x.Machine.Successors(0, s&^marked, nil)
	mark := x.mark(s, obligatory)
	for i := len(list); i < len(next); i++ {
		next[i].Next = with(next[i].Next, mark)
	}
	return next
}

// Facts is [compose.Machine.Facts].
func (x space) Facts(s compose.State) compose.Facts { return x.Machine.Facts(s &^ marked) }

// Alone is [compose.Machine.Alone].
func (x space) Alone(s compose.State) bool { return x.Machine.Alone(s &^ marked) }

// Whole is [compose.Machine.Whole].
func (x space) Whole(s compose.State) { x.Machine.Whole(s &^ marked) }

// expose is [compose.Exposure.Expose], with marks.
func (x space) expose(e *compose.Exposure, s compose.State, inside func(compose.State) bool) {
	var mark compose.State
	if x.pending != nil {
		_, obligatory := x.Machine.Successors(0, s&^marked, nil)
		mark = x.mark(s, obligatory)
	}
	e.Expose(s&^marked, func(next compose.State) bool { return inside(next | mark) })
}

// mark returns the mark of the successors of s.
func (x space) mark(s compose.State, obligatory bool) compose.State {
	if x.pending(s, obligatory) {
		return marked
	}
	return 0
}

// with returns s, which has no mark yet, with a mark.
func with(s, mark compose.State) compose.State {
	if s&marked != 0 {
		panic("explicit: one half of the processes has more than 2^31 states")
	}
	return s | mark
}
