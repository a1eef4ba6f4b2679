package isomorphism

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// answers reports whether a property says the same of the candidate.
func (x *Isomorphism) answers(q *question) bool {
	p := x.to.Properties[q.property]
	switch q.kind {
	case aMove:
		return x.moves(q, p)
	case aSighting:
		return x.sees(q, p)
	case ofStep:
		before, known := x.view(q.view, false)
		after, alsoKnown := x.view(q.after, false)
		return known && alsoKnown && (p.HoldsStep(before, after) == q.is || !x.requires(sameAnswers))
	}
	v, known := x.view(q.view, q.terminal)
	if !known {
		return false
	}
	if q.kind == aBeginning {
		return x.mapState(int(q.property), q.next, p.Monitor().Start(v))
	}
	var state any
	if p.Monitor() != nil && q.monitor != noState {
		if state, known = x.state(q.property, q.monitor); !known {
			return false
		}
	}
	says := p.Holds
	if q.kind == aTrigger {
		says = p.Triggers
	}
	return says(v, state) == q.is || !x.requires(sameAnswers)
}

// moves reports whether the monitor of a property goes to the same state.
func (x *Isomorphism) moves(q *question, p properties.Property) bool {
	state, known := x.state(q.property, q.monitor)
	before, alsoKnown := x.status(int(q.process), q.view)
	after, ok := x.status(int(q.process), q.after)
	if !known || !alsoKnown || !ok {
		return false
	}
	o := properties.Observation{Process: int(q.process), Before: before, After: after, Sends: int(q.other)}
	return x.mapState(int(q.property), q.next, p.Monitor().Next(state, o))
}

// sees reports whether a part of the shape of a property says the same.
func (x *Isomorphism) sees(q *question, p properties.Property) bool {
	saw := properties.Sighting{Part: q.part, Trigger: q.trigger, P: int(q.process), Q: int(q.other)}
	known, alsoKnown, other := true, true, saw.P
	switch q.part {
	case properties.WatchPart:
		saw.State, known = x.state(q.property, q.monitor)
	case properties.BothPart, properties.StepPart:
		if q.part == properties.BothPart {
			other = saw.Q
		}
		saw.Other, alsoKnown = x.status(other, q.after)
		fallthrough
	default:
		saw.First, known = x.status(saw.P, q.view)
	}
	return known && alsoKnown && (p.Says(x.to.System.Network(), saw) == q.is || !x.requires(sameAnswers))
}

// view returns the view of the candidate that a view is mapped to, if it is known.
func (x *Isomorphism) view(number int32, terminal bool) (v model.View, known bool) {
	list := make([]model.Status, len(x.statuses))
	for p, status := range x.views[number] {
		if list[p], known = x.status(p, status); !known {
			return v, false
		}
	}
	v = x.to.System.Semantics().ViewOf(list)
	v.Terminal = terminal
	return v, true
}

// status returns the status of process p that a status is mapped to, if it is known.
func (x *Isomorphism) status(p int, number int32) (to model.Status, known bool) {
	if s := x.statuses[p][number]; s != nil {
		return *s, true
	}
	return to, false
}

// state returns the state of the monitor of a property that a state is mapped to, if it is
// known.
func (x *Isomorphism) state(property uint8, number int32) (to any, known bool) {
	met, known := x.states[property].of(number)
	if !known {
		return nil, false
	}
	return x.met[property].All[met], true
}
