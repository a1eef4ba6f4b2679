package symbolic

import (
	"slices"

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

// duty is a class of events that fairness is about.
type duty struct {
	fair    model.Class
	classes []*Class // all that are in it
	steps   []step   // those that may lie on a loop
	choices []int    // likewise, as indices
}

// Loops returns the search for fair loops among all, the configurations that
// Explore found, with one of those that are wanted.
func (x *System) Loops(all, wanted diagram.Set, f model.Fairness) *Loops {
	l := &Loops{System: x, cycle: x.cycle(), all: all, fairness: f, wanted: wanted}
	if f != model.Unfair {
		l.collectDuties()
	}
	return l
}

// collectDuties finds the classes of events that fairness is about.
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
		byClass[c.Fair].classes = append(byClass[c.Fair].classes, c)
	}
	for _, s := range l.steps {
		if s.class.Obligatory {
			byClass[s.class.Fair].steps = append(byClass[s.class.Fair].steps, s)
		}
	}
	for i, c := range l.choices {
		if c.class.Obligatory {
			byClass[c.class.Fair].choices = append(byClass[c.class.Fair].choices, i)
		}
	}
}

// Acyclic reports whether no loop is reachable, fair or not, in all, the
// configurations that Explore found. Where dead messages are left out it looks
// at the steps only, and may fail to see it.
func (x *System) Acyclic(all diagram.Set) bool {
	if x.dead != nil {
		return x.ends(all)
	}
	return x.Loops(all, all, model.Unfair).among(all) == diagram.Empty
}

// Some returns a set that has all configurations of the fair components, and is
// empty if there are none. Where a bound of the instance keeps a process from
// going on, what does not happen refutes nothing.
func (l *Loops) Some() diagram.Set { return l.among(l.Unbounded(l.all)) }

func (l *Loops) among(n diagram.Set) diagram.Set {
	if len(l.steps) == 0 && len(l.choices) == 0 {
		return diagram.Empty
	}
	return l.held(l.hull(n))
}

// hull returns the greatest subset of z that has, with each of its
// configurations, an event that stays in it whatever Choose returns, and ways
// within it to and from what fairness asks for there (Emerson and Lei 1986;
// Kesten, Pnueli and Raviv 1998 for strong fairness). A component of the hull
// without a way out of it is fair, so the hull is empty if nothing is.
func (l *Loops) hull(z diagram.Set) diagram.Set {
	mark := l.Hold(z)
	defer l.Release(mark)
	s := l.within(z)
	for changed := true; changed && s.z != diagram.Empty; {
		changed = false
		for _, narrow := range l.narrowings() {
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

// narrowings are what hull does until nothing changes.
func (l *Loops) narrowings() []func(space) diagram.Set {
	list := []func(space) diagram.Set{space.goOn, space.cameOn, space.wanting}
	for _, d := range l.duties {
		list = append(list, func(s space) diagram.Set { return s.fair(d) })
	}
	return list
}

// space is a set of configurations with the events that stay in it.
type space struct {
	*Loops
	z    diagram.Set
	safe []diagram.Set // by choice: the configurations in which all outcomes stay
}

// within returns the space of z, whose sets are held.
func (l *Loops) within(z diagram.Set) space {
	s := space{Loops: l, z: z, safe: make([]diagram.Set, len(l.choices))}
	for i, c := range l.choices {
		l.Idle()
		s.safe[i] = l.scoped(func() diagram.Set {
			some, bad := diagram.Empty, diagram.Empty
			for _, o := range c.outcomes {
				enabled := l.held(l.Into(z, l.all, o.ahead))
				stays := l.held(l.Always(enabled, z, o.ahead))
				some = l.held(l.Union(some, stays))
				bad = l.held(l.Union(bad, l.held(l.Minus(enabled, stays))))
			}
			return l.Minus(some, bad)
		})
	}
	return s
}

// held holds n and returns it.
func (x *System) held(n diagram.Set) diagram.Set {
	x.Hold(n)
	return n
}

// scoped returns what f returns, held; what f holds is held no longer.
func (x *System) scoped(f func() diagram.Set) diagram.Set {
	mark := x.Hold()
	n := f()
	x.Release(mark)
	return x.held(n)
}

// goOn returns the configurations from which some event stays in the space.
func (s space) goOn() diagram.Set {
	return s.scoped(func() diagram.Set {
		stuck := s.z
		for _, safe := range s.safe {
			stuck = s.held(s.Minus(stuck, safe))
		}
		for _, e := range s.steps {
			if stuck == diagram.Empty {
				break
			}
			s.Idle()
			stuck = s.held(s.Minus(stuck, s.held(s.Into(stuck, s.z, e.ahead))))
		}
		return s.Minus(s.z, stuck)
	})
}

// cameOn returns the configurations to which some event of the space leads.
func (s space) cameOn() diagram.Set {
	return s.scoped(func() diagram.Set {
		stuck := s.z
		without := func(from diagram.Set, e step) {
			if stuck != diagram.Empty {
				s.Idle()
				stuck = s.held(s.Minus(stuck, s.held(s.Into(stuck, from, e.back))))
			}
		}
		for i, c := range s.choices {
			for _, o := range c.outcomes {
				without(s.safe[i], o)
			}
		}
		for _, e := range s.steps {
			without(s.z, e)
		}
		return s.Minus(s.z, stuck)
	})
}

// wanting returns the configurations that have a way to and from one that is
// wanted.
func (s space) wanting() diagram.Set {
	return s.scoped(func() diagram.Set { return s.around(s.held(s.Intersect(s.z, s.wanted))) })
}

// fair returns the configurations that a component with all its duties may have:
// under weak fairness those from which, and to which, there is a way that meets
// the duty or does not enable it; under strong fairness those that do not
// enable it, or have a way that meets it.
func (s space) fair(d *duty) diagram.Set {
	return s.scoped(func() diagram.Set {
		free := s.held(s.disabled(d, s.z))
		if free == s.z {
			return s.z
		}
		taken := s.taken(d)
		if s.fairness == model.Weak {
			return s.around(s.held(s.Union(taken, free)))
		}
		return s.Union(s.held(s.around(taken)), free)
	})
}

// taken returns the configurations of the space in which an event of a duty
// stays in it.
func (s space) taken(d *duty) diagram.Set {
	return s.scoped(func() diagram.Set {
		sum := diagram.Empty
		for _, i := range d.choices {
			sum = s.held(s.Union(sum, s.safe[i]))
		}
		for _, e := range d.steps {
			s.Idle()
			sum = s.held(s.Union(sum, s.held(s.Into(s.z, s.z, e.ahead))))
		}
		return sum
	})
}

// disabled returns the configurations of n that do not enable a duty.
func (l *Loops) disabled(d *duty, n diagram.Set) diagram.Set {
	if d.fair.Kind != model.Receive {
		for _, c := range d.classes {
			n = l.held(l.Disabled(n, c.Event))
		}
		return n
	}
	level, take := l.channels[d.classes[0].channel].number, *d.classes[0].take
	return l.Where(n, func(at int, value uint32) bool {
		if at != level {
			return true
		}
		if list := l.contents.values[value].list; !l.contents.queued() {
			return !slices.Contains(list, take)
		} else {
			return len(list) == 0
		}
	})
}

// around returns the configurations of the space from which n is reached in it
// and which are reached from n.
func (s space) around(n diagram.Set) diagram.Set {
	if n == s.z {
		return n
	}
	return s.scoped(func() diagram.Set {
		s.Hold(n)
		to := s.before(n)
		return s.Intersect(to, s.after(n))
	})
}

// before returns the configurations of the space from which n can be reached.
func (s space) before(n diagram.Set) diagram.Set {
	return s.scoped(func() diagram.Set {
		sum := s.held(s.back.Run(n, s.z))
		for known := diagram.Empty; known != sum; {
			known = sum
			for i, c := range s.choices {
				for _, o := range c.outcomes {
					s.Idle()
					sum = s.held(s.Union(sum, s.held(s.Into(s.safe[i], sum, o.ahead))))
				}
			}
			sum = s.held(s.back.Run(sum, s.z))
		}
		return sum
	})
}

// after returns the configurations of the space that can be reached from n.
func (s space) after(n diagram.Set) diagram.Set {
	return s.scoped(func() diagram.Set {
		sum := s.held(s.ahead.Run(n, s.z))
		for known := diagram.Empty; known != sum; {
			known = sum
			for i, c := range s.choices {
				from := s.held(s.Intersect(sum, s.safe[i]))
				for _, o := range c.outcomes {
					s.Idle()
					sum = s.held(s.Union(sum, s.held(s.Into(s.z, from, o.back))))
				}
			}
			sum = s.held(s.ahead.Run(sum, s.z))
		}
		return sum
	})
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
