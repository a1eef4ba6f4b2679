package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// space is a set of configurations z with the events that stay in z.
type space struct {
	loops *Loops
	sets  *diagram.Reach // of the system
	z     diagram.Set
	safe  []diagram.Set // by choice: the configurations from which all its outcomes are in z
}

// within returns the space of z. Its sets are held.
func (l *Loops) within(z diagram.Set) space {
	s := space{loops: l, sets: l.sets, z: z, safe: make([]diagram.Set, len(l.cycle.choices))}
	for i, c := range l.cycle.choices {
		l.sets.Idle()
		s.safe[i] = l.sets.Scoped(func() diagram.Set {
			some, bad := diagram.Empty, diagram.Empty
			for _, o := range c.outcomes {
				enabled := l.sets.Held(l.sets.Into(z, l.all, o.ahead))
				stays := l.sets.Held(l.sets.Always(enabled, z, o.ahead))
				some = l.sets.Held(l.sets.Union(some, stays))
				bad = l.sets.Held(l.sets.Union(bad, l.sets.Held(l.sets.Minus(enabled, stays))))
			}
			return l.sets.Minus(some, bad)
		})
	}
	return s
}

// withSuccessor returns the configurations with a successor in the space.
func (s space) withSuccessor() diagram.Set {
	return s.sets.Scoped(func() diagram.Set {
		stuck := s.z
		for _, safe := range s.safe {
			stuck = s.sets.Held(s.sets.Minus(stuck, safe))
		}
		for _, e := range s.loops.cycle.steps {
			if stuck == diagram.Empty {
				break
			}
			s.sets.Idle()
			stuck = s.sets.Held(s.sets.Minus(stuck, s.sets.Held(s.sets.Into(stuck, s.z, e.ahead))))
		}
		return s.sets.Minus(s.z, stuck)
	})
}

// withPredecessor returns the configurations with a predecessor in the space.
func (s space) withPredecessor() diagram.Set {
	return s.sets.Scoped(func() diagram.Set {
		stuck := s.z
		without := func(from diagram.Set, e step) {
			if stuck != diagram.Empty {
				s.sets.Idle()
				stuck = s.sets.Held(s.sets.Minus(stuck, s.sets.Held(s.sets.Into(stuck, from, e.back))))
			}
		}
		for i, c := range s.loops.cycle.choices {
			for _, o := range c.outcomes {
				without(s.safe[i], o)
			}
		}
		for _, e := range s.loops.cycle.steps {
			without(s.z, e)
		}
		return s.sets.Minus(s.z, stuck)
	})
}

// fair returns the configurations that a component that meets a fairness constraint
// may have. Under weak fairness these are the ones with a path to an event of the
// class or to a configuration that does not enable it. Under strong fairness they
// do not enable the class, or have a path to an event of it. The function ends
// computes the configurations with such paths.
func (s space) fair(d *constraint, ends func(space, diagram.Set) diagram.Set) diagram.Set {
	return s.sets.Scoped(func() diagram.Set {
		free := s.sets.Held(s.loops.disabled(d, s.z))
		if free == s.z {
			return s.z
		}
		taken := s.taken(d)
		if s.loops.fairness == model.Weak {
			return ends(s, s.sets.Held(s.sets.Union(taken, free)))
		}
		return s.sets.Union(s.sets.Held(ends(s, taken)), free)
	})
}

// taken returns the configurations of the space with an event of the class that
// stays in it.
func (s space) taken(d *constraint) diagram.Set {
	return s.sets.Scoped(func() diagram.Set {
		sum := diagram.Empty
		for _, i := range d.choices {
			sum = s.sets.Held(s.sets.Union(sum, s.safe[i]))
		}
		for _, e := range d.steps {
			s.sets.Idle()
			sum = s.sets.Held(s.sets.Union(sum, s.sets.Held(s.sets.Into(s.z, s.z, e.ahead))))
		}
		return sum
	})
}

// disabled returns the configurations of n that do not enable the class.
func (l *Loops) disabled(d *constraint, n diagram.Set) diagram.Set {
	if d.fair.Kind == model.Tick {
		return l.system.timeless(n)
	}
	if d.fair.Kind != model.Receive || l.system.tables.Defers() {
		for _, c := range d.groups {
			n = l.sets.Held(l.sets.Disabled(n, c.Event))
		}
		return n
	}
	level, take := l.system.channels[d.groups[0].channel].number, *d.groups[0].take
	return l.sets.Where(n, func(at int, value uint32) bool {
		if at != level {
			return true
		}
		if list := l.system.contents.values[value].list; !l.system.contents.order.Queued() {
			return !slices.ContainsFunc(list, take.is)
		} else {
			return len(list) == 0
		}
	})
}

// around returns the configurations of the space that can reach n and can be reached
// from n, both by paths in the space.
func (s space) around(n diagram.Set) diagram.Set {
	return s.sets.Scoped(func() diagram.Set {
		s.sets.Hold(n)
		to := s.before(n)
		return s.sets.Intersect(to, s.after(n))
	})
}

// before returns the configurations of the space from which n can be reached.
func (s space) before(n diagram.Set) diagram.Set {
	if n == s.z {
		return n
	}
	return s.sets.Scoped(func() diagram.Set {
		sum := s.sets.Held(s.loops.cycle.back.Run(n, s.z))
		for known := diagram.Empty; known != sum; {
			known = sum
			for i, c := range s.loops.cycle.choices {
				for _, o := range c.outcomes {
					s.sets.Idle()
					sum = s.sets.Held(s.sets.Union(sum, s.sets.Held(s.sets.Into(s.safe[i], sum, o.ahead))))
				}
			}
			sum = s.sets.Held(s.loops.cycle.back.Run(sum, s.z))
		}
		return sum
	})
}

// after returns the configurations of the space that can be reached from n.
func (s space) after(n diagram.Set) diagram.Set {
	if n == s.z {
		return n
	}
	return s.sets.Scoped(func() diagram.Set {
		sum := s.sets.Held(s.loops.cycle.ahead.Run(n, s.z))
		for known := diagram.Empty; known != sum; {
			known = sum
			for i, c := range s.loops.cycle.choices {
				from := s.sets.Held(s.sets.Intersect(sum, s.safe[i]))
				for _, o := range c.outcomes {
					s.sets.Idle()
					sum = s.sets.Held(s.sets.Union(sum, s.sets.Held(s.sets.Into(s.z, from, o.back))))
				}
			}
			sum = s.sets.Held(s.loops.cycle.ahead.Run(sum, s.z))
		}
		return sum
	})
}
