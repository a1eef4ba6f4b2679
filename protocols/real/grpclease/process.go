package grpclease

import (
	"context"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/protocols/real/grpclease/leasepb"
)

// Options choose among the systems.
type Options struct {
	Calls      bool // over calls; else over connections
	Time       goroutines.Time
	Steps      int           // of time, at each process
	FromAnswer bool          // clients count their lease from the answer, not from when they asked
	Cautious   bool          // a server that starts gives no lease before one of an earlier life has run out
	Graceful   bool          // the server is stopped by GracefulStop
	Handshake  time.Duration // that the server allows a new connection; 0: that of gRPC, two minutes
	Keepalive  bool          // a client that hears nothing for ten seconds asks, and dials again three seconds later
	Ends       time.Duration // see goroutines.Code
}

// The labels of the processes.
const (
	clientLabel = iota
	serverLabel
)

const (
	length  = 12 * time.Second
	every   = time.Second // and a second client every two
	timeout = 2500 * time.Millisecond
	idle    = 10 * time.Second // the least that gRPC allows
)

// Code returns the code of a server and its clients.
func Code(o Options) goroutines.Code {
	return goroutines.Code{
		Name:  "grpc-lease",
		Needs: model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowID | model.KnowLabel},
		Time:  o.Time, Steps: o.Steps, Ends: o.Ends,
		Start: func(e *goroutines.Endpoint) goroutines.Process {
			if e.Label() == serverLabel {
				return o.server(e)
			}
			return o.client(e)
		},
	}
}

// server starts the server.
func (o Options) server(e *goroutines.Endpoint) goroutines.Process {
	service := NewServer(length, o.Cautious && e.Disk() != "")
	e.Persist("started")
	if o.Calls {
		s := &CallServer{}
		leasepb.RegisterLeasesServer(s, service)
		s.Serve(e)
		return goroutines.Process{}
	}
	options := []grpc.ServerOption{grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: idle})}
	if o.Handshake > 0 {
		options = append(options, grpc.ConnectionTimeout(o.Handshake))
	}
	s := grpc.NewServer(options...)
	leasepb.RegisterLeasesServer(s, service)
	go func() { _ = s.Serve(e.Listen()) }()
	if o.Graceful {
		return goroutines.Process{Stop: s.GracefulStop}
	}
	return goroutines.Process{Stop: s.Stop}
}

// client starts a client.
func (o Options) client(e *goroutines.Endpoint) goroutines.Process {
	c := &Client{Name: fmt.Sprint(e.ID()), Every: every * time.Duration(e.ID()-1), Timeout: timeout, FromAnswer: o.FromAnswer}
	p := goroutines.Process{Observe: func() model.Status {
		if c.Leads() {
			return model.Status{Role: model.Won}
		}
		return model.Status{}
	}}
	if o.Calls {
		c.Leases = leasepb.NewLeasesClient(&CallConn{Endpoint: e})
	} else {
		conn := o.dial(e)
		c.Leases, p.Stop = leasepb.NewLeasesClient(conn), func() { _ = conn.Close() }
	}
	go c.Run(e.Context())
	return p
}

// dial returns what gRPC calls a connection: it dials the server when it is first used,
// and again whenever a connection of the network has ended.
func (o Options) dial(e *goroutines.Endpoint) *grpc.ClientConn {
	options := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy(),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return e.Dial(ctx, 0) })}
	if o.Keepalive {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: idle, Timeout: every * 3, PermitWithoutStream: true}))
	}
	conn, err := grpc.NewClient("passthrough:///leases", options...)
	if err != nil {
		panic(err)
	}
	return conn
}

// Network returns a server and its clients.
func Network(clients int, o Options, faults model.Faults) model.Network {
	net := model.Network{Topology: model.Star, N: clients + 1, Wake: model.WakeSet{All: true}, Faults: faults}
	switch o.Time {
	case goroutines.Rounds:
		net.Timing = model.Lockstep
	case goroutines.Ticks:
		net.Timing = model.Bounded
	}
	for p := range net.N {
		net.IDs, net.Labels = append(net.IDs, model.ID(p+1)), append(net.Labels, clientLabel)
	}
	if net.Labels[0] = serverLabel; faults.Crash != 0 {
		net.Victims.Crash = []int{0}
	}
	return net
}

// System returns a system and the algorithm that runs its code.
func System(clients int, o Options, faults model.Faults) (*model.System, *goroutines.Algorithm, error) {
	a, err := goroutines.New(Code(o))
	if err != nil {
		return nil, nil, err
	}
	s, err := model.New(a, Network(clients, o, faults))
	return s, a, err
}
