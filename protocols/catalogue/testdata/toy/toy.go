// Package toy is an election that a test adds to the catalogue.
package toy

import "github.com/interrex/interrex/model"

// Algorithm elects the greatest identity of a ring.
type Algorithm struct{}

// Needs says that processes know their identities.
func (Algorithm) Needs() model.Needs { return model.Needs{Knowledge: model.KnowID} }

func (Algorithm) Init(model.Self) model.Role { return model.Undecided }

func (Algorithm) Observe(_ model.Self, role model.Role) model.Status {
	return model.Status{Role: role}
}

func (Algorithm) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}

func (Algorithm) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID()) // 1
		return model.Candidate
	case in.Msg > p.ID(): // 2
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID(): // 3
		return model.Won
	}
	return role
}
