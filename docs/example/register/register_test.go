package register_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/register"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, fault register.Fault, calls [][]int, down ...int) *model.System {
	t.Helper()
	s, err := register.New(fault, calls, down...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// TestLinearizable checks the register: two clients that write and then read, and a writer with two readers.
func TestLinearizable(t *testing.T) {
	if !testing.Short() {
		enough.Check(t, system(t, register.None, [][]int{{1, 0}, {2, 0}}), register.Linearizable())
	}
	enough.Check(t, system(t, register.None, [][]int{{1}, {0}, {0}}), register.Linearizable())
}

// TestDown checks that a minority of the replicas may be down.
func TestDown(t *testing.T) {
	enough.Check(t, system(t, register.None, [][]int{{1}, {0}}, 0), register.Linearizable(), register.Answered())
}

// TestFaults plants faults.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		fault  register.Fault
		calls  [][]int
		events int
		reason string
	}{
		{register.Hasty, [][]int{{1}, {0}, {0}}, 16, "the second read reads an older version than the first"},
		{register.Single, [][]int{{1}, {0}}, 10, "a read asks a replica that the write has not reached"},
		{register.Blind, [][]int{{1}, {2, 0}}, 19, "the later write has the older version"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			enough.Expect(t, system(t, test.fault, test.calls), interrextest.Violated(register.Linearizable()).In(test.events))
		})
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	var systems []*model.System
	for _, fault := range []register.Fault{register.None, register.Hasty, register.Single, register.Blind} {
		systems = append(systems, system(t, fault, [][]int{{1}, {0}}, 0))
	}
	interrextest.Coverage(t, systems...)
}
