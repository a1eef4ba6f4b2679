package model

import (
	"fmt"
	"slices"
)

// A Merger is an algorithm that may take two local states for one, on the word of its user that they behave alike.
type Merger interface {
	// HappensApart returns an error if x does not happen where no two local states are taken for one. Then two that were taken for one
	// behave differently, which is a mistake of the algorithm. See [HappensWith].
	HappensApart(x Execution) error
}

// HappensApart asks each algorithm of the system that is a [Merger] about one of its executions.
func (x Semantics) HappensApart(of Execution) error {
	for _, alg := range x.sys.algorithms() {
		if m, ok := alg.(Merger); ok {
			if err := m.HappensApart(of); err != nil {
				return err
			}
		}
	}
	return nil
}

// HappensWith reports how x differs from the same events with apart in the place of alg, one of the algorithms of its system: apart does
// the same as alg, whose values == compares, and takes no two local states for one. A loop is gone round twice.
func HappensWith[L, M comparable](x Execution, alg, apart Algorithm[L, M]) error {
	s, err := with(x.System, alg, apart)
	if err != nil {
		return err
	}
	l := x.Lasso()
	got, failed := s.Replay(Lasso{Stem: append(l.Events(), l.Loop...)})
	for i, step := range got.Steps {
		at := i
		if i >= len(x.Steps) { // round again
			at -= len(l.Loop)
		}
		if difference := differentView(s.View(step.Next), x.System.View(x.Steps[at].Next)); difference != "" {
			return s.mergedError("after event %d, %q, %s", i+1, step.Event, difference)
		}
	}
	if failed != nil {
		return s.mergedError("%v", failed)
	}
	return nil
}

// with returns the system with another algorithm in the place of one.
func with[L, M comparable](s *System, alg, other Algorithm[L, M]) (*System, error) {
	j, ok := s.given.(joined)
	if !ok {
		return New(other, s.net)
	}
	programs := slices.Clone(j.programs)
	for i, p := range programs {
		if p.given == any(alg) {
			programs[i] = ProgramOf(other)
		}
	}
	return New(JoinAs(j.name, programs...), s.net)
}

// differentView says in what a view is not as another was; "" if in nothing that properties see.
func differentView(is, was View) string {
	for p, status := range is.Status {
		if status != was.Status[p] {
			return fmt.Sprintf("p%d is %v, not %v", p, status, was.Status[p])
		}
	}
	if is.Terminal != was.Terminal {
		return fmt.Sprintf("the end of the execution is %t, not %t", is.Terminal, was.Terminal)
	}
	return ""
}

func (s *System) mergedError(format string, args ...any) error {
	return &ValueError{s.Name() + " takes local states for one that behave differently: apart, " + fmt.Sprintf(format, args...)}
}
