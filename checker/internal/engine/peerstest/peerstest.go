// Package peerstest lets goroutines share a search, for tests.
package peerstest

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// A Hub is where the parts of a search exchange messages.
type Hub struct {
	n int
	// Changes, unless it is nil, may change the messages of a part, the round of which is a number from 0.
	Changes func(part, round int, out [][]byte) [][]byte

	mu     sync.Mutex
	rounds []*round
	next   []int // by part
	failed error
	wake   *sync.Cond
}

// round is one exchange.
type round struct {
	out  [][][]byte // by sender
	here int
}

// New returns the hub of so many parts.
func New(n int) *Hub {
	h := &Hub{n: n, next: make([]int, n)}
	h.wake = sync.NewCond(&h.mu)
	return h
}

// ErrLeft is the error of an exchange with a part that has ended.
var ErrLeft = errors.New("a part of the search has ended")

// Leave says that a part has ended: exchanges that wait for it return an error.
func (h *Hub) Leave(part int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rounds {
		if r.here < h.n && r.out[part] == nil {
			h.failed = ErrLeft
		}
	}
	h.next[part] = -1
	h.wake.Broadcast()
}

// Rounds returns how many exchanges there were, and how many bytes in them.
func (h *Hub) Rounds() (rounds int, bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rounds {
		for _, out := range r.out {
			for _, data := range out {
				bytes += int64(len(data))
			}
		}
	}
	return len(h.rounds), bytes
}

// Part is the peers of one part.
func (h *Hub) Part(i int) *Part { return &Part{h, i} }

// Part implements [engine.Peers].
type Part struct {
	hub *Hub
	i   int
}

// Parts implements [engine.Peers].
func (p *Part) Parts() (this, all int) { return p.i, p.hub.n }

// Exchange implements [engine.Peers].
func (p *Part) Exchange(ctx context.Context, out [][]byte) (in [][]byte, err error) {
	h := p.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	stop := context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.wake.Broadcast()
	})
	defer stop()
	at := h.next[p.i]
	h.next[p.i]++
	if at == len(h.rounds) {
		h.rounds = append(h.rounds, &round{out: make([][][]byte, h.n)})
	}
	if h.Changes != nil {
		out = h.Changes(p.i, at, out)
	}
	r := h.rounds[at]
	r.out[p.i] = slices.Clone(out)
	r.here++
	h.wake.Broadcast()
	for r.here < h.n {
		if slices.Contains(h.next, -1) {
			h.failed = ErrLeft
		}
		if h.failed != nil {
			return nil, h.failed
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h.wake.Wait()
	}
	for _, from := range r.out {
		in = append(in, slices.Clone(from[p.i]))
	}
	return in, nil
}
