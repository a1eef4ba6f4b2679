package clientgo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"time"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// Settings are the settings of an elector.
type Settings struct {
	Lease, Renew, Retry time.Duration
}

// Options bound a system. A round of lockstep is a second, and a call and its answer
// take a round each.
type Options struct {
	Settings        []Settings    // of each elector
	Timeout         time.Duration // of a call, as rest.Config has it; 0: none
	ReleaseOnCancel bool
	Cancel          []time.Duration // one of these after its start the context of an elector ends; 0: never
	Linger          time.Duration   // that OnStartedLeading takes to return
	Jitter          int             // among how many delays between tries an elector that waits chooses: 2, 3, 4, 5, 7 or 13; 0: one sequence is drawn
	Returns         time.Duration   // that Run may take to return once its context has ended; 0: five seconds
	Late            int             // calls that the server handles late or answers late
	Delay           int             // by how many rounds
	Rounds          int             // that each request and answer takes at most; 0: one
	Seconds         int             // of the search
	Starts          []time.Duration // when each elector calls Run; nil: all at once
}

// The labels of the processes.
const (
	serverLabel = iota
	electorLabel
)

// System returns electors around an API server, and the algorithm that counts what
// runs. Its faults are those of the network.
func System(o Options, faults model.Faults) (*model.System, *goroutines.Algorithm, error) {
	a, err := goroutines.New(Code(o))
	if err != nil {
		return nil, nil, err
	}
	if o.Late > 0 && o.Delay < 1 {
		return nil, nil, errors.New("clientgo: delay 0 of late calls; allowed: 1 round, or more")
	}
	net := network(len(o.Settings), faults)
	net.Timing, net.Delay = model.Lockstep, o.Rounds
	s, err := model.New(model.JoinAs("clientgo", model.ProgramOf(server{o, a}), model.ProgramOf(a)), net)
	return s, a, err
}

// network returns n electors around an API server.
func network(n int, faults model.Faults) model.Network {
	net := model.Network{Topology: model.Star, N: n + 1, IDs: []model.ID{model.ID(n + 1)}, Labels: []int{serverLabel}, Faults: faults, Wake: model.WakeSet{All: true}}
	for i := range n {
		net.IDs, net.Labels = append(net.IDs, model.ID(i+1)), append(net.Labels, electorLabel)
	}
	return net
}

// Code returns the electors: one for each identity from 1.
func Code(o Options) goroutines.Code {
	quiet()
	return goroutines.Code{
		Name:  "elector",
		Needs: model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowID | model.KnowLabel},
		Time:  goroutines.Rounds, Tick: time.Second, Steps: o.Seconds,
		Asleep: model.Status{Role: model.Candidate, Own: Seen{}},
		Start:  func(e *goroutines.Endpoint) goroutines.Process { return start(e, o) },
	}
}

// Name returns the identity of an elector in leases.
func Name(id model.ID) string { return fmt.Sprintf("e%d", id) }

// elector is one user of the library.
type elector struct {
	le  *leaderelection.LeaderElector
	run context.Context // of Run

	bound time.Duration // see Options.Returns

	mu       sync.Mutex
	leads    context.Context // of OnStartedLeading, while it runs
	ended    time.Time       // when run ended
	returned bool            // from Run
}

// start starts an elector as a controller does. The jitter of the library is that of
// the global source of math/rand, which starts anew with each elector.
func start(e *goroutines.Endpoint, o Options) goroutines.Process {
	rand.Seed(int64(e.ID())) //nolint:staticcheck // the library draws from this source
	settings, x := o.Settings[e.ID()-1], &elector{bound: cmp.Or(o.Returns, 5*time.Second)}
	lock := &resourcelock.LeaseLock{LeaseMeta: meta.ObjectMeta{Namespace: "n", Name: "l"}, Client: leases{e: e, timeout: o.Timeout, jitter: o.Jitter},
		LockConfig: resourcelock.ResourceLockConfig{Identity: Name(e.ID())}}
	le, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: settings.Lease, RenewDeadline: settings.Renew, RetryPeriod: settings.Retry, ReleaseOnCancel: o.ReleaseOnCancel,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) { x.lead(ctx, o.Linger) },
			OnStoppedLeading: func() {},
		},
	})
	if err != nil {
		panic(err)
	}
	x.le = le
	ctx, cancel := context.WithCancel(e.Context())
	x.run = ctx
	if len(o.Cancel) > 0 {
		go x.cancelled(e, o, cancel)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer cancel()
		if len(o.Starts) > 0 {
			time.Sleep(o.Starts[e.ID()-1])
		}
		le.Run(ctx)
		x.mu.Lock()
		defer x.mu.Unlock()
		x.returned = true
	}()
	return goroutines.Process{Observe: x.observe, Stop: func() { <-done }}
}

// cancelled chooses when the context of Run ends: half a second later than one of
// Options.Cancel, so that no timer of the library is due at the same instant.
func (x *elector) cancelled(e *goroutines.Endpoint, o Options, cancel func()) {
	time.Sleep(time.Second / 2)
	d := o.Cancel[e.Choose(len(o.Cancel))]
	if d == 0 {
		return
	}
	select {
	case <-x.run.Done():
	case <-time.After(d):
		x.mu.Lock()
		x.ended = time.Now()
		x.mu.Unlock()
		cancel()
	}
}

// lead is OnStartedLeading: the work of a leader.
func (x *elector) lead(ctx context.Context, linger time.Duration) {
	x.mu.Lock()
	x.leads = ctx
	x.mu.Unlock()
	<-ctx.Done()
	time.Sleep(linger)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.leads = nil
}

// observe shows a leader as one whose callback has a live context.
func (x *elector) observe() model.Status {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := model.Status{Role: model.Candidate, Halted: x.returned}
	own := Seen{Callback: x.leads != nil, Leader: x.le.IsLeader(), Ended: !x.ended.IsZero(), Returned: x.returned && !x.ended.IsZero(),
		Overdue: !x.returned && !x.ended.IsZero() && time.Since(x.ended) > x.bound}
	if x.leads != nil && x.leads.Err() == nil {
		s.Role = model.Won
	}
	s.Own = own
	return s
}
