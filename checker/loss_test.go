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
// fairness, and may lose everything under weak fairness. A set holds each message
// once, so that repetition does not make the state space infinite.
func ExampleCheck_unboundedLoss() {
	s, err := model.New(repeater{}, model.Network{
		Topology: model.Star, N: 2, Labels: []int{1, 0}, Order: model.Set, Faults: model.Faults{Loss: model.Unbounded},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	known := properties.NewEventually("answered", "the sender has its answer", func(v model.View) bool { return v.Status[0].Own == true })
	for _, f := range []model.Fairness{model.Strong, model.Weak} {
		report, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{known}, Fairness: f})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(f, report.Verdicts[0].Result)
	}
	// Output:
	// strong holds
	// weak violated
}
