package realcode_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A door is mutable code: it counts who knocks, and opens at the second knock.
type door struct {
	knocks map[model.Port]int
	open   bool
}

func (d *door) Take(in realcode.Input) []realcode.Effect {
	if in.Kind == model.Wake {
		return []realcode.Effect{realcode.Send(0, realcode.Message{Bytes: "knock", Text: "KNOCK"})}
	}
	d.knocks[in.Port]++
	d.open = d.open || d.knocks[in.Port] == 2
	return nil
}

func (d *door) Ready() model.Spontaneous { return model.Spontaneous{Wake: !d.open} }
func (d *door) Observe() model.Status    { return model.Status{Halted: d.open} }

// Code becomes an algorithm, which joins a network like any other.
func Example() {
	a, err := realcode.New(realcode.Code{
		Name: "door",
		New: func(realcode.Place, string) realcode.Object {
			return &door{knocks: map[model.Port]int{}}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := model.New(a, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := s.Initial()
	for range 2 {
		for _, next := range s.Successors(c) {
			fmt.Println(next.Event)
		}
		c = s.Successors(c)[0].Next
	}
	// Output:
	// wake p0
	// wake p1
	// wake p0
	// wake p1
	// receive p1:1 KNOCK
}
