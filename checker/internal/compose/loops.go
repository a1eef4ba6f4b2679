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
func NewExposure(m *Machine, most int) *Exposure { return &Exposure{m, map[State]bool{}, most} }

// Expose tells that cycles pass through s, and that those of its events that lead to a
// configuration inside are on one. Nothing that they hide is taken at once, or alone,
// in another search: the machine is broken if there is anything.
func (x *Exposure) Expose(s State, inside func(State) bool) {
	m := x.machine
	if m.Alone(s) {
		m.Whole(s)
	}
	for _, e := range m.edges(s, nil) {
		if inside(m.Representative(0, m.normalize(0, e.Next))) {
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
		next, ok := x.machine.takeConfluent(0, s)
		if !ok {
			return
		}
		x.machine.keepFirst(s)
		s = next
	}
}

// keepFirst keeps the delivery that takeConfluent takes in s.
func (m *Machine) keepFirst(s State) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kinds, states := kindsOf(m.right.attr(s.Right())), m.split(s)
	for p, l := range m.leaves {
		v := l.vector(states[p])
		if _, e, ok := l.firstConfluent(v, kinds); ok {
			m.confluent.Keep(l.delivery(v, e))
			return
		}
	}
}
