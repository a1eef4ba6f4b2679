package catalogue_test

import (
	"slices"

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
		other{ready: func(a tokenring.Algorithm, p model.Self, s state) model.Spontaneous {
			ready := a.Ready(p, s)
			ready.Timers &^= model.Timers(0)
			for _, h := range s.Held.All() {
				ready.Suspect = ready.Suspect.With(h.Port)
			}
			return ready
		}, step: func(a tokenring.Algorithm, p *process, s state, in input) state {
			if in.Kind == model.Suspect && (s.Phase != tokenring.Settled || in.Port != p.PortOf(s.Leader)) {
				list := s.Held.All()
				for i, h := range list {
					list[i].Taken = h.Taken || h.Port == in.Port
				}
				s.Held = tokenring.Hold(list...)
			}
			return a.Step(p, s, in)
		}}.reads("tokenring 1, 3-4", "no reply is noticed by the network, not by a timer", newTokenring),
		other{step: func(a tokenring.Algorithm, p *process, s state, in input) state {
			if in.Kind != model.Receive || in.Msg.Kind != tokenring.Election || s.Phase != tokenring.Starting || p.ID() >= in.Msg.Starter {
				return a.Step(p, s, in)
			}
			p.Send(in.Port, tokenring.Message{Kind: tokenring.Reply, Of: tokenring.Election, Starter: in.Msg.Starter})
			p.Send(1, in.Msg)
			p.Reset(0)
			list := slices.DeleteFunc(s.Held.All(), func(h tokenring.Held) bool {
				return h.Token.Kind == tokenring.Election && h.Token.Starter == in.Msg.Starter
			})
			s.Held = tokenring.Hold(append(list, tokenring.Held{Token: in.Msg, Port: 1})...)
			return s
		}}.reads("tokenring 13", "a process with a smaller number forwards the token without adding its own", newTokenring),
		ownTimers(),
	}
}

// ownTimers gives each token of three processes that waits for a reply a timer of its own, from the third on.
func ownTimers() another {
	type (
		state   = tokenring.State
		message = tokenring.Message
	)
	timer := func(h tokenring.Held) uint8 { return 2*uint8(h.Token.Starter) + uint8(h.Token.Kind) }
	reset := func(p *model.Process[message], before, after state) state {
		for _, h := range after.Held.All() {
			if !slices.Contains(before.Held.All(), h) {
				p.Reset(timer(h))
			}
		}
		return after
	}
	return mutation[tokenring.Algorithm, state, message]{
		ready: func(a tokenring.Algorithm, p model.Self, s state) model.Spontaneous {
			ready := a.Ready(p, s)
			ready.Timers &^= model.Timers(0)
			for _, h := range s.Held.All() {
				if !h.Taken {
					ready.Timers |= model.Timers(timer(h))
				}
			}
			return ready
		},
		step: func(a tokenring.Algorithm, p *model.Process[message], s state, in model.Input[message]) state {
			ran := func(h tokenring.Held) bool { return timer(h) == in.Timer }
			if in.Kind != model.Timeout || !slices.ContainsFunc(s.Held.All(), ran) {
				return reset(p, s, a.Step(p, s, in))
			}
			before, others := s, slices.DeleteFunc(s.Held.All(), ran)
			s.Held = tokenring.Hold(slices.DeleteFunc(s.Held.All(), func(h tokenring.Held) bool { return !ran(h) })...)
			in.Timer = 0
			next := a.Step(p, s, in)
			if next.Phase == tokenring.Settled && s.Phase != tokenring.Settled {
				others = slices.DeleteFunc(others, func(h tokenring.Held) bool { return h.Taken })
			}
			next.Held = tokenring.Hold(append(others, next.Held.All()...)...)
			return reset(p, before, next)
		},
		durations: func(model.Self, state) model.Durations {
			d := tokenring.Algorithm{}.Durations(model.Self{}, state{})
			for i := 2; i < len(d.Timers); i++ {
				d.Timers[i] = d.Timers[0]
			}
			return d
		},
		choices: []choice{{}, {variant: "printed"}},
	}.reads("tokenring 4", "each token that waits for a reply has a timer of its own", newTokenring)
}
