package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// A Transport carries the messages of one process to its neighbours.
type Transport interface {
	// Send takes message msg for the link behind port q. It blocks while the link has
	// no room, and returns an error once the transport is closed. The link delivers in
	// the order of the calls, or the documentation of the transport says that it does not.
	Send(ctx context.Context, q model.Port, msg any) error
}

// Options configure a process. System, Process and Transport must be set.
type Options struct {
	System    *model.System
	Process   int // its number in the network of System
	Transport Transport

	Log    io.Writer // gets a line for each input; nil: nobody does. If it has a method Sync() error, that is called after each line
	Resume *Record   // of the last incarnation, which crashed or was stopped; nil: the process begins
	Seed   uint64    // of choices and of the lengths of timers

	Tick    time.Duration // the unit of the algorithm's durations; 0: 100 ms
	Timeout model.Span    // how long timers and suspicions of an algorithm run that has no durations, in ticks; the zero value: 5..10
	Quiet   time.Duration // after this long without a message the process takes its in-channels for empty; 0: 10 ticks
	Origin  time.Time     // time 0 of the lines in timing bounded; the zero value: when Run is called
	Manual  bool          // no input but messages and those of Take

	Logger *slog.Logger // of the error that stops the process; nil: nobody is told
	Hooks  Hooks
}

// Hooks are called by the process, one at a time. Any may be nil.
type Hooks struct {
	Step  func(line validate.Line, took time.Duration) // after a step and its sends
	Began func(local any)                              // with the local state in which the process begins or resumes
}

// An Input is an input that is not a message.
type Input struct {
	Kind      model.Kind // Wake, Timeout, Idle, Suspect or Invoke
	Port      model.Port
	Timer     uint8
	Operation int
	Choices   []int // the results of Choose; nil: as the seed says
}

// A Process is one process of a network while it runs.
type Process struct {
	o        Options
	semantic model.Semantics
	timed    model.Semantics // of the same system in timing bounded, which has durations
	hasTimes bool            // the algorithm says how long its timers run
	values   values
	random   *rand.Rand
	requests chan *request
	peers    chan peer
	over     chan struct{} // closed when Run returns

	// Of the goroutine of Run.
	pending   []*request
	due       map[clock]time.Time
	down      map[model.Port]bool
	lastHeard time.Time

	mu     sync.Mutex
	local  any
	steps  int
	sent   int
	took   chan struct{} // closed after the next step
	script []int         // the results of Choose in the step of the next message
}

// A peer is news of the process behind a port.
type peer struct {
	port model.Port
	down bool
}

// New returns a process that has taken no step. The error names the option that does
// not suit the system.
func New(o Options) (*Process, error) {
	if o.System == nil || o.Transport == nil {
		return nil, errors.New("runner: no system or no transport; allowed: both")
	}
	net := o.System.Network()
	switch {
	case o.Process < 0 || o.Process >= net.N:
		return nil, fmt.Errorf("runner: process %d is not in 0..%d", o.Process, net.N-1)
	case net.Timing == model.Lockstep:
		return nil, errors.New("runner: timing lockstep, which no network gives; allowed: async, bounded, timely")
	case net.TimersInTurn:
		return nil, errors.New("runner: timers in turn, which no network gives; allowed: timing bounded without")
	case net.Capacity.Places > 0:
		return nil, fmt.Errorf("runner: capacity %v, which no network keeps; allowed: none", net.Capacity)
	case o.System.Semantics().Defers() && net.Order != model.FIFO:
		return nil, fmt.Errorf("runner: the algorithm defers messages in order %v, and a deferred message blocks its link here; allowed: order fifo", net.Order)
	case o.Resume != nil && !o.System.Semantics().Restarts():
		return nil, fmt.Errorf("runner: %s has no method Restart, so a process cannot come back", o.System.Name())
	}
	if err := o.System.Semantics().One(); err != nil {
		return nil, fmt.Errorf("runner: %w", err)
	}
	o.Tick = cmp.Or(o.Tick, 100*time.Millisecond)
	o.Quiet = cmp.Or(o.Quiet, 10*o.Tick)
	if o.Timeout == (model.Span{}) {
		o.Timeout = model.Span{Least: 5, Greatest: 10}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	r := &Process{
		o: o, semantic: o.System.Semantics(), random: rand.New(rand.NewPCG(o.Seed, uint64(o.Process))),
		requests: make(chan *request), peers: make(chan peer), over: make(chan struct{}),
		due: map[clock]time.Time{}, down: map[model.Port]bool{}, took: make(chan struct{}),
	}
	r.findDurations()
	r.local = initial(o.System, o.Process)
	var err error
	r.values, err = valuesOf(o.System, r.local)
	if err != nil || o.Resume == nil {
		return r, err
	}
	return r, r.resume()
}

// initial returns the local state in which process p begins: that of Init, before any
// wake-up.
func initial(s *model.System, p int) any { return s.Semantics().Startup().Start.Locals[p] }

// findDurations asks the same system in timing bounded, which alone has durations.
func (r *Process) findDurations() {
	net := *r.o.System.Network()
	if net.Timing != model.Bounded {
		net.Timing, net.Faults.Suspect = model.Bounded, 0
	}
	if twin, err := r.o.System.Semantics().On(net); err == nil {
		r.timed, r.hasTimes = twin.Semantics(), true
	}
}

// Status returns the status of the process, as an observer sees it.
func (r *Process) Status() model.Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.semantic.Observe(r.o.Process, r.local)
}

// Counts returns how many inputs the process has taken, and how many messages it has
// sent, since New.
func (r *Process) Counts() (steps, sent int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.steps, r.sent
}

// Changed returns a channel that is closed after the next step.
func (r *Process) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.took
}

// Run takes inputs until ctx ends, and returns nil then. It ends earlier with an error
// if a step is not well-formed, or a line or a message cannot be written. Call it once.
// All that has been taken by then has been handed to the transport.
func (r *Process) Run(ctx context.Context) error {
	defer close(r.over)
	if r.o.Origin.IsZero() {
		r.o.Origin = time.Now()
	}
	if err := r.begin(); err != nil {
		return err
	}
	for {
		if q := r.acceptable(); q != nil {
			if err := r.serve(ctx, q); err != nil {
				return err
			}
			continue
		}
		if err := r.await(ctx); err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// begin prepares a process for its first input: one that resumes writes that it has
// come back.
func (r *Process) begin() error {
	r.lastHeard = time.Now()
	if r.o.Hooks.Began != nil {
		r.o.Hooks.Began(r.local)
	}
	r.wind(nil, 0)
	if r.o.Resume == nil {
		return nil
	}
	return r.write(validate.Line{Process: r.o.Process, Event: model.Restart.String(), Sends: []validate.Send{}}, r.local)
}

// await waits for something that may be an input.
func (r *Process) await(ctx context.Context) error {
	if in, ok := r.spontaneous(time.Now()); ok {
		return r.step(ctx, in, nil)
	}
	timer := time.NewTimer(time.Until(r.nextDue()))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case q := <-r.requests:
		r.pending = append(r.pending, q)
	case p := <-r.peers:
		r.down[p.port] = p.down
		r.wind(nil, 0)
	case <-timer.C:
	}
	return nil
}
