package interrextest

import (
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A walker starts 1, 2 or 3 steps before it halts.
type walker struct{}

func (walker) Init(model.Self) int    { return 1 }
func (walker) Inits(model.Self) []int { return []int{1, 2, 3} }
func (walker) Ready(_ model.Self, s int) model.Spontaneous {
	if s == 0 {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (walker) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s, Halted: s == 0} }
func (walker) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	return s - 1
}

// TestRandomSchedulesStartAnywhere says that schedules are drawn from every initial
// configuration, and that a violation is shortened from its own.
func TestRandomSchedulesStartAnywhere(t *testing.T) {
	s, err := model.New(walker{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	apart := properties.NewAlways("apart", "the second does not halt before the first begins", func(v model.View) bool {
		return v.Status[0].Term != 3 || v.Status[1].Term != 0
	})
	only := Config{Time: time.Hour, Random: Only, Schedules: 200, Dir: t.TempDir()}
	only.Expect(t, s, Violated(apart))
	spied := &spy{TB: t, name: t.Name()}
	only.Check(spied, s, apart)
	// p1 starts with 1, 2 or 3 steps: which is drawn first is random.
	if len(spied.errors) != 1 || !strings.Contains(spied.errors[0], "(random schedules)") || !strings.Contains(spied.errors[0], "start=2 ") {
		t.Errorf("it is violated where p0 starts with 3 steps only: failed %q", spied.errors)
	}
}
