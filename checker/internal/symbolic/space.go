package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

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

// fair returns the configurations that a component with all its duties may
// have: under weak fairness those with a way, by ends, to what meets the duty or
// does not enable it; under strong fairness those that do not enable it, or have
// a way to what meets it.
func (s space) fair(d *duty, ends func(space, diagram.Set) diagram.Set) diagram.Set {
	return s.scoped(func() diagram.Set {
		free := s.held(s.disabled(d, s.z))
		if free == s.z {
			return s.z
		}
		taken := s.taken(d)
		if s.fairness == model.Weak {
			return ends(s, s.held(s.Union(taken, free)))
		}
		return s.Union(s.held(ends(s, taken)), free)
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
		for _, c := range d.groups {
			n = l.held(l.Disabled(n, c.Event))
		}
		return n
	}
	level, take := l.channels[d.groups[0].channel].number, *d.groups[0].take
	return l.Where(n, func(at int, value uint32) bool {
		if at != level {
			return true
		}
		if list := l.contents.values[value].list; !l.contents.order.Queued() {
			return !slices.Contains(list, take)
		} else {
			return len(list) == 0
		}
	})
}

// around returns the configurations of the space from which n is reached in it
// and which are reached from n.
func (s space) around(n diagram.Set) diagram.Set {
	return s.scoped(func() diagram.Set {
		s.Hold(n)
		to := s.before(n)
		return s.Intersect(to, s.after(n))
	})
}

// before returns the configurations of the space from which n can be reached.
func (s space) before(n diagram.Set) diagram.Set {
	if n == s.z {
		return n
	}
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
	if n == s.z {
		return n
	}
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
