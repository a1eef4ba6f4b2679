package properties

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/interrex/interrex/model"
)

// OwnOf returns the value that a process shows in [model.Status].Own, and whether
// that is a T. A process that is down or has failed shows nothing.
func OwnOf[T any](s model.Status) (own T, ok bool) {
	own, ok = s.Own.(T)
	return own, ok
}

// Own yields the processes that show a T in [model.Status].Own, in order, each with
// that T. A process that is down shows nothing. Own panics, and so the property is
// in error, if no process of the system ever shows a T.
func Own[T any](v model.View) iter.Seq2[int, T] {
	if v.Shows != nil {
		if err := reads[T](v.Shows); err != nil {
			panic(misread{err})
		}
	}
	return func(yield func(int, T) bool) {
		for p, s := range v.Status {
			if own, ok := OwnOf[T](s); ok && !yield(p, own) {
				return
			}
		}
	}
}

// Count returns how many processes show a T that satisfies holds, as [Own] yields
// them.
func Count[T any](v model.View, holds func(own T) bool) int {
	sum := 0
	for _, own := range Own[T](v) {
		if holds(own) {
			sum++
		}
	}
	return sum
}

// Each returns the shape of the predicate that every process satisfies that shows a T,
// as [Own] yields them.
func Each[T any](holds func(own T) bool) Shape {
	return Shape{suits: shows[T], Each: func(_ *model.Network, _ int, s model.Status) bool {
		own, ok := OwnOf[T](s)
		return !ok || holds(own)
	}}
}

// Both returns the shape of the predicate that every two different processes satisfy
// that show a T, in both orders.
func Both[T any](holds func(a, b T) bool) Shape {
	return Shape{suits: shows[T], Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
		a, shows := OwnOf[T](s)
		b, both := OwnOf[T](t)
		return !shows || !both || holds(a, b)
	}}
}

// Between returns the shape of the predicate that each process that shows an A and each other one that
// shows a B satisfy: of clients and servers, say.
func Between[A, B any](holds func(a A, b B) bool) Shape {
	suits := func(s *model.System) error { return cmp.Or(shows[A](s), shows[B](s)) }
	return Shape{suits: suits, Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
		a, shows := OwnOf[A](s)
		b, both := OwnOf[B](t)
		return !shows || !both || holds(a, b)
	}}
}

// Neighbours returns the shape of the predicate that every two different processes satisfy that show a T, if
// a port of the first leads to the second: also one on which it only receives, as port 1 of a unidirectional ring.
func Neighbours[T any](holds func(a, b T) bool) Shape {
	type connections struct {
		net   *model.Network
		peers [][]int
	}
	var last atomic.Pointer[connections] // of the network that was asked about last
	h := Both(holds)
	of := h.Both
	h.Both = func(net *model.Network, p int, s model.Status, q int, t model.Status) bool {
		known := last.Load()
		if known == nil || known.net != net {
			peers, _ := net.Peers() // the network of a system has no error
			known = &connections{net, peers}
			last.Store(known)
		}
		return !slices.Contains(known.peers[p], q) || of(net, p, s, q, t)
	}
	return h
}

// AtMost returns the shape of the predicate that at most k processes show a T that satisfies holds.
func AtMost[T any](k int, holds func(own T) bool) Shape { return counted(0, k, holds) }

// AtLeast returns the shape of the predicate that at least k processes show a T that satisfies holds. A process
// that is down shows nothing.
func AtLeast[T any](k int, holds func(own T) bool) Shape { return counted(k, math.MaxInt, holds) }

// Exactly returns the shape of the predicate that k processes show a T that satisfies holds, and no more.
func Exactly[T any](k int, holds func(own T) bool) Shape { return counted(k, k, holds) }

func counted[T any](least, most int, holds func(own T) bool) Shape {
	return Shape{suits: shows[T], Least: least, Most: most, Counted: satisfies(holds)}
}

// satisfies returns the predicate that a process shows a T that satisfies holds.
func satisfies[T any](holds func(own T) bool) func(s model.Status) bool {
	return func(s model.Status) bool {
		own, ok := OwnOf[T](s)
		return ok && holds(own)
	}
}

// Some returns the shape of the predicate that some process satisfies that shows a T.
func Some[T any](holds func(own T) bool) Shape {
	return Shape{suits: shows[T], Some: satisfies(holds)}
}

// Of returns the shape of the predicate that process p shows a T that satisfies holds.
// If p is down, it does not satisfy it. p is an index, 0..n-1, and not an identity: a
// property of another p is in error ([Property.CheckFor]).
func Of[T any](p int, holds func(own T) bool) Shape {
	suits := func(s *model.System) error {
		if n := s.Network().N; p < 0 || p >= n {
			return fmt.Errorf("it is about process %d of n = %d; allowed: 0..%d, since Of takes the index of a process, not its identity", p, n, n-1)
		}
		return shows[T](s)
	}
	return Shape{suits: suits, Each: func(_ *model.Network, q int, s model.Status) bool {
		own, ok := OwnOf[T](s)
		return q != p || ok && holds(own)
	}}
}

// EachStep returns the shape of the predicate of events that every process satisfies
// that shows a T before and after.
func EachStep[T any](holds func(before, after T) bool) Shape {
	return Shape{suits: shows[T], Step: func(before, after model.Status) bool {
		a, shows := OwnOf[T](before)
		b, both := OwnOf[T](after)
		return !shows || !both || holds(a, b)
	}}
}

// shows reports that a predicate reads values of type T where no process of s shows any.
func shows[T any](s *model.System) error { return reads[T](s.Semantics().Shows()) }

// reads reports that a predicate reads values of type T where no process shows any.
func reads[T any](types []model.OwnType) error {
	of := reflect.TypeFor[T]()
	if slices.ContainsFunc(types, func(t model.OwnType) bool { return t.Is(of) }) {
		return nil
	}
	return fmt.Errorf("it reads what processes show as %v, but %s", of, showing(types))
}

// showing names the types that processes show.
func showing(types []model.OwnType) string {
	var names []string
	for _, t := range types {
		if t.Type != nil && !slices.Contains(names, t.Type.String()) {
			names = append(names, t.Type.String())
		}
	}
	if names == nil {
		return "they show nothing (Status.Own is nil)"
	}
	return "they show " + strings.Join(names, ", ")
}
