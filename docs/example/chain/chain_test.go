package chain_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/checker/refine"
	"github.com/interrex/interrex/docs/example/chain"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, fault chain.Fault, crashes int, calls [2][]int) *model.System {
	t.Helper()
	s, err := chain.New(fault, crashes, calls)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// implements asks whether a system implements the register.
func implements(t *testing.T, s *model.System, calls [2][]int) refine.Report[chain.Register, chain.Shown] {
	t.Helper()
	r, err := refine.Check(t.Context(), s, chain.Abstract(calls), chain.Clients, refine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// TestChain says that the chain implements a register, though all servers but one may crash.
func TestChain(t *testing.T) {
	for _, test := range []struct {
		crashes int
		calls   [2][]int
		long    bool
		reason  string
	}{
		{0, [2][]int{{1, 0}, {2, 0}}, false, "two writers that read"},
		{1, [2][]int{{1}, {0, 0}}, false, "a crash of head, middle or tail"},
		{2, [2][]int{{1}, {0}}, false, "two crashes"},
		{1, [2][]int{{1, 0}, {2, 0}}, true, "two writers that read, and a crash"},
		{2, [2][]int{{1, 2}, {0, 0}}, true, "two writes, two reads and two crashes"},
	} {
		if test.long && !checkertest.Long() {
			continue
		}
		s := system(t, chain.None, test.crashes, test.calls)
		if r := implements(t, s, test.calls); r.Result != checker.Holds {
			t.Errorf("%s: %v", test.reason, r)
		}
		enough.Check(t, s, chain.Linearizable(), chain.Answered())
	}
}

// TestFaults plants faults. Refinement finds each by as short an execution as linearizability does.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		fault   chain.Fault
		crashes int
		calls   [2][]int
		events  int
		reason  string
	}{
		{chain.Early, 0, [2][]int{{1}, {0}}, 6, "the write has returned, and the tail does not have it"},
		{chain.Near, 1, [2][]int{{1}, {0, 0}}, 10, "the head that has answered crashes, and nobody else has the write"},
		{chain.Twice, 1, [2][]int{{1, 2}, {0}}, 15, "the first write comes again from a server that has crashed"},
	} {
		s := system(t, test.fault, test.crashes, test.calls)
		if r := implements(t, s, test.calls); r.Result != checker.Violated || len(r.Mismatch.Execution.Steps) != test.events {
			t.Errorf("%s: want %d events: %v", test.reason, test.events, r)
		}
		enough.Expect(t, s, interrextest.Violated(chain.Linearizable()).In(test.events))
	}
}

// TestLate plants a fault after the return of a call, of which linearizability is not told.
func TestLate(t *testing.T) {
	calls := [2][]int{{1}, {0}}
	s := system(t, chain.Late, 1, calls)
	if r := implements(t, s, calls); r.Result != checker.Violated || len(r.Mismatch.Execution.Steps) != 10 {
		t.Errorf("want 10 events: %v", r)
	}
	enough.Check(t, s, chain.Linearizable())
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, chain.None, 1, [2][]int{{1}, {0}}), system(t, chain.None, 3, [2][]int{{1}, {}}),
		system(t, chain.Early, 0, [2][]int{{1}, {0}}), system(t, chain.Near, 0, [2][]int{{1}, {0}}), system(t, chain.Twice, 1, [2][]int{{1}, {}}))
}
