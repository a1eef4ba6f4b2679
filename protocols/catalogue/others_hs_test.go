package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/hs"
)

func newHS(v catalogue.Variant) hs.Algorithm {
	return hs.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

func hsOthers() []another {
	type (
		other    = mutation[hs.Algorithm, hs.State, hs.Message]
		pending  = noted[hs.State, hs.Message]
		inSteps  = noting[hs.Algorithm, hs.State, hs.Message, hs.Message]
		stepwise = mutation[inSteps, pending, hs.Message]
		process  = model.Process[hs.Message]
		input    = model.Input[hs.Message]
	)
	gets := func(in input, k hs.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }
	none := hs.Message{}
	begin := func(p *process, s pending, m hs.Message) pending {
		if s.Note != none {
			p.Send(1, s.Note)
		}
		p.Send(0, m)
		s.Note = m
		return s
	}
	return []another{
		stepwise{ready: func(a inSteps, p model.Self, s pending) model.Spontaneous {
			ready := a.Ready(p, s)
			if s.Note != none {
				ready.Timers, ready.Round = model.Timers(0), true
			}
			return ready
		}, step: func(a inSteps, p *process, s pending, in input) pending {
			if in.Kind == model.Timeout || in.Kind == model.Round {
				p.Send(1, s.Note)
				s.Note = none
				return s
			}
			if s.State.Asleep {
				s.State.Asleep = false
				s = begin(p, s, hs.Message{Kind: hs.Probe, J: p.ID(), D: 1})
			}
			if !gets(in, hs.Reply) || in.Msg.J != p.ID() {
				return a.Step(p, s, in)
			}
			s.State.Replies[in.Port] = in.Msg.K + 1
			if s.State.Replies[1-in.Port] > in.Msg.K {
				s = begin(p, s, hs.Message{Kind: hs.Probe, J: p.ID(), K: in.Msg.K + 1, D: 1})
			}
			return s
		}}.reads("hs 2-4, 19", "the two probes are sent in two steps", func(v catalogue.Variant) inSteps { return inSteps{newHS(v)} }),
		other{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if gets(in, hs.Probe) && in.Msg.J == p.ID() {
				if s.Role != model.Won {
					p.Send(1, hs.Message{Kind: hs.Term, J: p.ID()})
				}
				s.Role, s.Leader, s.Halted = model.Won, p.ID(), true
				return s
			}
			return a.Step(p, s, in)
		}}.reads("hs 5, 8, 10", "left and right are the other way round", newHS),
		other{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if gets(in, hs.Probe) && in.Msg.J == p.ID() && in.Msg.D >= 1<<in.Msg.K {
				p.Send(in.Port, hs.Message{Kind: hs.Reply, J: in.Msg.J, K: in.Msg.K})
				return s
			}
			return a.Step(p, s, in)
		}}.reads("hs 9, 17", "the last processor of a neighbourhood answers the probe of its own", newHS),
		other{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if gets(in, hs.Reply) && in.Msg.J != p.ID() && s.Role == model.Lost {
				return s
			}
			return a.Step(p, s, in)
		}}.reads("hs 11-13", "a reply ends at the first processor that has lost", newHS),
		other{step: func(a hs.Algorithm, p *process, s hs.State, in input) hs.State {
			if gets(in, hs.Reply) && in.Msg.J == p.ID() && s.Replies[1-in.Port] > 0 {
				s.Replies[1-in.Port] = max(s.Replies[1-in.Port], in.Msg.K+1)
			}
			return a.Step(p, s, in)
		}}.reads("hs 14", "a reply of an earlier phase from the other side is enough", newHS),
	}
}
