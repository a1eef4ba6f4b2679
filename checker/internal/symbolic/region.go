package symbolic

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// Region is a fair end component, in which ways are sought. Its events are
// those that stay in it whatever Choose returns.
type Region struct{ space }

// Region returns the region of a component that Component returned.
func (l *Loops) Region(part diagram.Set) *Region { return &Region{l.within(part)} }

// Contains reports whether the region has the configuration with these values.
func (r *Region) Contains(values []uint32) bool { return r.Has(r.z, values) }

// Only returns the set of one configuration.
func (r *Region) Only(values []uint32) diagram.Set { return r.held(r.Path(values)) }

// Leading returns the configurations from which an event leads to one of n.
func (r *Region) Leading(n diagram.Set) diagram.Set { return r.leading(r.z, n) }

// leading returns those configurations of m from which an event leads to one of n.
func (r *Region) leading(m, n diagram.Set) diagram.Set {
	return r.scoped(func() diagram.Set {
		sum := diagram.Empty
		add := func(from diagram.Set, e step) {
			r.Idle()
			sum = r.held(r.Union(sum, r.held(r.Into(from, n, e.ahead))))
		}
		for _, e := range r.steps {
			add(m, e)
		}
		for i, c := range r.choices {
			from := r.held(r.Intersect(m, r.safe[i]))
			for _, o := range c.outcomes {
				add(from, o)
			}
		}
		return sum
	})
}

// Meeting returns the configurations from which an event is of a class that
// fairness asks for or, under weak fairness, leads to where it is not enabled.
func (r *Region) Meeting(class model.Class) diagram.Set {
	return r.scoped(func() diagram.Set {
		sum := diagram.Empty
		for _, d := range r.duties {
			if d.fair != class {
				continue
			}
			sum = r.taken(d)
			if r.fairness == model.Weak {
				sum = r.Union(sum, r.Leading(r.scoped(func() diagram.Set { return r.disabled(d, r.z) })))
			}
		}
		return sum
	})
}

// Wanted returns the configurations from which an event leads to one of those
// that a loop must have.
func (r *Region) Wanted() diagram.Set {
	return r.scoped(func() diagram.Set { return r.Leading(r.held(r.Intersect(r.z, r.wanted))) })
}

// Layers returns the configurations from which the nearest of n, which belong
// to the region, is 0, 1, 2, ... events away, up to the distance of the
// configuration with these values.
func (r *Region) Layers(n diagram.Set, values []uint32) []diagram.Set {
	layers, rest := []diagram.Set{n}, r.scoped(func() diagram.Set { return r.Minus(r.z, n) })
	for last := n; !r.Has(last, values); layers = append(layers, last) {
		if last = r.leading(rest, last); last == diagram.Empty {
			panic("symbolic: an end component is not connected")
		}
		rest = r.scoped(func() diagram.Set { return r.Minus(rest, last) })
	}
	return layers
}
