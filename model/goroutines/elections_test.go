package goroutines_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

// A member is a process of an election as people write it: a goroutine that selects over a context, a channel and a timer, and a status
// under a lock.
type member[S any] struct {
	e     *goroutines.Endpoint
	timer <-chan time.Time

	mu    sync.Mutex
	state S
}

// timeout is when the timer of a member runs out.
const timeout = time.Second

// A part has the functions of a member: how it begins, reacts to its timer and to a message, and which status it shows. snap returns its
// snapshot; nil: it has none.
type part[S any] struct {
	begin, expire func(*member[S])
	receive       func(*member[S], goroutines.Delivery)
	status        func(S) model.Status
	snap          func(S) any
}

// startMember starts a member that does its part.
func startMember[S any](e *goroutines.Endpoint, x part[S]) goroutines.Process {
	m := &member[S]{e: e}
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.do(x.begin)
		for {
			select {
			case <-e.Context().Done():
				return
			case <-m.timer:
				m.do(x.expire)
			case d := <-e.Inbox():
				m.do(func(m *member[S]) { x.receive(m, d) })
			}
		}
	}()
	p := goroutines.Process{Stop: func() { <-done }, Observe: func() model.Status {
		m.mu.Lock()
		defer m.mu.Unlock()
		return x.status(m.state)
	}}
	if x.snap != nil {
		p.Snapshot = func() any {
			m.mu.Lock()
			defer m.mu.Unlock()
			return x.snap(m.state)
		}
	}
	return p
}

// do changes the state under the lock.
func (m *member[S]) do(change func(*member[S])) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(m)
}

// sendWhere sends v to the neighbours for which to returns true.
func (m *member[S]) sendWhere(v any, to func(id model.ID) bool) {
	for q, id := range m.e.Neighbours() {
		if to(id) {
			m.e.Send(model.Port(q), v)
		}
	}
}

// bullyState is the state of a bully.
type bullyState struct {
	Phase  bully.Phase
	Role   model.Role
	Leader model.ID
}

// startBully starts a bully, who holds an election at once.
func startBully(e *goroutines.Endpoint, snap func(bullyState) any) goroutines.Process {
	hold := func(m *member[bullyState]) {
		m.state, m.timer = bullyState{Phase: bully.Asking, Role: model.Candidate}, time.After(timeout)
		m.sendWhere(bully.Election, func(id model.ID) bool { return id > e.ID() })
	}
	win := func(m *member[bullyState]) {
		m.state, m.timer = bullyState{Phase: bully.Settled, Role: model.Won, Leader: e.ID()}, nil
		m.sendWhere(bully.Coordinator, func(id model.ID) bool { return id != e.ID() })
	}
	receive := func(m *member[bullyState], d goroutines.Delivery) {
		from, underWay := e.Neighbours()[d.Port], m.state.Phase == bully.Asking || m.state.Phase == bully.Yielding
		switch d.Value.(bully.Message) {
		case bully.Election:
			if e.ID() >= from {
				e.Send(d.Port, bully.OK)
			}
			if !underWay {
				hold(m)
			}
		case bully.OK:
			if underWay {
				m.state.Phase, m.state.Role, m.timer = bully.Yielding, model.Lost, nil
			}
		default:
			m.state, m.timer = bullyState{Phase: bully.Settled, Role: model.Lost, Leader: from}, nil
		}
	}
	return startMember(e, part[bullyState]{hold, win, receive, func(s bullyState) model.Status { return model.Status{Role: s.Role, Leader: s.Leader} }, snap})
}

// raftState is the state of a server of Raft, for its election.
type raftState struct {
	Phase   raft.Phase
	Term    int
	Vote    model.ID
	VotedIn int
	Votes   int
	Leader  model.ID
}

// startRaft starts a server, which stands in one of so many terms if it hears of no leader for a while.
func startRaft(e *goroutines.Endpoint, snap func(raftState) any, terms int) goroutines.Process {
	others := func(id model.ID) bool { return id != e.ID() }
	wait := func(m *member[raftState]) {
		m.state.Phase, m.state.Leader, m.state.Votes, m.timer = raft.Waiting, model.NoID, 0, nil
		if m.state.Term < terms {
			m.timer = time.After(timeout)
		}
	}
	follow := func(m *member[raftState], leader model.ID) {
		m.state.Phase, m.state.Leader, m.state.Votes, m.timer = raft.Following, leader, 0, nil
	}
	stand := func(m *member[raftState]) {
		s := &m.state
		s.Term++
		wait(m)
		s.Phase, s.Vote, s.VotedIn, s.Votes = raft.Asking, e.ID(), s.Term, 1
		m.sendWhere(raft.Message{Kind: raft.Request, Term: s.Term}, others)
	}
	request := func(m *member[raftState], q model.Port, from model.ID, term int) {
		s := &m.state
		accepts := term >= s.Term && (s.VotedIn != term || s.Vote == from)
		if s.Phase == raft.Asking {
			accepts = term >= s.Term
		}
		if term > s.Term {
			s.Term = term
			wait(m)
		}
		if accepts {
			s.Vote, s.VotedIn = from, term
			m.e.Send(q, raft.Message{Kind: raft.Vote, Term: term})
			if s.Phase == raft.Asking || s.Phase == raft.Waiting {
				wait(m)
			}
		}
	}
	receive := func(m *member[raftState], d goroutines.Delivery) {
		s, from, message := &m.state, e.Neighbours()[d.Port], d.Value.(raft.Message)
		switch {
		case message.Kind == raft.Request:
			request(m, d.Port, from, message.Term)
		case message.Kind == raft.Vote && s.Phase == raft.Asking && message.Term == s.Term:
			if s.Votes++; 2*s.Votes > e.N() {
				s.Phase, s.Votes, m.timer = raft.Leading, 0, nil
				m.sendWhere(raft.Message{Kind: raft.Append, Term: s.Term}, others)
			}
		case message.Kind == raft.Append && message.Term >= s.Term:
			s.Term = message.Term
			follow(m, from)
		}
	}
	status := func(s raftState) model.Status {
		x := model.Status{Term: s.Term, Leader: s.Leader, Bounded: (s.Phase == raft.Waiting || s.Phase == raft.Asking) && s.Term == terms}
		switch {
		case s.Phase == raft.Asking:
			x.Role = model.Candidate
		case s.Phase == raft.Leading:
			x.Role, x.Leader = model.Won, e.ID()
		case s.Leader != model.NoID:
			x.Role = model.Lost
		}
		return x
	}
	return startMember(e, part[raftState]{wait, stand, receive, status, snap})
}

// An election is written with goroutines and as a model.
type election struct {
	name  string
	model func(t *testing.T, net model.Network) *model.System
	start func(e *goroutines.Endpoint, snaps bool) goroutines.Process
}

var (
	bullies = election{"bully",
		func(t *testing.T, net model.Network) *model.System {
			return system(t, bully.Algorithm{Fixes: errata.Fix(bully.Announce)}, net)
		},
		func(e *goroutines.Endpoint, snaps bool) goroutines.Process {
			return startBully(e, textIf[bullyState](snaps))
		}}
	servers = election{"raft",
		func(t *testing.T, net model.Network) *model.System {
			return system(t, raft.Algorithm{Fixes: errata.Corrected}, net)
		},
		func(e *goroutines.Endpoint, snaps bool) goroutines.Process {
			return startRaft(e, textIf[raftState](snaps), 2)
		}}
)

// textIf returns the text of a state as its snapshot, or no snapshot.
func textIf[S any](snaps bool) func(S) any {
	if !snaps {
		return nil
	}
	return func(s S) any { return fmt.Sprint(s) }
}

// code returns the election as code with goroutines.
func (x election) code(snaps bool) goroutines.Code {
	return goroutines.Code{Name: x.name, Time: goroutines.Effects, Ahead: 2 * timeout, Longest: 2 * timeout,
		Needs: model.Needs{Topologies: []model.Topology{model.CompleteByID}, Knowledge: model.KnowID | model.KnowN | model.KnowNeighbours},
		Start: func(e *goroutines.Endpoint) goroutines.Process { return x.start(e, snaps) }}
}

// TestElections compares bully and the election of Raft, written with goroutines, with their models: verdicts and the lengths of shortest
// executions are the same, and with a snapshot that is the local state of the model the counts too. Without a snapshot a local state is
// a history.
func TestElections(t *testing.T) {
	list := []properties.Property{properties.Uniqueness(), properties.Elected(), properties.LeaderReachable(), properties.NewTerminates("ends", "every execution ends"),
		properties.NewAlways("nobody-wins", "nobody wins", func(v model.View) bool { return !slices.ContainsFunc(v.Status, won) })}
	for _, row := range []struct {
		of     election
		n      int
		apart  bool // search the histories too
		faults model.Faults
	}{
		{of: bullies, n: 2, apart: true},
		{of: bullies, n: 3},
		{of: bullies, n: 3, faults: model.Faults{Crash: 1}},
		{of: servers, n: 2, apart: true},
		{of: servers, n: 3},
	} {
		net := model.Network{Topology: model.CompleteByID, N: row.n, Wake: model.WakeSet{All: true}, Faults: row.faults}
		for p := range row.n {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
		name := fmt.Sprintf("%s, n = %d, %v", row.of.name, row.n, row.faults)
		want := check(t, row.of.model(t, net), list...)
		for _, snaps := range []bool{true, false} {
			if !snaps && !row.apart {
				continue
			}
			a := algorithm(t, row.of.code(snaps))
			got := check(t, system(t, a, net), list...)
			t.Logf("%s: snapshots %t: %d configurations, depth %d, %+v; of the model %d, %d", name, snaps, got.Configurations, got.Depth, a.Counts(), want.Configurations, want.Depth)
			if !got.Complete || snaps && (got.Configurations != want.Configurations || got.Events != want.Events || got.Depth != want.Depth) {
				t.Errorf("%s, snapshots %t: complete %t, %d configurations, %d events, depth %d; of the model %d, %d, %d", name, snaps, got.Complete,
					got.Configurations, got.Events, got.Depth, want.Configurations, want.Events, want.Depth)
			}
			for i, v := range got.Verdicts {
				if w := want.Verdicts[i]; v.Result != w.Result || length(v) != length(w) {
					t.Errorf("%s, snapshots %t: %s is %v in %d events, of the model %v in %d", name, snaps, list[i].Name, v.Result, length(v), w.Result, length(w))
				}
			}
		}
	}
}
