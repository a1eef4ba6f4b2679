package clientgo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// ErrTwo is the error of a walk in which two electors lead at a time.
var ErrTwo = errors.New("clientgo: two OnStartedLeading have contexts that have not ended")

// errOver ends a walk whose time has passed.
var errOver = errors.New("clientgo: the time is over")

// Walk runs electors around an API server, all in one bubble, for so much virtual time. Messages arrive at once. While the budget lasts, draw decides
// when a link is cut or a message lost: one time in twenty that something may happen. draw returns one of 0..n-1. The error is [ErrTwo], or says that the code
// does not suit.
func Walk(o Options, faults model.Faults, d time.Duration, draw func(n int) int) (goroutines.Walked, error) {
	a, err := goroutines.New(walkCode(o))
	if err != nil {
		return goroutines.Walked{}, err
	}
	walked, err := a.Walk(goroutines.Walk{
		Network: network(len(o.Settings), faults), Draw: draw, Events: int(d/time.Millisecond) + 1, Step: time.Minute,
		Pick: func(possible []string) int { return pick(possible, draw) },
		See: func(m goroutines.Moment) error {
			switch {
			case leading(m.View) > 1:
				return fmt.Errorf("%w, after %v", ErrTwo, m.Time)
			case m.Time >= d:
				return errOver
			}
			return nil
		},
	})
	if errors.Is(err, errOver) {
		err = nil
	}
	return walked, err
}

// pick returns the number of a fault one time in twenty, else that of the first message, or of no event: time passes.
func pick(possible []string, draw func(n int) int) int {
	message, faults := len(possible), []int(nil)
	for i, event := range possible {
		if !strings.HasPrefix(event, "receive") {
			faults = append(faults, i)
		} else {
			message = min(message, i)
		}
	}
	if len(faults) > 0 && draw(20) == 0 {
		return faults[draw(len(faults))]
	}
	return message
}

// walkCode returns the electors, and the API server as code that serves calls.
func walkCode(o Options) goroutines.Code {
	c := Code(o)
	c.Needs.Knowledge |= model.KnowNeighbours
	electors := c.Start
	c.Start = func(e *goroutines.Endpoint) goroutines.Process {
		if e.Label() == serverLabel {
			return serving(e)
		}
		return electors(e)
	}
	return c
}

// serving starts an API server.
func serving(e *goroutines.Endpoint) goroutines.Process {
	var mu sync.Mutex
	var s Stored
	ids := e.Neighbours()
	e.Serve(func(_ context.Context, q model.Port, v any) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		next, a := s.take(ids[q], v.(request))
		s = next
		return a, nil
	})
	return goroutines.Process{Observe: func() model.Status {
		mu.Lock()
		defer mu.Unlock()
		return s.status()
	}}
}
