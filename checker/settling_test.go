package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestLoopsThroughTerminalConfigurations says that an event which is excluded from some time on does not
// happen again and again, even where an execution might end in between: the network divides and heals,
// and the algorithm has nothing left to do.
func TestLoopsThroughTerminalConfigurations(t *testing.T) {
	s, err := model.New(castes{}, model.Network{
		Topology: model.Complete, N: 2, Labels: []int{winner, winner}, Faults: model.Faults{Divide: model.Unbounded},
	})
	if err != nil {
		t.Fatal(err)
	}
	without := func(name string, kind model.Kind) properties.Property {
		return properties.FromSomeTimeOn(name, "from some time on there is no such event", func(s properties.Step) bool { return s.Event.Kind != kind })
	}
	ends := properties.NewTerminates("ends", "every execution is finite")
	wins := properties.NewEventually("wins", "p0 wins", func(v model.View) bool { return v.Status[0].Role == model.Won })
	whole, steady := without("whole", model.Divide), without("steady", model.Timeout)
	rows := []struct {
		reason string
		of     properties.Property
		want   checker.Result
	}{
		{"the network may divide and heal for ever", ends, checker.Violated},
		{"it does not for ever divide, so the rest is finite", ends.Assuming(whole), checker.Holds},
		{"timers run out twice, and divisions go on", ends.Assuming(steady), checker.Violated},
		{"divisions do not come to an end", whole, checker.Violated},
		{"timers do", steady, checker.Holds},
		{"an execution that ends satisfies what is said of events", wins.Assuming(whole), checker.Holds},
	}
	for _, row := range rows {
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{row.of}})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != row.want {
			t.Errorf("%s: %s is %v, want %v, by %v", row.reason, row.of.Name, v.Result, row.want, v.Execution)
		}
	}
}
