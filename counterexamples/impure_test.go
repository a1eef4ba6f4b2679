package counterexamples_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// fickle is impure: every third call of Step halts.
type fickle struct{ calls *int }

func (fickle) Init(model.Self) int                         { return 0 }
func (fickle) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s >= 0} }
func (fickle) Observe(_ model.Self, s int) model.Status    { return model.Status{Halted: s < 0} }
func (a fickle) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if *a.calls++; *a.calls%3 == 0 {
		return -1
	}
	return s + 1
}

// TestReplayOfWhatIsImpure says that a file that does not replay because the
// algorithm is impure is not blamed.
func TestReplayOfWhatIsImpure(t *testing.T) {
	wake := model.Event{Kind: model.Wake}
	file := &counterexamples.File{Property: "halted", Schedule: model.Lasso{Stem: model.Schedule{wake, wake, wake, wake}}}
	_, err := counterexamples.Resolver{
		System: func(counterexamples.Instance) (*model.System, error) {
			return model.New(fickle{new(int)}, model.Network{N: 1})
		},
		Property: func(counterexamples.Instance, string) (properties.Property, error) { return properties.Halted(), nil },
	}.Replay(file)
	if impure := (*model.ImpureError)(nil); !errors.As(err, &impure) || impure.Method != "a step" {
		t.Errorf("got error %v, want a *model.ImpureError about a step", err)
	}
}
