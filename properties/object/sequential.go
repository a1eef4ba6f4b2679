package object

import (
	"context"
	"slices"

	"github.com/interrex/interrex/properties"
)

// SequentiallyConsistent returns the property that at every moment the calls so far can
// be put into some order that gives every result, in which the calls of each client come in
// the order in which it has made them. A read may so miss a write that has returned long
// before.
//
// A later call can make a difference to any earlier one that may yet come after it. So the
// state of the monitor is the sequence of the calls of each client, and a search ends if
// all clients make finitely many calls.
func SequentiallyConsistent[S, O, R comparable](object Object[S, O, R], source Source[O, R]) properties.Property {
	next := func(p program[O, R], e event[O, R]) program[O, R] {
		p, ok := p.after(e)
		if ok {
			_, ok, _ = object.Order(context.Background(), p.operations(), SequentialConsistency)
		}
		if !ok {
			return program[O, R]{}
		}
		return p
	}
	return properties.NewAlways("sequentially-consistent", "some order of all calls, in which those of each client come in its order, gives every result",
		explained(watch(source, program[O, R]{ordered: true}, program[O, R]{}, next), object, source, SequentialConsistency))
}

// program is the state of the monitor of [SequentiallyConsistent]: the calls of each client, by
// client, and whether some order of them gives every result.
type program[O, R comparable] struct {
	calls   Sequence[programCall[O, R]]
	ordered bool
}

// A programCall is a call, with its result if it has returned.
type programCall[O, R comparable] struct {
	client    int
	operation O
	returned  bool
	result    R // then
}

// Renamed returns the calls after a renaming of the clients.
func (p program[O, R]) Renamed(image []int) any {
	calls := p.calls.Items()
	for i := range calls {
		calls[i].client = image[calls[i].client]
	}
	slices.SortStableFunc(calls, func(a, b programCall[O, R]) int { return a.client - b.client })
	p.calls = SequenceOf(calls...)
	return p
}

// after returns the calls after a call or return, and false if a client returns that has no
// open call.
func (p program[O, R]) after(e event[O, R]) (program[O, R], bool) {
	calls := p.calls.Items()
	next := slices.IndexFunc(calls, func(c programCall[O, R]) bool { return c.client > e.client })
	if next < 0 {
		next = len(calls)
	}
	switch last := next - 1; {
	case !e.returns:
		calls = slices.Insert(calls, next, programCall[O, R]{client: e.client, operation: e.operation})
	case last < 0 || calls[last].client != e.client || calls[last].returned:
		return p, false
	default:
		calls[last].returned, calls[last].result = true, e.result
	}
	p.calls = SequenceOf(calls...)
	return p, true
}

// operations returns the calls for [Object.Order].
func (p program[O, R]) operations() []Operation[O, R] {
	var list []Operation[O, R]
	for i, c := range p.calls.Items() {
		list = append(list, Operation[O, R]{Client: c.client, Operation: c.operation, Result: c.result, Pending: !c.returned, Call: i, Return: i})
	}
	return list
}
