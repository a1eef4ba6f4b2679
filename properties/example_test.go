package properties_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// herald wins as soon as it wakes, even if another process has won.
type herald struct{}

func (herald) Init(model.Self) model.Role { return model.Undecided }
func (herald) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}
func (herald) Step(*model.Process[int], model.Role, model.Input[int]) model.Role { return model.Won }
func (herald) Observe(_ model.Self, r model.Role) model.Status                   { return model.Status{Role: r} }

// Judge decides whether an execution refutes a property exactly at its end.
func ExampleProperty_Judge() {
	s, err := model.New(herald{}, model.Network{N: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	one := properties.NewAlways("one-winner", "at most one process wins", func(v model.View) bool {
		return v.Status[0].Role != model.Won || v.Status[1].Role != model.Won
	})
	var l model.Lasso
	for p := range 2 {
		l.Stem = append(l.Stem, model.Event{Process: p, Kind: model.Wake})
		x, err := s.Replay(l)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(x.Last().Locals, one.Judge(x, model.Weak))
	}
	// Output:
	// [won undecided] one-winner: is not decided by the last configuration
	// [won won] <nil>
}
