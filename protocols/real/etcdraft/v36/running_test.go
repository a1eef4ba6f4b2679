//go:build !raft37

package v36_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

// A defect is planted in an application that runs.
type defect int

const (
	sound       defect = iota
	unsynced           // entries are not on disk when they are acknowledged
	duplicating        // the transport delivers a message again
	forgetful          // one answer is not sent
)

// cluster is servers that run in goroutines of their own, each on a RawNode, and
// exchange messages through channels. It shares no code with the servers that
// the checker sees.
type cluster struct {
	bounds etcdraft.Config
	defect defect
	inbox  []chan raftpb.Message
	crash  []chan struct{}
	seen   []chan uint64 // the last index of the log, whenever a leader's entries have come
	logs   []bytes.Buffer
}

// member is one server while it is up.
type member struct {
	*cluster
	id      int
	raw     *raft.RawNode
	storage *memory
	beats   int
	twice   bool // has duplicated, or swallowed, a message
}

// memory is a storage that knows who votes.
type memory struct {
	*raft.MemoryStorage
	voters []uint64
}

func (m *memory) InitialState() (raftpb.HardState, raftpb.ConfState, error) {
	hard, _, err := m.MemoryStorage.InitialState()
	return hard, raftpb.ConfState{Voters: m.voters}, err
}

func newCluster(n int, bounds etcdraft.Config, d defect) *cluster {
	c := &cluster{bounds: bounds, defect: d, logs: make([]bytes.Buffer, n)}
	for range n {
		c.inbox = append(c.inbox, make(chan raftpb.Message, 10_000))
		c.crash = append(c.crash, make(chan struct{}))
		c.seen = append(c.seen, make(chan uint64, 10_000))
	}
	return c
}

// start starts server id on the content of its storage.
func (c *cluster) start(id int, storage *memory) *member {
	for v := range c.inbox {
		if len(storage.voters) < len(c.inbox) {
			storage.voters = append(storage.voters, uint64(v+1))
		}
	}
	raw, err := raft.NewRawNode(&raft.Config{
		ID: uint64(id), ElectionTick: 3, HeartbeatTick: 1, Storage: storage, MaxSizePerMsg: math.MaxUint64, MaxCommittedSizePerReady: math.MaxUint64, MaxInflightMsgs: 256,
		Logger: &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)},
	})
	if err != nil {
		panic(err)
	}
	return &member{cluster: c, id: id, raw: raw, storage: storage}
}

// run runs server id until the context is over.
func (c *cluster) run(ctx context.Context, id int) {
	m := c.start(id, &memory{MemoryStorage: raft.NewMemoryStorage()})
	clock := time.NewTicker(time.Millisecond)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-m.inbox[id-1]:
			if !m.receive(msg) {
				close(m.seen[id-1])
				return
			}
			if msg.Type == raftpb.MsgApp {
				last, _ := m.storage.LastIndex()
				m.seen[id-1] <- last
			}
		case <-clock.C:
			m.tick()
		case <-m.crash[id-1]:
			<-m.crash[id-1] // it stays down until it is told to come back
			m.discard()
			m = c.start(id, m.survivors())
			m.write(validate.Line{Event: "restart", Sends: []validate.Send{}})
		}
	}
}

// receive gives the server a message. It reports false if the library panics:
// that is the last line of the server.
func (m *member) receive(msg raftpb.Message) (ok bool) {
	line := validate.Line{Event: "receive", From: new(int(msg.From) - 1), Message: textOf(msg)}
	defer func() {
		if why := recover(); why != nil {
			line.Process, line.Status = m.id-1, &validate.Status{Failed: new(true)}
			fmt.Fprintln(&m.logs[m.id-1], line)
		}
	}()
	_ = m.raw.Step(msg)
	m.handle(line)
	return true
}

// discard loses the messages sent to a server that was down.
func (m *member) discard() {
	for {
		select {
		case <-m.inbox[m.id-1]:
		default:
			return
		}
	}
}

// survivors returns the contents of the disk.
func (m *member) survivors() *memory {
	if m.defect != unsynced {
		return m.storage
	}
	s := &memory{MemoryStorage: raft.NewMemoryStorage()}
	hard, _, err := m.storage.InitialState()
	if err == nil {
		err = s.SetHardState(raftpb.HardState{Term: hard.Term, Vote: hard.Vote})
	}
	if err != nil {
		panic(err)
	}
	return s
}

// tick gives the server the inputs of a clock and a client, within its bounds.
func (m *member) tick() {
	status := m.raw.Status()
	last, err := m.storage.LastIndex()
	if err != nil {
		panic(err)
	}
	leads := status.RaftState == raft.StateLeader
	switch {
	case !leads && m.id > 1 && int(status.Term) < m.bounds.MaxTerm && rand.IntN(20) == 0:
		_ = m.raw.Campaign()
		m.handle(timeout(etcdraft.Campaigning))
	case leads && int(last) < m.bounds.MaxLog && rand.IntN(5) == 0:
		_ = m.raw.Propose([]byte{byte('a' + m.id - 1)})
		m.handle(timeout(etcdraft.Proposing))
	case leads && m.beats < m.bounds.Beats && rand.IntN(3) == 0:
		m.beats++
		m.raw.Tick()
		m.handle(timeout(etcdraft.Beating))
	}
}

func timeout(in etcdraft.Input) validate.Line {
	return validate.Line{Event: "timeout", Timer: new(int(in))}
}

// handle does what the library asks for after an input, and writes the line.
func (m *member) handle(l validate.Line) {
	var out []raftpb.Message
	for m.raw.HasReady() {
		ready := m.raw.Ready()
		if !raft.IsEmptyHardState(ready.HardState) {
			if err := m.storage.SetHardState(ready.HardState); err != nil {
				panic(err)
			}
		}
		if err := m.storage.Append(ready.Entries); err != nil {
			panic(err)
		}
		out = append(out, ready.Messages...)
		m.raw.Advance(ready)
	}
	if m.defect == forgetful && !m.twice && m.id == 1 && len(out) > 0 && out[0].Type == raftpb.MsgAppResp {
		m.twice, out = true, out[1:]
	}
	l.Sends = []validate.Send{}
	for _, msg := range out {
		l.Sends = append(l.Sends, validate.Send{To: new(int(msg.To) - 1), Message: textOf(msg)})
	}
	m.write(l)
	for _, msg := range out {
		m.inbox[msg.To-1] <- msg
		if m.defect == duplicating && !m.twice && m.id == 1 && msg.Type == raftpb.MsgAppResp {
			m.twice = true
			m.inbox[msg.To-1] <- msg
		}
	}
}

// write writes a line into the log of the server.
func (m *member) write(l validate.Line) {
	status := m.raw.Status()
	role := map[raft.StateType]string{raft.StateLeader: "won", raft.StateCandidate: "candidate", raft.StateFollower: "undecided"}[status.RaftState]
	l.Process, l.Status = m.id-1, &validate.Status{Role: role, Term: new(int(status.Term))}
	fmt.Fprintln(&m.logs[m.id-1], l)
}

// textOf is the text that the model gives a message.
func textOf(m raftpb.Message) string {
	f := etcdraft.Fields{Type: m.Type.String()[len("Msg"):], From: int(m.From), To: int(m.To), Term: m.Term, LogTerm: m.LogTerm, Index: m.Index,
		Commit: m.Commit, Reject: m.Reject, RejectHint: m.RejectHint, Context: string(m.Context)}
	for _, e := range m.Entries {
		f.Entries = append(f.Entries, etcdraft.Entry{Term: int(e.Term), Index: int(e.Index), Data: string(e.Data)})
	}
	return f.String()
}

// TestRunning validates the logs of clusters that run, each server with a log of
// its own, against the code that the checker sees.
func TestRunning(t *testing.T) {
	bounds := etcdraft.Config{MaxTerm: 9, MaxLog: 60, Beats: 3}
	for _, c := range []struct {
		name    string
		defect  defect
		crashes int
		faults  model.Faults
		valid   bool
		says    string // of a log that is not valid
		reason  string
	}{
		{"sound", sound, 0, model.Faults{}, true, "", "the library does the same under the checker and in a cluster"},
		{"crash", sound, 1, model.Faults{Crash: 1, Restart: 1}, true, "", "a crash has no line, a restart has one"},
		{"crash without a budget", sound, 1, model.Faults{}, false, `"event":"restart"`, "nobody crashes in this network"},
		{"unsynced", unsynced, 1, model.Faults{Crash: 1, Restart: 1}, false, "p0.log:", "after the restart the entries are gone: it rejects what it has acknowledged, or the library panics"},
		{"forgetful", forgetful, 0, model.Faults{}, false, "+ sends[0] :", "an answer is missing"},
		{"duplicating", duplicating, 0, model.Faults{}, false, "AppResp(1>", "a message comes twice"},
		{"duplicating within a budget", duplicating, 0, model.Faults{Dup: 1}, true, "", "the network may do that"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			running := newCluster(3, bounds, c.defect)
			running.elapse(t, c.crashes)
			var lines []validate.Line
			for p := range running.logs {
				more, err := validate.Read(fmt.Sprintf("p%d.log", p), &running.logs[p])
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, more...)
			}
			s := etcdrafttest.Case{Name: c.name, N: 3, Faults: c.faults, Config: bounds}.On(t, v36.Library{}).System
			r, err := validate.Log(t.Context(), s, lines, validate.Options{MaxTime: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if valid := r.Verdict == validate.Valid; r.Verdict == validate.Unknown || valid != c.valid || !strings.Contains(r.Text(), c.says) {
				t.Errorf("%s: %v; want valid: %t, %q\n%s", c.reason, r.Verdict, c.valid, c.says, r.Text())
			}
		})
	}
}

// elapse runs the servers. Once server 1 follows a leader with two entries it is
// crashed and restarted, if that is wanted; then they run until it has heard of
// some more.
func (c *cluster) elapse(t *testing.T, crashes int) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	var running sync.WaitGroup
	for id := 1; id <= len(c.inbox); id++ {
		running.Go(func() { c.run(ctx, id) })
	}
	c.await(ctx, 2)
	for range crashes {
		for range 2 { // down, and up again
			select {
			case c.crash[0] <- struct{}{}:
			case <-ctx.Done():
			}
			time.Sleep(5 * time.Millisecond)
		}
		for len(c.seen[0]) > 0 {
			<-c.seen[0]
		}
		c.await(ctx, 1)
	}
	c.await(ctx, 6) // the earlier messages have been answered
	time.Sleep(20 * time.Millisecond)
	if ctx.Err() != nil {
		t.Error("server 1 has not heard of a leader in time")
	}
	stop()
	running.Wait()
}

// await waits until server 1 has received entries up to an index from a leader.
func (c *cluster) await(ctx context.Context, index uint64) {
	for {
		select {
		case last, up := <-c.seen[0]:
			if last >= index || !up {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
