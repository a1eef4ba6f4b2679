package afaserver_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"google.golang.org/grpc"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

// neighbour writes down the calls to it, and replies at once.
type neighbour struct{ calls []string }

func (n *neighbour) Ping(_ context.Context, r *afapb.PingRequest, _ ...grpc.CallOption) (*afapb.Empty, error) {
	n.calls = append(n.calls, fmt.Sprintf("PING(%d)", r.GetDestinationId()))
	return &afapb.Empty{}, nil
}

func (n *neighbour) SendElectionMessage(_ context.Context, m *afapb.ElectionMessage, _ ...grpc.CallOption) (*afapb.Empty, error) {
	n.calls = append(n.calls, fmt.Sprintf("EM(%d)", m.GetSourceId()))
	return &afapb.Empty{}, nil
}

func (n *neighbour) SendTerminationMessage(_ context.Context, m *afapb.TerminationMessage, _ ...grpc.CallOption) (*afapb.Empty, error) {
	n.calls = append(n.calls, fmt.Sprintf("TM(%d)", m.GetLeaderId()))
	return &afapb.Empty{}, nil
}

// deliver calls the server with a message like EM(3).
func deliver(t *testing.T, s *afaserver.Server, text string) {
	t.Helper()
	kind, number, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	var id int32
	if _, err := fmt.Sscan(number, &id); err != nil {
		t.Fatal(err)
	}
	var err error
	switch kind {
	case "PING":
		_, err = s.Ping(t.Context(), &afapb.PingRequest{SourceId: id, DestinationId: id})
	case "EM":
		_, err = s.SendElectionMessage(t.Context(), &afapb.ElectionMessage{SourceId: id})
	case "TM":
		_, err = s.SendTerminationMessage(t.Context(), &afapb.TerminationMessage{LeaderId: id})
	}
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
}

// TestServerFollowsTheText: the numbers are lines of protocols/afa/source.txt. The
// server has identity 2.
func TestServerFollowsTheText(t *testing.T) {
	const start, relay, absorb = errata.Fixes(1 << afa.Start), errata.Fixes(1 << afa.Relay), errata.Fixes(1 << afa.Absorb)
	for _, row := range []struct {
		fixes  errata.Fixes
		woken  int
		comes  string
		sends  string // after the Ping to itself
		role   model.Role
		reason string
	}{
		{0, 0, "PING(3) PING(1)", "PING(3) PING(1)", model.Undecided, "22: PING that is meant for another process goes on"},
		{0, 0, "PING(2)", "EM(2)", model.Candidate, "23, 24: its own PING is back, and it starts"},
		{0, 0, "PING(2) EM(3)", "EM(2)", model.Candidate, "12: a greater ID is discarded"},
		{0, 0, "PING(2) EM(1)", "EM(2) EM(1)", model.Lost, "13: a lesser ID goes on"},
		{0, 0, "PING(2) EM(2)", "EM(2) TM(2)", model.Won, "14, 16: its own ID is back"},
		{0, 0, "EM(1)", "EM(1)", model.Lost, "5-10: a lesser ID wakes it"},
		{0, 0, "EM(1) PING(2)", "EM(1)", model.Lost, "its own PING comes too late to start it"},
		{0, 0, "EM(3)", "", model.Candidate, "E1: woken by a greater ID it sends nothing"},
		{start, 0, "EM(3)", "EM(2)", model.Candidate, "E1 fixed: it sends its own"},
		{0, 1, "EM(1)", "EM(2) EM(1)", model.Lost, "R2=b: it wakes up in the sense of line 2"},
		{0, 0, "PING(2) EM(1) EM(1)", "EM(2) EM(1)", model.Lost, "11: nothing is said of a process in state D"},
		{0, 0, "EM(1) EM(1)", "EM(1)", model.Lost, "E2: a process in state D does nothing"},
		{relay, 0, "EM(1) TM(1)", "EM(1) TM(1)", model.Lost, "25: TM is forwarded"},
		{0, 0, "PING(2) EM(2) TM(2)", "EM(2) TM(2) TM(2)", model.Won, "E3: by the leader too"},
		{absorb, 0, "PING(2) EM(2) TM(2)", "EM(2) TM(2)", model.Won, "E3 fixed"},
	} {
		for _, calls := range []afaserver.Calls{afaserver.InOrder, afaserver.Concurrent, afaserver.Nested} {
			if row.woken == 1 && calls == afaserver.Concurrent {
				continue // the two calls may overtake each other
			}
			synctest.Test(t, func(t *testing.T) {
				right := &neighbour{}
				s, err := afaserver.New(afaserver.Config{ID: 2, Right: right, Fixes: row.fixes, Woken: row.woken, Calls: calls})
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				done := make(chan error, 1)
				go func() {
					_, err := s.Run(ctx)
					done <- err
				}()
				synctest.Wait()
				for _, m := range strings.Fields(row.comes) {
					deliver(t, s, m)
					synctest.Wait()
				}
				want := strings.TrimSpace("PING(2) " + row.sends)
				if got := strings.Join(right.calls, " "); got != want || s.Status().Role != row.role {
					t.Errorf("%v, %s: sends %s, %v; want %s, %v: %s", calls, row.comes, got, s.Status().Role, want, row.role, row.reason)
				}
				if over := strings.Contains(row.comes, "TM"); over != (len(done) == 1) {
					t.Errorf("%v, %s: its program has ended: %t, want %t", calls, row.comes, !over, over)
				}
				stop()
				synctest.Wait()
			})
		}
	}
}

func TestNew(t *testing.T) {
	for _, row := range []struct {
		config afaserver.Config
		want   string
	}{
		{afaserver.Config{Right: &neighbour{}}, "identity 0; allowed: 1 to 2147483647"},
		{afaserver.Config{ID: 1}, "server 1 has no right neighbour"},
	} {
		if _, err := afaserver.New(row.config); err == nil || err.Error() != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}

// TestLog: a line has the input, the messages sent, and the status that an observer sees then.
func TestLog(t *testing.T) {
	var lines []string
	c := afaserver.Config{ID: 2, Right: &neighbour{}, Process: 5, Log: func(l validate.Line) { lines = append(lines, l.String()) }}
	synctest.Test(t, func(t *testing.T) {
		s, err := afaserver.New(c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go s.Run(ctx)
		synctest.Wait()
		deliver(t, s, "EM(1)")
		stop()
	})
	want := []string{
		`{"process":5,"event":"wake","sends":[{"message":"PING(2)"}],"status":{"role":"undecided","leader":0,"halted":false}}`,
		`{"process":5,"event":"receive","message":"EM(1)","sends":[{"message":"EM(1)"}],"status":{"role":"lost","leader":0,"halted":false}}`,
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}
