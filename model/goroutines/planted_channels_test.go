package goroutines_test

import (
	"context"
	"errors"
	"sync"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// channelFlaws are flaws of channels, of goroutines for each message, and of counting.
var channelFlaws = []flaw{
	{"once-fails", "a sync.Once has run, though with an error: nobody registers again", registering, hub(2, model.Async, model.Faults{}),
		properties.NewAtEnd("registered", "the client has registered", func(v model.View) bool { return won(v.Status[1]) }), 4},
	{"dropped-message", "a select with a default drops a vote while the worker is busy", tallying, hub(2, model.Async, model.Faults{}),
		properties.NewAtEnd("all-votes", "each vote is counted", func(v model.View) bool { return v.Status[0].Term == 2 }), 4},
	{"goroutine-for-each", "each setting has a goroutine, and an older one is applied after a newer one", applying, unordered(hub(2, model.Async, model.Faults{})),
		properties.NewAtEnd("latest", "the last setting is in force", func(v model.View) bool { return v.Status[0].Term == 2 }), 6},
	{"votes-not-voters", "a candidate counts votes and not voters, and a vote arrives twice", electing, asleep(hub(2, model.Async, model.Faults{Dup: 1})),
		properties.NewAlways("both", "a leader has the votes of both", func(v model.View) bool {
			return !won(v.Status[0]) || v.Status[1].Role == model.Lost && v.Status[2].Role == model.Lost
		}), 3},
	{"one-acknowledgement", "a write is complete when one of two replicas has it, and the other one is read", replicating, unordered(hub(2, model.Async, model.Faults{})),
		properties.NewAlways("read-your-write", "a read that follows a write returns it", func(v model.View) bool { return v.Status[0].Role != model.Lost }), 4},
}

var errNotReady = errors.New("not ready")

// registering is a client that registers with a server, which another client makes ready.
func registering(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "registering", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		switch {
		case e.Label() == serverLabel:
			ready := false
			e.Serve(func(context.Context, model.Port, any) (any, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				if !ready {
					return nil, errNotReady
				}
				return "registered", nil
			})
			go func() {
				select {
				case <-e.Context().Done():
				case <-e.Inbox():
					s.mu.Lock()
					ready = true
					s.mu.Unlock()
					e.Send(0, "ready")
				}
			}()
		case e.ID() == 3:
			e.Send(0, "ready")
		default:
			go register(e, s, flawed)
		}
		return goroutines.Process{Observe: s.get}
	}}
}

func register(e endpoint, s *shown, flawed bool) {
	var once sync.Once
	call := func() {
		if _, err := e.Call(e.Context(), 0, "register"); err == nil {
			s.set(func(s *model.Status) { s.Role = model.Won })
		}
	}
	for s.get().Role != model.Won {
		if flawed {
			once.Do(call)
		} else {
			call()
		}
		if s.get().Role == model.Won {
			return
		}
		select {
		case <-e.Context().Done():
			return
		case <-e.Inbox():
		}
	}
}

// tallying is a server with a worker that confirms each vote.
func tallying(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "tallying", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Serve(func(context.Context, model.Port, any) (any, error) { return "sure", nil })
			e.Send(0, "vote")
			return goroutines.Process{Observe: s.get}
		}
		votes := make(chan model.Port)
		go func() {
			for {
				select {
				case <-e.Context().Done():
					return
				case q := <-votes:
					if _, err := e.Call(e.Context(), q, "sure?"); err == nil {
						s.set(func(s *model.Status) { s.Term++ })
					}
				}
			}
		}()
		go func() {
			for {
				select {
				case <-e.Context().Done():
					return
				case d := <-e.Inbox():
					pass(e.Context(), votes, d.Port, flawed)
				}
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// pass hands a vote to the worker.
func pass(ctx context.Context, votes chan<- model.Port, q model.Port, flawed bool) {
	if flawed {
		select {
		case votes <- q:
		default:
		}
		return
	}
	select {
	case votes <- q:
	case <-ctx.Done():
	}
}

// applying is a server that applies numbered settings of one client, and asks the other
// one before.
func applying(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "applying", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		switch {
		case e.ID() == 2:
			e.Send(0, 1)
			e.Send(0, 2)
		case e.ID() == 3:
			e.Serve(func(context.Context, model.Port, any) (any, error) { return "valid", nil })
		default:
			go func() {
				for {
					select {
					case <-e.Context().Done():
						return
					case d := <-e.Inbox():
						go apply(e, s, d.Value.(int), flawed)
					}
				}
			}()
		}
		return goroutines.Process{Observe: s.get}
	}}
}

func apply(e endpoint, s *shown, setting int, flawed bool) {
	if _, err := e.Call(e.Context(), 1, setting); err == nil {
		s.set(func(s *model.Status) {
			if flawed || setting > s.Term {
				s.Term = setting
			}
		})
	}
}

// electing is a candidate that both clients vote for when they start.
func electing(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "electing", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Send(0, "vote")
			s.Role = model.Lost
			return goroutines.Process{Observe: s.get}
		}
		go func() {
			votes, voters := 0, map[model.Port]bool{}
			for {
				select {
				case <-e.Context().Done():
					return
				case d := <-e.Inbox():
					votes++
					voters[d.Port] = true
				}
				if len(voters) == 2 || flawed && votes == 2 {
					s.set(func(s *model.Status) { s.Role = model.Won })
				}
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// replicating is a server that writes to two replicas, and reads from the second.
func replicating(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "replicating", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Serve(func(_ context.Context, _ model.Port, request any) (any, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				if request == "write" {
					s.Term = 1
				}
				return s.Term, nil
			})
			return goroutines.Process{Observe: s.get}
		}
		go func() {
			written := make(chan error, e.Ports())
			for q := range model.Port(e.Ports()) {
				go func() {
					_, err := e.Call(e.Context(), q, "write")
					written <- err
				}()
			}
			<-written
			if !flawed {
				<-written
			}
			if v, err := e.Call(e.Context(), 1, "read"); err == nil && v == 0 {
				s.set(func(s *model.Status) { s.Role = model.Lost })
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}
