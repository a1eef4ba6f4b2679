package link

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"
)

// connectParams try again soon: a neighbour that restarts is waited for.
var connectParams = grpc.ConnectParams{
	Backoff:           backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
	MinConnectTimeout: time.Second,
}

// errClosed is the error of Send after Close.
var errClosed = errors.New("the link is closed")

// A sender sends the messages that leave through one port, one at a time.
type sender struct {
	link     *Link
	port     model.Port
	to       int
	arrives  model.Port // the port of the receiver
	conn     *grpc.ClientConn
	queue    chan post
	waiting  atomic.Int64 // messages that have not been delivered
	idle     chan struct{}
	receiver atomic.Uint64 // the incarnation of the receiver; 0: not known
	awaited  atomic.Bool   // the receiver was down from the start, and need not be now
	number   uint64        // of the last message
}

// A post is a message on its way.
type post struct {
	msg      any
	received chan struct{} // closed when the message has been received or is lost; nil: nobody waits
}

func (s *sender) send(ctx context.Context, m post) error {
	s.waiting.Add(1)
	select {
	case s.queue <- m:
		return nil
	case <-s.link.ctx.Done():
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run delivers messages until ctx ends.
func (s *sender) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-s.queue:
			if s.link.o.Wire == Document {
				s.call(ctx, m.msg)
			} else {
				s.deliver(ctx, m.msg)
			}
			s.done(m)
		}
	}
}

// done says that a message has been received, or is lost.
func (s *sender) done(m post) {
	if m.received != nil {
		close(m.received)
	}
	if s.waiting.Add(-1) == 0 {
		select {
		case s.idle <- struct{}{}:
		default:
		}
	}
}

// drain waits until nothing waits, or ctx ends, and returns how many messages do.
func (s *sender) drain(ctx context.Context) int {
	for s.waiting.Load() > 0 {
		select {
		case <-s.idle:
		case <-ctx.Done():
			return int(s.waiting.Load())
		}
	}
	return 0
}

// deliver repeats a message until its receiver has taken it, or turns out to be another
// incarnation than the one that the message was for.
func (s *sender) deliver(ctx context.Context, msg any) {
	content, err := runner.EncodeMessage(s.link.o.System, msg)
	if err != nil {
		s.link.o.Logger.Error("a message is lost", "to", s.to, "error", err)
		return
	}
	s.number++
	for ctx.Err() == nil {
		err := s.attempt(ctx, content)
		switch status.Code(err) {
		case codes.OK:
			return
		case codes.Aborted:
			s.forget()
			return
		}
		if s.receiver.Load() == 0 && !s.awaited.Load() && slices.Contains(s.link.o.System.Network().Down, s.to) {
			return // the process is down from the start
		}
		s.link.o.Logger.Info("a message waits", "to", s.to, "error", err)
		select {
		case <-time.After(s.link.o.Pause):
		case <-ctx.Done():
		}
	}
}

// attempt sends a message once.
func (s *sender) attempt(ctx context.Context, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.link.o.Deadline)
	defer cancel()
	if s.receiver.Load() == 0 {
		reply, err := s.hello(ctx)
		if err != nil {
			return err
		}
		s.receiver.Store(reply.Incarnation)
	}
	packet := &linkpb.Packet{From: uint32(s.link.o.Process), Incarnation: s.link.incarnation, Receiver: s.receiver.Load(),
		Port: uint32(s.arrives), Number: s.number, Content: content}
	_, err := linkpb.NewLinkClient(s.conn).Deliver(ctx, packet)
	return err
}

// forget drops the messages that were sent to an incarnation that has crashed.
func (s *sender) forget() {
	lost := 1 // the message that was refused
	s.receiver.Store(0)
	for range len(s.queue) {
		s.done(<-s.queue)
		lost++
	}
	s.link.o.Logger.Warn("messages to a process that has crashed are lost", "to", s.to, "messages", lost)
}

// hello asks who is at the other end.
func (s *sender) hello(ctx context.Context, options ...grpc.CallOption) (*linkpb.HelloReply, error) {
	request := &linkpb.HelloRequest{From: uint32(s.link.o.Process), Incarnation: s.link.incarnation, Algorithm: s.link.o.Name, To: uint32(s.to)}
	return linkpb.NewLinkClient(s.conn).Hello(ctx, request, options...)
}

// watch tells the process when the connection is lost and when it is back.
func (s *sender) watch(ctx context.Context) {
	for ctx.Err() == nil {
		state := s.conn.GetState()
		if state == connectivity.Shutdown {
			return
		}
		if state == connectivity.Idle {
			s.conn.Connect()
		}
		s.link.heard(s.port, state)
		s.conn.WaitForStateChange(ctx, state)
	}
}
