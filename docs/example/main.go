// Command example checks an election on a ring. The README quotes it.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// ring is the program of every process: its local state is a role, its messages are
// identities, and the greatest identity comes round to its owner.
type ring struct{}

func (ring) Init(model.Self) model.Role                         { return model.Undecided }
func (ring) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (ring) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (ring) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake: // whoever wakes sends its identity to the left
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID(): // a greater one is passed on
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID(): // it has come home
		return model.Won
	}
	return role // a smaller one goes no further
}

func main() {
	system, err := model.New(ring{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	claims := []properties.Property{properties.Uniqueness(), properties.Elected()}
	report, err := checker.Check(context.Background(), system, checker.Options{Properties: claims, Fairness: model.Weak})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Verdicts {
		fmt.Println(v.Property.Name, v.Result)
		if v.Result == checker.Violated {
			fmt.Println(v.Execution.Lasso().Events())
		}
	}
}
