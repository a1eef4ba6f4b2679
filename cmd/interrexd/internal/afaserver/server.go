package afaserver

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

// Calls says how a server calls its neighbour.
type Calls uint8

// The ways to call the neighbour.
const (
	// InOrder: one goroutine makes one call after the other, each after the reply to
	// the last, so that the link is fifo. A reply says that the message was handled.
	InOrder Calls = iota
	// Concurrent: each call has a goroutine, so that calls overtake each other.
	Concurrent
	// Nested: a handler calls before it replies, so that the reply to a message says
	// that it has got as far as it goes. Handlers run at the same time, so that calls
	// overtake each other.
	Nested
)

func (c Calls) String() string { return [...]string{"in order", "concurrent", "nested"}[c] }

// Config has the knowledge of a server, and the way in which it follows the text.
type Config struct {
	ID    int32
	Right afapb.AFAClient // the connection to the right neighbour
	Fixes errata.Fixes    // of package afa
	Woken int             // R2 of package afa: 1, if a server that a message wakes sends its own identity
	Calls Calls

	Process int                 // its number in lines of the log
	Log     func(validate.Line) // told of each input, one after the other; nil: nobody
}

// A Server is one process. It implements the service.
type Server struct {
	afapb.UnimplementedAFAServer
	config Config
	out    caller

	mu     sync.Mutex // guards the next four fields
	state  afa.Stage
	least  int32 // the least identity that it knows
	leader int32 // 0: not known
	done   bool

	started chan struct{} // closed by Run: messages wait for it
	end     chan struct{} // closed by a termination message
	once    sync.Once     // closes end

	sent [3]atomic.Int64 // by kind of message
}

// New returns a server that has not been started. Identities are positive.
func New(c Config) (*Server, error) {
	switch {
	case c.ID < 1:
		return nil, fmt.Errorf("identity %d; allowed: 1 to %d", c.ID, math.MaxInt32)
	case c.Right == nil:
		return nil, fmt.Errorf("server %d has no right neighbour", c.ID)
	}
	s := &Server{config: c, least: c.ID, started: make(chan struct{}), end: make(chan struct{})}
	s.out = caller{right: c.Right, way: c.Calls, more: make(chan struct{}, 1), idle: make(chan struct{}, 1)}
	return s, nil
}

// Outcome is the end of a program: the document's return code says whether the
// process is the leader.
type Outcome struct {
	Leader int32
	Won    bool
}

// Run is the program of the process, from its start to the termination message. The
// server must be served meanwhile; messages that come before Run wait. If ctx ends first, the error is its cause. When Run
// returns without an error, the neighbour has replied to all calls.
func (s *Server) Run(ctx context.Context) (Outcome, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.start(ctx)
	select {
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	case <-s.end:
	}
	if err := s.out.flush(ctx); err != nil {
		return Outcome{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return Outcome{s.leader, s.state == afa.Elected}, nil
}

// start sends the Ping.
func (s *Server) start(ctx context.Context) {
	ping := []message{{afa.Ping, s.config.ID}}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log(validate.Line{Event: model.Wake.String()}, ping)
	s.count(ping)
	s.out.start(ctx, ping)
	close(s.started)
}

// Count is a number of messages of each kind.
type Count struct{ Pings, Elections, Terminations int64 }

// All is the number of messages of all kinds.
func (c Count) All() int64 { return c.Pings + c.Elections + c.Terminations }

// Plus is the sum of c and d.
func (c Count) Plus(d Count) Count {
	return Count{c.Pings + d.Pings, c.Elections + d.Elections, c.Terminations + d.Terminations}
}

// Stats counts messages.
type Stats struct {
	Sent     Count // as the document's Table 1 counts them
	Answered Count // calls that have ended, with an error or without
	Failed   Count // calls that have ended with an error
}

// Stats may be called at any time. A message that follows from another is counted as
// sent before the call of the other is as answered: if over all processes the
// answered, read first, are as many as the sent, then no message is under way.
func (s *Server) Stats() Stats {
	read := func(c *[3]atomic.Int64) Count {
		return Count{Pings: c[afa.Ping].Load(), Elections: c[afa.EM].Load(), Terminations: c[afa.TM].Load()}
	}
	answered, failed := read(&s.out.answered), read(&s.out.failed)
	return Stats{Sent: read(&s.sent), Answered: answered, Failed: failed}
}

// Status returns the status that an observer sees.
func (s *Server) Status() model.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status()
}

func (s *Server) status() model.Status {
	role := [...]model.Role{afa.Asleep: model.Undecided, afa.Candidate: model.Candidate, afa.Defeated: model.Lost, afa.Elected: model.Won}[s.state]
	if s.done && s.state != afa.Elected {
		role = model.Lost
	}
	return model.Status{Role: role, Leader: model.ID(s.leader), Halted: s.done}
}
