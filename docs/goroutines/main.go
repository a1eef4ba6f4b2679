// Command goroutines checks a lease service that is written with goroutines, calls
// and clocks.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

const lease = 3 * time.Second

// A server gives the lease to one client at a time.
type server struct {
	mu     sync.Mutex
	holder model.ID
	until  time.Time
}

var errTaken = errors.New("taken")

// acquire answers a request for the lease: calls run at the same time.
func (s *server) acquire(_ context.Context, _ model.Port, request any) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	client := request.(model.ID)
	if s.holder != client && time.Now().Before(s.until) {
		return nil, errTaken
	}
	s.holder, s.until = client, time.Now().Add(lease)
	return "granted", nil
}

// A client asks for the lease every second. It leads until the lease runs out, counted from
// when it asked.
type client struct {
	mu     sync.Mutex
	leads  time.Time     // until then
	margin time.Duration // for clocks that differ
}

func (c *client) run(e *goroutines.Endpoint) {
	for {
		asked := time.Now()
		if _, err := e.Call(e.Context(), 0, e.ID()); err == nil {
			c.believe(asked)
		}
		select {
		case <-e.Context().Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func (c *client) believe(asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leads = asked.Add(lease - c.margin)
}

func (c *client) status() model.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.leads) {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

const clientLabel, serverLabel = 0, 1

// service is the code of all processes: the label says which of them one is.
func service(margin time.Duration) goroutines.Code {
	return goroutines.Code{
		Name:  "lease",
		Needs: model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowID | model.KnowLabel},
		Time:  goroutines.Ticks,
		Tick:  time.Second,
		Steps: 3,
		Start: func(e *goroutines.Endpoint) goroutines.Process {
			if e.Label() == serverLabel {
				e.Serve((&server{}).acquire)
				return goroutines.Process{}
			}
			c := &client{margin: margin}
			go c.run(e)
			return goroutines.Process{Observe: c.status}
		},
	}
}

func check(margin time.Duration, inTurn bool) error {
	a, err := goroutines.New(service(margin))
	if err != nil {
		return err
	}
	s, err := model.New(a, model.Network{Topology: model.Star, N: 3, IDs: []model.ID{1, 2, 3}, Labels: []int{serverLabel, clientLabel, clientLabel},
		Timing: model.Bounded, TimersInTurn: inTurn, Wake: model.WakeSet{All: true}})
	if err != nil {
		return err
	}
	report, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction},
		Properties: []properties.Property{properties.Uniqueness(), properties.LeaderReachable()}})
	if err != nil {
		return err
	}
	ran := a.Counts()
	fmt.Printf("margin %v, timers in turn %t: %d configurations, %d histories, %d bubbles\n", margin, inTurn, report.Configurations, ran.Histories, ran.Bubbles)
	for _, v := range report.Verdicts {
		fmt.Printf("%s: %v\n", v.Property.Name, v.Result)
		if v.Result == checker.Violated {
			fmt.Print(counterexamples.Chart(*v.Execution))
		}
	}
	return nil
}

func main() {
	for _, run := range []struct {
		margin time.Duration
		inTurn bool
	}{{0, false}, {2 * time.Second, false}, {0, true}} {
		if err := check(run.margin, run.inTurn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
