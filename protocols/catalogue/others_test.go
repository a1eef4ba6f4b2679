package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/catalogue"
)

// others returns the alternatives tried, with the first options of all readings.
func others() []another {
	var list []another
	for _, part := range [][]another{ringOthers(), hsOthers(), singhOthers(), afaOthers(), bullyOthers(), bullyOriginalOthers(), thomsenOthers(), raftOthers(), bullyReplyOthers(), tokenringOthers(), sunOthers(), dividedOthers()} {
		list = append(list, part...)
	}
	return list
}

type bullyOther struct {
	bully.Algorithm
	step func(a bully.Algorithm, p *model.Process[bully.Message], s bully.State, in model.Input[bully.Message]) bully.State
}

func (o bullyOther) Step(p *model.Process[bully.Message], s bully.State, in model.Input[bully.Message]) bully.State {
	return o.step(o.Algorithm, p, s, in)
}

func (o bullyOther) reads(source, other string) another {
	return another{source: source, other: other, system: func(v catalogue.Variant, net model.Network) (*model.System, error) {
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
	return another{source: source, other: other, system: func(v catalogue.Variant, net model.Network) (*model.System, error) {
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
