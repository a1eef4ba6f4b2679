package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/catalogue"
)

func newAFA(v catalogue.Variant) afa.Algorithm {
	return afa.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

func afaOthers() []another {
	type (
		other   = mutation[afa.Algorithm, afa.State, afa.Message]
		process = model.Process[afa.Message]
		input   = model.Input[afa.Message]
	)
	gets := func(in input, k afa.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }
	hears := func(s afa.State) bool { return s.Stage == afa.Candidate || s.Stage == afa.Defeated }
	prepared := []choice{{readings: "R1=b"}}
	return []another{
		other{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			next := a.Step(p, s, in)
			if s.Stage == afa.Asleep && gets(in, afa.EM) {
				next.Stage = afa.Candidate
			}
			return next
		}}.reads("afa 4, 6", "the state becomes C after the message is handled", newAFA),
		other{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			least := s.Least
			if s.Stage == afa.Asleep {
				least = p.ID()
			}
			if gets(in, afa.EM) && in.Msg.ID < least && (s.Stage == afa.Asleep || hears(s)) {
				p.Send(1, afa.Message{Kind: afa.EM, ID: p.ID()})
				return afa.State{Stage: afa.Defeated, Least: in.Msg.ID, Next: 1, Leader: s.Leader, Done: s.Done}
			}
			return a.Step(p, s, in)
		}}.reads("afa 7-9", "its own UID is sent on instead of the smaller ID", newAFA),
		other{needs: model.KnowNeighbours, step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			known := min(p.ID(), p.Neighbour(0), p.Neighbour(1))
			if s.Stage == afa.Asleep && gets(in, afa.EM) {
				next := afa.State{Stage: afa.Candidate, Least: known, Next: 1}
				switch {
				case in.Msg.ID < known:
					next.Stage, next.Least = afa.Defeated, in.Msg.ID
					p.Send(1, in.Msg)
				case in.Msg.ID > p.ID(): // E1
					p.Send(1, afa.Message{Kind: afa.EM, ID: p.ID()})
				}
				return next
			}
			next := a.Step(p, s, in)
			if s.Stage == afa.Asleep && next.Stage != afa.Asleep {
				next.Least = known
			}
			return next
		}}.reads("afa 12-13", "known IDs are those of the neighbours", newAFA),
		other{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			if gets(in, afa.EM) && s.Stage == afa.Candidate && in.Msg.ID == s.Least {
				p.Send(in.Port, afa.Message{Kind: afa.TM, ID: p.ID()})
				s.Stage, s.Leader = afa.Elected, p.ID()
				return s
			}
			return a.Step(p, s, in)
		}}.reads("afa 16-17", "TM goes the other way round", newAFA),
		other{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			if gets(in, afa.TM) && s.Stage != afa.Elected {
				s.Done, s.Leader = true, in.Msg.ID
				return s
			}
			return a.Step(p, s, in)
		}}.reads("afa 26", "the caller is told before TM is forwarded, and its program shuts down then", newAFA),
		other{needs: model.KnowNeighbours}.reads("afa 1", "the neighbours' UIDs are known", newAFA),
		other{choices: prepared, defers: func(_ model.Self, s afa.State, _ model.Port, m afa.Message) bool {
			return m.Kind == afa.EM && !s.Started
		}}.reads("afa 21-22", "EM waits for processes that are not started, as PING does", newAFA),
		other{choices: prepared, step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			if gets(in, afa.Ping) && in.Msg.ID == p.ID() && s.Stage == afa.Asleep && p.Choose(2) == 1 {
				return s
			}
			return a.Step(p, s, in)
		}}.reads("afa 23-24", "\"can start\" leaves it open", newAFA),
	}
}
