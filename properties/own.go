package properties

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

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

// Some returns the shape of the predicate that some process satisfies that shows a T.
func Some[T any](holds func(own T) bool) Shape {
	return Shape{suits: shows[T], Some: func(s model.Status) bool {
		own, ok := OwnOf[T](s)
		return ok && holds(own)
	}}
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
func shows[T any](s *model.System) error { return reads[T](s.Shows()) }

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
