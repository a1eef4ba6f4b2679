package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// sampled is an algorithm whose process takes one step, of which it says that its code has
// run so often and differed so often.
type sampled struct{ runs, differ *int64 }

func (sampled) Init(model.Self) int { return 0 }

func (sampled) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s == 0} }

func (f sampled) Step(*model.Process[int], int, model.Input[int]) int {
	*f.runs += 5
	return 1
}

func (sampled) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }

func (f sampled) Runs() (runs, differ int64) { return *f.runs, *f.differ }

// TestOutcomesMet says of results that are about all executions that they are about the
// outcomes met, if runs of the code differed, and of others nothing.
func TestOutcomesMet(t *testing.T) {
	term := func(n int) func(v model.View) bool {
		return func(v model.View) bool { return v.Status[0].Term == n }
	}
	list := []properties.Property{
		properties.NewAlways("low", "", func(v model.View) bool { return v.Status[0].Term < 2 }),
		properties.NewAlways("zero", "", term(0)),
		properties.NewReachable("one", "", term(1)),
		properties.NewReachable("two", "", term(2)),
	}
	for i := range list {
		list[i].Statement = list[i].Name
	}
	for _, c := range []struct {
		differ int64
		want   []reason.Cause
		reason string
	}{
		{0, []reason.Cause{0, 0, 0, 0}, "no run differed"},
		{3, []reason.Cause{reason.OutcomesMet, 0, 0, reason.OutcomesMet}, "an execution speaks for itself"},
	} {
		runs := int64(100)
		alg := model.Join(model.ProgramOf[int, int](sampled{&runs, &c.differ}), model.ProgramOf[int, int](sampled{&runs, &c.differ}))
		s, err := model.New(alg, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Labels: []int{0, 1}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: list})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Verdicts {
			if v.Reason.Cause != c.want[i] || v.Reason.Cause == reason.OutcomesMet && v.Reason.Bound != 2*c.differ {
				t.Errorf("%s: %s %v: %v, want %v", c.reason, v.Property.Name, v.Result, v.Reason, c.want[i])
			}
		}
		if got, differ := s.Semantics().Runs(); got != 2*runs || differ != 2*c.differ {
			t.Errorf("%s: %d runs of two programs, %d differ; want %d, %d", c.reason, got, differ, 2*runs, 2*c.differ)
		}
	}
}
