// Package proxy stands between the processes of a system: it holds the messages that they
// send, and delivers, delays, loses, repeats and reorders them.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"

	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc"
)

// Options say between whom a proxy stands. System, Listen and Targets must be set.
type Options struct {
	System  *model.System
	Wire    link.Wire
	Name    string                               // of the algorithm, as in link.Options
	Listen  func() (net.Listener, string, error) // returns a listener with its address, for each process
	Targets []string                             // where the processes listen
	Dial    []grpc.DialOption                    // how to reach them
	Logger  *slog.Logger
}

// A Proxy has one stand-in for each process: the others send to it, and to them it sends in
// the name of the process.
type Proxy struct {
	Addresses []string // of the stand-ins, by process

	o       Options
	standIn []*link.Link
	serving sync.WaitGroup

	mu      sync.Mutex
	held    [][]any // by link: the messages in flight, the oldest first
	arrived int
	changed chan struct{} // closed when a message arrives
	lottery *lottery      // decides the fate of messages; nil: they are held
}

// New returns a proxy that holds everything that arrives.
func New(o Options) (*Proxy, error) {
	p := &Proxy{o: o, held: make([][]any, len(o.System.Links())), changed: make(chan struct{})}
	for to := range o.System.Network().N {
		if err := p.stand(to); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	return p, nil
}

// stand starts the stand-in of a process.
func (p *Proxy) stand(process int) error {
	on, address, err := p.o.Listen()
	if err != nil {
		return err
	}
	l, err := link.New(link.Options{System: p.o.System, Process: process, Addresses: p.o.Targets, Wire: p.o.Wire, Name: p.o.Name,
		Dial: p.o.Dial, Logger: p.o.Logger, Ping: p.pingTo(process)})
	if err != nil {
		return errors.Join(err, on.Close())
	}
	p.standIn, p.Addresses = append(p.standIn, l), append(p.Addresses, address)
	l.Attach(arrivals{p, process})
	p.serving.Go(func() { l.Serve(on) })
	return nil
}

// pingTo returns the function that passes a Ping on to a process.
func (p *Proxy) pingTo(process int) func(context.Context, *afapb.PingRequest) (*afapb.Empty, error) {
	return func(ctx context.Context, in *afapb.PingRequest) (*afapb.Empty, error) {
		conn, err := grpc.NewClient(p.o.Targets[process], p.o.Dial...)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		return afapb.NewAFAClient(conn).Ping(ctx, in, grpc.WaitForReady(true))
	}
}

// arrivals takes the messages that arrive at the stand-in of a process.
type arrivals struct {
	proxy   *Proxy
	process int
}

func (a arrivals) Deliver(_ context.Context, q model.Port, msg any) error {
	s := a.proxy.o.System
	i := slices.IndexFunc(s.Links(), func(l model.Link) bool { return l.To == a.process && l.ToPort == q })
	if i < 0 {
		return fmt.Errorf("no link leads to port %d of process %d", q, a.process)
	}
	a.proxy.hold(i, msg)
	return nil
}

func (arrivals) Heard(context.Context, model.Port, bool) {}

func (p *Proxy) hold(i int, msg any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.arrived++
	close(p.changed)
	p.changed = make(chan struct{})
	if p.lottery != nil && p.lottery.severed(i) {
		return
	}
	p.held[i] = append(p.held[i], msg)
	if p.lottery != nil {
		p.lottery.tell(i)
	}
}

// Await waits until so many messages have arrived since New.
func (p *Proxy) Await(ctx context.Context, messages int) error {
	for {
		p.mu.Lock()
		arrived, changed := p.arrived, p.changed
		p.mu.Unlock()
		if arrived >= messages {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%d messages have been sent, not %d: %w", arrived, messages, ctx.Err())
		}
	}
}

// Find returns the index among the messages held on a link of the first with that text, -1
// if there is none. If the link is a queue only its first message is looked at.
func (p *Proxy) Find(i int, text string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for at, msg := range p.held[i] {
		if p.o.System.Semantics().Text(msg) == text {
			return at
		}
		if p.o.System.Network().Order.Queued() {
			break
		}
	}
	return -1
}

// Take removes a message that is held on a link, and returns it.
func (p *Proxy) Take(i, at int) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	msg := p.held[i][at]
	p.held[i] = slices.Delete(p.held[i], at, at+1)
	return msg
}

// Held returns a message that is held on a link, and keeps it.
func (p *Proxy) Held(i, at int) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held[i][at]
}

// Holds returns how many messages are held on a link.
func (p *Proxy) Holds(i int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.held[i])
}

// Lose loses the message with that text that has arrived last on a link, and reports whether there
// is one.
func (p *Proxy) Lose(i int, text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for at, msg := range slices.Backward(p.held[i]) {
		if p.o.System.Semantics().Text(msg) == text {
			p.held[i] = slices.Delete(p.held[i], at, at+1)
			return true
		}
	}
	return false
}

// Drop loses all that is held on a link.
func (p *Proxy) Drop(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[i] = nil
}

// Forward delivers a message on a link and returns when it has been received.
func (p *Proxy) Forward(ctx context.Context, i int, msg any) error {
	l := p.o.System.Links()[i]
	return p.standIn[l.From].SendAndWait(ctx, l.FromPort, msg)
}

// Restarted says that a process has come back: messages forwarded from now on are for it.
func (p *Proxy) Restarted() {
	for _, l := range p.standIn {
		l.Renew()
	}
}

// Close stops all stand-ins. The messages held are lost.
func (p *Proxy) Close() error {
	if p.lottery != nil {
		p.lottery.stop()
	}
	for _, l := range p.standIn {
		l.Abort()
	}
	p.serving.Wait()
	if p.lottery != nil {
		p.lottery.running.Wait()
	}
	return nil
}
