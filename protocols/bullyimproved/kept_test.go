package bullyimproved_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	bully "github.com/interrex/interrex/protocols/bullyimproved"
	"github.com/interrex/interrex/protocols/errata"
)

// TestNothingReadsWhatIsForgotten compares the process with identity 2 of three with one that
// forgets nothing, as printed and corrected, for each reading.
func TestNothingReadsWhatIsForgotten(t *testing.T) {
	ids, messages := []model.ID{2, 3, 1}, []any{bully.Election, bully.OK, bully.YouCoordinator, bully.Coordinator}
	fewOks := func(s bully.State) bool { return s.Oks <= 1 } // no OK is forgotten, and R1=c asks for one
	for _, fixes := range []errata.Fixes{0, fixed} {
		for r := range bully.Readings {
			for option := range bully.Readings[r].Options {
				a := bully.Algorithm{Fixes: fixes}
				a.Readings[r] = uint8(option)
				t.Run(fmt.Sprintf("%+v", a), func(t *testing.T) {
					whole, err := model.New(bully.Whole{Algorithm: a}, among(ids))
					if err != nil {
						t.Fatal(err)
					}
					if checkertest.Alike(t, whole, system(t, a, ids), messages, fewOks) == 0 {
						t.Error("nothing is forgotten")
					}
				})
			}
		}
	}
}
