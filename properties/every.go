package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A Quantified is a predicate of one process, or of two. A property with it is about every
// process, or about every two different ones, in both orders: it is one property, of which
// each process, or pair, is a case. It is refuted if some case is. [Every] and [EveryPair]
// make one. In a [NewLeadsTo] the trigger or the goal may be one, or both; where one is of
// pairs and the other is not, that is about the first of two processes. The forms are
// Always, AtEnd, Eventually, LeadsTo, Recurs and Stabilises.
//
// A process that is down is excused: it satisfies the predicate, and is no trigger. So is one
// that shows something else.
type Quantified struct {
	processes int // that it is about: 1 or 2
	satisfies func(of []model.Status) bool
	shows     func(model.Status) bool // a process shows a value that satisfies looks at
	suits     func(*model.System) error
	evenDown  bool
}

// Every returns the predicate of each process that the value it shows in
// [model.Status].Own satisfies holds; if T is [model.Status], that its status does.
func Every[T any](holds func(own T) bool) Quantified {
	q := Quantified{processes: 1, shows: isShown[T], suits: suitsShown[T]}
	if holds != nil {
		q.satisfies = func(of []model.Status) bool { return holds(shown[T](of[0])) }
	}
	return q
}

// EveryPair returns the predicate of each two different processes, in both orders, that the
// values they show, as in [Every], satisfy holds.
func EveryPair[T any](holds func(a, b T) bool) Quantified {
	q := Quantified{processes: 2, shows: isShown[T], suits: suitsShown[T]}
	if holds != nil {
		q.satisfies = func(of []model.Status) bool { return holds(shown[T](of[0]), shown[T](of[1])) }
	}
	return q
}

// isStatus reports whether T is [model.Status].
func isStatus[T any]() bool {
	_, is := any(*new(T)).(model.Status)
	return is
}

// isShown reports whether a process with that status shows a T.
func isShown[T any](s model.Status) bool {
	_, ok := OwnOf[T](s)
	return ok || isStatus[T]() && live(s)
}

// shown returns the T that a process with that status shows.
func shown[T any](s model.Status) T {
	if isStatus[T]() {
		return any(s).(T)
	}
	return s.Own.(T)
}

// suitsShown reports that no process of s shows a T.
func suitsShown[T any](s *model.System) error {
	if isStatus[T]() {
		return nil
	}
	return shows[T](s)
}

// EvenDown returns the predicate that no process satisfies while it is down: nobody is
// excused for that.
func (q Quantified) EvenDown() Quantified {
	q.evenDown = true
	return q
}

// holds reports whether processes with these statuses satisfy the predicate, or are excused.
func (q Quantified) holds(of ...model.Status) bool {
	switch {
	case q.evenDown && slices.ContainsFunc(of, func(s model.Status) bool { return s.Down }):
		return false
	case slices.ContainsFunc(of, func(s model.Status) bool { return !q.shows(s) }):
		return true
	}
	return q.satisfies(of)
}

// triggers reports whether processes with these statuses satisfy the predicate, and none is
// excused.
func (q Quantified) triggers(of ...model.Status) bool {
	return !slices.ContainsFunc(of, func(s model.Status) bool { return !q.shows(s) }) && q.satisfies(of)
}

// everywhere returns the shape of the predicate that every case satisfies q.
func (q Quantified) everywhere() Shape {
	return q.within(q.holds, func(...int) bool { return true })
}

// of returns the shape of the predicate that holds of one case.
func (q Quantified) of(who []int, holds func(...model.Status) bool) Shape {
	return q.within(holds, func(list ...int) bool { return slices.Equal(list, who[:q.processes]) })
}

// within returns the shape of the predicate that holds of the cases that are meant. It has no
// part if q has no function.
func (q Quantified) within(holds func(...model.Status) bool, meant func(...int) bool) Shape {
	switch {
	case q.satisfies == nil:
		return Shape{}
	case q.processes == 1:
		return Shape{suits: q.suits, Each: func(_ *model.Network, p int, s model.Status) bool { return !meant(p) || holds(s) }}
	}
	return Shape{suits: q.suits, Both: func(_ *model.Network, p int, s model.Status, r int, t model.Status) bool {
		return !meant(p, r) || holds(s, t)
	}}
}

// every has the fields that only a property of every process, or of every pair, has.
type every struct {
	processes int                                // that a case is about
	of        func(who []int) Property           // the property of one case; nil: the shape of the property says the same of all
	fails     func(v model.View, who []int) bool // then: the predicate fails for a case
}

// quantify makes p, which has no predicate yet, the property that every case satisfies q.
func (p *Property) quantify(q Quantified) {
	name, statement, form := p.Name, p.Statement, p.Form
	if q.satisfies == nil {
		return // Check reports that there is no predicate
	}
	switch form {
	case Always, AtEnd, Stabilises:
		*p = New(name, statement, form, q.everywhere())
		p.every = &every{processes: q.processes, fails: func(v model.View, who []int) bool {
			return !q.holds(statuses(v, who)...)
		}}
	case Eventually, Recurs:
		p.every = &every{processes: q.processes, of: func(who []int) Property {
			return New(name, statement, form, q.of(who, q.holds))
		}}
	default:
		p.misfit = fmt.Errorf("a predicate of every process is for the forms %v, %v, %v, %v, %v and %v, not %v", Always, AtEnd, Eventually, LeadsTo, Recurs, Stabilises, form)
	}
}

func statuses(v model.View, of []int) (list []model.Status) {
	for _, p := range of {
		list = append(list, v.Status[p])
	}
	return list
}

// everyLeadsTo returns the LeadsTo of every process or pair whose trigger or goal is a Quantified,
// and false if neither is.
func everyLeadsTo[T, G Predicate](name, statement string, trigger T, goal G) (Property, bool) {
	t, byTrigger := any(trigger).(Quantified)
	g, byGoal := any(goal).(Quantified)
	e := &every{processes: max(t.processes, g.processes)}
	switch {
	case byTrigger && byGoal:
		e.of = func(who []int) Property {
			return NewLeadsTo(name, statement, t.of(who, t.triggers), g.of(who, g.holds))
		}
	case byTrigger:
		e.of = func(who []int) Property { return NewLeadsTo(name, statement, t.of(who, t.triggers), goal) }
	case byGoal:
		e.of = func(who []int) Property { return NewLeadsTo(name, statement, trigger, g.of(who, g.holds)) }
	default:
		return Property{}, false
	}
	return Property{Name: name, Statement: statement, Form: LeadsTo, every: e}, true
}

// hasCases reports whether the property is judged case by case. If it is not, its predicate
// is about all processes.
func (p Property) hasCases() bool { return p.every != nil && p.every.of != nil }

// Cases returns the properties of s that all hold if p does: one for each process, or pair of
// processes, if p is an Eventually, a LeadsTo or a Recurs of every one. They have its name, with
// the processes in brackets. Of any other property it returns p itself.
func (p Property) Cases(s *model.System) []Property {
	if !p.hasCases() {
		return []Property{p}
	}
	var list []Property
	for _, who := range p.every.among(s.Network().N) {
		c := p.every.of(who)
		c.Name = fmt.Sprintf("%s(%s)", p.Name, processes(who, ","))
		list = append(list, c)
	}
	return list
}

// with returns e with another property for each case: the result of change.
func (e *every) with(change func(Property) Property) *every {
	if e == nil || e.of == nil {
		return e
	}
	x := *e
	x.of = func(who []int) Property { return change(e.of(who)) }
	return &x
}

// among returns the cases of a network with n processes.
func (e *every) among(n int) (list [][]int) {
	for p := range n {
		if e.processes == 1 {
			list = append(list, []int{p})
			continue
		}
		for q := range n {
			if q != p {
				list = append(list, []int{p, q})
			}
		}
	}
	return list
}

// processes returns the names of processes.
func processes(of []int, separator string) string {
	var names []string
	for _, p := range of {
		names = append(names, fmt.Sprint("p", p))
	}
	return strings.Join(names, separator)
}

// aCase returns one case of a property that has cases, with its name. That of a network with one
// process may have none.
func (p Property) aCase() Property { return p.every.of([]int{0, 1}) }

// For returns the process, or the two, for which x refutes p, a property of every one. It
// returns nil if there is none.
func (p Property) For(x model.Execution) []int {
	if p.every == nil {
		return nil
	}
	for _, who := range p.every.among(x.System.Network().N) {
		if p.every.refutedBy(x, who) {
			return who
		}
	}
	return nil
}

// refutedBy reports whether x, which refutes the property, does so for one case.
func (e *every) refutedBy(x model.Execution, who []int) bool {
	if e.of != nil {
		return e.of(who).Judge(x, model.Unfair) == nil // that x is fair does not depend on the case
	}
	_, fails := e.failsAt(x, who)
	return fails
}

// failsAt returns after how many events the predicate fails of a case: at the end of x, or first in
// its loop.
func (e *every) failsAt(x model.Execution, who []int) (int, bool) {
	for i := x.Stem; i <= len(x.Steps); i++ {
		if e.fails(x.System.View(x.At(i)), who) {
			return i, true
		}
	}
	return 0, false
}
