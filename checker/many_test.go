package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// counter counts up to last, by a timer.
type counter struct{ last int }

func (counter) Name() string        { return "counter" }
func (counter) Init(model.Self) int { return 0 }
func (c counter) Ready(_ model.Self, s int) model.Spontaneous {
	if s < c.last {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (counter) Step(_ *model.Process[string], s int, _ model.Input[string]) int { return s + 1 }
func (counter) Observe(_ model.Self, s int) model.Status                        { return model.Status{Term: s} }

// TestEachOfManyProperties says of the most properties that one check takes which
// of them a counter refutes: each up to its last number, at that number, and none
// beyond, in every form.
func TestEachOfManyProperties(t *testing.T) {
	const last, most = 54, 60
	s, err := model.New(counter{last}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []struct {
		name            string
		property        func(i int) properties.Property
		refuted, beyond checker.Result
	}{
		{"always", func(i int) properties.Property {
			return properties.NewAlways(fmt.Sprint("below-", i), "", func(v model.View) bool { return v.Status[0].Term != i })
		}, checker.Violated, checker.Holds},
		{"step", func(i int) properties.Property {
			return properties.NewAlwaysStep(fmt.Sprint("no-step-to-", i), "", func(_, after model.View) bool { return after.Status[0].Term != i })
		}, checker.Violated, checker.Holds},
		{"reachable", func(i int) properties.Property {
			return properties.NewReachable(fmt.Sprint("reaches-", i), "", func(v model.View) bool { return v.Status[0].Term == i })
		}, checker.Holds, checker.Violated},
	} {
		t.Run(form.name, func(t *testing.T) {
			var list []properties.Property
			for i := 1; i <= most; i++ {
				list = append(list, form.property(i))
			}
			r, err := checker.Check(t.Context(), s, checker.Options{Properties: list})
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range r.Verdicts {
				want := form.refuted
				if i+1 > last {
					want = form.beyond
				}
				if v.Result != want {
					t.Errorf("%s: %v, want %v", v.Property.Name, v.Result, want)
				}
				if x := v.Execution; v.Result == checker.Violated && form.refuted == checker.Violated && (x == nil || len(x.Steps) != i+1) {
					t.Errorf("%s: the counterexample is not one of %d events", v.Property.Name, i+1)
				}
			}
		})
	}
}
