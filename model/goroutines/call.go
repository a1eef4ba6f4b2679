package goroutines

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/interrex/interrex/model"
)

// A call waits for its answer.
type call struct {
	number int
	done   chan answer
}

type answer struct {
	value any
	err   error
}

// Call sends a request through port q and waits for the answer, without a timeout but
// that of ctx, in virtual time. A request or an answer that is lost is waited for until
// ctx ends. The value is a copy of the result of the function at the other end. The
// error is that of ctx, [ErrNotServed], [ErrStopped] or a [*RemoteError].
func (e *Endpoint) Call(ctx context.Context, q model.Port, request any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{done: make(chan answer, 1)}
	e.add(effect{kind: Request, port: q, value: request, call: c})
	select {
	case a := <-c.done:
		return a.value, a.err
	case <-ctx.Done():
	}
	select { // an answer that is there at the same time counts: no random choice
	case a := <-c.done:
		return a.value, a.err
	default:
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.pending, c.number)
	return nil, ctx.Err()
}

// Serve sets the function that answers calls. Each call runs it in a goroutine of its
// own. The value or the text of the error that it returns is the answer. ctx ends when
// the process is stopped.
func (e *Endpoint) Serve(f func(ctx context.Context, q model.Port, request any) (any, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.serve = f
}

// deliver gives the code a message that arrives on port q.
func (e *Endpoint) deliver(q model.Port, m Message) {
	value := e.contents.value(m)
	switch m.Kind {
	case Request:
		e.request(q, m, value)
	case Answer:
		if m.Life == e.life {
			e.answer(m.Number, answer{value: value})
		}
	case Failure:
		err, text := error(nil), value.(string)
		if err = ErrNotServed; text != err.Error() {
			err = &RemoteError{text}
		}
		if m.Life == e.life {
			e.answer(m.Number, answer{err: err})
		}
	default:
		select {
		case e.inbox <- Delivery{q, value}:
		default:
			e.mu.Lock()
			e.fails("does not receive: %d messages wait in its inbox", maxInbox)
			e.mu.Unlock()
		}
	}
}

func (e *Endpoint) request(q model.Port, m Message, value any) {
	e.mu.Lock()
	f := e.serve
	e.mu.Unlock()
	if f == nil {
		e.add(effect{kind: Failure, port: q, number: m.Number, life: m.Life, value: ErrNotServed.Error()})
		return
	}
	go func() {
		defer e.guard()
		v, err := f(e.ctx, q, value)
		if err != nil {
			e.add(effect{kind: Failure, port: q, number: m.Number, life: m.Life, value: err.Error()})
			return
		}
		e.add(effect{kind: Answer, port: q, number: m.Number, life: m.Life, value: v})
	}()
}

// answer ends a pending call. An answer to a call that is not pending is ignored, as
// is the second to one.
func (e *Endpoint) answer(number int, a answer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if c, ok := e.pending[number]; ok {
		delete(e.pending, number)
		c.done <- a
	}
}

// fail ends one pending call, that with the least number, and reports whether there
// was one.
func (e *Endpoint) fail() bool {
	e.drain()
	e.mu.Lock()
	numbers := slices.Sorted(maps.Keys(e.pending))
	e.mu.Unlock()
	if len(numbers) == 0 {
		return false
	}
	e.answer(numbers[0], answer{err: ErrStopped})
	return true
}

// A Sent is a message and the port that it is sent through.
type Sent struct {
	Port model.Port
	Msg  Message
}

// drain returns the messages that have been sent since the last call, by port and
// then in the order of sending. Calls get their numbers in this order.
func (e *Endpoint) drain() []Sent {
	e.mu.Lock()
	out := e.out
	e.out = nil
	e.mu.Unlock()
	select {
	case <-e.visible:
	default:
	}
	slices.SortStableFunc(out, func(x, y effect) int { return int(x.port - y.port) })
	list := make([]Sent, 0, len(out))
	for _, x := range out {
		if x.call != nil {
			x.number, x.life = e.enroll(x.call), e.life
		}
		m, err := e.contents.message(x.kind, x.number, x.life, x.value)
		if err != nil {
			e.mu.Lock()
			e.unfit = errors.Join(e.unfit, err)
			e.mu.Unlock()
			continue
		}
		list = append(list, Sent{x.port, m})
	}
	return list
}

// enroll numbers a call.
func (e *Endpoint) enroll(c *call) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	c.number = e.calls
	e.pending[c.number] = c
	return c.number
}
