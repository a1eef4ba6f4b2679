package counterexamples_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// lock is a lock that anybody takes who wakes.
type lock struct{}

type hold struct {
	Inside bool
	Note   string
}

func (lock) Init(model.Self) hold { return hold{} }
func (lock) Ready(_ model.Self, s hold) model.Spontaneous {
	return model.Spontaneous{Wake: s.Note == "" || s.Inside}
}
func (lock) Observe(_ model.Self, s hold) model.Status { return model.Status{Own: s} }
func (lock) Step(_ *model.Process[int], s hold, _ model.Input[int]) hold {
	return hold{Inside: !s.Inside, Note: "was inside"}
}

// TestChartOfOwn says that charts show the value that a protocol shows as a type of its own,
// by the names of the fields.
func TestChartOfOwn(t *testing.T) {
	s, err := model.New(lock{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	wake := func(p int) model.Event { return model.Event{Process: p, Kind: model.Wake} }
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{wake(0), wake(1), wake(0)}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `        p0                 p1
         |                  |
  1      o wake             |                    p0 Inside Note="was inside"
  2      |                  o wake               p1 Inside Note="was inside"
  3      o wake             |                    p0 Note="was inside"
         |                  |
 Note="was inside"       Inside
                    Note="was inside"
     terminal: nothing more has to happen
`
	if diff := cmp.Diff(want, counterexamples.Chart(x)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
