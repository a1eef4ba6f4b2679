package model_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Biggest lets each process that wakes send its identity to the next one, which
// has lost if that identity is greater than its own.
type Biggest struct{}

func (Biggest) Init(model.Self) model.Role { return model.Undecided }

func (Biggest) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}

func (Biggest) Step(p *model.Process[model.ID], r model.Role, in model.Input[model.ID]) model.Role {
	if in.Kind == model.Receive && in.Msg > p.ID() {
		return model.Lost
	}
	if in.Kind == model.Wake {
		p.Send(0, p.ID())
		return model.Candidate
	}
	return r
}

func (Biggest) Observe(_ model.Self, r model.Role) model.Status { return model.Status{Role: r} }

// An algorithm has four methods. New returns the system of an algorithm on a
// network, which can list its events and take them.
func Example() {
	s, err := model.New(Biggest{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{
		{Process: 0, Kind: model.Wake},
		{Process: 1, Kind: model.Wake},
		{Process: 1, Kind: model.Receive, Port: 1, Message: "3"},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(s.Text(x.Last()))
	for _, next := range s.Successors(x.Last()) {
		fmt.Println(next.Event)
	}
	// Output:
	// p0 candidate
	// p1 lost
	// p2 undecided :1 1
	// wake p2
	// receive p2:1 1
}
