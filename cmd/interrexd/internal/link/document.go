package link

import (
	"context"
	"fmt"
	"math"

	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"google.golang.org/grpc"
)

// The document's processes send to the right, and receive from the left.
const (
	left  model.Port = 0
	right model.Port = 1
)

// document is the service of document 003.
type document struct {
	afapb.UnimplementedAFAServer
	link *Link
}

// Ping goes on to the right, until it is where it came from.
func (d *document) Ping(ctx context.Context, in *afapb.PingRequest) (*afapb.Empty, error) {
	if d.link.o.Ping != nil {
		return d.link.o.Ping(ctx, in)
	}
	if model.ID(in.DestinationId) == d.link.id() {
		d.link.onPing.Do(func() { close(d.link.pinged) })
		return &afapb.Empty{}, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.link.ctx, cancel)()
	return d.link.right().Ping(ctx, in, grpc.WaitForReady(true))
}

func (d *document) SendElectionMessage(ctx context.Context, in *afapb.ElectionMessage) (*afapb.Empty, error) {
	return &afapb.Empty{}, deliver(ctx, d.link.receiver, left, afa.Message{Kind: afa.EM, ID: model.ID(in.SourceId)})
}

func (d *document) SendTerminationMessage(ctx context.Context, in *afapb.TerminationMessage) (*afapb.Empty, error) {
	return &afapb.Empty{}, deliver(ctx, d.link.receiver, left, afa.Message{Kind: afa.TM, ID: model.ID(in.LeaderId)})
}

func (l *Link) id() model.ID { return l.o.System.Network().IDs[l.o.Process] }

func (l *Link) right() afapb.AFAClient { return afapb.NewAFAClient(l.senders[right].conn) }

// ping is the preparation phase: a Ping from the process to itself.
func (l *Link) ping(ctx context.Context) error {
	id := int32(l.id())
	if _, err := l.right().Ping(ctx, &afapb.PingRequest{SourceId: id, DestinationId: id}, grpc.WaitForReady(true)); err != nil {
		return fmt.Errorf("the ring is not closed: %w", err)
	}
	select {
	case <-l.pinged:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the ring is not closed: a Ping has not come back: %w", ctx.Err())
	}
}

// call sends a message of afa. It waits until there is a connection; a call that fails then is
// not repeated, as the receiver may have taken the message.
func (s *sender) call(ctx context.Context, msg any) {
	m, ok := msg.(afa.Message)
	var err error
	switch {
	case !ok || s.port != right || m.ID < 0 || m.ID > math.MaxInt32:
		err = fmt.Errorf("the document has no such message; allowed: EM and TM with an identity of 32 bits, sent to the right")
	case m.Kind == afa.EM:
		_, err = s.link.right().SendElectionMessage(ctx, &afapb.ElectionMessage{SourceId: int32(m.ID)}, grpc.WaitForReady(true))
	case m.Kind == afa.TM:
		_, err = s.link.right().SendTerminationMessage(ctx, &afapb.TerminationMessage{LeaderId: int32(m.ID)}, grpc.WaitForReady(true))
	default:
		err = fmt.Errorf("the document has no message %v", m)
	}
	if err != nil {
		s.link.o.Logger.Error("a message may be lost", "to", s.to, "message", fmt.Sprint(msg), "error", err)
	}
}
