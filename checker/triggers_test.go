package checker_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// passing is a process that is a candidate between the two messages that the other sends.
type passing struct{}

func (passing) Init(model.Self) model.Role                         { return model.Undecided }
func (passing) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (passing) Ready(p model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: p.ID() == 1 && role == model.Undecided}
}
func (passing) Step(p *model.Process[int], role model.Role, in model.Input[int]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, 1)
		p.Send(0, 2)
		return model.Won
	case in.Msg == 1:
		return model.Candidate
	}
	return model.Lost
}

// TestTriggersBesideMonitors judges a LeadsTo whose trigger sees statuses, and whose goal is that
// of a monitor which notices nothing: a reduction must see the trigger.
func TestTriggersBesideMonitors(t *testing.T) {
	s, err := model.New(passing{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	candidate := properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Candidate }}
	blind := func(goal bool) properties.Watching {
		return properties.Watch(func(model.View) int { return 0 }, func(n int, _ properties.Observation) int { return n }, func(int) bool { return goal })
	}
	for _, c := range []struct {
		reason string
		goal   bool
		want   checker.Result
	}{
		{"the goal always holds, so the property does, and is not vacuous", true, checker.Holds},
		{"the goal never holds, so the trigger refutes it", false, checker.Violated},
	} {
		for name, o := range map[string]checker.Options{
			"whole":        {Engine: checker.Explicit, Reduce: checker.NoReduction},
			"confluent":    {Engine: checker.Explicit, Reduce: checker.Confluent},
			"up to names":  {Engine: checker.Explicit, Reduce: checker.Confluent, Symmetry: true},
			"symbolic":     {Engine: checker.Symbolic},
			"large":        {Large: true},
			"with audits":  {Engine: checker.Explicit, Reduce: checker.Confluent, Audit: true},
			"when it ends": {Engine: checker.Explicit, Reduce: checker.Confluent, Fairness: model.Unfair},
		} {
			t.Run(c.reason+"/"+name, func(t *testing.T) {
				o.Properties = []properties.Property{properties.NewLeadsTo("lead", c.reason, candidate, blind(c.goal))}
				r, err := checker.Check(context.Background(), s, o)
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Verdicts[0]; got.Result != c.want {
					t.Errorf("%v (%s), want %v", got.Result, got.Note, c.want)
				}
			})
		}
	}
}
