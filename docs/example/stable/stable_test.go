package stable_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/stable"
	"github.com/interrex/interrex/model"
)

// TestPartialSynchrony says that the election stabilises if at last no suspicion is false, and need
// not otherwise. Who never takes a suspicion back is caught.
func TestPartialSynchrony(t *testing.T) {
	most := 2
	if checkertest.Long() {
		most = 3
	}
	enough := interrextest.Config{Time: time.Hour}
	for n := 2; n <= most; n++ {
		s, err := model.New(stable.Algorithm{}, stable.Network(n))
		if err != nil {
			t.Fatal(err)
		}
		enough.Expect(t, s, interrextest.Violated(stable.Stable()), interrextest.Holds(stable.Stable().Assuming(stable.Trusted())))
		if s, err = model.New(stable.Algorithm{Grudging: true}, stable.Network(n)); err != nil {
			t.Fatal(err)
		}
		enough.Expect(t, s, interrextest.Violated(stable.Stable().Assuming(stable.Trusted())))
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	var systems []*model.System
	for _, a := range []stable.Algorithm{{}, {Grudging: true}} {
		s, err := model.New(a, stable.Network(2))
		if err != nil {
			t.Fatal(err)
		}
		systems = append(systems, s)
	}
	interrextest.Coverage(t, systems...)
}
