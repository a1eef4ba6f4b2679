package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/divided"
)

func newDivided(v catalogue.Variant) divided.Algorithm {
	return divided.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

// The ports of a process of the ring of divided: to the next process, and to the previous one.
const (
	nextOnRing model.Port = iota
	previousOnRing
)

// onTheRing reports whether a process of divided receives a message of that kind from another on the ring.
func onTheRing(p *model.Process[divided.Message], in model.Input[divided.Message], k divided.Kind) bool {
	return p.Label() != divided.Informer && in.Kind == model.Receive && in.Msg.Kind == k && in.Port <= previousOnRing
}

func dividedOthers() []another {
	type (
		other   = mutation[divided.Algorithm, divided.State, divided.Message]
		process = model.Process[divided.Message]
		input   = model.Input[divided.Message]
		state   = divided.State
	)
	return []another{
		other{most: 4, step: func(a divided.Algorithm, p *process, s state, in input) state {
			if onTheRing(p, in, divided.Coordinator) && s.Divides {
				return s
			}
			return a.Step(p, s, in)
		}}.reads("divided 2-4", "a point that divides stops the original algorithm", newDivided),
		other{step: func(a divided.Algorithm, p *process, s state, in input) state {
			switch {
			case p.Label() != divided.Informer || in.Kind != model.Receive:
			case in.Msg.Kind == divided.Crash && s.Asked:
				askAgain(p)
				return s
			case in.Msg.Kind == divided.Reply && s.Replied.Has(in.Port):
				return s
			}
			return a.Step(p, s, in)
		}}.reads("divided 5-7", "each crash message makes the informer ask again", newDivided),
		dividedCounting(),
		dividedTokens(),
		dividedVote(),
		other{most: 4, step: func(a divided.Algorithm, p *process, s state, in input) state {
			if in.Kind == model.Suspect && p.Label() == divided.Point {
				s.Lost = s.Lost.With(in.Port)
				return s
			}
			return a.Step(p, s, in)
		}}.reads("divided 15-16", "a point of a subring that is down is an informer that is down", newDivided),
		dividedAdopting(),
	}
}

func askAgain(p *model.Process[divided.Message]) {
	for q := range p.Ports() {
		p.Send(model.Port(q), divided.Message{Kind: divided.Inform})
	}
}

// dividedCounting notes how many replies have come.
func dividedCounting() another {
	type (
		counting = noting[divided.Algorithm, divided.State, divided.Message, uint8]
		counted  = noted[divided.State, uint8]
	)
	return mutation[counting, counted, divided.Message]{
		choices: []choice{{readings: "R3=b"}},
		step: func(a counting, p *model.Process[divided.Message], s counted, in model.Input[divided.Message]) counted {
			switch {
			case p.Label() != divided.Informer || in.Kind != model.Receive:
			case in.Msg.Kind == divided.Crash && s.State.Asked:
				askAgain(p)
				return s
			case in.Msg.Kind == divided.Reply && !s.State.Split:
				s.Note++
				s.State.Replied = s.State.Replied.With(in.Port)
				if s.Note < 2 {
					return s
				}
				s.State.Split = true
				for q := range s.State.Replied.All() {
					p.Send(q, divided.Message{Kind: divided.Divide})
				}
				return s
			}
			return a.Step(p, s, in)
		},
	}.reads("divided 5-7", "each crash message makes the informer ask again, and it counts all replies (R3=b)", func(v catalogue.Variant) counting { return counting{newDivided(v)} })
}

// dividedTokens passes on the messages of the original ring algorithm.
func dividedTokens() another {
	return mutation[divided.Algorithm, divided.State, divided.Message]{
		step: func(a divided.Algorithm, p *model.Process[divided.Message], s divided.State, in model.Input[divided.Message]) divided.State {
			switch {
			case onTheRing(p, in, divided.Election) && !in.Msg.Part, onTheRing(p, in, divided.Coordinator) && in.Msg.By != p.ID():
				divides := s.Divides
				s.Divides = false
				s = a.Step(p, s, in)
				s.Divides = divides
				return s
			}
			return a.Step(p, s, in)
		},
	}.reads("divided 10", "a point that divides passes on the tokens of the original ring algorithm, which may go on if the informer dies", newDivided)
}

// dividedVote notes the information of each point.
func dividedVote() another {
	const points = 4
	type (
		voting  = noting[divided.Algorithm, divided.State, divided.Message, [points]model.ID]
		counted = noted[divided.State, [points]model.ID]
	)
	most := func(votes [points]model.ID) model.ID {
		count, best := map[model.ID]int{}, model.NoID
		for _, id := range votes {
			if count[id]++; id != model.NoID && (best == model.NoID || count[id] > count[best]) {
				best = id
			}
		}
		return best
	}
	return mutation[voting, counted, divided.Message]{
		step: func(a voting, p *model.Process[divided.Message], s counted, in model.Input[divided.Message]) counted {
			if p.Label() == divided.Informer && in.Kind == model.Receive && in.Msg.Kind == divided.Info {
				s.Note[in.Port] = in.Msg.ID
				s.State.Best, in.Msg.ID = model.NoID, most(s.Note)
			}
			return a.Step(p, s, in)
		},
	}.reads("divided 12-13", "the best is that of most points", func(v catalogue.Variant) voting { return voting{newDivided(v)} })
}

// dividedAdopting notes the greatest number of a sender whose message a process has let go round.
func dividedAdopting() another {
	type (
		adopting = noting[divided.Algorithm, divided.State, divided.Message, model.ID]
		adopted  = noted[divided.State, model.ID]
	)
	return mutation[adopting, adopted, divided.Message]{
		choices: []choice{{readings: "R1=b"}, {readings: "R1=d"}},
		most:    4,
		step: func(a adopting, p *model.Process[divided.Message], s adopted, in model.Input[divided.Message]) adopted {
			ruled := onTheRing(p, in, divided.Election) && !s.State.Divides &&
				!(in.Msg.Part && (p.Label() == divided.Point || a.algorithm.Readings[divided.Rivals] == 3))
			if ruled && s.State.Detected && in.Msg.By < s.Note {
				return s
			}
			if ruled {
				s.Note = max(s.Note, in.Msg.By)
			}
			return a.Step(p, s, in)
		},
	}.reads("divided 18", "a smaller process takes the sender's number for its own", func(v catalogue.Variant) adopting { return adopting{newDivided(v)} })
}
