package dining_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/dining"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a dining.Algorithm, n int) *model.System {
	t.Helper()
	return on(t, a, dining.Network(n))
}

func on(t *testing.T, a dining.Algorithm, net model.Network) *model.System {
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

func TestPhilosophersEat(t *testing.T) {
	most := 4
	if checkertest.Long() {
		most = 5
	}
	for n := 3; n <= most; n++ {
		enough.Check(t, system(t, dining.Algorithm{}, n), dining.Apart(), dining.Fed())
	}
}

// TestFaults plants faults.
func TestFaults(t *testing.T) {
	circle := dining.Network(3)
	circle.Labels = []int{1, 1, 1}
	for _, test := range []struct {
		name, reason string
		algorithm    dining.Algorithm
		net          model.Network
		expected     []interrextest.Expectation
	}{
		{"clean", "who has eaten keeps its forks, and its neighbour is hungry for ever", dining.Algorithm{Clean: true}, dining.Network(3),
			[]interrextest.Expectation{interrextest.Holds(dining.Apart()), interrextest.Violated(dining.Fed()).In(4)}},
		{"generous", "the neighbour of one who eats gets the fork between them, and eats", dining.Algorithm{Generous: true}, dining.Network(3),
			[]interrextest.Expectation{interrextest.Violated(dining.Apart()).In(4)}},
		{"circle", "each has one fork at first, and waits for the next one", dining.Algorithm{}, circle,
			[]interrextest.Expectation{interrextest.Holds(dining.Apart()), interrextest.Violated(dining.Fed()).In(12)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			enough.Expect(t, on(t, test.algorithm, test.net), test.expected...)
		})
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, dining.Algorithm{}, 3), system(t, dining.Algorithm{Clean: true}, 3), system(t, dining.Algorithm{Generous: true}, 3))
}
