package explicit_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// stroll goes from place to place. Each timer is an edge of a graph, and two of them lead
// from 4 to 3.
type stroll struct{}

var strolls = map[int][]int{1: {2, 4}, 2: {3}, 3: {5}, 4: {3, 3}}

func (stroll) Init(model.Self) int                      { return 0 }
func (stroll) Observe(_ model.Self, s int) model.Status { return model.Status{Own: s} }
func (stroll) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0, Timers: model.TimerSet(1<<len(strolls[s]) - 1)}
}
func (stroll) Step(_ *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Wake {
		return 1
	}
	return strolls[s][in.Timer]
}

// TestOneSearchAsksAllPredicates says that predicates of configurations and of events
// are judged in the search for the others, which expands each configuration once.
func TestOneSearchAsksAllPredicates(t *testing.T) {
	s, err := model.New(stroll{}, model.Network{N: 2, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	in := func(c properties.Configuration, place int) bool { return c.Status(0).Own == place }
	two := properties.NewAlways("two", "there are two processes", func(v model.View) bool { return len(v.Status) == 2 })
	for _, row := range []struct {
		reason string
		p      properties.Property
		want   checker.Result
		events int // of the execution, -1 if there is none
	}{
		{"a configuration refutes it", properties.NewAlways("p", "", func(c properties.Configuration) bool { return !in(c, 3) }), checker.Violated, 3},
		{"no configuration refutes it", properties.NewAlways("p", "", func(c properties.Configuration) bool { return !in(c, 9) }), checker.Holds, -1},
		{"only the end counts", properties.NewAtEnd("p", "", func(c properties.Configuration) bool { return in(c, 5) }), checker.Holds, -1},
		{"the end refutes it", properties.NewAtEnd("p", "", func(c properties.Configuration) bool { return in(c, 3) }), checker.Violated, 4},
		{"a configuration witnesses it", properties.NewReachable("p", "", func(c properties.Configuration) bool { return in(c, 4) }), checker.Holds, 2},
		{"an event refutes it, and only one of two into the same configuration", properties.NewAlwaysStep("p", "", func(s properties.Step) bool { return !(s.Event.Timer == 1 && in(s.After, 3)) }), checker.Violated, 3},
		{"no event refutes it", properties.NewAlwaysStep("p", "", func(s properties.Step) bool {
			return !in(s.After, 0) && s.Before.View().Terminal == in(s.Before, 5) && s.After.View().Terminal == in(s.After, 5)
		}), checker.Holds, -1},
	} {
		for _, workers := range []int{1, 2} {
			r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{two, row.p}, Search: checker.Search{Reduce: checker.NoReduction}, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			v, events := r.Verdicts[1], -1
			if v.Execution != nil {
				events = len(v.Execution.Steps)
			}
			if v.Result != row.want || events != row.events {
				t.Errorf("%s: %v with %d events, want %v with %d", row.reason, v.Result, events, row.want, row.events)
			}
			if row.want == checker.Holds && row.events < 0 && r.Expanded != r.Configurations {
				t.Errorf("%s: %d configurations were expanded, of %d", row.reason, r.Expanded, r.Configurations)
			}
		}
	}
}
