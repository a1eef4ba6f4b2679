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
	case Dialled, Accepted:
		e.segment(q, m, value.(Segment))
	default:
		select {
		case e.inbox() <- Delivery{q, value}:
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
// then in the order of sending; those of connections come last, by connection. Calls and
// connections get their numbers in this order.
func (e *Endpoint) drain() []Sent {
	e.mu.Lock()
	out, idle := e.out, len(e.out) == 0 && len(e.conns.all) == 0
	e.out = nil
	e.mu.Unlock()
	select {
	case <-e.visible:
	default:
	}
	if idle {
		return nil
	}
	byPort := func(x, y effect) int { return int(x.port - y.port) }
	slices.SortStableFunc(out, byPort)
	e.mu.Lock()
	out = append(e.enroll(out), e.segments()...)
	e.mu.Unlock()
	slices.SortStableFunc(out, byPort)
	list := make([]Sent, 0, len(out))
	for _, x := range out {
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

// enroll numbers the calls and connections that begin. e.mu is held.
func (e *Endpoint) enroll(list []effect) []effect {
	for i := range list {
		switch x := &list[i]; {
		case x.call != nil:
			e.calls++
			x.call.number, x.number, x.life = e.calls, e.calls, e.life
			e.pending[e.calls] = x.call
		case x.conn != nil:
			e.enlist(x.conn)
			x.number, x.life = x.conn.key.number, e.life
		}
	}
	return list
}
