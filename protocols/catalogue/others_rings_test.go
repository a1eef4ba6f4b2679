package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/anonymous"
	"github.com/interrex/interrex/protocols/awe"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/lcr"
	"github.com/interrex/interrex/protocols/variablespeeds"
)

func ringOthers() []another {
	return []another{lcrOther(), variablespeedsOther(), anonymousOther(), aweOther()}
}

// lcrOther notes the greatest identity that has passed.
func lcrOther() another {
	type (
		passed  = noted[lcr.State, model.ID]
		watcher = noting[lcr.Algorithm, lcr.State, lcr.Message, model.ID]
	)
	return mutation[watcher, passed, lcr.Message]{step: func(a watcher, p *model.Process[lcr.Message], s passed, in model.Input[lcr.Message]) passed {
		if in.Kind != model.Receive || in.Msg.Kind != lcr.Elect {
			return a.Step(p, s, in)
		}
		if in.Msg.ID < s.Note {
			in.Msg.ID = model.NoID // less than its own
		}
		s.Note = max(s.Note, in.Msg.ID)
		return a.Step(p, s, in)
	}}.reads("lcr 1-3, 5, 7-8", "j is compared with the greatest identity that has passed, not with the own one", func(v catalogue.Variant) watcher {
		return watcher{lcr.Algorithm{Fixes: v.Fixes, Readings: v.Readings}}
	})
}

// variablespeedsOther holds the termination message, of a processor that has terminated.
func variablespeedsOther() another {
	type (
		algorithm = variablespeeds.Algorithm
		state     = variablespeeds.State
		message   = variablespeeds.Message
	)
	hold := func(s state, role model.Role, leader model.ID) state {
		s.Role, s.Leader, s.Halted = role, leader, true
		s.Held, s.Wait = leader, 1<<leader
		return s
	}
	return mutation[algorithm, state, message]{step: func(a algorithm, p *model.Process[message], s state, in model.Input[message]) state {
		switch {
		case in.Kind == model.Round && s.Halted && s.Wait == 1:
			p.Send(0, message{Kind: variablespeeds.Term, ID: s.Held})
			s.Held, s.Wait = model.NoID, 0
			return s
		case in.Kind != model.Receive || s.Halted:
		case in.Msg.Kind == variablespeeds.Term:
			return hold(s, model.Lost, in.Msg.ID)
		case s.Part == variablespeeds.Taking && in.Msg.ID == p.ID():
			return hold(s, model.Won, in.Msg.ID)
		}
		return a.Step(p, s, in)
	}}.reads("variablespeeds 14-16", "the termination message goes as slowly as identities do", func(v catalogue.Variant) algorithm {
		return algorithm{Readings: v.Readings}
	})
}

// anonymousOther tosses a coin for whether a processor that has not begun takes a round.
func anonymousOther() another {
	type (
		algorithm = anonymous.Algorithm
		state     = anonymous.State
		message   = anonymous.Message
	)
	return mutation[algorithm, state, message]{step: func(a algorithm, p *model.Process[message], s state, in model.Input[message]) state {
		if in.Kind == model.Round && !s.Begun && p.Choose(2) == 1 {
			return s
		}
		return a.Step(p, s, in)
	}}.reads("anonymous 1-5", "processors may choose at random", func(catalogue.Variant) algorithm { return anonymous.First() })
}

// bothWays is All-Way-Around on a ring with links both ways.
type bothWays struct{ awe.Algorithm }

func (bothWays) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.Ring}, MinN: 1, Knowledge: model.KnowID}
}

func (bothWays) Step(p *model.Process[awe.Message], s awe.State, in model.Input[awe.Message]) awe.State {
	if !s.Awake {
		s.Awake = true
		p.Send(0, awe.Message{ID: p.ID()})
		p.Send(1, awe.Message{ID: p.ID()})
	}
	switch {
	case in.Kind != model.Receive:
	case in.Msg.ID != p.ID():
		s.Least = min(s.Least, in.Msg.ID)
		p.Send(1-in.Port, in.Msg)
	case s.Leader == model.NoID:
		s.Leader = s.Least
	}
	return s
}

func aweOther() another {
	return another{source: "awe 1", other: "the ID is sent both ways", system: func(_ catalogue.Variant, net model.Network) (*model.System, error) {
		net.Topology = model.Ring
		return model.New(bothWays{}, net)
	}}
}
