package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/raft"
	"github.com/interrex/interrex/protocols/tokenring"
)

// others returns what is tried, with the first options of all readings.
func others() []another {
	var list []another
	for _, part := range [][]another{hsOthers(), afaOthers(), bullyOthers(), bullyOriginalOthers(), raftOthers(), tokenringOthers()} {
		list = append(list, part...)
	}
	return list
}

type afaOther struct {
	afa.Algorithm
	needs model.Knowledge
	step  func(a afa.Algorithm, p *model.Process[afa.Message], s afa.State, in model.Input[afa.Message]) afa.State
}

func (o afaOther) Needs() model.Needs {
	needs := o.Algorithm.Needs()
	needs.Knowledge |= o.needs
	return needs
}

func (o afaOther) Step(p *model.Process[afa.Message], s afa.State, in model.Input[afa.Message]) afa.State {
	return o.step(o.Algorithm, p, s, in)
}

func (o afaOther) reads(source, other string) another {
	return another{source, other, func(v catalogue.Variant, net model.Network) (*model.System, error) {
		o.Algorithm = afa.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		return model.New(o, net)
	}}
}

func afaOthers() []another {
	type (
		process = model.Process[afa.Message]
		input   = model.Input[afa.Message]
	)
	gets := func(in input, k afa.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }
	hears := func(s afa.State) bool { return s.Stage == afa.Candidate || s.Stage == afa.Defeated }
	return []another{
		afaOther{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			next := a.Step(p, s, in)
			if s.Stage == afa.Asleep && gets(in, afa.EM) {
				next.Stage = afa.Candidate
			}
			return next
		}}.reads("afa 4, 6", "the state becomes C after the message is handled"),
		afaOther{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			least := s.Least
			if s.Stage == afa.Asleep {
				least = p.ID()
			}
			if gets(in, afa.EM) && in.Msg.ID < least && (s.Stage == afa.Asleep || hears(s)) {
				p.Send(1, afa.Message{Kind: afa.EM, ID: p.ID()})
				return afa.State{Stage: afa.Defeated, Least: in.Msg.ID, Next: 1, Leader: s.Leader, Done: s.Done}
			}
			return a.Step(p, s, in)
		}}.reads("afa 7-9", "its own UID is sent on instead of the smaller ID"),
		afaOther{needs: model.KnowNeighbours, step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
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
		}}.reads("afa 12-13", "known IDs are those of the neighbours"),
		afaOther{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			if gets(in, afa.EM) && s.Stage == afa.Candidate && in.Msg.ID == s.Least {
				p.Send(in.Port, afa.Message{Kind: afa.TM, ID: p.ID()})
				s.Stage, s.Leader = afa.Elected, p.ID()
				return s
			}
			return a.Step(p, s, in)
		}}.reads("afa 16-17", "TM goes the other way round"),
		afaOther{step: func(a afa.Algorithm, p *process, s afa.State, in input) afa.State {
			if gets(in, afa.TM) && s.Stage != afa.Elected {
				s.Done, s.Leader = true, in.Msg.ID
				return s
			}
			return a.Step(p, s, in)
		}}.reads("afa 26", "the caller is told before TM is forwarded, and its program shuts down then"),
	}
}

type bullyOther struct {
	bully.Algorithm
	step func(a bully.Algorithm, p *model.Process[bully.Message], s bully.State, in model.Input[bully.Message]) bully.State
}

func (o bullyOther) Step(p *model.Process[bully.Message], s bully.State, in model.Input[bully.Message]) bully.State {
	return o.step(o.Algorithm, p, s, in)
}

func (o bullyOther) reads(source, other string) another {
	return another{source, other, func(v catalogue.Variant, net model.Network) (*model.System, error) {
		o.Algorithm = bully.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		return model.New(o, net)
	}}
}

func bullyOthers() []another {
	type (
		process = model.Process[bully.Message]
		input   = model.Input[bully.Message]
	)
	return []another{
		bullyOther{step: func(a bully.Algorithm, p *process, s bully.State, in input) bully.State {
			next := a.Step(p, s, in)
			if next.Phase == bully.Asking && s.Phase != bully.Asking {
				p.Send(p.PortOf(p.ID()), bully.Election)
			}
			return next
		}}.reads("bully 2-3, 7-8, 10", "ELECTION goes to the process itself, as j >= i has it"),
		bullyOther{step: func(a bully.Algorithm, p *process, s bully.State, in input) bully.State {
			if in.Kind == model.Receive && in.Msg == bully.Election && s.Phase == bully.Settled {
				p.Send(in.Port, bully.OK)
				return s
			}
			return a.Step(p, s, in)
		}}.reads("bully 9", "a process that knows the coordinator sends OK and holds no election"),
	}
}

type bullyOriginalOther struct {
	bullyoriginal.Algorithm
	step  func(a bullyoriginal.Algorithm, p *model.Process[bullyoriginal.Message], s bullyoriginal.State, in model.Input[bullyoriginal.Message]) bullyoriginal.State
	ready func(ready model.Spontaneous, s bullyoriginal.State) model.Spontaneous
}

func (o bullyOriginalOther) Step(p *model.Process[bullyoriginal.Message], s bullyoriginal.State, in model.Input[bullyoriginal.Message]) bullyoriginal.State {
	if o.step == nil {
		return o.Algorithm.Step(p, s, in)
	}
	return o.step(o.Algorithm, p, s, in)
}

func (o bullyOriginalOther) Ready(p model.Self, s bullyoriginal.State) model.Spontaneous {
	ready := o.Algorithm.Ready(p, s)
	if o.ready == nil {
		return ready
	}
	return o.ready(ready, s)
}

func (o bullyOriginalOther) reads(source, other string) another {
	return another{source, other, func(v catalogue.Variant, net model.Network) (*model.System, error) {
		o.Algorithm = bullyoriginal.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		return model.New(o, net)
	}}
}

func bullyOriginalOthers() []another {
	type (
		process = model.Process[bullyoriginal.Message]
		input   = model.Input[bullyoriginal.Message]
		state   = bullyoriginal.State
	)
	unless := func(m bullyoriginal.Message, ignores func(state) bool) bullyOriginalOther {
		return bullyOriginalOther{step: func(a bullyoriginal.Algorithm, p *process, s state, in input) state {
			if in.Kind == model.Receive && in.Msg == m && ignores(s) {
				return s
			}
			return a.Step(p, s, in)
		}}
	}
	return []another{
		bullyOriginalOther{ready: func(ready model.Spontaneous, s state) model.Spontaneous {
			if s.Phase == bullyoriginal.WaitingForOK {
				ready.Idle = s.Expired
			}
			return ready
		}}.reads("bully-original 11-14, 16-17, 19-20, 25", "the process waits for the whole time even after an OK"),
		unless(bullyoriginal.OK, func(s state) bool { return s.Phase != bullyoriginal.WaitingForOK }).
			reads("bully-original 29", "OK counts in state WAITING_FOR_OK only"),
		unless(bullyoriginal.Coordinator, func(s state) bool { return s.Phase != bullyoriginal.WaitingForCoordinator }).
			reads("bully-original 27, 30", "I_AM_COORDINATOR counts in state WAITING_FOR_COORDINATOR only"),
		unless(bullyoriginal.Coordinator, func(s state) bool { return s.Phase == bullyoriginal.Coordinating }).
			reads("bully-original 30", "a process in state COORDINATOR takes no other one for the coordinator, as it can only go to DEAD (line 35)"),
	}
}

type raftOther struct {
	raft.Algorithm
}

func (o raftOther) Step(p *model.Process[raft.Message], s raft.State, in model.Input[raft.Message]) raft.State {
	if in.Kind != model.Receive || in.Msg.Kind != raft.Request || s.Phase == raft.Asking || s.Vote != p.ID() {
		return o.Algorithm.Step(p, s, in)
	}
	free := s
	free.Vote = model.NoID
	next := o.Algorithm.Step(p, free, in)
	if next.Vote == model.NoID {
		next.Vote = s.Vote
	}
	return next
}

func raftOthers() []another {
	return []another{{"raft 7", "\"another candidate\" is another than itself: a vote for itself is no hindrance", func(v catalogue.Variant, net model.Network) (*model.System, error) {
		e, err := catalogue.ByName("raft")
		if err != nil {
			return nil, err
		}
		terms, lengths := e.Limits[0].On(net, v.Limits[0]), e.Limits[1].On(net, v.Limits[1])
		return model.New(raftOther{raft.Algorithm{Fixes: v.Fixes, Readings: v.Readings, MaxTerm: terms, Clock: catalogue.RaftClock(lengths)}}, net)
	}}}
}

type tokenringOther struct {
	tokenring.Algorithm
}

func (o tokenringOther) Step(p *model.Process[tokenring.Message], s tokenring.State, in model.Input[tokenring.Message]) tokenring.State {
	if in.Kind != model.Receive || in.Msg.Kind != tokenring.Election || in.Msg.Starter == p.ID() || s.Phase != tokenring.Starting {
		return o.Algorithm.Step(p, s, in)
	}
	if p.ID() > in.Msg.Numbers.Max() {
		p.Send(in.Port, tokenring.Message{Kind: tokenring.Reply, Of: tokenring.Election, Starter: in.Msg.Starter})
		return s
	}
	s.Phase = tokenring.Involved
	next := o.Algorithm.Step(p, s, in)
	next.Phase = tokenring.Starting
	return next
}

func tokenringOthers() []another {
	return []another{{"tokenring 12", "the number of the sender is the biggest number in the message", func(v catalogue.Variant, net model.Network) (*model.System, error) {
		return model.New(tokenringOther{tokenring.Algorithm{Fixes: v.Fixes, Readings: v.Readings}}, net)
	}}}
}
