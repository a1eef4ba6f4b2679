package adversary

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// none is no edge.
const none = -1

// An execution grows event by event while nothing crosses the open edge.
type execution struct {
	path     *stepwise.Path
	open     int // the edge between process open and the next one clockwise, or none
	received int
}

// take takes an event that has to be enabled.
func (x *execution) take(e model.Event) error {
	if _, ok := x.path.Apply(e); !ok {
		return fmt.Errorf("after %d events, %v is not enabled", x.path.Len(), e)
	}
	return x.took(e.Kind)
}

func (x *execution) took(k model.Kind) error {
	if k == model.Receive {
		x.received++
	}
	if last := x.path.Last(); last.Failed() {
		return fmt.Errorf("after %d events, a step is not well-formed", x.path.Len())
	}
	return nil
}

// maxEvents bounds an execution: n^2 messages are many for a ring of n, so more
// than that for each process has no end.
func (x *execution) maxEvents() int {
	n := x.path.System().Network().N
	return 100 * (n + 10) * (n + 10)
}

// runToEnd lets everything happen that does not cross the open edge, wake-ups
// first and then messages, those of the first process first.
func (x *execution) runToEnd(ctx context.Context) error {
	for x.wake() {
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		cause, ok := x.next()
		if !ok {
			return nil
		}
		if x.path.Len() >= x.maxEvents() {
			return x.endless()
		}
		if !x.path.Follow(cause, func(int) int { return 0 }) {
			return fmt.Errorf("internal error: %v is enabled and cannot happen; please report it", cause)
		}
		if err := x.took(cause.Kind); err != nil {
			return err
		}
	}
}

func (x *execution) endless() error {
	s := x.path.System()
	return fmt.Errorf("%s: %d events and no end on a ring of %d", s.Name(), x.path.Len(), s.Network().N)
}

// wake lets a process wake, and reports whether one could.
func (x *execution) wake() bool {
	for _, cause := range x.path.Enabled() {
		if cause.Kind == model.Wake {
			return x.path.Follow(cause, func(int) int { return 0 })
		}
	}
	return false
}

// next returns a message that does not cross the open edge, or another event
// that is enabled.
func (x *execution) next() (stepwise.Cause, bool) {
	for _, cause := range x.path.Enabled() {
		if cause.Kind != model.Receive || !x.crosses(cause) {
			return cause, true
		}
	}
	return stepwise.Cause{}, false
}

// crosses reports whether the message that would be received crosses the open
// edge. On a ring port 0 leads clockwise, to the next process.
func (x *execution) crosses(cause stepwise.Cause) bool {
	if x.open == none {
		return false
	}
	n := x.path.System().Network().N
	if cause.Port == 1 { // from the process before, clockwise
		return cause.Process == (x.open+1)%n
	}
	return cause.Process == x.open
}
