package model_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
)

// steady is pure. It chooses, sends and sets a timer anew. Its local states are of type any, and
// upon a message it comes to one that cannot be compared.
type steady struct{}

func (steady) Init(model.Self) any                     { return 0 }
func (steady) Observe(model.Self, any) model.Status    { return model.Status{} }
func (steady) Ready(model.Self, any) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (steady) Step(p *model.Process[string], _ any, in model.Input[string]) any {
	if in.Kind == model.Receive {
		return []int{1}
	}
	if p.Choose(2) == 1 {
		panic("as told")
	}
	p.Send(0, "a")
	p.Reset(1)
	return 1
}

// TestProbe says that a step is impure if any part of its outcomes differs, and that no
// other is, whether its values can be compared or not.
func TestProbe(t *testing.T) {
	s, err := model.New(steady{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	wake, receive := model.Input[any]{Kind: model.Wake}, model.Input[any]{Kind: model.Receive, Msg: "a"}
	for _, row := range []struct {
		reason string
		upon   model.Input[any]
		change func(first []model.Outcome) []model.Outcome
		impure bool
	}{
		{"the same", wake, func(first []model.Outcome) []model.Outcome { return first }, false},
		{"the same, not to be compared", receive, func(first []model.Outcome) []model.Outcome { return first }, false},
		{"an outcome less", wake, func(first []model.Outcome) []model.Outcome { return first[:1] }, true},
		{"another local state", wake, func(first []model.Outcome) []model.Outcome { first[0].Next = 2; return first }, true},
		{"one that cannot be compared", receive, func(first []model.Outcome) []model.Outcome { first[0].Next = []int{2}; return first }, true},
		{"another port", wake, func(first []model.Outcome) []model.Outcome { first[0].Sends[0].Port = 1; return first }, true},
		{"another message", wake, func(first []model.Outcome) []model.Outcome { first[0].Sends[0].Msg = "b"; return first }, true},
		{"no message", wake, func(first []model.Outcome) []model.Outcome { first[0].Sends = nil; return first }, true},
		{"another timer", wake, func(first []model.Outcome) []model.Outcome { first[0].Resets = model.Timers(2); return first }, true},
		{"another choice", wake, func(first []model.Outcome) []model.Outcome { first[0].Choices = []int{1}; return first }, true},
		{"another failure", wake, func(first []model.Outcome) []model.Outcome { first[1].Failure = "panics"; return first }, true},
		{"what a failure leads to means nothing", wake, func(first []model.Outcome) []model.Outcome { first[1].Next = 7; return first }, false},
	} {
		first := row.change(slices.Clone(s.Semantics().Step(0, 0, row.upon)))
		if e := s.Semantics().Again(1).Step(0, 0, row.upon, first); (e != nil) != row.impure {
			t.Errorf("%s: got %v, want an error: %t", row.reason, e, row.impure)
		}
	}
}
