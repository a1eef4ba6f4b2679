package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// Region is a fair end component in which paths are computed. Its events are those
// that stay in it for every result of Choose.
type Region struct {
	space space
	sets  *diagram.Reach // of the system
}

// Region returns the region of a component that Component returned.
func (l *Loops) Region(part diagram.Set) *Region { return &Region{l.within(part), l.sets} }

// Contains reports whether the region has the configuration with these values.
func (r *Region) Contains(values []uint32) bool { return r.sets.Has(r.space.z, values) }

// Only returns the set of one configuration.
func (r *Region) Only(values []uint32) diagram.Set { return r.sets.Held(r.sets.Path(values)) }

// Leading returns the configurations from which an event leads to one of n.
func (r *Region) Leading(n diagram.Set) diagram.Set { return r.leading(r.space.z, n) }

// leading returns those configurations of m from which an event leads to one of n.
func (r *Region) leading(m, n diagram.Set) diagram.Set {
	return r.sets.Scoped(func() diagram.Set {
		sum := diagram.Empty
		add := func(from diagram.Set, e step) {
			r.sets.Idle()
			sum = r.sets.Held(r.sets.Union(sum, r.sets.Held(r.sets.Into(from, n, e.ahead))))
		}
		for _, e := range r.space.loops.cycle.steps {
			add(m, e)
		}
		for i, c := range r.space.loops.cycle.choices {
			from := r.sets.Held(r.sets.Intersect(m, r.space.safe[i]))
			for _, o := range c.outcomes {
				add(from, o)
			}
		}
		return sum
	})
}

// Meeting returns the configurations with an event that meets the fairness
// constraint of a class: one of the class or, under weak fairness, one that leads
// to a configuration that does not enable the class.
func (r *Region) Meeting(class fairness.Class) diagram.Set {
	return r.sets.Scoped(func() diagram.Set {
		sum := diagram.Empty
		for _, d := range r.space.loops.fairConstraints {
			if d.fair != class {
				continue
			}
			sum = r.space.taken(d)
			if r.space.loops.fairness == model.Weak {
				sum = r.sets.Union(sum, r.Leading(r.sets.Scoped(func() diagram.Set { return r.space.loops.disabled(d, r.space.z) })))
			}
		}
		return sum
	})
}

// Wanted returns the configurations with an event that leads to a wanted
// configuration.
func (r *Region) Wanted() diagram.Set {
	return r.sets.Scoped(func() diagram.Set { return r.Leading(r.sets.Held(r.sets.Intersect(r.space.z, r.space.loops.wanted))) })
}

// Layers returns the configurations whose shortest path to n, a subset of the
// region, has 0, 1, 2, ... events, up to the length of the path from the
// configuration with these values.
func (r *Region) Layers(n diagram.Set, values []uint32) []diagram.Set {
	layers, rest := []diagram.Set{n}, r.sets.Scoped(func() diagram.Set { return r.sets.Minus(r.space.z, n) })
	for last := n; !r.sets.Has(last, values); layers = append(layers, last) {
		if last = r.leading(rest, last); last == diagram.Empty {
			panic("symbolic: an end component is not connected")
		}
		rest = r.sets.Scoped(func() diagram.Set { return r.sets.Minus(rest, last) })
	}
	return layers
}
