package porcupine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/interrex/interrex/properties/object"
)

// maker makes random histories of an object. A call takes effect at a random moment; some
// results are replaced by others.
type maker[S, O, R comparable] struct {
	object     object.Object[S, O, R]
	operations []O
	results    []R // that replace others
}

func (m maker[S, O, R]) history(rng *rand.Rand, clients, calls int) []event[O, R] {
	type client struct {
		open, done bool
		operation  O
		result     R
	}
	var history []event[O, R]
	state, list := m.object.Initial, make([]client, clients)
	for calls > 0 {
		p := rng.IntN(clients)
		c := &list[p]
		switch {
		case !c.open || rng.IntN(40) == 0: // else a client gives up
			calls--
			*c = client{open: true, operation: m.operations[rng.IntN(len(m.operations))]}
			history = append(history, event[O, R]{client: p, operation: c.operation})
		case !c.done:
			state, c.result = m.object.Apply(state, c.operation)
			c.done = true
		default:
			if rng.IntN(30) == 0 {
				c.result = m.results[rng.IntN(len(m.results))]
			}
			history = append(history, event[O, R]{client: p, returns: true, result: c.result})
			c.open = false
		}
	}
	return history
}

// judge judges so many random histories, and returns how many are linearizable.
func (m maker[S, O, R]) judge(t *testing.T, histories int) int {
	rng, linearizable := rand.New(rand.NewPCG(3, 4)), 0
	for range histories {
		if judge(t, m.object, m.history(rng, 1+rng.IntN(4), 12)) {
			linearizable++
		}
	}
	return linearizable
}

func TestRandomHistories(t *testing.T) {
	is := func(v int) object.Result[int] { return object.Result[int]{Value: v, Ok: true} }
	register := maker[int, object.RegisterOp[int], object.Result[int]]{object.Register(0),
		[]object.RegisterOp[int]{object.Read[int](), object.Write(1), object.Write(2)},
		[]object.Result[int]{is(0), is(1), is(2)}}
	swaps := register
	swaps.operations = []object.RegisterOp[int]{object.Read[int](), object.Write(1), object.Swap(1, 2), object.Swap(0, 1), object.Swap(2, 0)}
	swaps.results = append(swaps.results, object.Result[int]{})
	queue := maker[object.Sequence[int], object.QueueOp[int], object.Result[int]]{object.Queue[int](),
		[]object.QueueOp[int]{object.Enqueue(1), object.Enqueue(2), object.Dequeue[int]()},
		[]object.Result[int]{is(1), is(2), is(0), {}}}
	lock := maker[object.Holder[int], object.LockOp[int], object.Result[int]]{object.Lock[int](),
		[]object.LockOp[int]{object.Acquire(1), object.Acquire(2), object.Release(1), object.Release(2)},
		[]object.Result[int]{{Ok: true}, {}}}
	dictionary := maker[object.Sequence[object.Entry[string, int]], object.MapOp[string, int], object.Result[int]]{object.Map[string, int](),
		[]object.MapOp[string, int]{object.Get[string, int]("x"), object.Get[string, int]("y"), object.Put("x", 1), object.Put("y", 2), object.Delete[string, int]("x")},
		[]object.Result[int]{is(1), is(2), is(0), {}}}
	for _, test := range []struct {
		reason string
		judge  func(*testing.T, int) int
	}{
		{"a register", register.judge},
		{"a register with compare-and-swap", swaps.judge},
		{"a queue", queue.judge},
		{"a lock", lock.judge},
		{"a map", dictionary.judge},
	} {
		t.Run(test.reason, func(t *testing.T) {
			const histories = 1000
			n := test.judge(t, histories)
			t.Logf("%d of %d histories are linearizable", n, histories)
			if n < histories/5 || n > histories*9/10 {
				t.Errorf("%d of %d histories are linearizable: they say little", n, histories)
			}
		})
	}
}
