package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// A mixed ring has processes of the command and servers of document 003.
type mixed struct {
	t         *testing.T
	system    *model.System
	servers   []bool // by process: whether it is a server
	listeners []net.Listener
	addresses []string
	logs      string

	lines [][]validate.Line // by process, of the servers
}

func newMixed(t *testing.T, ids []model.ID, servers []bool) *mixed {
	t.Helper()
	choice := algorithm.Choice{Algorithm: "afa", Variant: "corrected"}
	ring, err := choice.Network(ids)
	if err != nil {
		t.Fatal(err)
	}
	m := &mixed{t: t, servers: servers, logs: t.TempDir(), lines: make([][]validate.Line, len(ids))}
	if m.system, err = choice.System(ring); err != nil {
		t.Fatal(err)
	}
	for range ids {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		m.listeners, m.addresses = append(m.listeners, l), append(m.addresses, l.Addr().String())
	}
	for p, isServer := range servers {
		if !isServer {
			m.listeners[p].Close() // the command listens there
		}
	}
	return m
}

// run runs all processes until each has ended.
func (m *mixed) run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for p, isServer := range m.servers {
		running.Go(func() {
			if isServer {
				m.serve(ctx, p)
			} else {
				m.command(ctx, p)
			}
		})
	}
}

// command runs process p by the command.
func (m *mixed) command(ctx context.Context, p int) {
	var peers []string
	for i, id := range m.system.Network().IDs {
		peers = append(peers, fmt.Sprintf("%d=%s", id, m.addresses[i]))
	}
	status := execute(ctx, []string{"run", "afa", "--id", fmt.Sprint(m.system.Network().IDs[p]), "--peers", strings.Join(peers, ","), "--logs", m.logs})
	if status != 0 || ctx.Err() != nil {
		m.t.Errorf("p%d: status %d, %v", p, status, ctx.Err())
	}
}

// serve runs process p as a server of the document. Its right neighbour is that of port 1.
func (m *mixed) serve(ctx context.Context, p int) {
	right := m.addresses[m.system.Peer(p, 1)]
	conn, err := grpc.NewClient(right, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		m.t.Error(err)
		return
	}
	defer conn.Close()
	s, err := afaserver.New(afaserver.Config{ID: int32(m.system.Network().IDs[p]), Right: afapb.NewAFAClient(conn), Fixes: errata.Corrected, Process: p,
		Log: func(l validate.Line) { m.lines[p] = append(m.lines[p], l) }})
	if err != nil {
		m.t.Error(err)
		return
	}
	program := grpc.NewServer()
	afapb.RegisterAFAServer(program, s)
	served := make(chan struct{})
	go func() {
		defer close(served)
		program.Serve(m.listeners[p]) // an error shows as a ring that does not end
	}()
	if _, err := s.Run(ctx); err != nil {
		m.t.Errorf("p%d: %v", p, err)
	}
	if st := s.Stats(); st.Failed.Elections+st.Failed.Terminations > 0 {
		m.t.Errorf("p%d: calls failed: %+v", p, st.Failed)
	}
	program.GracefulStop()
	<-served
}

// log returns the lines of all processes, those of servers without the preparation phase.
func (m *mixed) log() (lines []validate.Line) {
	m.t.Helper()
	for p, isServer := range m.servers {
		if isServer {
			lines = append(lines, unprepared(m.lines[p])...)
			continue
		}
		name := fmt.Sprintf("p%d.log", p)
		data, err := os.ReadFile(filepath.Join(m.logs, name))
		if err != nil {
			m.t.Fatal(err)
		}
		own, err := validate.Read(name, bytes.NewReader(data))
		if err != nil {
			m.t.Fatal(err)
		}
		lines = append(lines, own...)
	}
	return lines
}

// unprepared leaves out the Pings of a log. Its own Ping wakes a process that sends an election
// message then; the wake-up of a server sends its Ping, and is left out too.
func unprepared(log []validate.Line) (lines []validate.Line) {
	isPing := func(s validate.Send) bool { return strings.HasPrefix(s.Message, "PING") }
	for _, l := range log {
		switch {
		case l.Event == model.Wake.String(), strings.HasPrefix(l.Message, "PING") && (len(l.Sends) == 0 || slices.ContainsFunc(l.Sends, isPing)):
			continue
		case strings.HasPrefix(l.Message, "PING"):
			l.Event, l.Message = model.Wake.String(), ""
		}
		lines = append(lines, l)
	}
	return lines
}

// TestMixedRing lets processes of the command and servers of document 003 elect together,
// over the document's wire. All elect the least identity, the messages are those of their
// arrangement, and the log of all is one of the model.
func TestMixedRing(t *testing.T) {
	for _, c := range []struct {
		ids     []model.ID
		servers []bool
		reason  string
	}{
		{[]model.ID{3, 1, 2, 5, 4}, []bool{false, true, false, true, false}, "a server wins"},
		{[]model.ID{3, 1, 2, 5, 4}, []bool{true, false, true, false, true}, "the command wins"},
		{[]model.ID{6, 5, 4, 3, 2, 1}, []bool{true, true, true, false, false, false}, "neighbours of one kind, descending"},
		{[]model.ID{1, 2, 3, 4, 5, 6}, []bool{true, false, true, false, true, false}, "ascending"},
		{[]model.ID{2, 1}, []bool{true, false}, "one of each"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			m := newMixed(t, c.ids, c.servers)
			m.run(ctx)
			log := m.log()
			sent, ends := 0, map[int]model.ID{}
			for _, l := range log {
				sent += len(l.Sends)
				if *l.Status.Halted {
					ends[l.Process] = *l.Status.Leader
				}
			}
			for p := range c.ids {
				if ends[p] != 1 {
					t.Errorf("p%d ends with leader %d, want 1", p, ends[p])
				}
			}
			exact, err := checker.Measure(ctx, m.system, checker.Messages, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if int64(sent) < exact.Least || int64(sent) > exact.Greatest {
				t.Errorf("%d messages, want %d to %d", sent, exact.Least, exact.Greatest)
			}
			result, err := validate.Log(ctx, m.system, log, validate.Options{})
			if err != nil || result.Verdict != validate.Valid {
				t.Errorf("%v\n%s", err, result.Text())
			}
		})
	}
}

// deaf is a neighbour that takes messages and keeps Pings.
type deaf struct {
	afapb.UnimplementedAFAServer
}

func (deaf) Ping(ctx context.Context, _ *afapb.PingRequest) (*afapb.Empty, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (deaf) SendElectionMessage(context.Context, *afapb.ElectionMessage) (*afapb.Empty, error) {
	return &afapb.Empty{}, nil
}

func (deaf) SendTerminationMessage(context.Context, *afapb.TerminationMessage) (*afapb.Empty, error) {
	return &afapb.Empty{}, nil
}

// TestPingIsLost lets the others elect while the Ping of a process is under way: it ends all
// the same.
func TestPingIsLost(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	m := newMixed(t, []model.ID{2, 1}, []bool{false, true})
	neighbour := grpc.NewServer()
	afapb.RegisterAFAServer(neighbour, deaf{})
	go neighbour.Serve(m.listeners[1])
	defer neighbour.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { m.command(ctx, 0) })
	conn, err := grpc.NewClient(m.addresses[0], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := afapb.NewAFAClient(conn).SendElectionMessage(ctx, &afapb.ElectionMessage{SourceId: 1}, grpc.WaitForReady(true)); err != nil {
		t.Fatal(err)
	}
	if _, err := afapb.NewAFAClient(conn).SendTerminationMessage(ctx, &afapb.TerminationMessage{LeaderId: 1}); err != nil {
		t.Fatal(err)
	}
}
