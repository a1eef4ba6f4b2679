package checker_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestPublishedCounts compares models with the counts that others state for the same ones. TLC's are those of
// github.com/tlaplus/Examples (specifications/*/manifest.json: distinct states, and states of the longest shortest path);
// Stateright's those of its tests (github.com/stateright/stateright, examples/2pc.rs).
func TestPublishedCounts(t *testing.T) {
	for _, row := range []struct {
		name, source, reason string
		system               func() (*model.System, error)
		within               *properties.Property
		want                 int64
		depth                int // events; 0: none is stated
		long                 bool
	}{
		{"Chang and Roberts, 3 nodes", "TLC, chang_roberts/MCChangRoberts", "each of eight sets of initiators", changRoberts, nil, 137, 9, false},
		{"two-phase commit, 3 managers", "TLC, transaction_commit/TwoPhase; Stateright", "messages stay for ever, so all of it is one process", twoPhase(3), nil, 288, 10, false},
		{"two-phase commit, 5 managers", "Stateright", "the same", twoPhase(5), nil, 8_832, 0, false},
		{"Lamport's mutual exclusion, 3 processes", "TLC, lamport_mutex/MCLamportMutex", "clocks are cut at 6, and TLC does not count beyond", lamportMutex, &clocks, 724_274, 0, true},
	} {
		if row.long && !checkertest.Long() {
			continue
		}
		s, err := row.system()
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			o := checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Workers: workers, Constraint: row.within}
			r, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Configurations - r.Cut; got != row.want || row.depth > 0 && r.Depth != row.depth {
				t.Errorf("%s (%s; %s): %d configurations, depth %d; want %d, %d", row.name, row.source, row.reason, got, r.Depth, row.want, row.depth)
			}
		}
	}
}

// initiator is the election of Chang and Roberts, in which the least identity wins, and a node that
// does not initiate has lost at once. It takes a first step before it receives.
type initiator struct{}

type contender struct {
	Initiates, Begun bool
	Role             model.Role
}

func changRoberts() (*model.System, error) {
	return model.New(initiator{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}, Order: model.Set})
}

func (initiator) Init(p model.Self) contender { return initiator{}.Inits(p)[0] }
func (initiator) Inits(model.Self) []contender {
	return []contender{{Role: model.Lost}, {Initiates: true, Role: model.Candidate}}
}
func (initiator) Needs() model.Needs { return model.Needs{Knowledge: model.KnowID} }
func (initiator) Ready(_ model.Self, s contender) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Begun}
}
func (initiator) Defers(_ model.Self, s contender, _ model.Port, _ model.ID) bool { return !s.Begun }
func (initiator) Observe(_ model.Self, s contender) model.Status {
	return model.Status{Role: s.Role}
}

func (initiator) Step(p *model.Process[model.ID], s contender, in model.Input[model.ID]) contender {
	switch {
	case in.Kind == model.Wake:
		s.Begun = true
		if s.Initiates {
			p.Send(0, p.ID())
		}
	case s.Role == model.Lost:
		p.Send(0, in.Msg)
	case in.Msg < p.ID():
		s.Role = model.Lost
		p.Send(0, in.Msg)
	case in.Msg == p.ID():
		s.Role = model.Won
	}
	return s
}

// transaction is two-phase commit as Gray and Lamport specify it (Consensus on Transaction Commit, 2006): the whole system as
// one process, whose operations are the actions, since no message is ever taken out of the network.
type transaction struct{ managers int }

// vote is the state of a resource manager.
type vote uint8

const (
	working vote = iota
	prepared
	committed
	aborted
)

type ledger struct {
	Awake       bool
	Managers    [8]vote
	Coordinator vote // working until it has decided
	Heard       uint8
	Sent        uint8 // the managers that have sent Prepared
}

func twoPhase(managers int) func() (*model.System, error) {
	return func() (*model.System, error) {
		return model.New(transaction{managers}, model.Network{N: 1, Wake: model.WakeSet{All: true}})
	}
}

func (transaction) Init(model.Self) ledger { return ledger{} }
func (a transaction) Ready(_ model.Self, s ledger) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake, Operations: len(a.next(s))}
}
func (transaction) Observe(model.Self, ledger) model.Status { return model.Status{} }
func (a transaction) Step(_ *model.Process[bool], s ledger, in model.Input[bool]) ledger {
	if in.Kind == model.Wake {
		s.Awake = true
		return s
	}
	return a.next(s)[in.Operation]
}

// next returns the states that the actions lead to, but for those that change nothing.
func (a transaction) next(s ledger) []ledger {
	var list []ledger
	if !s.Awake {
		return nil
	}
	add := func(change func(after *ledger)) {
		after := s
		if change(&after); after != s {
			list = append(list, after)
		}
	}
	for m := range a.managers {
		if s.Managers[m] == working {
			add(func(after *ledger) { after.Managers[m], after.Sent = prepared, s.Sent|1<<m })
			add(func(after *ledger) { after.Managers[m] = aborted })
		}
		if s.Coordinator == working && s.Sent>>m&1 == 1 {
			add(func(after *ledger) { after.Heard |= 1 << m })
		}
		if s.Coordinator != working {
			add(func(after *ledger) { after.Managers[m] = s.Coordinator })
		}
	}
	if s.Coordinator == working {
		add(func(after *ledger) { after.Coordinator = aborted })
		if bits.OnesCount8(s.Heard) == a.managers {
			add(func(after *ledger) { after.Coordinator = committed })
		}
	}
	return list
}

// requester is Lamport's mutual exclusion by clocks (CACM 21(7), 1978), as Merz specifies it.
type requester struct{}

type section struct {
	Clock    int
	Requests [3]int // by process, 0: none
	Acks     uint8
	Inside   bool
}

// notice is a message: a request with its clock, an acknowledgement, or a release.
type notice struct {
	Kind  string
	Clock int
}

func (m notice) String() string { return fmt.Sprintf("%s:%d", m.Kind, m.Clock) }

// The timers of a requester.
const (
	enter = iota
	leave
)

// clocks is the constraint of the model.
var clocks = properties.NewAlways("clocks", "no clock is beyond 6", func(c properties.Configuration) bool {
	for _, s := range c.View().Status {
		if s.Term > 6 {
			return false
		}
	}
	return true
})

func lamportMutex() (*model.System, error) {
	return model.New(requester{}, model.Network{Topology: model.Complete, N: 3, Labels: []int{0, 1, 2}})
}

func (requester) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowLabel | model.KnowNeighbourLabels}
}
func (requester) Init(model.Self) section { return section{Clock: 1} }
func (a requester) Ready(p model.Self, s section) model.Spontaneous {
	ready := model.Spontaneous{Wake: s.Requests[p.Label()] == 0}
	switch {
	case s.Inside:
		ready.Timers = model.Timers(leave)
	case s.Acks == 7 && a.isFirst(p.Label(), s):
		ready.Timers = model.Timers(enter)
	}
	return ready
}

// isFirst reports whether the request of process p comes before all others that it knows.
func (requester) isFirst(p int, s section) bool {
	own := s.Requests[p]
	for q, other := range s.Requests {
		if q != p && other != 0 && (other < own || other == own && q < p) {
			return false
		}
	}
	return true
}

func (requester) Observe(_ model.Self, s section) model.Status {
	return model.Status{Term: s.Clock}
}

func (requester) Step(p *model.Process[notice], s section, in model.Input[notice]) section {
	own := p.Label()
	broadcast := func(m notice) {
		for q := range p.Ports() {
			if port := model.Port(q); p.NeighbourLabel(port) != own {
				p.Send(port, m)
			}
		}
	}
	switch {
	case in.Kind == model.Wake:
		s.Requests[own], s.Acks = s.Clock, 1<<own
		broadcast(notice{"req", s.Clock})
	case in.Kind == model.Timeout && in.Timer == enter:
		s.Inside = true
	case in.Kind == model.Timeout:
		s.Inside, s.Requests[own], s.Acks = false, 0, 0
		broadcast(notice{"rel", 0})
	default:
		from := p.NeighbourLabel(in.Port)
		switch in.Msg.Kind {
		case "req":
			s.Requests[from] = in.Msg.Clock
			s.Clock = max(s.Clock, in.Msg.Clock) + 1
			p.Send(in.Port, notice{"ack", 0})
		case "ack":
			s.Acks |= 1 << from
		case "rel":
			s.Requests[from] = 0
		}
	}
	return s
}
