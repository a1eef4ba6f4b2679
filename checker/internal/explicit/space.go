package explicit

import (
	"fmt"
	"math/bits"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/properties"
)

// space has the configurations of a search: those of its layers. For a LeadsTo it has the
// configurations with a mark, which says whether the property was pending in the configuration
// before. For several of them it has the configurations without a mark, and for each of these
// properties those with its mark that are reachable while it is pending: an execution chooses
// when to wait for the goal of one. So there are as many as all of these together, and not one
// for each set of properties.
type space struct {
	layers
	// pending returns the LeadsTo properties that are pending in s: of those with the mark of one,
	// that one. It is nil if there are no marks.
	pending func(s compose.State, obligatory bool) mask
	marks   int           // the number of these properties
	marked  compose.State // the bits of the marks

	constraint *properties.Property // where it fails, no event is followed; nil: there is none
}

// mark sets the number of marks. They are the highest bits of the number of the left
// state, which no machine in memory needs.
func (x *space) mark(marks int) {
	x.marks, x.marked = marks, ^compose.State(0)<<(64-bits.Len(uint(marks)))
}

// markOf returns the mark of property i.
func (x space) markOf(i int) compose.State {
	return compose.State(i+1) << (64 - bits.Len(uint(x.marks)))
}

// markedFor returns the property of which s has the mark, and false if it has none.
func (x space) markedFor(s compose.State) (int, bool) {
	mark := s & x.marked
	return int(mark>>(64-bits.Len(uint(x.marks)))) - 1, mark != 0
}

// Successors is that of the layers, with marks and the constraint.
func (x space) Successors(lane int, s compose.State, list []compose.State) (next []compose.State, obligatory bool) {
	if x.pending == nil {
		next, obligatory = x.layers.Successors(lane, s, list)
	} else {
		next, obligatory = x.successors(lane, s, list)
	}
	if x.isOutside(s) {
		next = next[:len(list)]
	}
	return next, obligatory
}

// successors is Successors if there are marks. Those without a mark come first.
func (x space) successors(lane int, s compose.State, list []compose.State) ([]compose.State, bool) {
	next, obligatory := x.layers.Successors(lane, s&^x.marked, list)
	from, to := len(list), len(next)
	mark, kept := x.after(s, obligatory)
	if !kept {
		return next[:from], obligatory
	}
	for i := from; i < to; i++ {
		next[i] = x.with(next[i], mark)
	}
	if x.marks > 1 && mark == 0 {
		for rest := x.pending(s, obligatory); rest != 0; rest &= rest - 1 {
			mark := x.markOf(bits.TrailingZeros64(uint64(rest)))
			for i := from; i < to; i++ {
				next = append(next, next[i]|mark)
			}
		}
	}
	return next, obligatory
}

// after returns the mark of the successors of s. There are none after the goal of the one of several
// properties that has the mark.
func (x space) after(s compose.State, obligatory bool) (mark compose.State, kept bool) {
	i, is := x.markedFor(s)
	switch {
	case x.marks > 1 && !is:
		return 0, true
	case x.marks > 1:
		return x.markOf(i), x.pending(s, obligatory) != 0
	case x.pending(s, obligatory) != 0:
		return x.markOf(0), true
	}
	return 0, true
}

// Expands is that of the layers; marks are not expanded block by block, and the constraint is asked in each configuration.
func (x space) Expands() bool {
	return x.pending == nil && x.constraint == nil && x.layers.Expands()
}

// Representative is that of the layers, with marks.
func (x space) Representative(lane int, s compose.State) compose.State {
	return x.layers.Representative(lane, s&^x.marked) | s&x.marked
}

// Orbit is that of the layers, with marks.
func (x space) Orbit(s compose.State) []compose.State {
	list := x.layers.Orbit(s &^ x.marked)
	for i := range list {
		list[i] |= s & x.marked
	}
	return list
}

// Edges is that of the layers, with marks and the constraint. Of several properties it has no edge to where the first begins to be
// pending: these are not of cycles.
func (x space) Edges(s compose.State, list []compose.Edge) []compose.Edge {
	if x.isOutside(s) {
		return list
	}
	if x.pending == nil {
		return x.layers.Edges(s, list)
	}
	next := x.layers.Edges(s&^x.marked, list)
	_, obligatory := x.layers.Successors(0, s&^x.marked, nil)
	mark, kept := x.after(s, obligatory)
	if !kept {
		return next[:len(list)]
	}
	for i := len(list); i < len(next); i++ {
		next[i].Next = x.with(next[i].Next, mark)
	}
	return next
}

// InTurn is that of the layers.
func (x space) InTurn(s compose.State) bool { return x.layers.InTurn(s &^ x.marked) }

// Facts is that of the layers.
func (x space) Facts(s compose.State) compose.Facts { return x.layers.Facts(s &^ x.marked) }

// Alone is that of the layers.
func (x space) Alone(s compose.State) bool { return x.layers.Alone(s &^ x.marked) }

// Whole is that of the layers.
func (x space) Whole(s compose.State) { x.layers.Whole(s &^ x.marked) }

// expose is [compose.Exposure.Expose], with marks.
func (x space) expose(e *compose.Exposure, s compose.State, inside func(compose.State) bool) {
	var mark compose.State
	if x.pending != nil {
		_, obligatory := x.layers.Successors(0, s&^x.marked, nil)
		mark, _ = x.after(s, obligatory)
	}
	e.Expose(s&^x.marked, func(next compose.State) bool { return inside(next | mark) })
}

// with returns s, which has no mark yet, with a mark.
func (x space) with(s, mark compose.State) compose.State {
	if s&x.marked != 0 {
		panic(fmt.Sprintf("explicit: one half of the processes has more than 2^%d states", 32-bits.Len(uint(x.marks))))
	}
	return s | mark
}
