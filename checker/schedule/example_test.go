package schedule_test

import (
	"fmt"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// rash wins as soon as it wakes, even if another process has won.
type rash struct{}

func (rash) Init(model.Self) model.Role { return model.Undecided }
func (rash) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}
func (rash) Step(*model.Process[int], model.Role, model.Input[int]) model.Role { return model.Won }
func (rash) Observe(_ model.Self, r model.Role) model.Status                   { return model.Status{Role: r} }

// A Walk grows event by event and is judged as it grows.
func ExampleWalk() {
	s, err := model.New(rash{}, model.Network{N: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := schedule.Start(s, model.Weak, properties.Uniqueness())
	for w.Open() && len(w.Enabled()) > 0 {
		w.Take(w.Enabled()[0], func(int) int { return 0 })
	}
	if x, refuted := w.Decided(0); refuted {
		fmt.Println("uniqueness is refuted by", x.Lasso().Events())
	}
	// Output: uniqueness is refuted by [wake p0 wake p1]
}
