package afaserver

import (
	"context"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afapb"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
)

// A message is one of the three of the service, with its identity.
type message struct {
	kind afa.Kind
	id   int32
}

func (m message) String() string { return afa.Message{Kind: m.kind, ID: model.ID(m.id)}.String() }

// Ping implements the service. It goes on to the process that it is meant for.
func (s *Server) Ping(ctx context.Context, r *afapb.PingRequest) (*afapb.Empty, error) {
	return s.handle(ctx, message{afa.Ping, r.GetDestinationId()})
}

// SendElectionMessage implements the service.
func (s *Server) SendElectionMessage(ctx context.Context, m *afapb.ElectionMessage) (*afapb.Empty, error) {
	return s.handle(ctx, message{afa.EM, m.GetSourceId()})
}

// SendTerminationMessage implements the service.
func (s *Server) SendTerminationMessage(ctx context.Context, m *afapb.TerminationMessage) (*afapb.Empty, error) {
	return s.handle(ctx, message{afa.TM, m.GetLeaderId()})
}

// handle is the reaction to a message: one after the other as to the state, and at
// the same time as to the calls.
func (s *Server) handle(ctx context.Context, m message) (*afapb.Empty, error) {
	select {
	case <-s.started:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	sends := s.step(m)
	s.log(validate.Line{Event: model.Receive.String(), Message: m.String()}, sends)
	s.count(sends)
	call := s.out.take(sends)
	over := m.kind == afa.TM
	s.mu.Unlock()
	err := call(ctx)
	if over {
		s.once.Do(func() { close(s.end) })
	}
	return &afapb.Empty{}, err
}

func (s *Server) step(m message) []message {
	switch m.kind {
	case afa.Ping:
		return s.ping(m)
	case afa.EM:
		return s.elect(m)
	}
	return s.terminate(m)
}

func (s *Server) ping(m message) []message {
	switch {
	case m.id != s.config.ID:
		return []message{m}
	case s.state == afa.Asleep:
		return s.wake()
	}
	return nil
}

func (s *Server) wake() []message {
	s.state = afa.Candidate
	return []message{{afa.EM, s.config.ID}}
}

func (s *Server) elect(m message) (sends []message) {
	if s.state == afa.Asleep {
		switch {
		case s.config.Woken == 1, s.config.Fixes.Has(afa.Start) && m.id > s.least:
			sends = s.wake()
		default:
			s.state = afa.Candidate
		}
	}
	if s.state == afa.Elected || s.state == afa.Defeated && !s.config.Fixes.Has(afa.Relay) {
		return sends
	}
	switch {
	case m.id < s.least:
		s.least, s.state = m.id, afa.Defeated
		return append(sends, m)
	case m.id == s.least && s.state == afa.Candidate:
		s.state, s.leader = afa.Elected, s.config.ID
		return append(sends, message{afa.TM, s.config.ID})
	}
	return sends
}

func (s *Server) terminate(m message) []message {
	s.done = true
	if s.state == afa.Elected && s.config.Fixes.Has(afa.Absorb) {
		return nil
	}
	s.leader = m.id
	return []message{m}
}

// log tells of an input and its effects. The caller holds mu.
func (s *Server) log(l validate.Line, sends []message) {
	if s.config.Log == nil {
		return
	}
	status := s.status()
	l.Process, l.Sends = s.config.Process, []validate.Send{}
	l.Status = &validate.Status{Role: status.Role.String(), Leader: &status.Leader, Halted: &status.Halted}
	for _, m := range sends {
		l.Sends = append(l.Sends, validate.Send{Message: m.String()})
	}
	s.config.Log(l)
}

func (s *Server) count(sends []message) {
	for _, m := range sends {
		s.sent[m.kind].Add(1)
	}
}
