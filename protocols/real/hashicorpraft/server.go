package hashicorpraft

import (
	"fmt"
	"math/rand"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/raft"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// The timeouts of servers, and of calls: those of raft.DefaultConfig, and of most users of
// raft.NewNetworkTransport.
const (
	ElectionTimeout = time.Second // of heartbeats too
	leaseTimeout    = 500 * time.Millisecond
	callTimeout     = 10 * time.Second
)

// Options choose among systems.
type Options struct {
	PreVote bool
	Applies bool  // the application may apply a command, at every server
	Seed    int64 // of the random timeouts
	Forgets bool  // plants a fault: the stable store of a server loses its votes
	Merge   bool  // histories of a search after which a server knows the same, and goes on alike, are one local state
	// Commit is after which time without commands a leader sends its commit index; 0: the
	// 50 milliseconds of raft.DefaultConfig.
	Commit time.Duration
	// Steps bounds how often time passes at each server of a search, by identity from 1;
	// nil: no bound, as in walks.
	Steps []int
	Log   hclog.Level // of the lines that the library logs; hclog.NoLevel: none
}

// System returns servers for a search, one for each of o.Steps, and the algorithm that
// counts what runs.
func System(o Options, faults model.Faults) (*model.System, *goroutines.Algorithm, error) {
	a, err := goroutines.New(Code(o))
	if err != nil {
		return nil, nil, err
	}
	s, err := model.New(a, Network(len(o.Steps), faults))
	return s, a, err
}

// Network returns n servers that all start at once.
func Network(n int, faults model.Faults) model.Network {
	net := model.Network{Topology: model.Complete, N: n, Order: model.Bag, Timing: model.Async, Faults: faults, Wake: model.WakeSet{All: true}}
	for i := range n {
		net.IDs = append(net.IDs, model.ID(i+1))
	}
	return net
}

// Code returns the servers of a cluster. Their identities are 1..n.
func Code(o Options) goroutines.Code {
	c := goroutines.Code{
		Name:     "hashicorp-raft",
		Needs:    model.Needs{Topologies: []model.Topology{model.Complete}, Knowledge: model.KnowID | model.KnowN | model.KnowNeighbours},
		Time:     goroutines.Effects,
		Tick:     leaseTimeout,
		Longest:  5 * leaseTimeout,
		Repeats:  9,
		LeaveOut: append([]string{"raft.Log.AppendedAt"}, leftOut...), // when the leader got an entry: for metrics
		Ahead:    6 * leaseTimeout,
		Asleep:   model.Status{Role: model.Undecided, Own: Seen{}},
		Start:    func(e *goroutines.Endpoint) goroutines.Process { return start(e, o) },
	}
	if o.Steps != nil {
		c.StepsOf = func(id model.ID) int { return o.Steps[id-1] }
	}
	if o.Applies {
		c.Operations = 1
	}
	return c
}

// address returns the address of a server, which is its name too.
func address(id model.ID) raft.ServerAddress { return raft.ServerAddress(strconv.Itoa(int(id))) }

// identity returns the identity of the server with that address, or NoID.
func identity(a raft.ServerAddress) model.ID {
	id, err := strconv.Atoi(string(a))
	if err != nil {
		return model.NoID
	}
	return model.ID(id)
}

// A server is one user of the library.
type server struct {
	e       *goroutines.Endpoint
	raft    *raft.Raft
	store   *store
	machine machine
	seed    int64  // of the random timeouts
	calls   *calls // nil: no snapshots are taken

	mu  sync.Mutex
	led string // terms in which it has acted as leader
}

// start starts a server as a service does. The library draws its timeouts from the global
// source of math/rand, which starts anew with each server.
func start(e *goroutines.Endpoint, o Options) goroutines.Process {
	x := &server{e: e, store: newStore(o.Forgets), seed: o.Seed + int64(e.ID())}
	if o.Merge {
		x.calls = &calls{waiting: map[*waiting]bool{}}
	}
	rand.Seed(x.seed) //nolint:staticcheck // the library draws from this source
	t := &transport{e: e, timeout: callTimeout, requests: make(chan raft.RPC), leads: x.leads, calls: x.calls}
	e.Serve(t.serve)
	config, snapshots := configOf(e, o), raft.NewDiscardSnapshotStore()
	if err := raft.BootstrapCluster(config, x.store, x.store, snapshots, t, cluster(e.N())); err != nil {
		panic(err)
	}
	r, err := raft.NewRaft(config, &x.machine, x.store, x.store, snapshots, t)
	if err != nil {
		panic(err)
	}
	x.raft = r
	go x.apply()
	p := goroutines.Process{Observe: x.observe, Stop: func() { _ = r.Shutdown().Error() }}
	if o.Merge {
		p.Snapshot = x.snapshot
	}
	return p
}

func configOf(e *goroutines.Endpoint, o Options) *raft.Config {
	c := raft.DefaultConfig()
	c.LocalID = raft.ServerID(address(e.ID()))
	c.HeartbeatTimeout, c.ElectionTimeout, c.LeaderLeaseTimeout = ElectionTimeout, ElectionTimeout, leaseTimeout
	if o.Commit > 0 {
		c.CommitTimeout = o.Commit
	}
	c.PreVoteDisabled = !o.PreVote
	c.Logger = hclog.NewNullLogger()
	if o.Log != hclog.NoLevel {
		c.Logger = hclog.New(&hclog.LoggerOptions{Output: e, Level: o.Log, DisableTime: true})
	}
	return c
}

// cluster returns the configuration of n servers that vote.
func cluster(n int) (c raft.Configuration) {
	for i := range n {
		a := address(model.ID(i + 1))
		c.Servers = append(c.Servers, raft.Server{ID: raft.ServerID(a), Address: a})
	}
	return c
}

// apply applies a command for each operation of the application.
func (x *server) apply() {
	for n := 1; ; n++ {
		select {
		case <-x.e.Operations():
			x.raft.Apply(fmt.Appendf(nil, "%d.%d", x.e.ID(), n), 0)
		case <-x.e.Context().Done():
			return
		}
	}
}

// leads notes that the server acts as leader of a term.
func (x *server) leads(term uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.led = withTerm(x.led, term)
}

// observe shows the server as the library shows it.
func (x *server) observe() model.Status {
	x.mu.Lock()
	defer x.mu.Unlock()
	leader, _ := x.raft.LeaderWithID()
	s := model.Status{Leader: identity(leader), Term: x.store.term(), Own: Seen{Log: x.store.text(), Applied: x.machine.text(), Led: x.led}}
	switch x.raft.State() {
	case raft.Leader:
		s.Role = model.Won
	case raft.Candidate:
		s.Role = model.Candidate
	default:
		s.Role = model.Lost
	}
	return s
}
