package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// Loops finds the fair end components of a set of configurations: a fair execution
// can stay in one for ever, for all results of Choose. Without Choose they are the
// fair strongly connected components.
type Loops struct {
	system          *System
	sets            *diagram.Reach // of system
	cycle           *cycle
	all             diagram.Set // all configurations
	fairness        model.Fairness
	wanted          diagram.Set // each component must have one of these
	fairConstraints []*constraint
}

// constraint is the fairness constraint of one class of events.
type constraint struct {
	fair    fairness.Class
	groups  []*Group // all events of the class
	steps   []step   // those of them that may lie on a loop
	choices []int    // those of them that choose and may lie on a loop, as indices
}

// Loops returns the search for fair loops in all, the configurations that Explore
// found. Each loop must have a wanted configuration.
func (x *System) Loops(all, wanted diagram.Set, f model.Fairness) *Loops {
	l := &Loops{system: x, sets: x.Sets, cycle: x.cycle(true), all: all, fairness: f, wanted: wanted}
	l.collectConstraints()
	return l
}

// collectConstraints finds the fairness constraints.
func (l *Loops) collectConstraints() {
	l.fairConstraints = nil
	if l.fairness == model.Unfair {
		return
	}
	byClass := map[fairness.Class]*constraint{}
	for _, c := range append(l.system.ticksByLevel(), l.system.list...) {
		if !c.Obligatory {
			continue
		}
		if byClass[c.Fair] == nil {
			byClass[c.Fair] = &constraint{fair: c.Fair}
			l.fairConstraints = append(l.fairConstraints, byClass[c.Fair])
		}
		byClass[c.Fair].groups = append(byClass[c.Fair].groups, c)
	}
	for _, s := range l.cycle.steps {
		if s.group.Obligatory {
			byClass[s.group.Fair].steps = append(byClass[s.group.Fair].steps, s)
		}
	}
	for i, c := range l.cycle.choices {
		if c.group.Obligatory {
			byClass[c.group.Fair].choices = append(byClass[c.group.Fair].choices, i)
		}
	}
}

// Acyclic reports whether the configurations of all, which Explore found, have no
// cycle, fair or not. It allows a cycle to need certain results of Choose.
func (x *System) Acyclic(all diagram.Set) bool {
	l := &Loops{system: x, sets: x.Sets, cycle: x.cycle(false), all: all, fairness: model.Unfair, wanted: all}
	return l.among(all) == diagram.Empty
}

// Some returns a set that contains all fair components within a region. It is empty if
// there are none. It has no configuration in which a bound of the instance stops a
// process: inaction there refutes nothing.
func (l *Loops) Some(region diagram.Set) diagram.Set { return l.among(l.system.Unbounded(region)) }

func (l *Loops) among(n diagram.Set) diagram.Set {
	return l.sets.Scoped(func() diagram.Set {
		sum := diagram.Empty
		l.byModes(n, func(inside *Loops, part diagram.Set) {
			found := l.sets.Held(inside.hull(l.sets.Held(inside.core(part))))
			sum = l.sets.Held(l.sets.Union(sum, found))
		})
		return sum
	})
}

// core returns the greatest subset of z in which each configuration has an event
// that stays in the subset for every result of Choose, and a path in the subset to
// meet each fairness constraint (Emerson and Lei 1986; Kesten, Pnueli and Raviv 1998
// for strong fairness). A component of the core that no event leaves is fair. So
// the core is empty if and only if there is no fair component.
func (l *Loops) core(z diagram.Set) diagram.Set {
	return l.fixpoint(z, append([]func(space) diagram.Set{space.withSuccessor}, l.operators(space.before)...))
}

// hull is core with paths in both directions, to and from the configurations that
// meet a fairness constraint. It excludes most configurations that only lead to the
// components.
func (l *Loops) hull(z diagram.Set) diagram.Set {
	return l.fixpoint(z, append([]func(space) diagram.Set{space.withSuccessor, space.withPredecessor}, l.operators(space.around)...))
}

// fixpoint applies the operators to z until none shrinks it: their greatest common
// fixpoint below z.
func (l *Loops) fixpoint(z diagram.Set, operators []func(space) diagram.Set) diagram.Set {
	mark := l.sets.Hold(z)
	defer l.sets.Release(mark)
	s := l.within(z)
	for changed := true; changed && s.z != diagram.Empty; {
		changed = false
		for _, narrow := range operators {
			n := narrow(s)
			if n == s.z {
				continue
			}
			changed = true
			l.sets.Release(mark)
			l.sets.Hold(n)
			s = l.within(n)
		}
	}
	return s.z
}

// operators returns the operators that keep the configurations with paths to the
// parts of a fair loop: a wanted configuration, and one that meets each fairness
// constraint. The function ends computes the configurations with such paths.
func (l *Loops) operators(ends func(s space, n diagram.Set) diagram.Set) []func(space) diagram.Set {
	list := []func(space) diagram.Set{func(s space) diagram.Set {
		return s.sets.Scoped(func() diagram.Set { return ends(s, s.sets.Held(s.sets.Intersect(s.z, s.loops.wanted))) })
	}}
	for _, d := range l.fairConstraints {
		list = append(list, func(s space) diagram.Set { return s.fair(d, ends) })
	}
	return list
}

// Component returns the fair end component of a configuration, which is given by
// its values and belongs to n, a set that Some returned. If the configuration is
// in no fair component, part is empty, and left is n without it and others that
// are in none.
func (l *Loops) Component(n diagram.Set, values []uint32) (part, left diagram.Set) {
	for z := n; ; z = part {
		var around diagram.Set
		part = l.sets.Scoped(func() diagram.Set {
			around = l.within(z).around(l.sets.Held(l.sets.Path(values)))
			return l.hull(l.sets.Held(around))
		})
		l.sets.Hold(around)
		switch {
		case !l.sets.Has(part, values):
			return diagram.Empty, l.sets.Scoped(func() diagram.Set {
				return l.hull(l.sets.Held(l.sets.Minus(n, l.sets.Held(l.sets.Minus(around, part)))))
			})
		case part == z:
			return part, n
		}
	}
}
