package simulation_test

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// flood lets each process that wakes send one message around the ring.
type flood struct{}

func (flood) Init(model.Self) bool { return false }
func (flood) Ready(_ model.Self, seen bool) model.Spontaneous {
	return model.Spontaneous{Wake: !seen}
}
func (flood) Step(p *model.Process[model.ID], seen bool, in model.Input[model.ID]) bool {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
	case in.Msg != p.ID():
		p.Send(0, in.Msg)
	}
	return true
}
func (flood) Observe(model.Self, bool) model.Status { return model.Status{} }

// Run draws one execution. The seed determines the same sequence of events on every
// machine.
func ExampleRun() {
	net := model.Network{Topology: model.UnidirectionalRing, N: 1000, Wake: model.WakeSet{Only: []int{0}}}
	for p := range net.N {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	s, err := model.New(flood{}, net)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := simulation.Run(context.Background(), s, net, simulation.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Messages, "messages,", r.Time/simulation.Unit, "units of time")
	// Output: 1000 messages, 1000 units of time
}
