package goroutines

import (
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/interrex/interrex/model"
)

// A conn is one end of a connection. The lock of its endpoint guards it. It has method
// CloseWrite, as a *net.TCPConn has.
type conn struct {
	e       *Endpoint
	key     connKey // its number is known once the effects of Dial are collected
	open    bool
	changed signal

	sent    int // segments
	unsent  []byte
	credit  int  // bytes that may be written
	writing bool // somebody writes
	answers bool // segment 0 is to be sent
	ends    bool // an end is to be sent
	ended   bool // nothing may be written any more
	resets  bool // a reset is to be sent

	next    int             // segment
	early   map[int]Segment // that have arrived, by number, before one that comes first
	unread  []byte
	read    int   // bytes, of which the other end does not know
	grants  int   // bytes that the other end may write, of which it is to be told
	over    bool  // the other end writes no more
	failure error // of all that is read or written from now on
	closed  bool

	readBy, writeBy time.Time
}

// A signal wakes those who wait for a change.
type signal struct{ c chan struct{} }

func (s *signal) wait() <-chan struct{} {
	if s.c == nil {
		s.c = make(chan struct{})
	}
	return s.c
}

func (s *signal) tell() {
	if s.c != nil {
		close(s.c)
		s.c = nil
	}
}

// Read waits for bytes, the end or a reset. Bytes that have arrived before a reset can be
// read.
func (c *conn) Read(b []byte) (int, error) {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, c.fails("read", net.ErrClosed)
		case past(c.readBy):
			return 0, c.fails("read", os.ErrDeadlineExceeded)
		case len(c.unread) > 0 || len(b) == 0:
			n := copy(b, c.unread)
			c.unread = c.unread[n:]
			c.grant(n)
			return n, nil
		case c.over:
			return 0, io.EOF
		case c.failure != nil:
			return 0, c.fails("read", c.failure)
		}
		c.e.await(&c.changed, c.readBy)
	}
}

// grant lets the other end write as many bytes as have been read. It tells so once it is
// half of the window. e.mu is held.
func (c *conn) grant(n int) {
	if c.read += n; c.read >= (c.e.conns.window+1)/2 && !c.over && c.failure == nil {
		c.grants, c.read = c.grants+c.read, 0
		c.e.tellVisible()
	}
}

// await waits for a change or a time. e.mu is held, though not meanwhile.
func (e *Endpoint) await(s *signal, by time.Time) {
	changed := s.wait()
	e.mu.Unlock()
	defer e.mu.Lock()
	if by.IsZero() {
		<-changed
		return
	}
	timer := time.NewTimer(time.Until(by))
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	}
}

func past(t time.Time) bool { return !t.IsZero() && !time.Now().Before(t) }

// Write waits while as many bytes as [Code].Window have been written that the other end
// has not read. The writes of several goroutines do not mix.
func (c *conn) Write(b []byte) (n int, err error) {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	for c.writing && c.obstacle() == nil {
		c.e.await(&c.changed, c.writeBy)
	}
	if err := c.obstacle(); err != nil {
		return 0, c.fails("write", err)
	}
	c.writing = true
	defer c.written()
	for {
		k := min(len(b)-n, c.credit)
		if k > 0 {
			c.unsent = append(c.unsent, b[n:n+k]...)
			c.e.tellVisible()
		}
		if c.credit, n = c.credit-k, n+k; n == len(b) {
			return n, nil
		}
		c.e.await(&c.changed, c.writeBy)
		if err := c.obstacle(); err != nil {
			return n, c.fails("write", err)
		}
	}
}

// obstacle returns the error of a write, nil if it may go on. e.mu is held.
func (c *conn) obstacle() error {
	switch {
	case c.closed:
		return net.ErrClosed
	case past(c.writeBy):
		return os.ErrDeadlineExceeded
	case c.failure != nil:
		return c.failure
	case c.ended:
		return syscall.EPIPE
	}
	return nil
}

// written ends a write. e.mu is held.
func (c *conn) written() {
	c.writing = false
	c.changed.tell()
}

// CloseWrite ends what this end writes. It can still read.
func (c *conn) CloseWrite() error {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	switch {
	case c.closed:
		return c.fails("close", net.ErrClosed)
	case c.failure != nil:
		return c.fails("close", c.failure)
	}
	c.end()
	return nil
}

// end lets an end follow the bytes that have been written. e.mu is held.
func (c *conn) end() {
	if !c.ended && c.failure == nil {
		c.ended, c.ends = true, true
		c.e.tellVisible()
	}
}

// Close ends what this end writes, and all that waits. If bytes have arrived that nobody
// has read, or arrive later, the other end gets a reset, as with TCP.
func (c *conn) Close() error {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	if c.closed {
		return c.fails("close", net.ErrClosed)
	}
	c.closed = true
	if len(c.unread) > 0 && c.failure == nil {
		c.failure, c.resets, c.ended = net.ErrClosed, true, true
		c.e.tellVisible()
	}
	c.end()
	c.changed.tell()
	return nil
}

// reset breaks the connection. e.mu is held.
func (c *conn) reset() {
	switch {
	case !c.open:
		c.breaks(syscall.ECONNREFUSED)
	case c.over:
		c.breaks(syscall.EPIPE)
	default:
		c.breaks(syscall.ECONNRESET)
	}
}

// breaks lets all that is read or written fail. e.mu is held.
func (c *conn) breaks(err error) {
	if c.failure == nil {
		c.failure, c.unsent, c.ends, c.answers, c.grants, c.early = err, nil, false, false, 0, nil
	}
	c.changed.tell()
}

func (c *conn) fails(op string, err error) error {
	return &net.OpError{Op: op, Net: c.LocalAddr().Network(), Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: err}
}

// LocalAddr returns an [Addr] without a port: a process does not know it.
func (c *conn) LocalAddr() net.Addr { return Addr{Port: -1} }

// RemoteAddr returns the [Addr] of the other end, of a type that can be compared.
func (c *conn) RemoteAddr() net.Addr {
	return Addr{Port: c.key.port, accepted: c.key.kind == Accepted, life: c.key.life, number: c.key.number}
}

// SetDeadline sets both deadlines, in virtual time.
func (c *conn) SetDeadline(t time.Time) error { return c.until(&t, &t) }

// SetReadDeadline ends reads, also those that wait, at a virtual time; the zero time is none.
func (c *conn) SetReadDeadline(t time.Time) error { return c.until(&t, nil) }

// SetWriteDeadline lets writes fail from a virtual time on.
func (c *conn) SetWriteDeadline(t time.Time) error { return c.until(nil, &t) }

func (c *conn) until(read, write *time.Time) error {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	if c.closed {
		return c.fails("set", net.ErrClosed)
	}
	if read != nil {
		c.readBy = *read
	}
	if write != nil {
		c.writeBy = *write
	}
	c.changed.tell()
	return nil
}

// An Addr is the address of an end of a connection: the port behind which it is, and of
// an accepted connection also its number, so that addresses differ as with TCP.
type Addr struct {
	Port         model.Port // -1: the process itself
	accepted     bool
	life, number int
}

// Network returns "interrex".
func (Addr) Network() string { return "interrex" }

// String returns "port:2", "port:2/1" for the first connection that was accepted from
// there, and "local" for the process itself.
func (a Addr) String() string {
	switch {
	case a.Port < 0:
		return "local"
	case a.accepted && a.life > 0:
		return fmt.Sprintf("port:%d/%d/%d", a.Port, a.number, a.life)
	case a.accepted:
		return fmt.Sprintf("port:%d/%d", a.Port, a.number)
	}
	return fmt.Sprintf("port:%d", a.Port)
}
