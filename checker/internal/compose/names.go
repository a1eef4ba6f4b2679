package compose

import "cmp"

// choice chooses the old name of a process. Its path says those of the processes before.
type choice struct {
	from    int
	next    []*choice
	element int // at the end of a path
}

// choices returns the elements, by the old names of the first process, the second one, ...
func (o *orbits) choices() *choice {
	root := &choice{}
	for i, e := range o.elements {
		at := root
		for _, from := range e.Inverse {
			at = at.to(from)
		}
		at.element = i
	}
	return root
}

// to returns the choice of an old name after this one.
func (c *choice) to(from int) *choice {
	for _, next := range c.next {
		if next.from == from {
			return next
		}
	}
	next := &choice{from: from}
	c.next = append(c.next, next)
	return next
}

// greatest returns which element makes the keys of s greatest, and unless that is the identity, the
// ranks after it as the best of l.
func (o *orbits) greatest(l *orbitLane, s State) (best int) {
	o.load(l, s)
	paths := o.greatestNames(l)
	best = paths[0].element
	if len(paths) == 1 && best == 0 {
		return best
	}
	o.rename(l, best, l.best)
	for _, path := range paths[1:] {
		if o.isGreater(l, path.element) {
			best = path.element
			o.rename(l, best, l.best)
		}
	}
	return best
}

// greatestNames returns the paths of the renamings that make the list of the keys of orbits
// greatest.
func (o *orbits) greatestNames(l *orbitLane) []*choice {
	l.paths = append(l.paths[:0], o.names)
	for range l.keys {
		l.longer = l.longer[:0]
		greatest := uint64(0)
		for _, path := range l.paths {
			for _, next := range path.next {
				switch key := l.keys[next.from]; {
				case key < greatest:
				case key > greatest:
					greatest = key
					l.longer = append(l.longer[:0], next)
				default:
					l.longer = append(l.longer, next)
				}
			}
		}
		l.paths, l.longer = l.longer, l.paths
	}
	return l.paths
}

// isGreater reports whether the keys of l after an element are greater than those of its best.
func (o *orbits) isGreater(l *orbitLane, element int) bool {
	e, keys, last := &o.elements[element], *o.keys.Load(), len(l.best)-1
	for p, best := range l.best[:last] {
		if order := cmp.Compare(keys[o.rankAfter(l, e, p)], keys[best]); order != 0 {
			return order > 0
		}
	}
	rows := o.environment.Load()
	return rows != nil && (*rows)[o.environmentAfter(l, e)].key > (*rows)[l.best[last]].key
}
