package goroutines_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// clientCrashes are the faults of a network in which the client p1 crashes and restarts.
func clientCrashes(net model.Network) model.Network {
	net.Faults = model.Faults{Crash: 1, Restart: 1}
	net.Victims = model.Victims{Crash: []int{1}, Restart: []int{1}}
	return net
}

// lockFlaws are flaws of locks, of timeouts and of what survives a crash.
var lockFlaws = []flaw{
	{"timeout-is-success", "a client that got no answer in time takes the lock for its own", locking(timeoutIsSuccess), hub(2, model.Lockstep, model.Faults{Loss: 1}),
		properties.Uniqueness(), 5},
	{"closed-is-success", "a channel that is closed upon a timeout delivers a nil error", locking(closedIsSuccess), hub(2, model.Lockstep, model.Faults{Loss: 1}),
		properties.Uniqueness(), 5},
	{"unlock-by-another", "the server frees a lock for a client that does not hold it", unlocking, hub(2, model.Async, model.Faults{}),
		properties.Uniqueness(), 8},
	{"lock-across-call", "two processes call each other, each with a lock that its handler needs", holding, hub(1, model.Async, model.Faults{}),
		properties.NewAtEnd("answered", "each call is answered", func(v model.View) bool { return won(v.Status[0]) && won(v.Status[1]) }), 2},
	{"no-fencing", "a store takes a write of an older term after one of a newer term", fencing, hub(2, model.Async, model.Faults{}),
		properties.NewAlways("newest", "the store has the write of the newest term that it has met", func(v model.View) bool {
			return v.Status[0].Term >= int(v.Status[0].Leader)
		}), 6},
	{"counter-restarts", "numbers of requests begin anew after a crash, and the server takes new requests for old ones", numbering, clientCrashes(asleep(hub(1, model.Async, model.Faults{}))),
		properties.NewAlways("stored", "an acknowledged value is stored", func(v model.View) bool { return v.Status[0].Term >= v.Status[1].Term }), 7},
}

// oneAtATime serves a lock that is never given back.
func oneAtATime(e endpoint) {
	var mu sync.Mutex
	taken := false
	e.Serve(func(context.Context, model.Port, any) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		if taken {
			return nil, errTaken
		}
		taken = true
		return "yours", nil
	})
}

// locking is a client that asks for a lock in its own way.
func locking(asks func(ctx context.Context, e endpoint, flawed bool) error) func(flawed bool) goroutines.Code {
	return func(flawed bool) goroutines.Code {
		return goroutines.Code{Name: "locking", Needs: known, Time: goroutines.Rounds, Steps: 5, Start: func(e endpoint) goroutines.Process {
			s := &shown{}
			if e.Label() == serverLabel {
				oneAtATime(e)
				return goroutines.Process{Observe: s.get}
			}
			go func() {
				ctx, cancel := context.WithTimeout(e.Context(), 3500*time.Millisecond)
				defer cancel()
				if asks(ctx, e, flawed) == nil {
					s.set(func(s *model.Status) { s.Role = model.Won })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}}
	}
}

func timeoutIsSuccess(ctx context.Context, e endpoint, flawed bool) error {
	_, err := e.Call(ctx, 0, "lock")
	if refused := (*goroutines.RemoteError)(nil); flawed && !errors.As(err, &refused) {
		return nil
	}
	return err
}

func closedIsSuccess(ctx context.Context, e endpoint, flawed bool) error {
	result := make(chan error, 1)
	go func() {
		defer close(result)
		if _, err := e.Call(ctx, 0, "lock"); ctx.Err() == nil {
			result <- err
		}
	}()
	err, ok := <-result
	if !ok && !flawed {
		return context.DeadlineExceeded
	}
	return err
}

type unlock struct{}

// unlocking is a server with a lock, and clients that tidy up before they try again.
func unlocking(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "unlocking", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			go func() {
				for range 2 {
					if _, err := e.Call(e.Context(), 0, "lock"); err == nil {
						s.set(func(s *model.Status) { s.Role = model.Won })
						return
					}
					_, _ = e.Call(e.Context(), 0, unlock{})
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		var mu sync.Mutex
		holder := model.Port(-1)
		e.Serve(func(_ context.Context, q model.Port, request any) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case request == unlock{} && (flawed || holder == q):
				holder = -1
			case request == unlock{}:
			case holder >= 0:
				return nil, errTaken
			default:
				holder = q
			}
			return "done", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// holding are two processes that call each other once. The lock is a channel.
func holding(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "holding", Needs: known, Start: func(e endpoint) goroutines.Process {
		s, lock := &shown{}, make(chan struct{}, 1)
		e.Serve(func(ctx context.Context, _ model.Port, _ any) (any, error) {
			select {
			case lock <- struct{}{}:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			<-lock
			return "done", nil
		})
		go func() {
			lock <- struct{}{}
			if !flawed {
				<-lock
			}
			_, err := e.Call(e.Context(), 0, "work")
			if flawed {
				<-lock
			}
			if err == nil {
				s.set(func(s *model.Status) { s.Role = model.Won })
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// fencing is a server that hands out terms and takes writes in them.
func fencing(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "fencing", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			go func() {
				if term, err := e.Call(e.Context(), 0, "term"); err == nil {
					e.Send(0, term)
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		terms := 0
		e.Serve(func(context.Context, model.Port, any) (any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			terms++
			return terms, nil
		})
		go func() {
			for e.Context().Err() == nil {
				select {
				case <-e.Context().Done():
				case d := <-e.Inbox():
					s.set(func(s *model.Status) {
						if term := d.Value.(int); flawed || term > s.Term {
							s.Term, s.Leader = term, max(s.Leader, model.ID(term))
						}
					})
				}
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

type put struct{ Number, Value int }

// numbering is a client that stores a new value in each of its lives, and a server that
// passes over requests that it has seen.
func numbering(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "numbering", Needs: known, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Persist(e.Disk() + "x")
			p := put{1, strings.Count(e.Disk(), "x")}
			if !flawed {
				p.Number = p.Value
			}
			go func() {
				if _, err := e.Call(e.Context(), 0, p); err == nil {
					s.set(func(s *model.Status) { s.Term = p.Value })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		last := 0
		e.Serve(func(_ context.Context, _ model.Port, request any) (any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if p := request.(put); p.Number > last {
				last, s.Term = p.Number, p.Value
			}
			return "stored", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}
