// Package afaring runs servers of document 003 in one program, over gRPC: on a ring,
// or on another topology that somebody took for one.
package afaring

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Options say how servers are connected, and how they follow the text.
type Options struct {
	Right  []int                 // of each process, its right neighbour; nil: a ring
	Absent []int                 // processes that are not started
	Late   map[int]time.Duration // when processes are started that start later than the others
	TCP    bool                  // on loopback, instead of connections in memory

	Fixes errata.Fixes
	Woken int
	Calls afaserver.Calls
	Log   bool
}

// ErrAtRest is the error of a process to which no message is under way any more, so
// that it never ends.
var ErrAtRest = errors.New("the ring is at rest")

// A Process is the end of one process.
type Process struct {
	Outcome afaserver.Outcome
	Err     error // nil: it has ended as the document says
	Status  model.Status
	Stats   afaserver.Stats
	Log     []validate.Line
}

// A participant is a process that is under way.
type participant struct {
	Process
	absent bool
	late   time.Duration
	ended  atomic.Bool
	server *afaserver.Server
	listen net.Listener
	serve  *grpc.Server
	dial   func(context.Context, string) (net.Conn, error) // to it
	conn   *grpc.ClientConn                                // to its right neighbour
}

// Run starts a process for each identity and returns when each has ended, or the
// ring is at rest, or ctx ends.
func Run(ctx context.Context, ids []int32, o Options) ([]Process, error) {
	ring := make([]*participant, len(ids))
	defer func() {
		for _, p := range ring {
			p.close()
		}
	}()
	for i := range ring {
		ring[i] = &participant{}
	}
	for _, i := range o.Absent {
		ring[i].absent = true
	}
	for i, late := range o.Late {
		ring[i].late = late
	}
	for i, p := range ring {
		if err := p.open(o.TCP); err != nil {
			return nil, fmt.Errorf("process %d: %w", i, err)
		}
	}
	for i, p := range ring {
		right := (i + 1) % len(ring)
		if o.Right != nil {
			right = o.Right[i]
		}
		if err := p.connect(i, ids[i], ring[right], o); err != nil {
			return nil, fmt.Errorf("process %d: %w", i, err)
		}
	}
	return runAll(ctx, ring), nil
}

func runAll(ctx context.Context, ring []*participant) []Process {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	for _, p := range ring {
		if !p.absent {
			running.Go(func() { p.run(ctx) })
		}
	}
	ended := make(chan struct{})
	go func() {
		watch(ring, ended)
		stop(ErrAtRest)
	}()
	running.Wait()
	close(ended)
	ends := make([]Process, len(ring))
	for i, p := range ring {
		p.Stats, p.Status = p.server.Stats(), p.server.Status()
		ends[i] = p.Process
	}
	return ends
}

// watch returns when no message is under way, or at the end. A Ping may wait for ever
// for a neighbour that has shut down: where some have, Pings do not count after a while.
func watch(ring []*participant, ended <-chan struct{}) {
	const tick, patience = 2 * time.Millisecond, 100
	quiet := 0
	for ticker := time.NewTicker(tick); ; {
		select {
		case <-ended:
			return
		case <-ticker.C:
		}
		elections, pings := underWay(ring)
		quiet++
		if elections {
			quiet = 0
		}
		if !elections && (!pings || quiet > patience && anyEnded(ring)) {
			return
		}
	}
}

func anyEnded(ring []*participant) bool {
	return slices.ContainsFunc(ring, func(p *participant) bool { return p.ended.Load() })
}

// underWay reports whether a message of the election may be under way, or a process be
// about to end; and whether a Ping may. It compares the calls that are answered, which
// it reads first, with those that were made.
func underWay(ring []*participant) (elections, pings bool) {
	var answered, sent afaserver.Count
	for _, p := range ring {
		answered = answered.Plus(p.server.Stats().Answered)
	}
	for _, p := range ring {
		s := p.server.Stats()
		pings = pings || !p.absent && s.Sent.Pings == 0
		elections = elections || p.server.Status().Halted && !p.ended.Load()
		sent = sent.Plus(s.Sent)
	}
	pings = pings || sent.Pings != answered.Pings
	return elections || sent.All()-sent.Pings != answered.All()-answered.Pings, pings
}

// open makes the address of a process. Nobody listens there if it is absent.
func (p *participant) open(tcp bool) error {
	if !tcp {
		l := bufconn.Listen(1 << 12)
		p.listen, p.dial = l, func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }
	} else {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		p.listen, p.dial = l, func(ctx context.Context, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		}
	}
	if p.absent {
		return p.listen.Close()
	}
	return nil
}

func (p *participant) connect(i int, id int32, right *participant, o Options) error {
	var err error
	p.conn, err = grpc.NewClient("passthrough:///right", grpc.WithContextDialer(right.dial), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	c := afaserver.Config{ID: id, Right: afapb.NewAFAClient(p.conn), Fixes: o.Fixes, Woken: o.Woken, Calls: o.Calls, Process: i}
	if o.Log {
		c.Log = func(l validate.Line) { p.Log = append(p.Log, l) }
	}
	p.server, err = afaserver.New(c)
	return err
}

// run is the program of one process: it serves until its election is over.
func (p *participant) run(ctx context.Context) {
	time.Sleep(p.late)
	p.serve = grpc.NewServer()
	afapb.RegisterAFAServer(p.serve, p.server)
	served := make(chan struct{})
	go func() {
		defer close(served)
		p.serve.Serve(p.listen) // an error of Serve shows as a ring that does not end
	}()
	p.Outcome, p.Err = p.server.Run(ctx)
	p.ended.Store(true)
	if p.Err == nil {
		p.serve.GracefulStop()
	} else {
		p.serve.Stop()
	}
	<-served
}

func (p *participant) close() {
	if p.conn != nil {
		p.conn.Close()
	}
	if p.listen != nil {
		p.listen.Close()
	}
}
