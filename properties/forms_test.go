package properties_test

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// baton passes a token round a ring. The process with label 1 has it first.
type baton struct{}

// pass is the only message.
type pass struct{}

// holding is the local state of a process, and the value that it shows.
type holding bool

func (baton) Needs() model.Needs                           { return model.Needs{Knowledge: model.KnowLabel} }
func (baton) Init(p model.Self) holding                    { return p.Label() == 1 }
func (baton) Observe(_ model.Self, s holding) model.Status { return model.Status{Own: s} }
func (baton) Ready(_ model.Self, s holding) model.Spontaneous {
	if s {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (baton) Step(p *model.Process[pass], _ holding, in model.Input[pass]) holding {
	if in.Kind == model.Timeout {
		p.Send(0, pass{})
		return false
	}
	return true
}

// judge prints the verdicts of a search on the properties of a baton under faults.
func judge(faults model.Faults, list ...properties.Property) {
	s, err := model.New(baton{}, model.Network{Topology: model.UnidirectionalRing, N: 3, Labels: []int{1, 0, 0}, Faults: faults})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := checker.Check(context.Background(), s, checker.Options{Properties: list})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range report.Verdicts {
		fmt.Println(v.Property.Name, v.Result)
		if v.Result == checker.Violated {
			fmt.Println(v.Execution.Lasso().Events())
		}
	}
}

// has returns the predicate that process p has the token.
func has(p int) func(model.View) bool {
	return func(v model.View) bool { return v.Status[p].Own == holding(true) }
}

// Messages in flight count too: a token is at a process or on its way.
func ExampleInFlight() {
	one := properties.NewAlways("one-token", "there is exactly one token", func(c properties.Configuration) bool {
		tokens := properties.Count(c.View(), func(s holding) bool { return bool(s) })
		for range properties.InFlight[pass](c) {
			tokens++
		}
		return tokens == 1
	})
	judge(model.Faults{}, one)
	judge(model.Faults{Dup: 1}, one)
	// Output:
	// one-token holds
	// one-token violated
	// [timeout p0:0 duplicate p1:1 pass()]
}

// A leads-to asks that each configuration with the trigger is followed by one
// with the goal.
func ExampleNewLeadsTo() {
	passed := properties.NewLeadsTo("passed", "the token of p0 comes to p2", has(0), has(2))
	judge(model.Faults{}, passed)
	judge(model.Faults{Loss: 1}, passed)
	// Output:
	// passed holds
	// passed violated
	// [timeout p0:0 lose p1:1 pass()]
}

// A process that has the token infinitely often may be without it in between.
func ExampleNewRecurs() {
	judge(model.Faults{}, properties.NewRecurs("again", "p1 has the token infinitely often", has(1)))
	judge(model.Faults{}, properties.NewStabilises("still", "p1 has the token from some point on", has(1)))
	// Output:
	// again holds
	// still violated
	// [timeout p0:0 receive p1:1 pass() timeout p1:0 receive p2:1 pass() timeout p2:0 receive p0:1 pass() timeout p0:0]
}

// A monitor has a memory. This one counts the messages that events send, up to 4.
func ExampleWatch() {
	sent := properties.Watch(
		func(model.View) int { return 0 },
		func(sent int, step properties.Step) int {
			for range properties.Sent[pass](step) {
				sent = min(sent+1, 4)
			}
			return sent
		},
		func(sent int) bool { return sent < 4 })
	judge(model.Faults{}, properties.NewAlways("three", "at most three messages are sent", sent))
	// Output:
	// three violated
	// [timeout p0:0 receive p1:1 pass() timeout p1:0 receive p2:1 pass() timeout p2:0 receive p0:1 pass() timeout p0:0]
}
