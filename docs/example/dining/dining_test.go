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
	s, err := model.New(a, dining.Network(n))
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

// TestClean plants a fault: who has eaten keeps its forks, and its neighbour is hungry for ever.
func TestClean(t *testing.T) {
	enough.Expect(t, system(t, dining.Algorithm{Clean: true}, 3), interrextest.Holds(dining.Apart()), interrextest.Violated(dining.Fed()))
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, dining.Algorithm{}, 3), system(t, dining.Algorithm{Clean: true}, 3))
}
