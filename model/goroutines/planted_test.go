package goroutines_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// A flaw is code that is right, or wrong in one place if flawed is true.
type flaw struct {
	name, reason string
	code         func(flawed bool) goroutines.Code
	network      model.Network
	property     properties.Property
	length       int // of a shortest counterexample
}

// shown is a status that goroutines change.
type shown struct {
	mu sync.Mutex
	model.Status
}

func (s *shown) set(change func(s *model.Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.Status)
}

func (s *shown) get() model.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Status
}

var known = model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowID | model.KnowLabel}

// hub returns a star: a server, and clients.
func hub(clients int, timing model.Timing, faults model.Faults) model.Network {
	net := star(clients, faults)
	net.Timing = timing
	return net
}

// asleep lets each process wake at any time.
func asleep(net model.Network) model.Network {
	net.Wake = model.WakeSet{}
	return net
}

var flaws = []flaw{
	{"lost-update", "the server reads a counter, asks the client and writes, in two critical sections", counting, hub(2, model.Async, model.Faults{}),
		properties.NewAlways("counted", "each acknowledged increment is counted", func(v model.View) bool {
			return v.Status[1].Term+v.Status[2].Term <= v.Status[0].Term
		}), 8},
	{"timer-not-stopped", "a heartbeat starts the timer again and leaves the old one running", beating, hub(1, model.Lockstep, model.Faults{}),
		properties.NewAlways("loyal", "a client that hears heartbeats does not stand for election", func(v model.View) bool {
			return v.Status[1].Role != model.Candidate
		}), 4},
	{"vote-not-persisted", "a voter answers, and writes its vote to disk a second later", voting, asleep(hub(2, model.Async, model.Faults{Crash: 1, Restart: 1})),
		properties.Uniqueness(), 8},
	{"late-goroutine", "a leader that has been told to stop lets its last write go out", writing, hub(1, model.Lockstep, model.Faults{}),
		properties.NewAlways("fenced", "a server that has taken leadership away takes no write", func(v model.View) bool {
			return v.Status[0].Role != model.Lost
		}), 6},
	{"late-answer", "an answer to a request that was given up counts for the next request", asking, hub(1, model.Bounded, model.Faults{}),
		properties.NewAlways("fresh", "a client believes answers to its last request only", func(v model.View) bool {
			return v.Status[1].Role != model.Won || v.Status[1].Term == int(v.Status[1].Leader)
		}), 7},
}

// counting is a counter that two clients increment, which must confirm.
func counting(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "counting", Needs: known, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			e.Serve(func(context.Context, model.Port, any) (any, error) { return "sure", nil })
			go func() {
				if _, err := e.Call(e.Context(), 0, "increment"); err == nil {
					s.set(func(s *model.Status) { s.Term++ })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		e.Serve(func(ctx context.Context, q model.Port, _ any) (any, error) {
			read := s.get().Term
			if _, err := e.Call(ctx, q, "sure?"); err != nil {
				return nil, err
			}
			s.set(func(s *model.Status) {
				if !flawed {
					read = s.Term
				}
				s.Term = read + 1
			})
			return "done", nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// beating is a server that sends a heartbeat each second to a client that stands for
// election when it has heard none for three and a half.
func beating(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "beating", Needs: known, Time: goroutines.Rounds, Steps: 8, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == serverLabel {
			go func() {
				for e.Context().Err() == nil {
					e.Send(0, "beat")
					select {
					case <-e.Context().Done():
					case <-time.After(time.Second):
					}
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		stand := func() { s.set(func(s *model.Status) { s.Role = model.Candidate }) }
		go func() {
			timer := time.AfterFunc(3500*time.Millisecond, stand)
			defer func() { timer.Stop() }()
			for {
				select {
				case <-e.Context().Done():
					return
				case <-e.Inbox():
					if !flawed {
						timer.Stop()
					}
					timer = time.AfterFunc(3500*time.Millisecond, stand)
				}
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// voting is a voter in the middle of two candidates: a vote makes a leader.
func voting(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "voting", Needs: known, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == clientLabel {
			if e.Disk() != "" { // it has asked before
				return goroutines.Process{Observe: s.get}
			}
			e.Persist("asked")
			go func() {
				if v, err := e.Call(e.Context(), 0, e.ID()); err == nil && v == true {
					s.set(func(s *model.Status) { s.Role = model.Won })
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		var mu sync.Mutex
		voted := e.Disk() != ""
		e.Serve(func(context.Context, model.Port, any) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			if voted {
				return false, nil
			}
			voted = true
			if flawed {
				time.AfterFunc(time.Second, func() { e.Persist("voted") })
			} else {
				e.Persist("voted")
			}
			return true, nil
		})
		return goroutines.Process{Observe: s.get}
	}}
}

// writing is a client that writes to a server every two seconds, until the server stops
// it: a write that is being prepared must not go out then.
func writing(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "writing", Needs: known, Time: goroutines.Rounds, Steps: 8, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == serverLabel {
			go func() {
				stopped := false
				for {
					select {
					case <-e.Context().Done():
						return
					case d := <-e.Inbox():
						if d.Value == "stopped" {
							stopped = true
						} else if stopped {
							s.set(func(s *model.Status) { s.Role = model.Lost })
						}
					case <-time.After(1500 * time.Millisecond):
						e.Send(0, "stop")
					}
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		ctx, cancel := context.WithCancel(e.Context())
		go func() {
			for ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case <-e.Inbox():
					cancel()
					e.Send(0, "stopped")
				}
			}
		}()
		go func() {
			time.Sleep(4500 * time.Millisecond) // it prepares the write
			if flawed || ctx.Err() == nil {
				e.Send(0, "write")
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// asking is a client that asks for a term, and after two seconds for the next one.
func asking(flawed bool) goroutines.Code {
	return goroutines.Code{Name: "asking", Needs: known, Time: goroutines.Ticks, Steps: 4, Start: func(e *goroutines.Endpoint) goroutines.Process {
		s := &shown{}
		if e.Label() == serverLabel {
			go func() {
				for {
					select {
					case <-e.Context().Done():
						return
					case d := <-e.Inbox():
						e.Send(0, d.Value)
					}
				}
			}()
			return goroutines.Process{Observe: s.get}
		}
		go func() {
			for term := 1; term <= 2; term++ {
				s.set(func(s *model.Status) { s.Term = term })
				e.Send(0, term)
				if answer, ok := wait(e, 2*time.Second, func(got int) bool { return flawed || got == term }); ok {
					s.set(func(s *model.Status) { s.Role, s.Leader = model.Won, model.ID(answer) })
					return
				}
			}
		}()
		return goroutines.Process{Observe: s.get}
	}}
}

// wait returns the first answer that is wanted, if one comes in time.
func wait(e *goroutines.Endpoint, d time.Duration, wanted func(got int) bool) (int, bool) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-e.Context().Done():
			return 0, false
		case <-timer.C:
			return 0, false
		case m := <-e.Inbox():
			if got := m.Value.(int); wanted(got) {
				return got, true
			}
		}
	}
}

// TestFlaws finds each planted fault by a shortest schedule, which replays, and nothing
// where it is mended. The reference explorer agrees.
func TestFlaws(t *testing.T) {
	for _, c := range slices.Concat(flaws, moreFlaws, lockFlaws, channelFlaws) {
		t.Run(c.name, func(t *testing.T) {
			mended := system(t, algorithm(t, c.code(false)), c.network)
			if v := check(t, mended, c.property).Verdicts[0]; v.Result != checker.Holds {
				t.Errorf("mended: %v: %s", v.Result, v.Note())
			}
			flawed := system(t, algorithm(t, c.code(true)), c.network)
			v := check(t, flawed, c.property).Verdicts[0]
			if v.Result != checker.Violated || length(v) != c.length {
				t.Fatalf("%s: %v in %d events, want %d", c.reason, v.Result, length(v), c.length)
			}
			file := counterexamples.Record(counterexamples.Instance{Algorithm: "flaws", Variant: c.name, Network: c.network}, *v.Execution, c.property, model.Weak)
			if err := file.Check(); err != nil {
				t.Error(err)
			}
			if err := checkertest.Agree(flawed, checkertest.Options{Properties: []properties.Property{c.property}}); err != nil {
				t.Error(err)
			}
		})
	}
}
