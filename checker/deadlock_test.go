package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A philosopher that wakes asks the next one and receives the answer before it receives
// any question. If both wake, each waits for the other.
type philosopher struct{}

func (philosopher) Init(model.Self) string                      { return "thinking" }
func (philosopher) Observe(_ model.Self, s string) model.Status { return model.Status{Own: s} }
func (philosopher) Ready(_ model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: s == "thinking"}
}
func (philosopher) Defers(_ model.Self, s string, _ model.Port, m string) bool {
	return s == "waiting" && m == "question"
}
func (philosopher) Step(p *model.Process[string], s string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, "question")
		return "waiting"
	case in.Msg == "question":
		p.Send(0, "answer")
		return s
	}
	return "eating"
}

// TestDeadlockIsSeen tests that a terminal configuration in which messages wait for ever
// is one: a property at the end sees the messages in flight there.
func TestDeadlockIsSeen(t *testing.T) {
	nothing := properties.NewAtEnd("nothing-waits", "at the end nothing is in flight", func(c properties.Configuration) bool {
		return properties.CountInFlight(c, func(string) bool { return true }) == 0
	})
	for _, test := range []struct {
		reason string
		wake   model.WakeSet
		timing model.Timing
		want   checker.Result
		length int
	}{
		{"both wake", model.WakeSet{}, model.Async, checker.Violated, 2},
		{"both wake, and whatever waits has arrived", model.WakeSet{}, model.Timely, checker.Violated, 2},
		{"one wakes", model.WakeSet{Only: []int{0}}, model.Async, checker.Holds, 0},
	} {
		s, err := model.New(philosopher{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Wake: test.wake, Timing: test.timing})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{nothing}})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Result != test.want || v.Execution != nil && len(v.Execution.Steps) != test.length {
			t.Errorf("%s: %v %v, want %v by %d events", test.reason, v.Result, v.Execution, test.want, test.length)
		}
	}
}
