package link

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// Wire is the form of the messages between processes.
type Wire uint8

// The wires.
const (
	Numbered Wire = iota // the service Link, for any algorithm
	Document             // the service of document 003, for the messages EM and TM of afa
)

// Options say whom a link connects. System, Process and Addresses must be set.
type Options struct {
	System    *model.System
	Process   int
	Addresses []string // by process; those of processes that are no neighbours are not used
	Wire      Wire
	Name      string // of the algorithm, with variant and readings: others are refused
	// Ping takes the Pings of the wire of document 003; nil: they go around the ring.
	Ping func(context.Context, *afapb.PingRequest) (*afapb.Empty, error)

	Dial     []grpc.DialOption   // credentials, for example; none: without TLS
	Server   []grpc.ServerOption // of the process's own server
	Room     int                 // messages that wait on each link; 0: 1,024
	Deadline time.Duration       // of one attempt to deliver a message; 0: 10 s
	Pause    time.Duration       // between attempts; 0: 50 ms
	Logger   *slog.Logger        // nil: nobody is told
}

// A Receiver takes the messages that arrive: [runner.Process], or who stands in for it.
type Receiver interface {
	// Deliver returns when the message has been received for good.
	Deliver(ctx context.Context, q model.Port, msg any) error
	// Heard says that the process behind port q is down, or up again.
	Heard(ctx context.Context, q model.Port, down bool)
}

// A Link connects one process to its neighbours.
type Link struct {
	o           Options
	incarnation uint64
	server      *grpc.Server
	receiver    Receiver
	senders     []*sender // by port; nil: nothing leaves there
	pinged      chan struct{}
	onPing      sync.Once
	ctx         context.Context
	abort       context.CancelFunc
	background  sync.WaitGroup
}

// New returns a link that neither serves nor sends yet.
func New(o Options) (*Link, error) {
	if o.Wire == Document && o.System.Name() != "afa" {
		return nil, fmt.Errorf("the wire of document 003 is for afa, not %s; allowed: the numbered wire", o.System.Name())
	}
	o.Room, o.Deadline, o.Pause = cmp.Or(o.Room, 1024), cmp.Or(o.Deadline, 10*time.Second), cmp.Or(o.Pause, 50*time.Millisecond)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Dial == nil {
		o.Dial = []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	}
	l := &Link{o: o, incarnation: uint64(time.Now().UnixNano()), pinged: make(chan struct{})}
	l.ctx, l.abort = context.WithCancel(context.Background())
	l.server = grpc.NewServer(o.Server...)
	linkpb.RegisterLinkServer(l.server, &receiver{link: l, received: map[from]*received{}})
	if o.Wire == Document {
		afapb.RegisterAFAServer(l.server, &document{link: l})
	}
	for q := range model.Port(o.System.Semantics().Ports(o.Process)) {
		s, err := l.newSender(q)
		if err != nil {
			return nil, errors.Join(err, l.Close(context.Background()))
		}
		l.senders = append(l.senders, s)
	}
	return l, nil
}

// Server returns the gRPC server, for further services; register them before Serve.
func (l *Link) Server() *grpc.Server { return l.server }

// Attach says who receives, and begins to send. Call it before Serve.
func (l *Link) Attach(r Receiver) {
	l.receiver = r
	for _, s := range l.senders {
		if s != nil {
			l.background.Go(func() { s.run(l.ctx) })
			l.background.Go(func() { s.watch(l.ctx) })
		}
	}
}

// Serve receives on a listener until Close.
func (l *Link) Serve(on net.Listener) error { return l.server.Serve(on) }

// Send is part of [runner.Transport].
func (l *Link) Send(ctx context.Context, q model.Port, msg any) error {
	return l.senders[q].send(ctx, post{msg: msg})
}

// SendAndWait sends a message and returns when it has been received, or is lost.
func (l *Link) SendAndWait(ctx context.Context, q model.Port, msg any) error {
	received := make(chan struct{})
	if err := l.senders[q].send(ctx, post{msg, received}); err != nil {
		return err
	}
	select {
	case <-received:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Renew forgets the incarnations of all neighbours: a message sent from now on is for those
// that run then, and waits for those that were down from the start.
func (l *Link) Renew() {
	for _, s := range l.senders {
		if s != nil {
			s.receiver.Store(0)
			s.awaited.Store(true)
			s.conn.ResetConnectBackoff()
		}
	}
}

// Greet waits until all neighbours that are not down from the start answer, or ctx ends: on the wire Link every neighbour says
// that it is who it should be; on that of document 003 a Ping goes around the ring.
func (l *Link) Greet(ctx context.Context) error {
	if l.o.Wire == Document {
		return l.ping(ctx)
	}
	for _, s := range l.senders {
		if s == nil || slices.Contains(l.o.System.Network().Down, s.to) {
			continue
		}
		reply, err := s.hello(ctx, grpc.WaitForReady(true))
		if err != nil {
			return fmt.Errorf("process %d at %s: %w", s.to, l.o.Addresses[s.to], err)
		}
		s.receiver.CompareAndSwap(0, reply.Incarnation)
	}
	return nil
}

// Drain waits until everything that has been sent has been received, or ctx ends, and returns
// how many messages have not.
func (l *Link) Drain(ctx context.Context) (left int) {
	for _, s := range l.senders {
		if s != nil {
			left += s.drain(ctx)
		}
	}
	return left
}

// Close waits until everything has been delivered and every message that has been taken is
// acknowledged, or ctx ends, and closes all connections. The error says how many messages were
// not delivered.
func (l *Link) Close(ctx context.Context) error {
	left := l.Drain(ctx)
	l.abort() // Pings end
	l.acknowledge(ctx)
	l.Abort()
	if left > 0 {
		return fmt.Errorf("%d messages were not delivered: %w", left, context.Cause(ctx))
	}
	return nil
}

// acknowledge takes no further call, and waits until those that are handled have their replies.
func (l *Link) acknowledge(ctx context.Context) {
	replied := make(chan struct{})
	go func() {
		defer close(replied)
		l.server.GracefulStop()
	}()
	select {
	case <-replied:
	case <-ctx.Done():
	}
}

// Abort closes all connections at once, as a crash does.
func (l *Link) Abort() {
	l.abort()
	l.server.Stop()
	for _, s := range l.senders {
		if s != nil {
			s.conn.Close()
		}
	}
	l.background.Wait()
}

// newSender returns the sender behind port q, nil if no link leaves there.
func (l *Link) newSender(q model.Port) (*sender, error) {
	i := l.o.System.Semantics().OutLink(l.o.Process, q)
	if i < 0 {
		return nil, nil
	}
	to := l.o.System.Links()[i]
	if to.To >= len(l.o.Addresses) || l.o.Addresses[to.To] == "" {
		return nil, fmt.Errorf("no address of process %d, to which port %d leads", to.To, q)
	}
	options := append([]grpc.DialOption{grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second}), grpc.WithConnectParams(connectParams)}, l.o.Dial...)
	conn, err := grpc.NewClient(l.o.Addresses[to.To], options...)
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", to.To, err)
	}
	return &sender{link: l, port: q, to: to.To, arrives: to.ToPort, conn: conn, queue: make(chan post, l.o.Room), idle: make(chan struct{}, 1)}, nil
}

// heard tells the process whether a neighbour is down, as far as its connection shows.
func (l *Link) heard(q model.Port, state connectivity.State) {
	switch state {
	case connectivity.Ready:
		l.receiver.Heard(l.ctx, q, false)
	case connectivity.TransientFailure:
		l.receiver.Heard(l.ctx, q, true)
	}
}
