package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/hs"
)

type hsOther struct {
	hs.Algorithm
	step func(a hs.Algorithm, p *model.Process[hs.Message], s hs.State, in model.Input[hs.Message]) hs.State
}

func (o hsOther) Step(p *model.Process[hs.Message], s hs.State, in model.Input[hs.Message]) hs.State {
	return o.step(o.Algorithm, p, s, in)
}

func (o hsOther) reads(source, other string) another {
	return another{source, other, func(v catalogue.Variant, net model.Network) (*model.System, error) {
		o.Algorithm = hs.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		return model.New(o, net)
	}}
}

func hsOthers() []another {
	type (
		process = model.Process[hs.Message]
		input   = model.Input[hs.Message]
	)
	return []another{
		hsOther{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if in.Kind == model.Receive && in.Msg.Kind == hs.Reply && in.Msg.J != p.ID() && s.Role == model.Lost {
				return s
			}
			return a.Step(p, s, in)
		}}.reads("hs 11-13", "a reply ends at the first processor that has lost"),
		hsOther{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if in.Kind == model.Receive && in.Msg.Kind == hs.Reply && in.Msg.J == p.ID() && s.Replies[1-in.Port] > 0 {
				s.Replies[1-in.Port] = max(s.Replies[1-in.Port], in.Msg.K+1)
			}
			return a.Step(p, s, in)
		}}.reads("hs 14", "a reply of an earlier phase from the other side is enough"),
	}
}
