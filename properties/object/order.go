package object

import "slices"

// A Consistency says which orders of the calls of a history are allowed.
type Consistency uint8

// The consistencies.
const (
	// Linearizability: a call that has returned before another was made comes first.
	Linearizability Consistency = iota
	// SequentialConsistency: the calls of each client come in the order in which it has made them.
	SequentialConsistency
)

// Order returns an order in which operations may take effect, as indices, and whether
// there is one: each operation that is not pending has its result. A pending one takes
// effect, with any result, or does not occur in the order. Of two operations with equal
// times the call comes before the return.
//
// The search is that of Wing and Gong (1993) with the memory of Lowe (2017): of each set of
// operations it tries only one order that leads to the same state.
func (o Object[S, O, R]) Order(operations []Operation[O, R], c Consistency) (order []int, ok bool) {
	return o.order(operations, c, func(i int, result R) bool { return result == operations[i].Result })
}

// order is [Object.Order] where an operation that is not pending has a result that suits it.
func (o Object[S, O, R]) order(operations []Operation[O, R], c Consistency, suits func(i int, result R) bool) (order []int, ok bool) {
	s := search[S, O, R]{object: o, consistency: c, operations: operations, suits: suits, met: map[memory[S]]bool{}}
	s.byCall = make([]int, len(operations))
	for i, x := range operations {
		s.byCall[i] = i
		if !x.Pending {
			s.missing++
		}
	}
	slices.SortStableFunc(s.byCall, func(a, b int) int { return operations[a].Call - operations[b].Call })
	s.placed = make([]byte, (len(operations)+7)/8)
	ok = s.from(o.Initial)
	return s.order, ok
}

// search is the state of the search for an order.
type search[S, O, R comparable] struct {
	object      Object[S, O, R]
	consistency Consistency
	operations  []Operation[O, R]
	suits       func(i int, result R) bool
	byCall      []int  // the operations
	placed      []byte // a bit for each operation that is in order
	order       []int
	missing     int // operations that are not pending and not placed
	met         map[memory[S]]bool
}

// memory is what the rest of a search depends on.
type memory[S comparable] struct {
	state  S
	placed string
}

// from reports whether the operations that are not placed can follow in some order.
func (s *search[S, O, R]) from(state S) bool {
	if s.missing == 0 {
		return true
	}
	m := memory[S]{state, string(s.placed)}
	if s.met[m] {
		return false
	}
	s.met[m] = true
	for _, i := range s.candidates() {
		next, result := s.object.Apply(state, s.operations[i].Operation)
		if !s.operations[i].Pending && !s.suits(i, result) {
			continue
		}
		s.toggle(i)
		s.order = append(s.order, i)
		if s.from(next) {
			return true
		}
		s.order = s.order[:len(s.order)-1]
		s.toggle(i)
	}
	return false
}

// toggle places operation i, or takes it back.
func (s *search[S, O, R]) toggle(i int) {
	s.placed[i/8] ^= 1 << (i % 8)
	switch {
	case s.operations[i].Pending:
	case s.isPlaced(i):
		s.missing--
	default:
		s.missing++
	}
}

func (s *search[S, O, R]) isPlaced(i int) bool { return s.placed[i/8]&(1<<(i%8)) != 0 }

// candidates returns the operations that may come next, pending ones last.
func (s *search[S, O, R]) candidates() []int {
	var list, pending []int
	waits := map[int]bool{}    // clients with an operation that is not placed
	bound, bounded := 0, false // the least return of these
	for _, i := range s.byCall {
		x := s.operations[i]
		switch {
		case s.isPlaced(i):
			continue
		case s.consistency == Linearizability && bounded && x.Call > bound:
			return append(list, pending...) // all others are called later
		case s.consistency == SequentialConsistency && waits[x.Client]:
			continue
		}
		if x.Pending { // the next calls of its client do not wait for it: it may never take effect
			pending = append(pending, i)
			continue
		}
		waits[x.Client] = true
		list = append(list, i)
		if !bounded || x.Return < bound {
			bound, bounded = x.Return, true
		}
	}
	return append(list, pending...)
}
