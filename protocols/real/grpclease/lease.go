package grpclease

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/interrex/interrex/protocols/real/grpclease/leasepb"
)

// A Server gives a lease to one client at a time.
type Server struct {
	leasepb.UnimplementedLeasesServer

	mu     sync.Mutex
	length time.Duration
	holder string
	until  time.Time
}

// NewServer returns a server whose leases have that length. One that is started again and
// is cautious gives none before those of its earlier life have run out, of which it knows
// nothing.
func NewServer(length time.Duration, cautious bool) *Server {
	s := &Server{length: length}
	if cautious {
		s.until = time.Now().Add(length)
	}
	return s
}

// Acquire gives or renews the lease.
func (s *Server) Acquire(_ context.Context, r *leasepb.AcquireRequest) (*leasepb.AcquireResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.holder != r.Client && now.Before(s.until) {
		return nil, status.Errorf(codes.Aborted, "%s has it", s.holder)
	}
	s.holder, s.until = r.Client, now.Add(s.length)
	return &leasepb.AcquireResponse{Milliseconds: s.length.Milliseconds()}, nil
}

// Release ends the lease of a client.
func (s *Server) Release(_ context.Context, r *leasepb.ReleaseRequest) (*leasepb.ReleaseResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder == r.Client {
		s.until = time.Time{}
	}
	return &leasepb.ReleaseResponse{}, nil
}

// A Client asks for the lease again and again. It leads while it has it.
type Client struct {
	Leases  leasepb.LeasesClient
	Name    string
	Every   time.Duration // from one request to the next
	Timeout time.Duration // of a request
	// FromAnswer is a fault that is planted: a lease counts from the answer.
	FromAnswer bool

	mu    sync.Mutex
	leads time.Time // until then
}

// Run asks until ctx ends.
func (c *Client) Run(ctx context.Context) {
	for {
		c.ask(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(c.Every):
		}
	}
}

func (c *Client) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	asked := time.Now()
	r, err := c.Leases.Acquire(ctx, &leasepb.AcquireRequest{Client: c.Name})
	if err != nil {
		return
	}
	if c.FromAnswer {
		asked = time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leads = asked.Add(time.Duration(r.Milliseconds) * time.Millisecond)
}

// Leads reports whether the client leads.
func (c *Client) Leads() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Before(c.leads)
}
