package viewstamped_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/viewstamped"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a viewstamped.Algorithm, n int) *model.System {
	t.Helper()
	s, err := model.New(a, viewstamped.Network(n))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// TestViewChange lets every replica take its primary for crashed at any time.
func TestViewChange(t *testing.T) {
	a := viewstamped.Algorithm{Views: 2}
	if checkertest.Long() {
		a.Views = 3
	}
	enough.Check(t, system(t, a, 3), viewstamped.Kept(), viewstamped.Agreement(), viewstamped.Ends())
}

// TestFaults plants one fault at a time. Each is found by a shortest execution.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		a        viewstamped.Algorithm
		expected interrextest.Expectation
		long     bool // it takes some processor seconds
	}{
		{"a log that no view has committed is as long", viewstamped.Algorithm{Views: 3, Longest: true}, interrextest.Violated(viewstamped.Kept()).In(19), true},
		{"the log of a new primary lacks the operation", viewstamped.Algorithm{Views: 2, Few: true}, interrextest.Violated(viewstamped.Kept()).In(6), false},
		{"only the old primary knows that the operation is committed", viewstamped.Algorithm{Views: 2, Short: true}, interrextest.Violated(viewstamped.Kept()).In(8), false},
		{"a backup has answered to the log with which the view starts", viewstamped.Algorithm{Views: 3, Stale: true}, interrextest.Violated(viewstamped.Kept()).In(15), false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if row.long && !checkertest.Long() {
				t.Skip("takes some processor seconds: INTERREX_LONG is not set")
			}
			enough.Expect(t, system(t, row.a, 3), row.expected)
		})
	}
}

// TestCoverage says that some execution takes each branch. For those of the faults two replicas are enough.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, viewstamped.Algorithm{Views: 2}, 3),
		system(t, viewstamped.Algorithm{Views: 2, Short: true}, 2), system(t, viewstamped.Algorithm{Views: 2, Few: true}, 2))
}
