package checker_test

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// repeater: the process with label 1 sends its word again and again, until the
// other one has answered. Both show whether they have heard of the other.
type repeater struct{}

func (repeater) Needs() model.Needs                        { return model.Needs{Knowledge: model.KnowLabel} }
func (repeater) Init(model.Self) bool                      { return false }
func (repeater) Observe(_ model.Self, s bool) model.Status { return model.Status{Own: s} }
func (repeater) Ready(p model.Self, heard bool) model.Spontaneous {
	if p.Label() == 1 && !heard {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (repeater) Step(p *model.Process[string], heard bool, in model.Input[string]) bool {
	if in.Kind == model.Timeout {
		p.Send(0, "WORD")
		return heard
	}
	if p.Label() == 0 {
		p.Send(0, "ACK")
	}
	return true
}

// A link that may lose any number of messages is a fair-loss link under strong
// fairness, and may lose everything under weak fairness. A process that repeats a
// message would fill a fifo link under async. Under timely its timer runs out only
// when nothing is in flight, and a set holds each message once.
func ExampleCheck_unboundedLoss() {
	heard := properties.NewEventually("heard", "the sender has its answer", properties.Of(0, func(heard bool) bool { return heard }))
	for _, net := range []model.Network{{Timing: model.Timely}, {Order: model.Set}} {
		net.Topology, net.N, net.Labels = model.Star, 2, []int{1, 0}
		net.Faults = model.Faults{Loss: model.Unbounded}
		s, err := model.New(repeater{}, net)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range []model.Fairness{model.Strong, model.Weak} {
			report, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{heard}, Fairness: f})
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println(net.Timing, net.Order, f, report.Verdicts[0].Result)
		}
	}
	// Output:
	// timely fifo strong holds
	// timely fifo weak violated
	// async set strong holds
	// async set weak violated
}
