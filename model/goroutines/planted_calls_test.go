package goroutines_test

import (
	"context"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// unordered lets messages of one link arrive in any order.
func unordered(net model.Network) model.Network {
	net.Order = model.Bag
	return net
}

// moreFlaws are flaws of servers that answer calls.
var moreFlaws = []flaw{
	{"check-then-act", "the server checks that nobody leads, asks the client, and grants without checking again", granting, hub(2, model.Async, model.Faults{}),
		properties.Uniqueness(), 8},
	{"answered-before-disk", "the server acknowledges a value that is on disk a second later", storing, asleep(hub(1, model.Async, model.Faults{Crash: 1, Restart: 1})),
		properties.NewAlways("durable", "an acknowledged value is there whenever the server runs", func(v model.View) bool {
			return v.Status[0].Down || v.Status[0].Aside || v.Status[0].Term >= v.Status[1].Term
		}), 6},
	{"retry-counts-twice", "a client that got no answer in time adds the same amount again", retrying, hub(1, model.Bounded, model.Faults{}),
		properties.NewAlways("once", "the amount of a client is added once", func(v model.View) bool { return v.Status[0].Term <= 1 }), 7},
	{"old-vote", "a candidate that has given up counts an answer that arrives later", standing, unordered(hub(2, model.Async, model.Faults{})),
		properties.Uniqueness(), 6},
}

// granting is a server that grants leadership to one client, which must be ready.
func granting(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "granting", Needs: known, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Serve(func(context.Context, model.Port, any) (any, error) { return "ready", nil })
			go func() {
				if v, err := e.Call(e.Context(), 0, "lead"); err == nil && v == true {
					s.set(func(s *model.Status) { s.Role = model.Won })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		var mu sync.Mutex
		granted := false
		e.Serve(func(ctx context.Context, q model.Port, _ any) (any, error) {
			mu.Lock()
			free := !granted
			mu.Unlock()
			if !free {
				return false, nil
			}
			if _, err := e.Call(ctx, q, "ready?"); err != nil {
				return nil, err
			}
			mu.Lock()
			defer mu.Unlock()
			if !flawed && granted {
				return false, nil
			}
			granted = true
			return true, nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// storing is a server that stores a value; its term is the value. It is aside until it
// has started.
func storing(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "storing", Needs: known, Asleep: model.Status{Aside: true}, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			go func() {
				if _, err := e.Call(e.Context(), 0, "store"); err == nil {
					s.set(func(s *model.Status) { s.Term = 1 })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		s.Term = len(e.Disk())
		e.Serve(func(context.Context, model.Port, any) (any, error) {
			if flawed {
				time.AfterFunc(time.Second, func() { e.Persist("x") })
			} else {
				e.Persist("x")
			}
			s.set(func(s *model.Status) { s.Term = 1 })
			return "stored", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// retrying is a client that adds an amount, with a number that tells a retry from a new
// request.
func retrying(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "retrying", Needs: known, Time: goroutines.Ticks, Steps: 4, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			go func() {
				for try := range 2 {
					ctx, cancel := context.WithTimeout(e.Context(), 1500*time.Millisecond)
					number := 1
					if flawed {
						number += try
					}
					_, err := e.Call(ctx, 0, number)
					cancel()
					if err == nil {
						return
					}
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		seen := map[int]bool{}
		e.Serve(func(_ context.Context, _ model.Port, number any) (any, error) {
			s.set(func(s *model.Status) {
				if !seen[number.(int)] {
					seen[number.(int)] = true
					s.Term++
				}
			})
			return "added", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// standing are candidates that ask the server for its vote. The server votes for the
// last one who asks, and tells the one before it, which gives up, before it answers.
func standing(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "standing", Needs: known, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Serve(func(context.Context, model.Port, any) (any, error) {
				s.set(func(s *model.Status) { s.Role = model.Lost })
				return "given up", nil
			})
			go func() {
				if _, err := e.Call(e.Context(), 0, "vote"); err == nil {
					s.set(func(s *model.Status) {
						if flawed || s.Role != model.Lost {
							s.Role = model.Won
						}
					})
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		var mu sync.Mutex
		last := model.Port(-1)
		e.Serve(func(ctx context.Context, q model.Port, _ any) (any, error) {
			mu.Lock()
			before := last
			last = q
			mu.Unlock()
			if before >= 0 {
				if _, err := e.Call(ctx, before, "give up"); err != nil {
					return nil, err
				}
			}
			return "voted", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}
