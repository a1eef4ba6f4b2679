package afaserver

import (
	"context"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"

	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/protocols/afa"
)

// A caller makes the calls to the right neighbour.
type caller struct {
	right            afapb.AFAClient
	way              Calls
	answered, failed [3]atomic.Int64 // calls that have ended, and those with an error, by kind of message

	mu      sync.Mutex
	ctx     context.Context // of the program: nil before its start
	queue   []message       // of InOrder
	pending int             // election and termination messages that have been taken and not been answered
	more    chan struct{}   // the queue has grown
	idle    chan struct{}   // none is pending
}

// start begins the program of the server, and sends the first messages.
func (c *caller) start(ctx context.Context, first []message) {
	c.mu.Lock()
	c.ctx = ctx
	c.mu.Unlock()
	call := c.take(first)
	if c.way == InOrder {
		go c.drain(ctx)
		return
	}
	go call(ctx)
}

// take takes messages to send, in the order of the calls of take. The function that it
// returns must be called, with the context of the call that is being handled.
func (c *caller) take(sends []message) func(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending += countPending(sends)
	switch c.way {
	case InOrder:
		c.queue = append(c.queue, sends...)
		notify(c.more)
	case Concurrent:
		ctx := c.ctx
		return func(context.Context) error {
			for _, m := range sends {
				go c.call(ctx, m)
			}
			return nil
		}
	case Nested:
		return func(ctx context.Context) error {
			for _, m := range sends {
				c.call(ctx, m)
			}
			return nil
		}
	}
	return func(context.Context) error { return nil }
}

// drain makes the calls of InOrder.
func (c *caller) drain(ctx context.Context) {
	for {
		m, ok := c.first()
		if ok {
			c.call(ctx, m)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-c.more:
		}
	}
}

func (c *caller) first() (m message, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 {
		return message{}, false
	}
	m, c.queue = c.queue[0], c.queue[1:]
	return m, true
}

// call makes one call. A failed call is counted: the text does not say how a server
// reacts to one.
func (c *caller) call(ctx context.Context, m message) {
	var err error
	switch m.kind {
	case afa.Ping:
		_, err = c.right.Ping(ctx, &afapb.PingRequest{SourceId: m.id, DestinationId: m.id}, grpc.WaitForReady(true))
	case afa.EM:
		_, err = c.right.SendElectionMessage(ctx, &afapb.ElectionMessage{SourceId: m.id})
	case afa.TM:
		_, err = c.right.SendTerminationMessage(ctx, &afapb.TerminationMessage{LeaderId: m.id})
	}
	if err != nil {
		c.failed[m.kind].Add(1)
	}
	c.answered[m.kind].Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending -= countPending([]message{m}); c.pending == 0 {
		notify(c.idle)
	}
}

// countPending leaves out Pings: one that comes late may wait for ever until a
// neighbour is ready that has shut down.
func countPending(sends []message) (n int) {
	for _, m := range sends {
		if m.kind != afa.Ping {
			n++
		}
	}
	return n
}

// flush waits until the neighbour has replied to all but Pings.
func (c *caller) flush(ctx context.Context) error {
	for {
		c.mu.Lock()
		pending := c.pending
		c.mu.Unlock()
		if pending == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.idle:
		}
	}
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
