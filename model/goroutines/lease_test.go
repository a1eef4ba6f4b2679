package goroutines_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// The processes of a star: a server that grants a lease, and clients that want it.
const (
	clientLabel = iota
	serverLabel
)

type acquire struct{ Client model.ID }

// errTaken is the error of a server whose lease somebody else has.
var errTaken = errors.New("taken")

// A server grants a lease of three seconds to one client at a time.
type server struct {
	mu     sync.Mutex
	holder model.ID
	until  time.Time
}

func (s *server) serve(_ context.Context, _ model.Port, request any) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	client, now := request.(acquire).Client, time.Now()
	if s.holder != client && s.holder != 0 && now.Before(s.until) {
		return nil, errTaken
	}
	s.holder, s.until = client, now.Add(3*time.Second)
	return s.holder, nil
}

// A client asks for the lease every second and leads while it has it, as it believes
// for a time from when it asked, or from the answer.
type client struct {
	mu      sync.Mutex
	leads   time.Time
	holds   time.Duration
	timeout time.Duration
	answer  bool // its time begins with the answer
}

func (c *client) run(e *goroutines.Endpoint) {
	for e.Context().Err() == nil {
		asked := time.Now()
		ctx, cancel := context.WithTimeout(e.Context(), c.timeout)
		_, err := e.Call(ctx, 0, acquire{e.ID()})
		cancel()
		if err == nil {
			if c.answer {
				asked = time.Now()
			}
			c.mu.Lock()
			c.leads = asked.Add(c.holds)
			c.mu.Unlock()
		}
		select {
		case <-e.Context().Done():
		case <-time.After(time.Second):
		}
	}
}

func (c *client) status() model.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.leads) {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// leases is the code of clients that believe in their lease for so long.
func leases(holds time.Duration) goroutines.Code {
	return leasesOf(&client{holds: holds, timeout: 2500 * time.Millisecond})
}

// leasesOf is the code of clients with the settings of one.
func leasesOf(of *client) goroutines.Code {
	return goroutines.Code{
		Name:  "lease",
		Needs: model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowID | model.KnowLabel},
		Time:  goroutines.Rounds, Steps: 9,
		Start: func(e *goroutines.Endpoint) goroutines.Process {
			if e.Label() == serverLabel {
				e.Serve((&server{}).serve)
				return goroutines.Process{}
			}
			c := &client{holds: of.holds, timeout: of.timeout, answer: of.answer}
			go c.run(e)
			return goroutines.Process{Observe: c.status}
		},
	}
}

func star(clients int, faults model.Faults) model.Network {
	net := model.Network{Topology: model.Star, N: clients + 1, IDs: []model.ID{1}, Labels: []int{serverLabel},
		Timing: model.Lockstep, Wake: model.WakeSet{All: true}, Faults: faults}
	for p := range clients {
		net.IDs, net.Labels = append(net.IDs, model.ID(p+2)), append(net.Labels, clientLabel)
	}
	return net
}

// TestLease searches calls in rounds of a second, with losses.
func TestLease(t *testing.T) {
	for _, c := range []struct {
		holds  time.Duration
		want   checker.Result
		reason string
	}{
		{2500 * time.Millisecond, checker.Holds, "the server counts from later than the client"},
		{6 * time.Second, checker.Violated, "the client believes in its lease for longer than the server"},
	} {
		t.Run(fmt.Sprint(c.holds), func(t *testing.T) {
			a := algorithm(t, leases(c.holds))
			r := check(t, system(t, a, star(2, model.Faults{Loss: 2})), properties.Uniqueness())
			v := r.Verdicts[0]
			if v.Result != c.want {
				t.Errorf("%s: %v, want %v", c.reason, v.Result, c.want)
			}
			if left := a.Counts().Left; left > 0 {
				t.Errorf("%d bubbles have goroutines left", left)
			}
		})
	}
}
