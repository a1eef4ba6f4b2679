// Command mine checks two elections on a ring. docs/command.md quotes it.
package main

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// election: whoever wakes sends its identity round the ring, and the greatest
// identity comes home to its owner.
type election struct {
	hasty bool // the planted fault: a process that passes no identity on has won
}

func (election) Init(model.Self) model.Role                         { return model.Undecided }
func (election) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (election) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}

func (e election) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID() || e.hasty && role == model.Candidate:
		return model.Won
	}
	return role
}

func (e election) Name() string {
	if e.hasty {
		return "hasty"
	}
	return "election"
}

// ring returns the network for n processes. They have identities.
func ring(n int) model.Network {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = model.ID(n - p)
	}
	return model.Network{Topology: model.UnidirectionalRing, N: n, IDs: ids}
}

func main() {
	wanted := []properties.Property{properties.Uniqueness(), properties.LeaderReachable()}
	command.Main(command.Of(election{}, ring, wanted...), command.Of(election{hasty: true}, ring, wanted...))
}
