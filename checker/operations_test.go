package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A toggle is turned by either of two operations, which do the same.
type toggle struct{}

func (toggle) Init(model.Self) bool                                         { return false }
func (toggle) Ready(model.Self, bool) model.Spontaneous                     { return model.Spontaneous{Operations: 2} }
func (toggle) Observe(model.Self, bool) model.Status                        { return model.Status{} }
func (toggle) Step(_ *model.Process[int], on bool, _ model.Input[int]) bool { return !on }

// TestOperationsThatDoTheSameAreCounted says that operations with one effect are
// events of their own, in both engines.
func TestOperationsThatDoTheSameAreCounted(t *testing.T) {
	s, err := model.New(toggle{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Configurations != 5 || r.Events != 20 {
			t.Errorf("%v: %d configurations and %d events, want 5 and 20: each enables 2 operations of 2 processes, and none returns to the start", engine, r.Configurations, r.Events)
		}
	}
}
