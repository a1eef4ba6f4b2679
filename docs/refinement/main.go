// Command refinement asks whether a ring implements an election.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker/refine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// ring is the algorithm of Chang and Roberts. In a hasty one a process wins when it stops a smaller
// identity.
type ring struct{ hasty bool }

func (ring) Init(model.Self) model.Role                         { return model.Undecided }
func (ring) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (ring) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (r ring) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID() || r.hasty:
		return model.Won
	}
	return role
}

const n = 3

// Roles are the value that an observer sees.
type Roles [n]model.Role

// An Election is an abstract state. It has decided for one process before anybody knows.
type Election struct {
	Roles Roles
	Won   int // the number of the process, from 1; 0: it is not decided
}

// next returns the states to which one step leads: it decides, a process stands, or a process learns its role.
func next(e Election) (list []Election) {
	for p, role := range e.Roles {
		to := e
		switch {
		case e.Won == 0:
			to.Won = p + 1
			list = append(list, to)
		case e.Won == p+1 && role != model.Won:
			to.Roles[p] = model.Won
			list = append(list, to)
		case e.Won != p+1 && role != model.Lost:
			to.Roles[p] = model.Lost
			list = append(list, to)
		}
		if to = e; role == model.Undecided {
			to.Roles[p] = model.Candidate
			list = append(list, to)
		}
	}
	return list
}

// shown is the mapping.
func shown(c properties.Configuration) (r Roles) {
	for p := range r {
		r[p] = c.Status(p).Role
	}
	return r
}

func main() {
	election := refine.Abstract[Election, Roles]{
		Initial: []Election{{}},
		Next:    next,
		Shows:   func(e Election) Roles { return e.Roles },
	}
	for _, r := range []ring{{}, {hasty: true}} {
		system, err := model.New(r, model.Network{Topology: model.UnidirectionalRing, N: n, IDs: []model.ID{1, 2, 3}})
		if err != nil {
			log.Fatal(err)
		}
		report, err := refine.Check(context.Background(), system, election, shown, refine.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(report)
	}
}
