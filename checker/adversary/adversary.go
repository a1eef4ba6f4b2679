package adversary

import (
	"context"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A Ring returns the system of an algorithm on a ring with these identities,
// clockwise. All processes may wake, and nothing goes wrong.
type Ring func(ids []model.ID) (*model.System, error)

// An Open is an open schedule: no message crosses the edge between the last
// process and the first.
type Open struct {
	IDs      []model.ID // clockwise, from the open edge
	Schedule model.Schedule
	Received int // messages, in Schedule
}

// Bound returns M(n), the number of messages that the proof finds in an open
// schedule of n processes. n is a power of two.
func Bound(n int) float64 {
	switch {
	case n <= 1:
		return 0
	case n == 2:
		return 1
	}
	return 2*Bound(n/2) + float64(n/2-1)/2
}

// Build returns an open schedule for the identities, whose number is a power of
// two. The halves of ids are those of the construction: which process is where
// in the ring is for the construction to choose.
func Build(ctx context.Context, ring Ring, ids []model.ID) (Open, error) {
	if n := len(ids); n == 0 || n&(n-1) != 0 {
		return Open{}, fmt.Errorf("adversary: %d processes; allowed: a power of two", n)
	}
	if len(ids) == 1 {
		return alone(ring, ids)
	}
	half := len(ids) / 2
	a, err := Build(ctx, ring, ids[:half])
	if err != nil {
		return Open{}, err
	}
	b, err := Build(ctx, ring, ids[half:])
	if err != nil {
		return Open{}, err
	}
	// The two orders differ in which of the two new edges stays open.
	x, err := join(ctx, ring, a, b)
	if err != nil {
		return Open{}, err
	}
	y, err := join(ctx, ring, b, a)
	if err != nil || x.Received >= y.Received {
		return x, err
	}
	return y, nil
}

// alone returns the open schedule of one process, which wakes.
func alone(ring Ring, ids []model.ID) (Open, error) {
	s, err := ring(ids)
	if err != nil {
		return Open{}, err
	}
	x := execution{path: stepwise.NewPath(s), open: 0}
	for x.wake() {
	}
	return Open{IDs: ids, Schedule: slices.Clone(x.path.Schedule())}, nil
}

// join cuts the rings of a and b at their open edges and joins the end of a to
// the beginning of b. The edge between the end of b and the beginning of a stays
// open.
func join(ctx context.Context, ring Ring, a, b Open) (Open, error) {
	ids := slices.Concat(a.IDs, b.IDs)
	s, err := ring(ids)
	if err != nil {
		return Open{}, err
	}
	x := execution{path: stepwise.NewPath(s), open: len(ids) - 1}
	for _, half := range []struct {
		Open
		first int
	}{{a, 0}, {b, len(a.IDs)}} {
		for _, e := range half.Schedule {
			e.Process += half.first
			if err := x.take(e); err != nil {
				if impure := s.Semantics().Impure(model.Lasso{Stem: x.path.Schedule()}); impure != nil {
					return Open{}, impure
				}
				return Open{}, fmt.Errorf("%s: the schedule of %d processes cannot happen in a ring of %d: %w: the algorithm is not uniform",
					s.Name(), len(half.IDs), len(ids), err)
			}
		}
	}
	if err := x.runToEnd(ctx); err != nil {
		return Open{}, err
	}
	return Open{IDs: ids, Schedule: slices.Clone(x.path.Schedule()), Received: x.received}, nil
}

// Complete returns the execution that begins with the open schedule and goes on,
// with the open edge closed, until nothing more can happen.
func Complete(ctx context.Context, ring Ring, o Open) (model.Execution, error) {
	s, err := ring(o.IDs)
	if err != nil {
		return model.Execution{}, err
	}
	x := execution{path: stepwise.NewPath(s), open: none}
	for _, e := range o.Schedule {
		if err := x.take(e); err != nil {
			return model.Execution{}, fmt.Errorf("%s: an open schedule that cannot happen: %w", s.Name(), err)
		}
	}
	if err := x.runToEnd(ctx); err != nil {
		return model.Execution{}, err
	}
	return s.Replay(model.Lasso{Stem: x.path.Schedule()})
}

// Sent returns the number of messages that are sent in an execution.
func Sent(x model.Execution) int {
	sent := x.Start.InFlight()
	for _, y := range x.Steps {
		sent += len(y.Sends)
	}
	return sent
}
