package diagram

// Closure computes reachability within a set of configurations by constrained
// saturation (Zhao and Ciardo 2009). Its events must not change while it is in use.
type Closure struct {
	*Reach
	events [][]*Relation // by their highest level
	all    []*Relation
	full   cache
	epoch  int // when full was computed
}

// NewClosure returns the closure under these events. Each event may belong to one
// closure only.
func (r *Reach) NewClosure(events []*Relation) *Closure {
	c := &Closure{Reach: r, events: make([][]*Relation, r.levels+1), all: events, full: r.newCache(1 << 10), epoch: r.epoch}
	for _, e := range events {
		top := e.Parts[0].Level
		c.events[top] = append(c.events[top], e)
		e.products = r.newCache(1 << 4)
	}
	return c
}

// Bytes returns the memory that the closure takes besides the diagrams.
func (c *Closure) Bytes() int64 {
	sum := c.full.bytes()
	for _, e := range c.all {
		sum += e.products.bytes()
	}
	return sum
}

// Run returns the configurations that are reachable from the configurations of both
// n and z by paths that stay in z.
func (c *Closure) Run(n, z Set) Set {
	mark := c.Hold(n, z)
	defer c.Release(mark)
	return c.saturate(n, z)
}

// saturate is Run with the events whose highest level is at most the level of n.
func (c *Closure) saturate(n, z Set) Set {
	switch {
	case n == Empty || z == Empty:
		return Empty
	case n == z:
		return n
	}
	c.refresh()
	key := uint64(n)<<32 | uint64(z)
	if m, ok := c.full.get(key); ok {
		return m
	}
	mark := c.Hold(n, z)
	level := c.Level(n)
	sc := &c.firing[level]
	for i := range c.count[n] {
		c.tick()
		p := c.Pairs(n)[i]
		if child := c.saturate(p.Child, c.child(z, p.Value)); child != Empty {
			sc.set(p.Value, child)
			sc.enqueue(p.Value)
		}
	}
	c.exhaust(level, sc, z)
	m := c.finish(level, sc)
	c.Release(mark)
	c.refresh()
	c.full.put(key, m)
	return m
}

// refresh clears the results if nodes were collected since they were computed: the
// number of a collected node may stand for another set.
func (c *Closure) refresh() {
	if c.epoch != c.Reach.epoch {
		c.full.clear()
		c.epoch = c.Reach.epoch
	}
}

// exhaust fires the events of a level until they add nothing within z.
func (c *Closure) exhaust(level int, sc *scratch, z Set) {
	for len(sc.queue) > 0 {
		v := sc.queue[len(sc.queue)-1]
		sc.queue = sc.queue[:len(sc.queue)-1]
		sc.at(v).queued = false
		for _, e := range c.events[level] {
			for _, move := range e.Parts[0].from(v) {
				c.fire(sc, v, move.To, z, e)
			}
		}
	}
}

// fire adds the successors by e whose value at the highest level goes from v to w.
func (c *Closure) fire(sc *scratch, v, w uint32, z Set, e *Relation) {
	below := c.product(sc.get(v), c.child(z, w), e, 1)
	if below == Empty {
		return
	}
	mark := c.Hold(below)
	if n := c.Union(sc.get(w), below); n != sc.get(w) {
		sc.set(w, n)
		sc.enqueue(w)
	}
	c.Release(mark)
}

// product applies parts i.. of e to n, keeps the results that are in z, and saturates
// them within z.
func (c *Closure) product(n, z Set, e *Relation, i int) Set {
	if n == Empty || z == Empty {
		return Empty
	}
	if i == len(e.Parts) {
		return c.saturate(n, z)
	}
	e.refresh(c.Reach.epoch)
	key := uint64(n)<<32 | uint64(z)
	if m, ok := e.products.get(key); ok {
		return m
	}
	mark := c.Hold(n, z)
	m := c.finish(c.Level(n), c.build(n, z, e, i))
	c.Hold(m)
	m = c.saturate(m, z)
	c.Release(mark)
	e.refresh(c.Reach.epoch)
	e.products.put(key, m)
	return m
}

// refresh clears the products if they were computed in another epoch.
func (e *Relation) refresh(epoch int) {
	if e.epoch != epoch {
		e.products.clear()
		e.epoch = epoch
	}
}

// build applies parts i.. of e to n, and keeps the results that are in z.
func (c *Closure) build(n, z Set, e *Relation, i int) *scratch {
	level := c.Level(n)
	sc, part := &c.building[level], &e.Parts[i]
	for k := range c.count[n] {
		c.tick()
		p := c.Pairs(n)[k]
		if part.Level < level {
			if child := c.product(p.Child, c.child(z, p.Value), e, i); child != Empty {
				sc.set(p.Value, child)
			}
			continue
		}
		for _, move := range part.from(p.Value) {
			child := c.product(p.Child, c.child(z, move.To), e, i+1)
			if child == Empty {
				continue
			}
			mark := c.Hold(child)
			sc.set(move.To, c.Union(sc.get(move.To), child))
			c.Release(mark)
		}
	}
	return sc
}
