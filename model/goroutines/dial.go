package goroutines

import (
	"context"
	"maps"
	"net"
	"slices"

	"github.com/interrex/interrex/model"
)

// The connections of a process. The lock of its endpoint guards them.
type connections struct {
	all      map[connKey]*conn // that have a number
	dialled  int
	greatest int // bytes of a segment; 0: no bound
	window   int // bytes that are written before the other end has read
	listener *listener
}

// sorted returns the connections that have a number, in a fixed order.
func (l *connections) sorted() (list []*conn) {
	if len(l.all) == 0 {
		return nil
	}
	for _, k := range slices.SortedFunc(maps.Keys(l.all), connKey.compare) {
		list = append(list, l.all[k])
	}
	return list
}

// Dial opens a connection to the process behind port q, which must listen: the link must
// go both ways. It waits for the answer, without a timeout but that of ctx, in virtual time.
// Bytes that one end writes upon one input are a message of the network, a [Segment], or
// more with [Code].Segment. They are read in the order in which they were written,
// whatever the order of the network, and once. A lost segment, and all that follow it in
// its direction, are never read.
//
// Connections do not survive a crash. The process that is left learns of it when it next
// writes: the other one answers with a reset once it is up again. Until then its segments
// are lost.
func (e *Endpoint) Dial(ctx context.Context, q model.Port) (net.Conn, error) {
	c := e.newConn(connKey{kind: Dialled, port: q})
	if err := ctx.Err(); err != nil {
		return nil, c.fails("dial", err)
	}
	e.add(effect{kind: Dialled, port: q, value: Segment{}, conn: c})
	e.mu.Lock()
	defer e.mu.Unlock()
	for !c.open && c.failure == nil {
		changed := c.changed.wait()
		e.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		e.mu.Lock()
		if ctx.Err() != nil && !c.open && c.failure == nil {
			c.closed = true // so that an answer is answered with a reset
			return nil, c.fails("dial", ctx.Err())
		}
	}
	if !c.open {
		return nil, c.fails("dial", c.failure)
	}
	return c, nil
}

func (e *Endpoint) newConn(k connKey) *conn { return &conn{e: e, key: k, credit: e.conns.window} }

// enlist numbers a connection that has been dialled. e.mu is held.
func (e *Endpoint) enlist(c *conn) {
	e.conns.dialled++
	c.key.life, c.key.number, c.sent = e.life, e.conns.dialled, 1
	e.conns.all[c.key] = c
}

// Listen returns a listener for the connections that others dial to this process. They
// are open before Accept returns them. A process listens once at a time.
func (e *Endpoint) Listen() net.Listener {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.conns.listener != nil {
		e.fails("listens while it listens; allowed: once at a time")
	}
	e.conns.listener = &listener{e: e}
	return e.conns.listener
}

// A listener is what others dial.
type listener struct {
	e       *Endpoint
	backlog []*conn
	changed signal
	failure error
}

// Accept waits for a connection.
func (l *listener) Accept() (net.Conn, error) {
	l.e.mu.Lock()
	defer l.e.mu.Unlock()
	for {
		switch {
		case l.failure != nil:
			return nil, &net.OpError{Op: "accept", Net: l.Addr().Network(), Addr: l.Addr(), Err: l.failure}
		case len(l.backlog) > 0:
			c := l.backlog[0]
			l.backlog = l.backlog[1:]
			return c, nil
		}
		changed := l.changed.wait()
		l.e.mu.Unlock()
		<-changed
		l.e.mu.Lock()
	}
}

// Close ends the listener. Connections that nobody has accepted are reset.
func (l *listener) Close() error {
	l.e.mu.Lock()
	defer l.e.mu.Unlock()
	if l.failure != nil {
		return &net.OpError{Op: "close", Net: l.Addr().Network(), Addr: l.Addr(), Err: l.failure}
	}
	l.ends(net.ErrClosed)
	return nil
}

// ends closes the listener with an error for Accept. e.mu is held.
func (l *listener) ends(err error) {
	l.failure = err
	for _, c := range l.backlog {
		c.reset()
		c.resets, c.closed = true, true
		l.e.tellVisible()
	}
	l.backlog = nil
	if l.e.conns.listener == l {
		l.e.conns.listener = nil
	}
	l.changed.tell()
}

// Addr returns the [Addr] of the process itself.
func (l *listener) Addr() net.Addr { return Addr{Port: -1} }

// breakConnection breaks the listener, or one connection, of a process that is stopped,
// and reports whether there was one.
func (e *Endpoint) breakConnection() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.conns.listener; l != nil {
		l.ends(ErrStopped)
		return true
	}
	for _, c := range e.conns.sorted() {
		if c.failure == nil && !c.closed {
			c.breaks(ErrStopped)
			return true
		}
	}
	return false
}
