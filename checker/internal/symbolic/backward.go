package symbolic

import "github.com/interrex/interrex/checker/internal/diagram"

// Distances returns, for a set of targets within all, the configurations of all
// from which the nearest target is 0, 1, 2, ... events away, up to the distance
// of the initial configuration.
func (x *System) Distances(all, targets diagram.Set) []diagram.Set {
	back := x.reversed()
	layers, seen := []diagram.Set{targets}, targets
	for !x.Has(layers[len(layers)-1], x.start) {
		before := x.before(layers[len(layers)-1], back)
		mark := x.Hold(before)
		before = x.Minus(x.Intersect(before, all), seen)
		x.Release(mark)
		if before == diagram.Empty {
			panic("symbolic: a target is not reachable")
		}
		x.Hold(before)
		seen = x.Union(seen, before)
		x.Hold(seen)
		layers = append(layers, before)
	}
	return layers
}

// before returns what one event leads to n from.
func (x *System) before(n diagram.Set, back []*diagram.Event) diagram.Set {
	sum := diagram.Empty
	for _, e := range back {
		mark := x.Hold(sum)
		part := x.Image(n, e)
		x.Hold(part)
		sum = x.Union(sum, part)
		x.Release(mark)
	}
	return sum
}

// reversed returns the events backwards, on the values that have been met.
func (x *System) reversed() []*diagram.Event {
	var list []*diagram.Event
	for _, c := range x.list {
		list = append(list, x.reverse(c.Event))
	}
	return list
}

func (x *System) reverse(e *diagram.Event) *diagram.Event {
	r := &diagram.Event{}
	for _, effect := range e.Effects {
		before := map[uint32][]uint32{}
		for value := range x.values(effect.Level) {
			if !x.Confirmed(effect.Level, uint32(value)) {
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

// values returns how many values a level has been given numbers for.
func (x *System) values(level int) int {
	switch at := x.places[level]; at.kind {
	case localPlace:
		return len(x.locals[at.index].values)
	case channelPlace:
		return len(x.contents.values)
	}
	return len(x.environment.values)
}
