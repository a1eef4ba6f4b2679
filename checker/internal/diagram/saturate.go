package diagram

// An Event has an effect on each of some levels, and leaves the others unchanged. It
// is enabled if all its effects are.
type Event struct {
	Effects []Effect // by level, the highest first; not empty
	number  uint32
}

// Effect is the effect of an event on the values of one level.
type Effect struct {
	Level int
	Next  func(value uint32) []uint32 // the values that a value may become; none: the event is not enabled
	// Needs are marks without which the rest of the event, from this effect on, is disabled:
	// values of this level must have those Here, and values of this level or of lower ones
	// those Below. It may be less than all marks that the rest needs.
	Needs Marks
	// Sure says that each value may become exactly one value.
	Sure bool
}

// unsure returns the index of the first of effects i.. that is not Sure.
func (e *Event) unsure(i int) int {
	for i < len(e.Effects) && e.Effects[i].Sure {
		i++
	}
	return i
}

// Reach computes the configurations that are reachable by events. Events may be added
// while it runs. An event must be added at the latest when Confirm is called for the
// last of the values that enable it.
type Reach struct {
	*Store
	// Confirm is called when a value is met at a level for the first time.
	Confirm func(level int, value uint32)

	events    [][]*Event // by their highest level
	all       []*Event
	confirmed [][]bool
	firing    []scratch // by level: the node that is being saturated
	building  []scratch // by level: the product that is being built
	products  cache
	images    cache
	numbers   uint32 // the last number that was given to an event
	saturates cache
}

// NewReach returns a Reach over diagrams with that many levels.
func NewReach(levels int) *Reach {
	r := &Reach{Store: NewStore(levels), events: make([][]*Event, levels+1), confirmed: make([][]bool, levels+1),
		firing: make([]scratch, levels+1), building: make([]scratch, levels+1)}
	r.products, r.images, r.saturates = r.newCache(1<<12), r.newCache(1<<8), r.newCache(1<<10)
	r.Roots = r.roots
	r.Collected = func() {
		ofEvent := func(key uint64, n Set) bool { return r.kept(Set(key>>32)) && r.kept(n) }
		r.products.keep(ofEvent)
		r.images.keep(ofEvent)
		r.saturates.keep(func(key uint64, n Set) bool { return r.kept(Set(key)) && r.kept(n) })
	}
	return r
}

// Add adds an event.
func (r *Reach) Add(e *Event) {
	r.all = append(r.all, e)
	top := e.Effects[0].Level
	r.events[top] = append(r.events[top], e)
}

// Events returns all events added so far.
func (r *Reach) Events() []*Event { return r.all }

// Bytes returns the memory that the diagram and its caches take.
func (r *Reach) Bytes() int64 {
	sum := r.Store.Bytes() + r.products.bytes() + r.images.bytes() + r.saturates.bytes()
	for level := range r.firing {
		sum += r.firing[level].bytes() + r.building[level].bytes()
	}
	return sum
}

// Confirmed reports whether a value has been met at a level.
func (r *Reach) Confirmed(level int, value uint32) bool {
	return int(value) < len(r.confirmed[level]) && r.confirmed[level][value]
}

func (r *Reach) confirm(level int, value uint32) {
	for int(value) >= len(r.confirmed[level]) {
		r.confirmed[level] = append(r.confirmed[level], false)
	}
	if !r.confirmed[level][value] {
		r.confirmed[level][value] = true
		r.Confirm(level, value)
	}
}

// Path returns the set of one configuration: values[k-1] is that of level k.
func (r *Reach) Path(values []uint32) Set {
	n := Unit
	for k, v := range values {
		r.confirm(k+1, v)
		n = r.Make(k+1, []Pair{{v, n}})
	}
	return n
}

func (r *Reach) roots(keep func(Set)) {
	for _, list := range [][]scratch{r.firing, r.building} {
		for _, sc := range list {
			for _, v := range sc.values {
				keep(sc.get(v))
			}
		}
	}
}

// Saturate returns the configurations that are reachable from n by events whose
// highest level is at most the level of n.
func (r *Reach) Saturate(n Set) Set {
	if r.flags[n]&saturated != 0 {
		return n
	}
	if m, ok := r.saturates.get(uint64(n)); ok {
		return m
	}
	mark := r.Hold(n)
	level := r.Level(n)
	sc := &r.firing[level]
	for i := range r.count[n] {
		r.tick()
		p := r.Pairs(n)[i]
		child := r.Saturate(p.Child)
		sc.set(p.Value, child)
		r.confirm(level, p.Value)
		sc.enqueue(p.Value)
	}
	r.exhaust(level, sc)
	m := r.finish(level, sc)
	r.flags[m] |= saturated
	r.saturates.put(uint64(n), m)
	r.Release(mark)
	return m
}

// exhaust fires the events of a level until they add nothing.
func (r *Reach) exhaust(level int, sc *scratch) {
	for {
		for len(sc.queue) > 0 {
			v := sc.queue[len(sc.queue)-1]
			sc.queue = sc.queue[:len(sc.queue)-1]
			at := sc.at(v)
			at.queued, at.fired = false, 0
			r.fire(level, sc, v)
		}
		late := false
		for i := 0; i < len(sc.values); i++ {
			r.tick()
			if v := sc.values[i]; int(sc.at(v).fired) < len(r.events[level]) {
				late = true
				r.fire(level, sc, v)
			}
		}
		if !late {
			return
		}
	}
}

// fire fires those events of a level that have not been fired from the value.
func (r *Reach) fire(level int, sc *scratch, v uint32) {
	at := sc.at(v)
	for ; int(at.fired) < len(r.events[level]); at.fired++ {
		r.tick()
		e := r.events[level][at.fired]
		next := e.Effects[0].Next(v)
		if len(next) == 0 {
			continue
		}
		from := r.Hold(at.child) // an event that keeps v may replace the child
		for _, w := range next {
			below := r.product(r.held[from], e, 1)
			if below == Empty {
				continue
			}
			mark := r.Hold(below)
			r.confirm(level, w)
			if n := r.Union(sc.get(w), below); n != sc.get(w) {
				sc.set(w, n)
				sc.enqueue(w)
			}
			r.Release(mark)
		}
		r.Release(from)
	}
}

// product applies effects i.. of e to n, and saturates the result.
func (r *Reach) product(n Set, e *Event, i int) Set {
	if n == Empty || i == len(e.Effects) {
		return n
	}
	if r.lacks(n, e, i) {
		return Empty
	}
	key := r.key(n, e)
	if m, ok := r.products.get(key); ok {
		return m
	}
	mark := r.Hold(n)
	m := r.finish(r.Level(n), r.build(n, e, i, r.product))
	r.Hold(m)
	m = r.Saturate(m)
	r.Release(mark)
	r.products.put(key, m)
	return m
}

// key returns the cache key for a set and the effects of an event at or below the
// level of the set.
func (r *Reach) key(n Set, e *Event) uint64 {
	if e.number == 0 {
		r.numbers++
		e.number = r.numbers
	}
	return uint64(n)<<32 | uint64(e.number)
}

// build applies effects i.. of e to n. For the children of n it calls below.
func (r *Reach) build(n Set, e *Event, i int, below func(Set, *Event, int) Set) *scratch {
	level := r.Level(n)
	sc := &r.building[level]
	for k := range r.count[n] {
		r.tick()
		p := r.Pairs(n)[k]
		if e.Effects[i].Level < level {
			if child := below(p.Child, e, i); child != Empty {
				sc.set(p.Value, child)
			}
			continue
		}
		for _, w := range e.Effects[i].Next(p.Value) {
			child := below(p.Child, e, i+1)
			if child == Empty {
				continue
			}
			mark := r.Hold(child)
			r.confirm(level, w)
			sc.set(w, r.Union(sc.get(w), child))
			r.Release(mark)
		}
	}
	return sc
}
