package symbolic

import "github.com/interrex/interrex/checker/internal/diagram"

// Distances returns sets of configurations of all whose distance to the nearest target
// is 0, 1, 2, ... events, up to the distance of the nearest initial configuration. The targets
// are a subset of all. Each set has at least the configurations on the shortest paths
// from an initial configuration of all to a target.
//
// It searches backwards from the targets and forwards from the initial configurations
// until the two searches meet. Each turn extends the search whose last layer has the
// smaller diagram.
func (x *System) Distances(all, targets diagram.Set) []diagram.Set {
	return x.distances(all, targets, func(*layers) {})
}

// DistancesOnceStarted is Distances for targets that count only after some process has
// taken a step. So the initial configuration is a target only if an event leads back to
// it.
func (x *System) DistancesOnceStarted(all, targets diagram.Set) []diagram.Set {
	if !x.Returns(targets) {
		return x.Distances(all, targets)
	}
	return x.distances(all, targets, func(forth *layers) {
		forth.seen = diagram.Empty
		forth.expand()
	})
}

// distances is Distances. It calls begin for the forward search first.
func (x *System) distances(all, targets diagram.Set, begin func(forth *layers)) []diagram.Set {
	back := &layers{Steps: x.Sets.NewSteps(x.reversed()), within: all}
	forth := &layers{Steps: x.Sets.NewSteps(x.Sets.Events()), within: all}
	known := len(x.caches)
	x.caches = append(x.caches, back, forth)
	defer func() { x.caches = x.caches[:known] }()
	back.add(targets)
	initial := x.Sets.Intersect(x.initial, all)
	x.Sets.Hold(initial)
	forth.add(initial)
	begin(forth)
	meeting := x.met(back, forth)
	for ; meeting == diagram.Empty; meeting = x.met(back, forth) {
		side := back
		if x.DiagramSize(forth.last()) < x.DiagramSize(back.last()) {
			side = forth
		}
		side.expand()
	}
	last := len(back.list) - 1
	list := append(back.list[:last:last], meeting)
	for i := len(forth.list) - 2; i >= 0; i-- {
		before := back.From(list[len(list)-1])
		mark := x.Sets.Hold(before)
		before = x.Sets.Intersect(before, forth.list[i])
		x.Sets.Release(mark)
		x.Sets.Hold(before)
		list = append(list, before)
	}
	return list
}

// met returns the configurations that the last layers have in common.
func (x *System) met(a, b *layers) diagram.Set {
	m := x.Sets.Intersect(a.last(), b.last())
	x.Sets.Hold(m)
	return m
}

// DiagramSize returns the number of nodes of the diagram of n.
func (x *System) DiagramSize(n diagram.Set) int {
	count := 0
	x.Sets.Walk(n, func(diagram.Set) { count++ })
	return count
}

// layers are the configurations at distance 0, 1, 2, ... in one direction.
type layers struct {
	*diagram.Steps
	within diagram.Set
	list   []diagram.Set
	seen   diagram.Set // the union of list
}

func (l *layers) last() diagram.Set { return l.list[len(l.list)-1] }

func (l *layers) add(n diagram.Set) {
	if n == diagram.Empty {
		panic("symbolic: a target is not reachable")
	}
	l.Hold(n)
	l.seen = l.Union(l.seen, n)
	l.Hold(l.seen)
	l.list = append(l.list, n)
}

// expand adds the next layer.
func (l *layers) expand() {
	next := l.From(l.last())
	mark := l.Hold(next)
	next = l.Minus(l.Intersect(next, l.within), l.seen)
	l.Release(mark)
	l.add(next)
}

// reversed returns the inverses of the events, for the values that have been met.
func (x *System) reversed() []*diagram.Event {
	var list []*diagram.Event
	for _, c := range x.list {
		list = append(list, x.reverse(c.Event))
	}
	if x.time != nil && x.time.tick != nil {
		list = append(list, x.reverse(x.time.tick))
	}
	return list
}

// reverse returns the inverse of an event.
func (x *System) reverse(e *diagram.Event) *diagram.Event {
	r := &diagram.Event{}
	for _, effect := range e.Effects {
		before := map[uint32][]uint32{}
		for value := range x.values(effect.Level) {
			x.tick()
			if !x.Sets.Confirmed(effect.Level, uint32(value)) {
				continue
			}
			for _, after := range effect.Next(uint32(value)) {
				before[after] = append(before[after], uint32(value))
			}
		}
		r.Effects = append(r.Effects, diagram.Effect{Level: effect.Level, Next: func(value uint32) []uint32 { return before[value] }})
	}
	return r
}

// values returns the number of values that are numbered for a level.
func (x *System) values(level int) int {
	switch at := x.places[level]; at.kind {
	case localPlace:
		return len(x.locals[at.index].All)
	case channelPlace:
		return len(x.contents.values)
	}
	return len(x.environment.All)
}
