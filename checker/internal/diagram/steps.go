package diagram

// Image returns the successors of the configurations of n by event e.
func (r *Reach) Image(n Set, e *Event) Set { return r.image(n, e, 0) }

// image applies effects i.. of e to n.
func (r *Reach) image(n Set, e *Event, i int) Set {
	if n == Empty || i == len(e.Effects) {
		return n
	}
	if r.lacks(n, e, i) {
		return Empty
	}
	key := r.key(n, e)
	if m, ok := r.images.get(key); ok {
		return m
	}
	mark := r.Hold(n)
	m := r.finish(r.Level(n), r.build(n, e, i, r.image))
	r.Release(mark)
	r.images.put(key, m)
	return m
}

// Steps computes the successors of sets by a list of events. The events must not
// change while it is in use.
type Steps struct {
	*Reach
	events [][]*Event // by their highest level
	images cache      // by node: its successors by the events of its level and of lower ones
	epoch  int        // when the images were computed
}

// NewSteps returns Steps for these events.
func (r *Reach) NewSteps(events []*Event) *Steps {
	s := &Steps{Reach: r, events: make([][]*Event, r.levels+1), images: r.newCache(1 << 10), epoch: r.epoch}
	for _, e := range events {
		top := e.Effects[0].Level
		s.events[top] = append(s.events[top], e)
	}
	return s
}

// From returns the successors of the configurations of n. It applies an event to the
// nodes of the event's highest level, and so traverses the levels above once for all
// events. Calls share the results for the nodes that they have in common.
func (s *Steps) From(n Set) Set {
	if n == Empty || n == Unit {
		return Empty
	}
	s.refresh()
	if m, ok := s.images.get(uint64(n)); ok {
		return m
	}
	mark := s.Hold(n)
	list, level := s.buffer(), s.Level(n)
	for i := range s.count[n] {
		p := s.Pairs(n)[i]
		if child := s.From(p.Child); child != Empty {
			s.Hold(child)
			list = append(list, Pair{p.Value, child})
		}
	}
	sum := s.Make(level, list)
	s.done(list)
	for _, e := range s.events[level] {
		s.Hold(sum)
		image := s.Image(n, e)
		s.Hold(image)
		sum = s.Union(sum, image)
	}
	s.Release(mark)
	s.refresh()
	s.images.put(uint64(n), sum)
	return sum
}

// refresh clears the images if nodes were collected since they were computed: the
// number of a collected node may stand for another set.
func (s *Steps) refresh() {
	if s.epoch != s.Reach.epoch {
		s.images.clear()
		s.epoch = s.Reach.epoch
	}
}

// Bytes returns the memory that the steps take besides the diagrams.
func (s *Steps) Bytes() int64 { return s.images.bytes() }
