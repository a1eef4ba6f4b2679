package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A relay passes on each message that it receives, for ever.
type relay struct{}

func (relay) Init(model.Self) bool { return false }
func (relay) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (relay) Observe(model.Self, bool) model.Status { return model.Status{} }
func (relay) Step(p *model.Process[int], _ bool, in model.Input[int]) bool {
	p.Send(0, in.Msg)
	return true
}

// TestMessagesThatGoRoundForEverAreTooMany says that a reduced search refutes a bound on
// messages by deliveries of which there is a cycle, as often as it takes.
func TestMessagesThatGoRoundForEverAreTooMany(t *testing.T) {
	s, err := model.New(relay{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	const bound = 10
	for _, reduction := range []checker.Reduction{checker.NoReduction, checker.Confluent} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: reduction}, Properties: []properties.Property{properties.MessagesAtMost(bound)}})
		if err != nil {
			t.Fatalf("%v: %v", reduction, err)
		}
		if v := r.Verdicts[0]; v.Result != checker.Violated || len(v.Execution.Steps) != bound+1 {
			t.Errorf("%v: %v by %v, want violated by %d events", reduction, v.Result, v.Execution, bound+1)
		}
	}
}
