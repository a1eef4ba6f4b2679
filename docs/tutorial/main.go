// Command tutorial checks an election by announcement, the protocol that
// docs/tutorial.md builds step by step.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// state is the local state of a process.
type state struct {
	Awake bool
	Best  model.ID // the greatest identity that it has heard of
	Role  model.Role
}

// announcement is the only message.
type announcement struct{ ID model.ID }

func (a announcement) String() string { return fmt.Sprintf("I_AM(%d)", a.ID) }

// election: a process that wakes announces its identity to all others and sets
// its timer. If it has heard of nobody greater when the timer runs out, it has
// won.
type election struct {
	joins bool // a process that a message wakes announces itself too
}

func (election) Init(model.Self) state { return state{} }

func (election) Ready(_ model.Self, s state) model.Spontaneous {
	if !s.Awake {
		return model.Spontaneous{Wake: true}
	}
	if s.Role == model.Undecided {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (e election) Step(p *model.Process[announcement], s state, in model.Input[announcement]) state {
	switch in.Kind {
	case model.Wake:
		s = announce(p, s)
	case model.Receive:
		if e.joins && !s.Awake {
			s = announce(p, s)
		}
		s.Best = max(s.Best, in.Msg.ID)
	case model.Timeout:
		s.Role = model.Lost
		if s.Best == p.ID() {
			s.Role = model.Won
		}
	}
	return s
}

func announce(p *model.Process[announcement], s state) state {
	for q := 1; q < p.Ports(); q++ {
		p.Send(model.Port(q), announcement{p.ID()})
	}
	return state{Awake: true, Best: max(s.Best, p.ID())}
}

func (election) Observe(_ model.Self, s state) model.Status {
	status := model.Status{Role: s.Role}
	if s.Role != model.Undecided {
		status.Leader = s.Best
	}
	return status
}

// check prints the verdict of each property of e on net, and a counterexample if it is violated.
func check(e election, net model.Network) {
	system, err := model.New(e, net)
	if err != nil {
		log.Fatal(err)
	}
	report, err := checker.Check(context.Background(), system, checker.Options{
		Properties: []properties.Property{properties.Uniqueness(), properties.Decided(), properties.LeaderReachable()},
		Fairness:   model.Strong,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("joins=%t ids=%v %v, faults: %v; %d configurations\n",
		e.joins, net.IDs, net.Timing, net.Faults, report.Configurations)
	for _, v := range report.Verdicts {
		fmt.Printf("  %-16s %v\n", v.Property.Name, v.Result)
		if v.Result == checker.Violated && v.Execution != nil {
			for _, event := range v.Execution.Lasso().Events() {
				fmt.Printf("    %v\n", event)
			}
		}
	}
}

// checkAll checks e on every arrangement of n identities.
func checkAll(e election, n int) {
	net := model.Network{Topology: model.Complete, N: n, Timing: model.Timely}
	arrangements, err := model.Arrangements(net)
	if err != nil {
		log.Fatal(err)
	}
	for net.IDs = range arrangements {
		check(e, net)
	}
}

func main() {
	checkAll(election{}, 2)
	for n := 2; n <= 3; n++ {
		checkAll(election{joins: true}, n)
	}
	hasty := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{2, 1}}
	check(election{joins: true}, hasty)
	crashing := hasty
	crashing.Timing, crashing.Faults = model.Timely, model.Faults{Crash: 1}
	check(election{joins: true}, crashing)
}
