package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/model"
)

// ErrOver is returned for an input that comes when the process has stopped.
var ErrOver = errors.New("the process has stopped")

// A request is an input that somebody waits for.
type request struct {
	in      model.Input[any]
	choices []int
	state   atomic.Int32 // waiting, taken or withdrawn
	done    chan error
}

const (
	waiting int32 = iota
	taken
	withdrawn
)

// Deliver hands over a message that has arrived on port q. It returns when the step has
// been taken and its line written; then the message has been received for good. If ctx
// ends before the process takes the message, it is withdrawn, and may be delivered again.
func (r *Process) Deliver(ctx context.Context, q model.Port, msg any) error {
	if q < 0 || int(q) >= r.o.System.Semantics().Ports(r.o.Process) {
		return fmt.Errorf("process %d has no port %d; allowed: 0..%d", r.o.Process, q, r.o.System.Semantics().Ports(r.o.Process)-1)
	}
	return r.ask(ctx, &request{in: model.Input[any]{Kind: model.Receive, Port: q, Msg: msg}})
}

// Take makes the process take an input. The error says that its local state does not
// react to it.
func (r *Process) Take(ctx context.Context, in Input) error {
	number := model.Number{Timer: in.Timer, Operation: uint8(in.Operation)}
	return r.ask(ctx, &request{in: model.Input[any]{Kind: in.Kind, Port: in.Port, Number: number}, choices: in.Choices})
}

// Prescribe sets the results of Choose in the step of the next message.
func (r *Process) Prescribe(choices []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.script = slices.Clone(choices)
}

// Heard says that the process behind port q is down, as far as the transport can tell, or
// up again. Algorithms that suspect processes rely on it.
func (r *Process) Heard(ctx context.Context, q model.Port, down bool) {
	select {
	case r.peers <- peer{q, down}:
	case <-ctx.Done():
	case <-r.over:
	}
}

// ask waits until the request has been served.
func (r *Process) ask(ctx context.Context, q *request) error {
	q.done = make(chan error, 1)
	select {
	case r.requests <- q:
	case <-ctx.Done():
		return ctx.Err()
	case <-r.over:
		return ErrOver
	}
	select {
	case err := <-q.done:
		return err
	case <-ctx.Done():
		if q.state.CompareAndSwap(waiting, withdrawn) {
			return ctx.Err()
		}
		return <-q.done
	case <-r.over:
		if q.state.CompareAndSwap(waiting, withdrawn) {
			return ErrOver
		}
		return <-q.done
	}
}

// acceptable removes the first pending request that can be served now, and returns it; nil if
// there is none. A deferred message waits, and so do those behind it on its link.
func (r *Process) acceptable() *request {
	var blocked model.PortSet
	for i, q := range r.pending {
		if q.in.Kind == model.Receive && q.in.Port < 64 {
			if blocked.Has(q.in.Port) || r.deferred(q.in) {
				blocked = blocked.With(q.in.Port)
				continue
			}
		}
		r.pending = slices.Delete(r.pending, i, i+1)
		return q
	}
	return nil
}

func (r *Process) deferred(in model.Input[any]) bool {
	return r.semantic.Defers() && r.semantic.Deferred(r.o.Process, r.local, in.Port, in.Msg)
}

// serve takes the step of a request. An input that the local state does not react to is
// refused, and the process goes on.
func (r *Process) serve(ctx context.Context, q *request) error {
	if !q.state.CompareAndSwap(waiting, taken) {
		return nil // withdrawn
	}
	if err := r.reacts(q.in); err != nil {
		q.done <- err
		return nil
	}
	choices := q.choices
	if q.in.Kind == model.Receive {
		r.lastHeard = time.Now()
		r.mu.Lock()
		choices, r.script = r.script, nil
		r.mu.Unlock()
	}
	err := r.step(ctx, q.in, choices)
	q.done <- err
	return err
}

// reacts reports why the local state does not react to an input.
func (r *Process) reacts(in model.Input[any]) error {
	ready := r.semantic.Ready(r.o.Process, r.local)
	ok := false
	switch in.Kind {
	case model.Receive:
		ok = true
	case model.Wake:
		ok = ready.Wake
	case model.Idle:
		ok = ready.Idle
	case model.Timeout:
		ok = ready.Timers.Has(in.Timer)
	case model.Suspect:
		ok = ready.Suspect.Has(in.Port)
	case model.Invoke:
		ok = int(in.Operation) < ready.Operations
	}
	if !ok {
		return fmt.Errorf("p%d does not react to %v now", r.o.Process, in.Kind)
	}
	return nil
}
