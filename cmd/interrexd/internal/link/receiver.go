package link

import (
	"context"
	"errors"
	"sync"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A receiver is the service Link of a process.
type receiver struct {
	linkpb.UnimplementedLinkServer
	link *Link

	mu       sync.Mutex
	received map[from]*received
}

// from is a link into the process.
type from struct {
	process uint32
	port    uint32
}

// received says which messages have come on a link: those of an incarnation up to a number.
type received struct {
	mu          sync.Mutex
	incarnation uint64
	number      uint64
}

func (r *receiver) Hello(_ context.Context, in *linkpb.HelloRequest) (*linkpb.HelloReply, error) {
	o := r.link.o
	switch {
	case int(in.To) != o.Process:
		return nil, status.Errorf(codes.FailedPrecondition, "process %d is here, not %d", o.Process, in.To)
	case in.Algorithm != o.Name:
		return nil, status.Errorf(codes.FailedPrecondition, "process %d runs %s, not %s", o.Process, o.Name, in.Algorithm)
	}
	return &linkpb.HelloReply{Incarnation: r.link.incarnation}, nil
}

// Deliver hands a message to the process, once.
func (r *receiver) Deliver(ctx context.Context, in *linkpb.Packet) (*linkpb.Receipt, error) {
	if in.Receiver != r.link.incarnation {
		return nil, status.Errorf(codes.Aborted, "incarnation %d of process %d is over", in.Receiver, r.link.o.Process)
	}
	so := r.so(from{in.From, in.Port})
	so.mu.Lock()
	defer so.mu.Unlock()
	switch {
	case in.Incarnation < so.incarnation:
		return nil, status.Errorf(codes.Aborted, "incarnation %d of process %d is over", in.Incarnation, in.From)
	case in.Incarnation > so.incarnation:
		so.incarnation, so.number = in.Incarnation, 0
	case in.Number <= so.number:
		return &linkpb.Receipt{}, nil // it has come before, and the answer was lost
	}
	msg, err := runner.DecodeMessage(r.link.o.System, in.Content)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "message %d of process %d: %v", in.Number, in.From, err)
	}
	if err := deliver(ctx, r.link.receiver, model.Port(in.Port), msg); err != nil {
		return nil, err
	}
	so.number = in.Number
	return &linkpb.Receipt{}, nil
}

func (r *receiver) so(link from) *received {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.received[link] == nil {
		r.received[link] = &received{}
	}
	return r.received[link]
}

// deliver hands over a message. A caller may repeat it if the code is
// Unavailable.
func deliver(ctx context.Context, to Receiver, q model.Port, msg any) error {
	err := to.Deliver(ctx, q, msg)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, runner.ErrOver), ctx.Err() != nil:
		return status.Error(codes.Unavailable, err.Error())
	}
	return status.Error(codes.Internal, err.Error())
}
