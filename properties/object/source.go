package object

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Source says where a history is read. Use [Shown] or [Told].
type Source[O, R comparable] struct {
	observed func(h *History[O, R], client int, before, after model.Status)
	told     func(h *History[O, R], s properties.Step)
}

// Shown reads calls and returns from the values that processes show in
// [model.Status].Own, as a T: read notes those of one client in one of its steps. A
// client that has just started or restarted showed the zero value before. One that is
// down shows nothing: the call that it had open may still take effect.
//
// Reductions and symmetry keep a property with this source. A client that crashes within
// the step in which it calls does not show the call. So let it send in another
// step if clients crash, or use [Told].
func Shown[T any, O, R comparable](read func(h *History[O, R], client int, before, after T)) Source[O, R] {
	return Observed(func(h *History[O, R], client int, before, after model.Status) {
		was, _ := properties.OwnOf[T](before)
		if is, ok := properties.OwnOf[T](after); ok {
			read(h, client, was, is)
		}
	})
}

// Observed is like [Shown], but read sees whole statuses. It is also told when a client
// goes down.
func Observed[O, R comparable](read func(h *History[O, R], client int, before, after model.Status)) Source[O, R] {
	return Source[O, R]{observed: read}
}

// Told reads calls and returns from whole events: an invocation of [model.Spontaneous].Operations,
// say. No reduction keeps a property with this source.
func Told[O, R comparable](read func(h *History[O, R], s properties.Step)) Source[O, R] {
	return Source[O, R]{told: read}
}

// watch returns the predicate that the state of a monitor is not none. The monitor begins
// with first, and next is its state after a call or return.
func watch[S, O, R comparable](source Source[O, R], first, none S, next func(S, event[O, R]) S) properties.Watching {
	follow := func(state S, h History[O, R]) S {
		for _, e := range h.events {
			if state == none {
				break
			}
			state = next(state, e)
		}
		return state
	}
	holds := func(state S) bool { return state != none }
	if source.told != nil {
		return properties.Watch(
			func(model.View) S { return first },
			func(state S, s properties.Step) S {
				var h History[O, R]
				source.told(&h, s)
				return follow(state, h)
			}, holds)
	}
	return properties.Watch(
		func(v model.View) S {
			var h History[O, R]
			for p, s := range v.Status {
				source.observed(&h, p, model.Status{}, s)
			}
			return follow(first, h)
		},
		func(state S, o properties.Observation) S {
			var h History[O, R]
			source.observed(&h, o.Process, o.Before, o.After)
			return follow(state, h)
		}, holds)
}
