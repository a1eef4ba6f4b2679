package model_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
)

// A door opens once, when its application says so, and tells the next one.
type door struct{}

func (door) Init(model.Self) bool { return false }
func (door) Ready(_ model.Self, open bool) model.Spontaneous {
	if open {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Operations: 1}
}
func (door) Observe(model.Self, bool) model.Status { return model.Status{} }
func (door) InputNames() model.InputNames          { return model.InputNames{Operations: []string{"open"}} }
func (door) Step(p *model.Process[string], _ bool, in model.Input[string]) bool {
	if in.Kind == model.Invoke {
		p.Send(0, "OPENED")
	}
	return true
}

// TestDisabledOperationsOfLockstep says that an operation that has a name is missing, and
// why, between rounds too.
func TestDisabledOperationsOfLockstep(t *testing.T) {
	s, err := model.New(door{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Timing: model.Lockstep})
	if err != nil {
		t.Fatal(err)
	}
	open := model.Event{Process: 0, Kind: model.Invoke, Name: "open"}
	x, ok := s.Apply(s.Initial(), open)
	if !ok || x.Obligatory {
		t.Fatalf("%v: enabled %v, obligatory %v", open, ok, x.Obligatory)
	}
	want := model.Disabled{Event: open, Obstacle: "its local state does not react to it"}
	if list := s.Semantics().Disabled(x.Next); !slices.ContainsFunc(list, func(d model.Disabled) bool {
		return d.Event.Compare(want.Event) == 0 && d.Obstacle == want.Obstacle
	}) {
		t.Errorf("disabled %v, want %v among them", list, want)
	}
}
