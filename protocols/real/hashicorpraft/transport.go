package hashicorpraft

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hashicorp/raft"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

var errNoTransfers = errors.New("hashicorpraft: no leadership is transferred here")

// A transport carries the remote procedure calls of a server as calls of its endpoint. One
// that is lost ends after timeout. Requests and answers are copies at both ends: the library
// uses a request again after an error, and keeps the log entries of one that it receives.
type transport struct {
	e         *goroutines.Endpoint
	timeout   time.Duration
	requests  chan raft.RPC
	heartbeat func(raft.RPC)
	leads     func(term uint64) // is told of each term in which the server acts as leader
	calls     *calls
}

func (t *transport) Consumer() <-chan raft.RPC                    { return t.requests }
func (t *transport) LocalAddr() raft.ServerAddress                { return address(t.e.ID()) }
func (t *transport) SetHeartbeatHandler(handler func(r raft.RPC)) { t.heartbeat = handler }

func (t *transport) EncodePeer(_ raft.ServerID, a raft.ServerAddress) []byte { return []byte(a) }
func (t *transport) DecodePeer(a []byte) raft.ServerAddress                  { return raft.ServerAddress(a) }

func (t *transport) AppendEntriesPipeline(raft.ServerID, raft.ServerAddress) (raft.AppendPipeline, error) {
	return nil, raft.ErrPipelineReplicationNotSupported
}

func (t *transport) AppendEntries(_ raft.ServerID, to raft.ServerAddress, q *raft.AppendEntriesRequest, a *raft.AppendEntriesResponse) error {
	t.leads(q.Term)
	return call(t, to, entries(*q), a)
}

func (t *transport) RequestVote(_ raft.ServerID, to raft.ServerAddress, q *raft.RequestVoteRequest, a *raft.RequestVoteResponse) error {
	return call(t, to, vote(*q), a)
}

func (t *transport) RequestPreVote(_ raft.ServerID, to raft.ServerAddress, q *raft.RequestPreVoteRequest, a *raft.RequestPreVoteResponse) error {
	return call(t, to, preVote(*q), a)
}

func (t *transport) TimeoutNow(raft.ServerID, raft.ServerAddress, *raft.TimeoutNowRequest, *raft.TimeoutNowResponse) error {
	return errNoTransfers
}

func (t *transport) InstallSnapshot(raft.ServerID, raft.ServerAddress, *raft.InstallSnapshotRequest, *raft.InstallSnapshotResponse, io.Reader) error {
	return errNoSnapshots
}

// call sends a request and waits for the answer.
func call[A any](t *transport, to raft.ServerAddress, request any, a *A) error {
	q, ok := t.e.PortOf(identity(to))
	if !ok {
		return fmt.Errorf("hashicorpraft: no server has address %q", to)
	}
	ctx, cancel := context.WithTimeout(t.e.Context(), t.timeout)
	defer cancel()
	end := t.calls.begin(to, request)
	value, err := t.e.Call(ctx, q, request)
	end(value, err)
	if err != nil {
		return err
	}
	*a = value.(answer[A]).A
	return nil
}

// serve hands a request to the library, heartbeats on the fast path, and waits for its answer.
func (t *transport) serve(ctx context.Context, _ model.Port, request any) (any, error) {
	answers := make(chan raft.RPCResponse, 1)
	command := request.(command)
	rpc := raft.RPC{Command: command.pointer(), RespChan: answers}
	if q, ok := request.(entries); ok && q.heartbeat() {
		t.heartbeat(rpc)
	} else {
		select {
		case t.requests <- rpc:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	select {
	case r := <-answers:
		return command.answer(r.Response), r.Error
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
