package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/tokenring"
)

func newTokenring(v catalogue.Variant) tokenring.Algorithm {
	return tokenring.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

func tokenringOthers() []another {
	type (
		other   = mutation[tokenring.Algorithm, tokenring.State, tokenring.Message]
		process = model.Process[tokenring.Message]
		input   = model.Input[tokenring.Message]
		state   = tokenring.State
	)
	return []another{
		other{step: func(a tokenring.Algorithm, p *process, s state, in input) state {
			if in.Kind != model.Receive || in.Msg.Kind != tokenring.Election || in.Msg.Starter == p.ID() || s.Phase != tokenring.Starting {
				return a.Step(p, s, in)
			}
			if p.ID() > in.Msg.Numbers.Max() {
				p.Send(in.Port, tokenring.Message{Kind: tokenring.Reply, Of: tokenring.Election, Starter: in.Msg.Starter})
				return s
			}
			s.Phase = tokenring.Involved
			next := a.Step(p, s, in)
			next.Phase = tokenring.Starting
			return next
		}}.reads("tokenring 12", "the number of the sender is the biggest number in the message", newTokenring),
	}
}
