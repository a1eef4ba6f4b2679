package object

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// maker makes random histories of an object. In most of them a call takes effect at a random
// moment; some results are replaced by others.
type maker[S, O, R comparable] struct {
	object     Object[S, O, R]
	operations []O
	results    []R // that replace others
}

// history returns a random history with so many calls.
func (m maker[S, O, R]) history(rng *rand.Rand, clients, calls int) History[O, R] {
	type client struct {
		open, done bool
		operation  O
		result     R
	}
	var h History[O, R]
	state, list := m.object.Initial, make([]client, clients)
	for calls > 0 {
		p := rng.IntN(clients)
		c := &list[p]
		switch {
		case !c.open || rng.IntN(20) == 0: // else a client gives up
			calls--
			*c = client{open: true, operation: m.operations[rng.IntN(len(m.operations))]}
			h.Call(p, c.operation)
		case !c.done:
			state, c.result = m.object.Apply(state, c.operation)
			c.done = true
		default:
			if rng.IntN(4) == 0 {
				c.result = m.results[rng.IntN(len(m.results))]
			}
			h.Return(p, c.result)
			c.open = false
		}
	}
	return h
}

// byDefinition reports whether some order of all returned and some pending operations
// satisfies a consistency: it tries all.
func (o Object[S, O, R]) byDefinition(operations []Operation[O, R], c Consistency) bool {
	before := func(x, y Operation[O, R]) bool {
		if c == Linearizability {
			return !x.Pending && x.Return < y.Call
		}
		return x.Client == y.Client && !x.Pending && x.Call < y.Call
	}
	var try func(state S, rest []Operation[O, R]) bool
	try = func(state S, rest []Operation[O, R]) bool {
		if !slices.ContainsFunc(rest, func(x Operation[O, R]) bool { return !x.Pending }) {
			return true
		}
		for i, x := range rest {
			next, result := o.Apply(state, x.Operation)
			others := slices.Delete(slices.Clone(rest), i, i+1)
			if (x.Pending || result == x.Result) && !slices.ContainsFunc(others, func(y Operation[O, R]) bool { return before(y, x) }) && try(next, others) {
				return true
			}
		}
		return false
	}
	return try(o.Initial, operations)
}

// explains reports whether an order that Order has found is one.
func (o Object[S, O, R]) explains(operations []Operation[O, R], order []int, c Consistency) error {
	state, at := o.Initial, map[int]int{}
	for k, i := range order {
		if _, twice := at[i]; twice {
			return fmt.Errorf("operation %d is in order twice", i)
		}
		at[i] = k
		var result R
		state, result = o.Apply(state, operations[i].Operation)
		if !operations[i].Pending && result != operations[i].Result {
			return fmt.Errorf("operation %d returns %v instead of %v", i, operations[i].Result, result)
		}
	}
	for i, x := range operations {
		if _, in := at[i]; !in && !x.Pending {
			return fmt.Errorf("operation %d is left out", i)
		}
		for k, y := range operations {
			first := x.Return < y.Call
			if c == SequentialConsistency {
				first = x.Client == y.Client && x.Call < y.Call
			}
			if _, in := at[k]; in && !x.Pending && first && at[i] > at[k] {
				return fmt.Errorf("operation %d comes after %d", i, k)
			}
		}
	}
	return nil
}

// compare judges random histories by the definition, by Order and by the monitor, and
// returns how many are linearizable.
func (m maker[S, O, R]) compare(t *testing.T, histories int) (linearizable, sequential int) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range histories {
		h := m.history(rng, 3, 6)
		operations, _ := h.Operations()
		for _, c := range []Consistency{Linearizability, SequentialConsistency} {
			want := m.object.byDefinition(operations, c)
			order, got, _ := m.object.Order(t.Context(), operations, c)
			if got != want {
				t.Fatalf("Order says %v and the definition %v, consistency %v, of %+v", got, want, c, operations)
			}
			if got {
				if err := m.object.explains(operations, order, c); err != nil {
					t.Fatalf("%v, consistency %v, of %+v", err, c, operations)
				}
			}
			if c == Linearizability && got {
				linearizable++
			}
			if c == SequentialConsistency && got {
				sequential++
			}
		}
		state := possibilities[S, O, R]{SequenceOf(possibility[S, O, R]{state: m.object.Initial})}
		var prefix History[O, R]
		for _, e := range h.events {
			if state.list.array == nil {
				break
			}
			state = m.object.linearise(state, e)
			prefix.events = append(prefix.events, e)
			operations, _ := prefix.Operations()
			if want := m.object.byDefinition(operations, Linearizability); want != (state.list.array != nil) {
				t.Fatalf("the monitor says %v and the definition %v of %+v", !want, want, prefix.events)
			}
		}
	}
	return linearizable, sequential
}

func TestRandomHistories(t *testing.T) {
	register := maker[int, RegisterOp[int], Result[int]]{Register(0),
		[]RegisterOp[int]{Read[int](), Write(1), Write(2), Swap(1, 2), Swap(0, 1)},
		[]Result[int]{{0, true}, {1, true}, {2, true}, {}}}
	queue := maker[Sequence[int], QueueOp[int], Result[int]]{Queue[int](),
		[]QueueOp[int]{Enqueue(1), Enqueue(2), Dequeue[int]()},
		[]Result[int]{{1, true}, {2, true}, {0, true}, {}}}
	lock := maker[Holder[string], LockOp[string], Result[string]]{Lock[string](),
		[]LockOp[string]{Acquire("a"), Acquire("b"), Release("a"), Release("b")},
		[]Result[string]{{Ok: true}, {}}}
	dictionary := maker[Sequence[Entry[string, int]], MapOp[string, int], Result[int]]{Map[string, int](),
		[]MapOp[string, int]{Get[string, int]("x"), Get[string, int]("y"), Put("x", 1), Put("y", 2), Delete[string, int]("x")},
		[]Result[int]{{1, true}, {2, true}, {0, true}, {}}}
	for _, test := range []struct {
		reason  string
		compare func(*testing.T, int) (int, int)
	}{
		{"a register", register.compare},
		{"a queue", queue.compare},
		{"a lock", lock.compare},
		{"a map", dictionary.compare},
	} {
		const histories = 1000
		linearizable, sequential := test.compare(t, histories)
		if linearizable < histories/10 || linearizable >= sequential || sequential > histories*9/10 {
			t.Errorf("%s: of %d histories %d are linearizable and %d sequentially consistent; the histories say little", test.reason, histories, linearizable, sequential)
		}
		t.Log(test.reason, linearizable, sequential)
	}
}
