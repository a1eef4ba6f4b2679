package object

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/properties"
)

// Linearizable returns the property that every call takes effect on the object at one
// moment between its call and its return, if it returns, else then or never: some order
// of the calls, in which a call that has returned before another was made comes first,
// gives every result.
//
// A client that calls again before its open call has returned leaves that call pending for
// ever. The property panics, and so is in error, at more than 8 such calls: each more
// would make more states, without end.
//
// The state of its monitor is not the history but its possible effects: the states that the
// object may be in, each with the pending calls that have taken effect. It is finite if the
// states of the object are finitely many.
func Linearizable[S, O, R comparable](object Object[S, O, R], source Source[O, R]) properties.Property {
	first := possibilities[S, O, R]{SequenceOf(possibility[S, O, R]{state: object.Initial})}
	return properties.NewAlways("linearizable", "every call takes effect at one moment between its call and its return",
		explained(watch(source, first, possibilities[S, O, R]{}, object.linearise), object, source, Linearizability))
}

// possibilities are the states of the monitor of [Linearizable]: the least
// possibilities so far. The others follow if pending calls take effect. The list is
// in order of the texts. There are none after a history that is not linearizable.
type possibilities[S, O, R comparable] struct {
	list Sequence[possibility[S, O, R]]
}

// A possibility is a state that the object may be in, with the calls that have not
// returned.
type possibility[S, O, R comparable] struct {
	state S
	open  Sequence[openCall[O, R]] // by client
	left  Sequence[O]              // calls that can never return and have not taken effect, in order of their texts
}

// An openCall is a call that may still return.
type openCall[O, R comparable] struct {
	client    int
	operation O
	done      bool // it has taken effect
	result    R    // then
}

// Renamed returns the possibilities after a renaming of the clients.
func (p possibilities[S, O, R]) Renamed(image []int) any {
	list := p.list.Items()
	for i := range list {
		open := list[i].open.Items()
		for k := range open {
			open[k].client = image[open[k].client]
		}
		list[i].open = inOrder(open)
	}
	return possibilities[S, O, R]{sorted(list)}
}

// linearise returns the possibilities after a call or return.
func (o Object[S, O, R]) linearise(p possibilities[S, O, R], e event[O, R]) possibilities[S, O, R] {
	var next []possibility[S, O, R]
	for _, x := range p.list.Items() {
		if e.returns {
			next = append(next, o.returned(x, e.client, e.result)...)
		} else {
			next = append(next, x.called(e.client, e.operation))
		}
	}
	return possibilities[S, O, R]{sorted(o.least(next))}
}

// manyLeft is how many calls may be left by clients that call again.
const manyLeft = 8

// called returns the possibility after a call. The open call of the client, if
// it has one, can never return.
func (x possibility[S, O, R]) called(client int, operation O) possibility[S, O, R] {
	open := x.open.Items()
	if i := indexOf(open, client); i >= 0 {
		if !open[i].done {
			left := append(x.left.Items(), open[i].operation)
			if len(left) > manyLeft {
				panic(fmt.Sprintf("%d calls can never return; allowed: at most %d", len(left), manyLeft))
			}
			x.left = sorted(left)
		}
		open = slices.Delete(open, i, i+1)
	}
	x.open = inOrder(append(open, openCall[O, R]{client: client, operation: operation}))
	return x
}

// returned returns the possibilities in which the open call of a client has the result,
// after its return. There are none if the client has no open call.
func (o Object[S, O, R]) returned(x possibility[S, O, R], client int, result R) []possibility[S, O, R] {
	if indexOf(x.open.Items(), client) < 0 {
		return nil
	}
	var list []possibility[S, O, R]
	o.follow(x, func(y possibility[S, O, R]) bool {
		open := y.open.Items()
		i := indexOf(open, client)
		if !open[i].done {
			return true
		}
		if open[i].result == result {
			y.open = SequenceOf(slices.Delete(open, i, i+1)...)
			list = append(list, y)
		}
		return false // a possibility that follows from here follows after the return too
	})
	return list
}

// follow calls visit for x, and for the successors of each possibility for which visit
// returns true.
func (o Object[S, O, R]) follow(x possibility[S, O, R], visit func(possibility[S, O, R]) bool) {
	met, queue := map[possibility[S, O, R]]bool{x: true}, []possibility[S, O, R]{x}
	for len(queue) > 0 {
		y := queue[0]
		queue = queue[1:]
		if !visit(y) {
			continue
		}
		for _, z := range o.successors(y) {
			if !met[z] {
				met[z] = true
				queue = append(queue, z)
			}
		}
	}
}

// successors returns the possibilities that follow if one pending call takes effect,
// or if one that can never return never does.
func (o Object[S, O, R]) successors(x possibility[S, O, R]) []possibility[S, O, R] {
	var list []possibility[S, O, R]
	for i, c := range x.open.Items() {
		if c.done {
			continue
		}
		y, open := x, x.open.Items()
		open[i].done = true
		y.state, open[i].result = o.Apply(x.state, c.operation)
		y.open = SequenceOf(open...)
		list = append(list, y)
	}
	for i, operation := range x.left.Items() {
		never := x
		never.left = SequenceOf(slices.Delete(x.left.Items(), i, i+1)...)
		done := never
		done.state, _ = o.Apply(x.state, operation)
		list = append(list, never, done)
	}
	return list
}

// least returns the possibilities of a list that follow from no other one.
func (o Object[S, O, R]) least(list []possibility[S, O, R]) []possibility[S, O, R] {
	follows := map[possibility[S, O, R]]bool{}
	for _, x := range list {
		o.follow(x, func(y possibility[S, O, R]) bool {
			if y == x {
				return true
			}
			if follows[y] {
				return false
			}
			follows[y] = true
			return true
		})
	}
	var least []possibility[S, O, R]
	for _, x := range list {
		if !follows[x] {
			follows[x] = true // so that an equal one is left out
			least = append(least, x)
		}
	}
	return least
}

// indexOf returns the index of the open call of a client, -1 if it has none.
func indexOf[O, R comparable](open []openCall[O, R], client int) int {
	return slices.IndexFunc(open, func(c openCall[O, R]) bool { return c.client == client })
}

// inOrder returns open calls by client.
func inOrder[O, R comparable](open []openCall[O, R]) Sequence[openCall[O, R]] {
	slices.SortFunc(open, func(a, b openCall[O, R]) int { return cmp.Compare(a.client, b.client) })
	return SequenceOf(open...)
}

// sorted returns a list in order of the texts in Go.
func sorted[T comparable](list []T) Sequence[T] {
	texts := make(map[T]string, len(list))
	for _, x := range list {
		texts[x] = fmt.Sprintf("%#v", x)
	}
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(texts[a], texts[b]) })
	return SequenceOf(list...)
}
