package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// Loops finds where fair executions can go on for ever: the fair end components
// of a set of configurations, in which an execution can stay whatever Choose
// returns. Without Choose they are strongly connected components.
type Loops struct {
	*System
	*cycle
	all      diagram.Set // all configurations
	fairness model.Fairness
	wanted   diagram.Set // what each component must have some of
	duties   []*duty
}

// duty is a class of obligatory events: one fairness constraint.
type duty struct {
	fair    model.Class
	groups  []*Group // that are in it
	steps   []step   // those that may lie on a loop
	choices []int    // likewise, as indices
}

// Loops returns the search for fair loops among all, the configurations that
// Explore found, with one of those that are wanted.
func (x *System) Loops(all, wanted diagram.Set, f model.Fairness) *Loops {
	l := &Loops{System: x, cycle: x.cycle(true), all: all, fairness: f, wanted: wanted}
	if f != model.Unfair {
		l.collectDuties()
	}
	return l
}

// collectDuties finds the classes of obligatory events.
func (l *Loops) collectDuties() {
	byClass := map[model.Class]*duty{}
	for _, c := range l.list {
		if !c.Obligatory {
			continue
		}
		if byClass[c.Fair] == nil {
			byClass[c.Fair] = &duty{fair: c.Fair}
			l.duties = append(l.duties, byClass[c.Fair])
		}
		byClass[c.Fair].groups = append(byClass[c.Fair].groups, c)
	}
	for _, s := range l.steps {
		if s.group.Obligatory {
			byClass[s.group.Fair].steps = append(byClass[s.group.Fair].steps, s)
		}
	}
	for i, c := range l.choices {
		if c.group.Obligatory {
			byClass[c.group.Fair].choices = append(byClass[c.group.Fair].choices, i)
		}
	}
}

// Acyclic reports whether no loop is reachable in all, the configurations that
// Explore found, neither a fair one nor any other that Choose may allow. Where
// dead messages are left out it looks at the steps only, and may fail to see it.
func (x *System) Acyclic(all diagram.Set) bool {
	if x.dead != nil {
		return x.ends(all)
	}
	l := &Loops{System: x, cycle: x.cycle(false), all: all, wanted: all}
	return l.among(all) == diagram.Empty
}

// Some returns a set that has all configurations of the fair components, and is
// empty if there are none. Where a bound of the instance keeps a process from
// going on, what does not happen refutes nothing.
func (l *Loops) Some() diagram.Set { return l.among(l.Unbounded(l.all)) }

func (l *Loops) among(n diagram.Set) diagram.Set {
	if len(l.steps) == 0 && len(l.choices) == 0 {
		return diagram.Empty
	}
	return l.scoped(func() diagram.Set { return l.hull(l.held(l.core(n))) })
}

// core returns the greatest subset of z that has, with each of its
// configurations, an event that stays in it whatever Choose returns, and a way
// within it to what fairness asks for there (Emerson and Lei 1986; Kesten, Pnueli
// and Raviv 1998 for strong fairness). A component of the core without a way out of
// it is fair, so the core is empty if nothing is.
func (l *Loops) core(z diagram.Set) diagram.Set {
	return l.narrowed(z, append([]func(space) diagram.Set{space.goOn}, l.asked(space.before)...))
}

// hull returns what core does with ways from, too, what fairness asks for: it
// lacks most of what leads to the components.
func (l *Loops) hull(z diagram.Set) diagram.Set {
	return l.narrowed(z, append([]func(space) diagram.Set{space.goOn, space.cameOn}, l.asked(space.around)...))
}

// narrowed returns the greatest subset of z that is left as it is by all that
// narrows it.
func (l *Loops) narrowed(z diagram.Set, narrowings []func(space) diagram.Set) diagram.Set {
	mark := l.Hold(z)
	defer l.Release(mark)
	s := l.within(z)
	for changed := true; changed && s.z != diagram.Empty; {
		changed = false
		for _, narrow := range narrowings {
			n := narrow(s)
			if n == s.z {
				continue
			}
			changed = true
			l.Release(mark)
			l.Hold(n)
			s = l.within(n)
		}
	}
	return s.z
}

// asked returns what narrows to the ways, by ends, to what a loop must have:
// something wanted and, for each duty, something that is fair.
func (l *Loops) asked(ends func(s space, n diagram.Set) diagram.Set) []func(space) diagram.Set {
	list := []func(space) diagram.Set{func(s space) diagram.Set {
		return s.scoped(func() diagram.Set { return ends(s, s.held(s.Intersect(s.z, s.wanted))) })
	}}
	for _, d := range l.duties {
		list = append(list, func(s space) diagram.Set { return s.fair(d, ends) })
	}
	return list
}

// Component returns the fair end component with a configuration, given by its
// values, of a set that Some returned. If there is none it is empty, and left
// is the set without configurations that are in no fair component, among them this.
func (l *Loops) Component(n diagram.Set, values []uint32) (part, left diagram.Set) {
	for z := n; ; z = part {
		var around diagram.Set
		part = l.scoped(func() diagram.Set {
			around = l.within(z).around(l.held(l.Path(values)))
			return l.hull(l.held(around))
		})
		l.Hold(around)
		switch {
		case !l.Has(part, values):
			return diagram.Empty, l.scoped(func() diagram.Set {
				return l.hull(l.held(l.Minus(n, l.held(l.Minus(around, part)))))
			})
		case part == z:
			return part, n
		}
	}
}
