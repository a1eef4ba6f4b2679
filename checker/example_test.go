package checker_test

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// highest elects the greatest identity on a unidirectional ring, if all wake: a
// process that has not woken stops identities that are less than its own.
type highest struct{}

func (highest) Init(model.Self) model.Role                         { return model.Undecided }
func (highest) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (highest) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (highest) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID():
		return model.Won
	}
	return role
}

// Check searches every execution. A property that it refutes comes with a shortest
// execution that shows it.
func ExampleCheck() {
	s, err := model.New(highest{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := checker.Check(context.Background(), s, checker.Options{
		Properties: []properties.Property{properties.Uniqueness(), properties.Elected()}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range report.Verdicts {
		fmt.Println(v.Property.Name, v.Result)
		if v.Result == checker.Violated {
			fmt.Println(v.Execution.Lasso().Events())
		}
	}
	fmt.Println(report.Configurations, "configurations, depth", report.Depth)
	// Output:
	// uniqueness holds
	// elected violated
	// [wake p1 receive p2:1 1]
	// 27 configurations, depth 5
}
