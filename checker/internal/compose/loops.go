package compose

// An Exposure finds the events that are hidden from code that judges the cycles of a search: the
// deliveries that an event on a cycle passes over, and the events of others while those of a closed
// process are taken alone.
type Exposure struct {
	machine *Machine
	met     map[State]bool // the deliveries that are passed over from here on are known
	most    int            // of met; then all is forgotten
}

// NewExposure returns an exposure of a machine whose search is complete. It remembers so many
// configurations at most.
func (m *Machine) NewExposure(most int) *Exposure { return &Exposure{m, map[State]bool{}, most} }

// Expose tells that cycles pass through s, and that those of its events that lead to a
// configuration inside are on one. Nothing that they hide is taken at once, or alone,
// in another search: the machine is broken if there is anything.
func (x *Exposure) Expose(s State, inside func(State) bool) {
	m := x.machine
	if m.Alone(s) {
		m.Whole(s)
	}
	for _, e := range m.edges(s, nil) {
		if inside(m.Representative(0, m.reduction.end(e.Next))) {
			x.keepPassed(e.Next)
		}
	}
}

// keepPassed keeps the deliveries that are passed over between s and its normal form.
func (x *Exposure) keepPassed(s State) {
	if len(x.met) > x.most {
		clear(x.met)
	}
	for !x.met[s] {
		x.met[s] = true
		next, ok := x.machine.reduction.take(0, s)
		if !ok {
			return
		}
		x.machine.reduction.keepFirst(s)
		s = next
	}
}

// keepFirst implements [reduction].
func (n *normal) keepFirst(s State) {
	n.m.mu.Lock()
	defer n.m.mu.Unlock()
	kinds, states := kindsOf(n.m.right.attr(s.Right())), n.m.split(s)
	for p, l := range n.m.leaves {
		v := l.vector(states[p])
		if _, e, ok := n.firstConfluent(l, v, kinds); ok {
			n.deliveries.Keep(l.delivery(v, e))
			return
		}
	}
}
