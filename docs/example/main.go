// Command example checks an election on a ring: the greatest identity that
// comes round to its owner wins. The README quotes it.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

type state struct {
	Awake bool
	Role  model.Role
}

type ring struct{} // every process runs this; messages are identities

func (ring) Init(model.Self) state                         { return state{} }
func (ring) Ready(_ model.Self, s state) model.Spontaneous { return model.Spontaneous{Wake: !s.Awake} }
func (ring) Observe(_ model.Self, s state) model.Status    { return model.Status{Role: s.Role} }
func (ring) Step(p *model.Process[model.ID], s state, in model.Input[model.ID]) state {
	s.Awake = true
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
	case in.Msg == p.ID():
		s.Role = model.Won
	case in.Msg > p.ID():
		s.Role = model.Lost
		p.Send(0, in.Msg)
	}
	return s
}

func main() {
	system, err := model.New(ring{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	report, err := checker.Check(context.Background(), system, checker.Options{
		Properties: []properties.Property{properties.Uniqueness(), properties.Elected()},
		Fairness:   model.Weak,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Verdicts {
		fmt.Println(v.Property.Name, v.Result)
		if v.Execution != nil {
			for _, event := range v.Execution.Lasso().Events() {
				fmt.Println("\t" + event.String())
			}
		}
	}
}
