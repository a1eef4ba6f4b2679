// Package cluster runs all processes of a system in one program, on loopback or in memory.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"sync"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/host"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
)

// Options say which system a cluster runs, and how. System must be set.
type Options struct {
	System *model.System
	Wire   link.Wire
	Name   string // of the algorithm, with variant and readings
	Runner func(p int) runner.Options
	Logs   string // a directory, for p0.log and so on; "": no files
	Memory bool   // connections in memory; otherwise TCP on loopback
	Logger *slog.Logger
	// Between returns the addresses that the processes send to, if something stands between
	// them and the addresses at which they listen; nil: nothing does.
	Between func(on *Network, listen []string) (addresses []string, err error)
}

// A Cluster is the processes of a system while they run.
type Cluster struct {
	Hosts []*host.Host // by process; nil: it is down

	o         Options
	listen    []string
	addresses []string
	network   *Network
}

// Start starts all processes that are not down from the start.
func Start(o Options) (*Cluster, error) {
	n := o.System.Network().N
	c := &Cluster{o: o, Hosts: make([]*host.Host, n), network: &Network{memory: o.Memory}}
	listeners := make([]net.Listener, n)
	for p := range n {
		l, err := c.network.Listen()
		if err != nil {
			return nil, err
		}
		listeners[p] = l
		c.listen = append(c.listen, c.network.Address(l))
	}
	c.addresses = c.listen
	if o.Between != nil {
		var err error
		if c.addresses, err = o.Between(c.network, c.listen); err != nil {
			return nil, err
		}
	}
	down := map[int]bool{}
	for _, p := range o.System.Network().Down {
		down[p] = true
	}
	for p := range n {
		if down[p] {
			listeners[p].Close()
			continue
		}
		if err := c.start(p, listeners[p], nil); err != nil {
			return nil, errors.Join(err, c.Kill())
		}
	}
	return c, nil
}

func (c *Cluster) start(p int, on net.Listener, resume *runner.Record) error {
	o := host.Options{
		Link: link.Options{System: c.o.System, Process: p, Addresses: c.addresses, Wire: c.o.Wire, Name: c.o.Name,
			Dial: c.network.Dial(), Logger: c.o.Logger},
		Listener: on,
	}
	if c.o.Runner != nil {
		o.Runner = c.o.Runner(p)
	}
	o.Runner.Logger, o.Runner.Resume = c.o.Logger, resume
	if c.o.Logs != "" {
		o.Log = filepath.Join(c.o.Logs, fmt.Sprintf("p%d.log", p))
	}
	h, err := host.Start(o)
	if err != nil {
		return fmt.Errorf("p%d: %w", p, err)
	}
	c.Hosts[p] = h
	return nil
}

// Network returns the network on which the processes listen.
func (c *Cluster) Network() *Network { return c.network }

// Greet waits until all neighbours have answered each other.
func (c *Cluster) Greet(ctx context.Context) error {
	return c.each(func(h *host.Host) error { return h.Link.Greet(ctx) })
}

// Stop lets the processes go on until no message is in flight, or ctx ends, and stops them.
func (c *Cluster) Stop(ctx context.Context) error {
	for before, steps := -1, c.steps(); steps != before && ctx.Err() == nil; before, steps = steps, c.steps() {
		for _, h := range c.Hosts {
			if h != nil {
				h.Link.Drain(ctx)
			}
		}
	}
	return c.each(func(h *host.Host) error { return h.Stop(ctx) })
}

// steps returns how many inputs the processes have taken.
func (c *Cluster) steps() (sum int) {
	for _, h := range c.Hosts {
		if h != nil {
			steps, _ := h.Process.Counts()
			sum += steps
		}
	}
	return sum
}

// Kill ends all processes at once.
func (c *Cluster) Kill() error { return c.each((*host.Host).Kill) }

// each calls f for all processes that are up, at the same time.
func (c *Cluster) each(f func(h *host.Host) error) error {
	errs := make([]error, len(c.Hosts))
	var all sync.WaitGroup
	for p, h := range c.Hosts {
		if h != nil {
			all.Go(func() {
				if err := f(h); err != nil {
					errs[p] = fmt.Errorf("p%d: %w", p, err)
				}
			})
		}
	}
	all.Wait()
	return errors.Join(errs...)
}

// Crash ends process p at once, as kill -9 does.
func (c *Cluster) Crash(p int) error {
	h := c.Hosts[p]
	c.Hosts[p] = nil
	return h.Kill()
}

// Restart starts process p again from its log; one that was down from the start has none.
func (c *Cluster) Restart(p int) error {
	on, err := c.network.ListenAt(c.listen[p])
	if err != nil {
		return err
	}
	return c.start(p, on, &runner.Record{})
}

// A Network is where processes listen and dial: TCP on loopback, or memory.
type Network struct {
	memory bool
	mu     sync.Mutex
	list   map[string]*bufconn.Listener
	next   int
}

// Listen returns a listener with an address of its own.
func (w *Network) Listen() (net.Listener, error) {
	if !w.memory {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	w.mu.Lock()
	w.next++
	address := fmt.Sprintf("passthrough:///%d", w.next)
	w.mu.Unlock()
	return w.ListenAt(address)
}

// ListenAt returns a listener at an address that Listen has given, and that is free again.
func (w *Network) ListenAt(address string) (net.Listener, error) {
	if !w.memory {
		return net.Listen("tcp", address)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil {
		w.list = map[string]*bufconn.Listener{}
	}
	l := bufconn.Listen(1 << 16)
	w.list[address] = l
	return named{l, address}, nil
}

// Address returns the address of a listener, to dial.
func (w *Network) Address(l net.Listener) string {
	if n, ok := l.(named); ok {
		return n.address
	}
	return l.Addr().String()
}

// Dial returns how to reach an address.
func (w *Network) Dial() []grpc.DialOption {
	options := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	if !w.memory {
		return options
	}
	return append(options, grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
		w.mu.Lock()
		l := w.list["passthrough:///"+address]
		w.mu.Unlock()
		if l == nil {
			return nil, fmt.Errorf("nobody listens at %s", address)
		}
		return l.DialContext(ctx)
	}))
}

// named is a listener in memory with its address.
type named struct {
	net.Listener
	address string
}
