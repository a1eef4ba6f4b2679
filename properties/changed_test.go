package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// riser wins when it wakes, or in the first round.
type riser struct{}

func (riser) Init(model.Self) bool { return false }
func (riser) Ready(_ model.Self, won bool) model.Spontaneous {
	return model.Spontaneous{Wake: !won, Round: !won}
}
func (riser) Observe(_ model.Self, won bool) (s model.Status) {
	if won {
		s.Role = model.Won
	}
	return s
}
func (riser) Step(*model.Process[int], bool, model.Input[int]) bool { return true }

// TestBothOrdersAreJudged judges a step of process 0, which a predicate of two processes sees
// in one of their orders only.
func TestBothOrdersAreJudged(t *testing.T) {
	for first := range 2 {
		p := properties.New("both", "a process is not the other of one that wins", properties.Always, properties.Shape{
			Both: func(_ *model.Network, p int, s model.Status, _ int, other model.Status) bool {
				if first == 0 {
					return p != 0 || s.Role != model.Won
				}
				return p == 0 || other.Role != model.Won
			}})
		s, err := model.New(riser{}, model.Network{N: 2})
		if err != nil {
			t.Fatal(err)
		}
		path := stepwise.NewPath(s)
		judge := properties.NewJudge(path, p)
		if _, ok := path.Apply(model.Event{Process: 0, Kind: model.Wake}); !ok || judge.Open() != 1 {
			t.Fatal("process 0 cannot wake, or the property is decided before")
		}
		if judge.Step(); judge.Open() != 0 {
			t.Errorf("process %d comes first: the property is not refuted", first)
		}
	}
}

// TestMonitorsOfRounds says that a monitor is told of the processes that are up.
func TestMonitorsOfRounds(t *testing.T) {
	told := properties.New("told", "the monitor is told of processes", properties.Always, properties.Watch(
		func(model.View) int { return 0 },
		func(state int, o properties.Observation) int { return state | 1<<o.Process },
		func(int) bool { return true }))
	for down, want := range []int{6, 5, 3} {
		s, err := model.New(riser{}, model.Network{N: 3, Timing: model.Lockstep, Down: []int{down}, Wake: model.WakeSet{Only: []int{}}})
		if err != nil {
			t.Fatal(err)
		}
		y := s.Successors(s.Initial())[0]
		if got := told.Observe(told.Begin(s), s, s.Initial(), y); got != want {
			t.Errorf("process %d is down: the monitor is told of the set %b, want %b", down, got, want)
		}
	}
}
