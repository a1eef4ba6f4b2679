package object

import (
	"context"
	"slices"
)

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
// operations it tries only one order that leads to the same state. Its time may grow
// exponentially with the operations that are concurrent. The error is that of ctx, if ctx has cut
// it short.
func (o Object[S, O, R]) Order(ctx context.Context, operations []Operation[O, R], c Consistency) (order []int, ok bool, err error) {
	return o.order(ctx, operations, c, func(i int, result R) bool { return result == operations[i].Result })
}

// order is [Object.Order] where an operation that is not pending has a result that suits it.
func (o Object[S, O, R]) order(ctx context.Context, operations []Operation[O, R], c Consistency, suits func(i int, result R) bool) (order []int, ok bool, err error) {
	s := search[S, O, R]{ctx: ctx, object: o, consistency: c, operations: operations, suits: suits, met: map[memory[S]]bool{}}
	s.link()
	ok = s.from(o.Initial)
	return s.order, ok, s.err
}

// search is the state of the search for an order.
type search[S, O, R comparable] struct {
	ctx         context.Context
	err         error // of ctx
	object      Object[S, O, R]
	consistency Consistency
	operations  []Operation[O, R]
	suits       func(i int, result R) bool
	after       []int  // the next operation after each one that is not placed, by call; len(operations) is the first and the last
	before      []int  // and the one before it
	placed      []byte // a bit for each operation that is in order
	order       []int
	missing     int // operations that are not pending and not placed
	met         map[memory[S]]bool
}

// memory has the values that the rest of a search depends on.
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
	if len(s.met)%1024 == 0 {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return false
	}
	for _, i := range s.candidates() {
		next, result := s.object.Apply(state, s.operations[i].Operation)
		if !s.operations[i].Pending && !s.suits(i, result) {
			continue
		}
		s.place(i)
		if s.from(next) {
			return true
		}
		s.takeBack(i)
	}
	return false
}

// link begins the search: no operation is placed.
func (s *search[S, O, R]) link() {
	end := len(s.operations)
	s.placed, s.after, s.before = make([]byte, (end+7)/8), make([]int, end+1), make([]int, end+1)
	byCall := make([]int, end, end+1)
	for i, x := range s.operations {
		byCall[i] = i
		if !x.Pending {
			s.missing++
		}
	}
	slices.SortStableFunc(byCall, func(a, b int) int { return s.operations[a].Call - s.operations[b].Call })
	at := end
	for _, i := range append(byCall, end) {
		s.after[at], s.before[i] = i, at
		at = i
	}
}

// place puts operation i in order.
func (s *search[S, O, R]) place(i int) {
	s.placed[i/8] |= 1 << (i % 8)
	s.order = append(s.order, i)
	s.after[s.before[i]], s.before[s.after[i]] = s.after[i], s.before[i]
	if !s.operations[i].Pending {
		s.missing--
	}
}

// takeBack undoes the last call of place, which was for operation i.
func (s *search[S, O, R]) takeBack(i int) {
	s.placed[i/8] &^= 1 << (i % 8)
	s.order = s.order[:len(s.order)-1]
	s.after[s.before[i]], s.before[s.after[i]] = i, i
	if !s.operations[i].Pending {
		s.missing++
	}
}

// candidates returns the operations that may come next, pending ones last.
func (s *search[S, O, R]) candidates() []int {
	var list, pending []int
	waits := map[int]bool{}    // clients with an operation that is not placed
	bound, bounded := 0, false // the least return of these
	for i := s.after[len(s.operations)]; i < len(s.operations); i = s.after[i] {
		x := s.operations[i]
		switch {
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
