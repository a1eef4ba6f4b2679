package porcupine_test

import (
	"hash/maphash"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties/object"
)

// An event is a call or a return of a client. A call without a return is pending.
type event[O, R comparable] struct {
	client    int
	returns   bool
	operation O
	result    R
}

// modelOf returns the object for porcupine, which knows no pending calls: they return at the end, with
// the output nil.
func modelOf[S, O, R comparable](o object.Object[S, O, R]) porcupine.Model {
	seed := maphash.MakeSeed()
	return porcupine.Model{
		Hash: func(state any) uint64 { return maphash.Comparable(seed, state.(S)) },
		Init: func() any { return o.Initial },
		Step: func(state, input, output any) (bool, any) {
			next, result := o.Apply(state.(S), input.(O))
			return output == nil || output == any(result), next
		},
	}
}

// byPorcupine judges a history by porcupine.
func byPorcupine[S, O, R comparable](o object.Object[S, O, R], history []event[O, R]) bool {
	return porcupine.CheckEvents(modelOf(o), eventsOf(history))
}

// eventsOf returns a history for porcupine.
func eventsOf[O, R comparable](history []event[O, R]) []porcupine.Event {
	var events []porcupine.Event
	var pending []int // calls that never return
	open := map[int]int{}
	for id, e := range history {
		if e.returns {
			events = append(events, porcupine.Event{ClientId: e.client, Kind: porcupine.ReturnEvent, Value: e.result, Id: open[e.client]})
			delete(open, e.client)
			continue
		}
		if before, ok := open[e.client]; ok {
			pending = append(pending, before)
		}
		open[e.client] = id
		events = append(events, porcupine.Event{ClientId: e.client, Kind: porcupine.CallEvent, Value: e.operation, Id: id})
	}
	for _, id := range open {
		pending = append(pending, id)
	}
	for _, id := range pending {
		events = append(events, porcupine.Event{ClientId: history[id].client, Kind: porcupine.ReturnEvent, Id: id})
	}
	return events
}

// byOrder judges a history by the search for an order.
func byOrder[S, O, R comparable](t *testing.T, o object.Object[S, O, R], history []event[O, R]) bool {
	t.Helper()
	operations, err := noted(history).Operations()
	if err != nil {
		t.Fatal(err)
	}
	_, ok, err := o.Order(t.Context(), operations, object.Linearizability)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func noted[O, R comparable](history []event[O, R]) *object.History[O, R] {
	h := &object.History[O, R]{}
	for _, e := range history {
		e.note(h)
	}
	return h
}

func (e event[O, R]) note(h *object.History[O, R]) {
	if e.returns {
		h.Return(e.client, e.result)
	} else {
		h.Call(e.client, e.operation)
	}
}

// counter is a process that wakes again and again. It shows how often it has woken.
type counter struct{ most int }

func (counter) Init(model.Self) int                      { return 0 }
func (counter) Observe(_ model.Self, n int) model.Status { return model.Status{Own: n} }
func (c counter) Ready(_ model.Self, n int) model.Spontaneous {
	return model.Spontaneous{Wake: n < c.most}
}
func (counter) Step(_ *model.Process[int], n int, _ model.Input[int]) int { return n + 1 }

// byProperty judges a history by the monitor of the property: it is the history of an execution
// in which one process takes a step for each call and return.
func byProperty[S, O, R comparable](t *testing.T, o object.Object[S, O, R], history []event[O, R]) bool {
	t.Helper()
	s, err := model.New(counter{len(history)}, model.Network{N: 1, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	p := object.Linearizable(o, object.Shown(func(h *object.History[O, R], _, before, after int) {
		if after > before {
			history[before].note(h)
		}
	}))
	state, c := p.Begin(s), s.Initial()
	for range history {
		step := s.Successors(c)[0]
		state = p.Observe(state, s, c, step)
		c = step.Next
	}
	return p.Holds(s.View(c), state)
}

// manyOpen is the most calls that are open at once in a history that the monitor judges here: it
// keeps the possible outcomes of each of them, and is made for searches.
const manyOpen = 4

// judge judges a history by all, and returns their common verdict.
func judge[S, O, R comparable](t *testing.T, o object.Object[S, O, R], history []event[O, R]) bool {
	t.Helper()
	want := byPorcupine(o, history)
	if got := byOrder(t, o, history); got != want {
		t.Fatalf("the search for an order says %v, porcupine %v, of %+v", got, want, history)
	}
	if mostOpen(history) > manyOpen {
		return want
	}
	if got := byProperty(t, o, history); got != want {
		t.Fatalf("the property says %v, porcupine %v, of %+v", got, want, history)
	}
	return want
}

// mostOpen returns how many calls are open at once at most.
func mostOpen[O, R comparable](history []event[O, R]) int {
	open, most := 0, 0
	for _, e := range history {
		if e.returns {
			open--
		} else {
			open++
		}
		most = max(most, open)
	}
	return most
}
