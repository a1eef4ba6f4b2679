package compose

import (
	"unsafe"

	"github.com/interrex/interrex/properties"
)

// A predicate of events, and the function of a monitor that is told of them, is a function of what it sees. So where
// it has asked for nothing but the event and what that sends, it need not be asked again of an event that is the same in these.

// A facet is a part of an event, or of the configurations before and after it, that a predicate may ask for.
type facet uint8

const (
	sending facet = 1 << iota // what the event sends, if the local state of its process decides that
	other                     // answers that depend on it are not kept
)

// An aspect is an event as far as answers depend on it.
type aspect struct{ label, monitor, local uint32 }

// answers are what a predicate has said.
type answers struct {
	facets       facet // that it has asked for
	asked, found int
	off          bool // too few were found
	list         []answer
}

// An answer is a result of a predicate.
type answer struct {
	of    aspect
	is    any
	known bool
}

// How many answers are kept at first and at most, and how often an answer is asked for until a quarter must have been known.
const (
	fewAnswers  = 1 << 6
	mostAnswers = 1 << 13
	trial       = 1 << 12
)

// IsRefuted reports whether an event of s refutes property i, which sees events. It is known whether s is terminal.
func (x *Showing) IsRefuted(i int, p *properties.Property, s State, ends bool, e Edge) bool {
	for i >= len(x.answers) {
		x.answers = append(x.answers, answers{})
	}
	return x.tell(&x.answers[i], s, e, 0, func() any { return p.RefutedBy(x.Step(x.Expanded(s, ends), e)) }).(bool)
}

// tell returns the result of a predicate for an event of s, and of the state of a monitor that has a number. It calls ask if that is not known.
func (x *Showing) tell(a *answers, s State, e Edge, monitor uint32, ask func() any) any {
	if a.off {
		return ask()
	}
	is := x.aspect(a.facets, s, e, monitor)
	if at := a.at(is); at != nil && at.known && at.of == is {
		a.found++
		return at.is
	}
	if a.asked++; a.asked%trial == 0 && a.found < a.asked/3 {
		x.grow(-int64(len(a.list)) * int64(unsafe.Sizeof(answer{})))
		a.off, a.list = true, nil
	}
	x.asked = 0
	result := ask()
	switch {
	case x.asked&other != 0 || a.off:
	case x.asked&^a.facets != 0:
		a.facets |= x.asked
		x.keep(a, answer{x.aspect(a.facets, s, e, monitor), result, true})
	default:
		x.keep(a, answer{is, result, true})
	}
	return result
}

// aspect returns an event of s as far as some facets go.
func (x *Showing) aspect(facets facet, s State, e Edge, monitor uint32) aspect {
	is := aspect{e.Label, monitor, 0}
	if l := x.label(e.Label); facets&sending != 0 && l.Sends > 0 {
		is.local = uint32(x.partOf(s, l.Event.Process).local)
	}
	return is
}

// at returns where an answer belongs, nil if there are none yet.
func (a *answers) at(is aspect) *answer {
	if len(a.list) == 0 {
		return nil
	}
	h := hashOf(uint64(is.label)<<32 | uint64(is.monitor))
	h = hashOf(h ^ uint64(is.local))
	return &a.list[h>>32%uint64(len(a.list))]
}

// keep keeps an answer, in place of one with the same place. None of two is lost that did not have the same place.
func (x *Showing) keep(a *answers, new answer) {
	at := a.at(new.of)
	if at == nil || at.known && at.of != new.of && len(a.list) < mostAnswers {
		old := a.list
		a.list = make([]answer, max(fewAnswers, 2*len(old)))
		x.grow(int64(len(a.list)-len(old)) * int64(unsafe.Sizeof(answer{})))
		for _, y := range old {
			if y.known {
				*a.at(y.of) = y
			}
		}
		at = a.at(new.of)
	}
	*at = new
}
