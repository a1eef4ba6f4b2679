package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// quiet is an algorithm in which process 0 sends one message when it wakes. Process 1 becomes
// a candidate upon it, and sends two messages when it wakes. A local state says whether the
// process has woken and whether it has received a message.
type quiet struct{}

type quietState struct{ Woken, Told bool }

func (quiet) Init(model.Self) quietState { return quietState{} }

func (quiet) Ready(_ model.Self, s quietState) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Woken}
}

func (quiet) Step(p *model.Process[string], s quietState, in model.Input[string]) quietState {
	if in.Kind != model.Wake {
		s.Told = true
		return s
	}
	p.Send(0, "quiet")
	if p.ID() == 2 {
		p.Send(0, "quiet")
	}
	s.Woken = true
	return s
}

func (quiet) Observe(p model.Self, s quietState) (status model.Status) {
	if p.ID() == 2 && s.Told {
		status.Role = model.Candidate
	}
	return status
}

// TestMonitorsNoticeCrashesWithinSteps says that a reduction takes no delivery at once before
// which a crash within a step looks different to a monitor.
func TestMonitorsNoticeCrashesWithinSteps(t *testing.T) {
	s, err := model.New(quiet{}, model.Network{N: 2, Topology: model.Ring, IDs: []model.ID{1, 2}, Grants: model.KnowID, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	const start, sent, struck = 0, 1, 2
	p := properties.NewAlways("never-struck", "after process 0 has sent, process 1 does not crash within a step, undecided", properties.Watch(
		func(model.View) int { return start },
		func(state int, o properties.Observation) int {
			switch {
			case state == start && o.Process == 0 && o.Sends == 1:
				return sent
			case state == sent && o.Process == 1 && o.After.Down && o.Sends == 1 && o.Before.Role == model.Undecided:
				return struck
			}
			return state
		},
		func(state int) bool { return state != struck }))
	for _, row := range []struct {
		reason string
		o      checker.Options
	}{
		{"the whole system has the execution", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}}},
		{"the order of the message and the crash makes a difference", checker.Options{Search: checker.Search{Reduce: checker.Confluent}}},
		{"all processes are told of under all names", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}},
		{"the reduced search comes first", checker.Options{Search: checker.Search{Large: true}}},
	} {
		row.o.Properties = []properties.Property{p}
		r, err := checker.Check(t.Context(), s, row.o)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Result != checker.Violated {
			t.Errorf("reduction %v: %v, want violated: %s", row.o.Search.Reduce, v.Result, row.reason)
			continue
		}
		if got, want := fmt.Sprint(v.Execution.Lasso().Stem), "[wake p0 crash p1 during wake after 1]"; got != want {
			t.Errorf("%s: the counterexample is %s, want %s", row.reason, got, want)
		}
	}
}
