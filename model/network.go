package model

import (
	"fmt"
	"slices"
	"strings"
)

// A Network is everything about a system except its algorithm: the processes and
// their links, the order in which messages arrive, the assumptions about time,
// and the faults that may occur. docs/semantics.md is the definition.
type Network struct {
	Topology Topology
	N        int       // number of processes, 1..MaxN
	Graph    [][]int   // for Graph only: Graph[p][q] is the process behind port q of process p
	IDs      []ID      // IDs[p] is the identity of process p; nil: the processes are anonymous
	Labels   []int     // input labels; nil: all 0
	Grants   Knowledge // the knowledge of processes; 0: their identity, if they have one
	Order    Order
	Timing   Timing
	Delay    int      // the greatest delay of a message, at most MaxDelay: in timing Bounded in ticks, in Lockstep in rounds; 0: 1
	Capacity Capacity // of each channel; the zero value: no bound
	Wake     WakeSet
	Down     []int   // processes that are down from the start
	Start    []int   // by process: which of its initial local states it starts in, from 0; nil: any ([Initializer])
	Faults   Faults  // the largest number of each fault in one execution; Unbounded: any number
	Victims  Victims // the processes, links and messages that faults may strike; the zero value: everything
	// TimersInTurn, in timing Bounded, is an idealisation: timers and suspicions that must happen before
	// the next tick do so before anything else, process by process.
	TimersInTurn bool
}

// MaxN is the largest number of processes of a network.
const MaxN = 1 << 20

// Timing is an assumption about time.
type Timing uint8

// The timings.
const (
	Async    Timing = iota // delays have no bound: a timer that is set may run out at any time
	Timely                 // timers run out, and suspicions occur, only when no message is in flight
	Lockstep               // all processes take their steps together, in rounds
	Bounded                // delays have a bound, and timers run as long as the algorithm says
)

var timingNames = []string{"async", "timely", "lockstep", "bounded"}

// MaxDelay is the largest delay of a message: in timing [Bounded] in ticks, in [Lockstep] in rounds.
const MaxDelay = 64

func (t Timing) String() string { return name(timingNames, int(t), "timing") }

// ParseTiming returns the timing of that name.
func ParseTiming(s string) (Timing, error) {
	i, err := parseName(timingNames, s, "timing")
	return Timing(i), err
}

// A WakeSet says which processes may wake of their own accord. The zero value
// lets each process wake at any time or never.
type WakeSet struct {
	Only []int // only these processes may wake; nil: any
	All  bool  // all have woken, in order, at the start
}

func (w WakeSet) String() string {
	switch {
	case w.All:
		return "all"
	case w.Only == nil:
		return "any"
	case len(w.Only) == 0:
		return "none"
	}
	return joinInts(w.Only)
}

// Allows reports whether process p may wake of its own accord.
func (w WakeSet) Allows(p int) bool { return w.Only == nil || slices.Contains(w.Only, p) }

// granted returns the knowledge that processes may have.
func (net *Network) granted() Knowledge {
	if net.Grants == 0 && net.IDs != nil {
		return KnowID
	}
	return net.Grants
}

// clone returns a network that shares nothing with net.
func (net Network) clone() Network {
	net.Graph = slices.Clone(net.Graph)
	for p, ports := range net.Graph {
		net.Graph[p] = slices.Clone(ports)
	}
	net.IDs, net.Labels, net.Down = slices.Clone(net.IDs), slices.Clone(net.Labels), slices.Clone(net.Down)
	net.Wake.Only, net.Start = slices.Clone(net.Wake.Only), slices.Clone(net.Start)
	net.Victims = net.Victims.clone()
	return net
}

// validate returns an error if the network is invalid for every algorithm.
func (net *Network) validate() error {
	switch n := net.N; {
	case n < 1 || n > MaxN:
		return fmt.Errorf("n = %d is not in 1..%d", n, MaxN)
	case net.Labels != nil && len(net.Labels) != n:
		return fmt.Errorf("%d labels for %d processes", len(net.Labels), n)
	case net.Start != nil && len(net.Start) != n:
		return fmt.Errorf("start: %d initial states for %d processes", len(net.Start), n)
	case slices.ContainsFunc(net.Start, func(i int) bool { return i < 0 }):
		return fmt.Errorf("start: %v has a number below 0; allowed: the index of an initial state", net.Start)
	case net.Graph != nil && net.Topology != Graph:
		return fmt.Errorf("a graph is given, but the topology is %v; allowed: topology graph, or no graph", net.Topology)
	case net.Wake.All && net.Wake.Only != nil:
		return fmt.Errorf("wake: all, but also the list %v; allowed: one of them", net.Wake.Only)
	case net.Grants>>len(knowledgeNames) != 0:
		return fmt.Errorf("grants %#x, of which %#x does not exist; allowed: %v", uint8(net.Grants),
			uint8(net.Grants>>len(knowledgeNames)<<len(knowledgeNames)), Knowledge(1<<len(knowledgeNames)-1))
	case !net.Order.exists():
		return fmt.Errorf("order %d does not exist; allowed: %s", net.Order, strings.Join(OrderNames(), ", "))
	case int(net.Timing) >= len(timingNames):
		return fmt.Errorf("timing %d does not exist; allowed: %s", net.Timing, strings.Join(timingNames, ", "))
	case net.Delay != 0 && net.Timing != Bounded && net.Timing != Lockstep:
		return fmt.Errorf("a greatest delay of %d needs timing bounded or lockstep, not %v", net.Delay, net.Timing)
	case net.Delay < 0 || net.Delay > MaxDelay:
		return fmt.Errorf("delay: %d; allowed: 1..%d ticks or rounds, 0 for 1", net.Delay, MaxDelay)
	case net.TimersInTurn && net.Timing != Bounded:
		return fmt.Errorf("timers in turn need timing bounded, not %v", net.Timing)
	case net.Timing == Lockstep && net.Order != FIFO:
		return fmt.Errorf("lockstep delivers in fifo order only, not %v", net.Order)
	case net.Timing != Async && net.Faults.Suspect != 0:
		return fmt.Errorf("false suspicions need timing async, not %v", net.Timing)
	case net.Timing == Lockstep && net.Faults.Dup != 0:
		return fmt.Errorf("duplication needs timing async, bounded or timely, not %v", net.Timing)
	case net.Faults.Divide > 0 && net.Victims.Divide == nil && n > maxDivided:
		return fmt.Errorf("divide=%d, but n = %d; allowed: n <= %d, as there is an event for each two groups, or a list divide-of", net.Faults.Divide, n, maxDivided)
	case net.Faults.Forge > 0 && net.Faults.Traitor == 0:
		return fmt.Errorf("only traitors forge messages: %v but traitor=0", Faults{Forge: net.Faults.Forge})
	case net.Faults.Restart > 0 && net.Faults.Crash == 0 && len(net.Down) == 0:
		return fmt.Errorf("a restart needs a crash: %v but crash=0 and nobody is down", Faults{Restart: net.Faults.Restart})
	}
	if err := orders[net.Order].check(); err != nil {
		return err
	}
	if err := net.Capacity.validate(net.Timing); err != nil {
		return err
	}
	faults := net.Faults
	for _, b := range faults.Budgets() {
		if *b.Count < 0 || *b.Count > maxBudget && *b.Count != Unbounded {
			return fmt.Errorf("%s=%d is not in 0..%d, and not unbounded", b.Name, *b.Count, maxBudget)
		}
	}
	if err := net.validateIDs(); err != nil {
		return err
	}
	if err := net.validateProcesses("wake", net.Wake.Only); err != nil {
		return err
	}
	if err := net.validateProcesses("down", net.Down); err != nil {
		return err
	}
	return net.validateVictims()
}

const maxBudget = 255

func (net *Network) validateIDs() error {
	if net.IDs == nil {
		if net.granted()&(KnowID|KnowNeighbours) != 0 {
			return fmt.Errorf("grants %v, but the processes are anonymous: no identities are given", net.granted())
		}
		return nil
	}
	if len(net.IDs) != net.N {
		return fmt.Errorf("%d identities for %d processes; allowed: one for each", len(net.IDs), net.N)
	}
	seen := make(map[ID]int, net.N)
	for p, id := range net.IDs {
		if id < 1 {
			return fmt.Errorf("identity %d is not positive", id)
		}
		if q, ok := seen[id]; ok {
			return fmt.Errorf("processes %d and %d have the identity %d; allowed: different ones", q, p, id)
		}
		seen[id] = p
	}
	return nil
}

func (net *Network) validateProcesses(what string, list []int) error {
	seen := map[int]bool{}
	for _, p := range list {
		if p < 0 || p >= net.N {
			return fmt.Errorf("%s: process %d is not in 0..%d", what, p, net.N-1)
		}
		if seen[p] {
			return fmt.Errorf("%s: process %d occurs twice", what, p)
		}
		seen[p] = true
	}
	return nil
}

// fits reports a need of an algorithm that the network does not meet.
func (net *Network) fits(needs Needs) error {
	switch {
	case needs.Topologies != nil && !slices.Contains(needs.Topologies, net.Topology):
		return fmt.Errorf("topology %v; allowed: %s", net.Topology, joinNames(needs.Topologies))
	case needs.Timings != nil && !slices.Contains(needs.Timings, net.Timing):
		return fmt.Errorf("timing %v; allowed: %s", net.Timing, joinNames(needs.Timings))
	case needs.Orders != nil && !slices.Contains(needs.Orders, net.Order):
		return fmt.Errorf("order %v; allowed: %s", net.Order, joinNames(needs.Orders))
	case net.N < needs.MinN:
		return fmt.Errorf("n = %d; allowed: n >= %d", net.N, needs.MinN)
	case needs.MaxN > 0 && net.N > needs.MaxN:
		return fmt.Errorf("n = %d; allowed: n <= %d", net.N, needs.MaxN)
	case needs.Fits != nil && !needs.Fits(net.N):
		return fmt.Errorf("n = %d; allowed: %s", net.N, needs.Sizes)
	}
	if missing := needs.Knowledge &^ net.granted(); missing != 0 {
		return fmt.Errorf("does not grant %v, which the algorithm reads", missing)
	}
	return nil
}
