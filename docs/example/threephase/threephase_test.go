package threephase_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/threephase"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a threephase.Algorithm, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// TestCommit says that the commit is atomic and nobody blocks, though all processes may crash, if no message is lost and timeouts are long enough.
func TestCommit(t *testing.T) {
	most := 4
	if checkertest.Long() {
		most = 5
	}
	for n := 2; n <= most; n++ {
		s := system(t, threephase.Algorithm{}, threephase.Network(n, model.Timely, model.Faults{Crash: n}))
		enough.Check(t, s, threephase.Atomicity(), threephase.Consent(), threephase.Unblocked())
	}
}

// TestCommunication says that the commit is not atomic if communication has faults.
func TestCommunication(t *testing.T) {
	for _, row := range []struct {
		reason string
		timing model.Timing
		faults model.Faults
		events int
	}{
		{"a message is lost, so a live process is taken for crashed", model.Timely, model.Faults{Crash: 1, Loss: 1}, 15},
		{"a process is suspected falsely", model.Async, model.Faults{Suspect: 1}, 13},
		{"the network divides, and each group takes the other for crashed (Skeen and Stonebraker 1983)", model.Timely, model.Faults{Crash: 1, Divide: 1}, 15},
	} {
		t.Run(row.reason, func(t *testing.T) {
			enough.Expect(t, system(t, threephase.Algorithm{}, threephase.Network(2, row.timing, row.faults)),
				interrextest.Violated(threephase.Atomicity()).In(row.events))
		})
	}
}

// TestFaults plants one fault at a time. Each is found by a shortest execution.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		a        threephase.Algorithm
		n        int
		crashes  int
		expected interrextest.Expectation
	}{
		{"one commits and crashes while the others are uncertain", threephase.Algorithm{TwoPhase: true}, 3, 2, interrextest.Violated(threephase.Atomicity()).In(14)},
		{"the second coordinator commits and crashes while the third process is uncertain", threephase.Algorithm{Hasty: true}, 4, 3, interrextest.Violated(threephase.Atomicity()).In(25)},
		{"the first coordinator has aborted, and the others do not know that", threephase.Algorithm{Confident: true}, 2, 1, interrextest.Violated(threephase.Atomicity()).In(10)},
		{"the coordinator crashes", threephase.Algorithm{Idle: true}, 2, 1, interrextest.Violated(threephase.Unblocked()).In(3)},
	} {
		t.Run(row.reason, func(t *testing.T) {
			enough.Expect(t, system(t, row.a, threephase.Network(row.n, model.Timely, model.Faults{Crash: row.crashes})), row.expected)
		})
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	var systems []*model.System
	for _, a := range []threephase.Algorithm{{}, {TwoPhase: true}, {Hasty: true}} {
		systems = append(systems, system(t, a, threephase.Network(2, model.Timely, model.Faults{Crash: 1})))
	}
	interrextest.Coverage(t, systems...)
}
