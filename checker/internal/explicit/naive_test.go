package explicit

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// This file has the definitions that searches of tables are compared with. They are for graphs that are small enough to follow
// every path, and to look at every set of configurations.

// depths returns the number of events of the shortest paths, by configuration; -1: there is none. No path goes on where stop holds.
func (x *table) depths(stop func(i int) bool) []int {
	depths := slices.Repeat([]int{-1}, len(x.names))
	depths[0] = 0
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if stop != nil && stop(at) {
			continue
		}
		for _, e := range x.edges[at] {
			if to := x.numbers[e.Next]; depths[to] < 0 {
				depths[to] = depths[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return depths
}

// isTerminal reports whether an execution may end in a configuration.
func (x *table) isTerminal(i int) bool {
	return x.colours[i] != failed && !slices.ContainsFunc(x.edges[i], func(e compose.Edge) bool { return x.labels[e.Label].Obligatory })
}

// least returns the least path of so many events that ends as it should, by trying all; nil: there is none. It does not go on where stop holds.
func (x *table) least(events int, stop func(i int) bool, ends func(before, at int) bool) model.Schedule {
	var follow func(before, at, left int) (model.Schedule, bool)
	follow = func(before, at, left int) (model.Schedule, bool) {
		if left == 0 {
			return nil, ends(before, at)
		}
		if stop != nil && stop(at) {
			return nil, false
		}
		list := slices.Clone(x.edges[at])
		slices.SortFunc(list, func(a, b compose.Edge) int {
			return x.labels[a.Label].Event.Compare(x.labels[b.Label].Event)
		})
		for _, e := range list {
			if rest, ok := follow(at, x.numbers[e.Next], left-1); ok {
				return append(model.Schedule{x.labels[e.Label].Event}, rest...), true
			}
		}
		return nil, false
	}
	path, ok := follow(0, 0, events)
	if ok && path == nil {
		path = model.Schedule{}
	}
	return path
}

// shortest returns the least of the shortest paths that end as they should; nil: there is none.
func (x *table) shortest(stop func(i int) bool, ends func(before, at int) bool) model.Schedule {
	for events := range len(x.names) + 1 {
		if path := x.least(events, stop, ends); path != nil {
			return path
		}
	}
	return nil
}

// endComponents returns each set of configurations, as bits, in which a fair execution can stay for ever for every choice, and visit
// all of it again and again. All of its configurations are reachable and satisfy stays.
func (x *table) endComponents(f model.Fairness, stays func(i int) bool) (list []uint) {
	met := x.depths(nil)
	for set := uint(1); set < 1<<len(x.names); set++ {
		if x.isEndComponent(set, f) && !slices.ContainsFunc(members(set), func(i int) bool { return met[i] < 0 || !stays(i) }) {
			list = append(list, set)
		}
	}
	return list
}

// members returns the numbers of the bits of a set.
func members(set uint) (list []int) {
	for i := range 64 {
		if set>>i&1 == 1 {
			list = append(list, i)
		}
	}
	return list
}

// inside returns the events of a configuration that stay in a set for every outcome.
func (x *table) inside(i int, set uint) (list []compose.Edge) {
	for _, e := range x.edges[i] {
		if !slices.ContainsFunc(x.edges[i], func(o compose.Edge) bool {
			return x.labels[o.Label].Cause == x.labels[e.Label].Cause && set>>x.numbers[o.Next]&1 == 0
		}) {
			list = append(list, e)
		}
	}
	return list
}

func (x *table) isEndComponent(set uint, f model.Fairness) bool {
	taken, enabled := map[int]bool{}, map[int]int{}
	list := members(set)
	for _, i := range list {
		for _, e := range x.inside(i, set) {
			taken[x.labels[e.Label].Class] = true
		}
		here := map[int]bool{}
		for _, e := range x.edges[i] {
			here[x.labels[e.Label].Class] = true
		}
		for class := range here {
			enabled[class]++
		}
		if x.within(i, set) != set {
			return false
		}
	}
	for class, count := range enabled {
		if class >= 0 && !taken[class] && (f == model.Strong || f == model.Weak && count == len(list)) {
			return false
		}
	}
	return true
}

// within returns the configurations that one event of a set, or more, lead to from a member without leaving it.
func (x *table) within(from int, set uint) (reached uint) {
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range x.inside(queue[0], set) {
			if to := x.numbers[e.Next]; reached>>to&1 == 0 {
				reached |= 1 << to
				queue = append(queue, to)
			}
		}
	}
	return reached
}

// amounts returns the amounts of all executions from each configuration on that can be reached. An execution ends in a terminal configuration, or stays for ever in one
// that may, without an event that adds to the quantity.
func (x *table) amounts(of engine.Quantity, may func(i int) bool) []map[int64]bool {
	all, met := make([]map[int64]bool, len(x.names)), x.depths(nil)
	for i := range all {
		all[i] = map[int64]bool{}
		if x.isTerminal(i) || may(i) {
			all[i][0] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i, list := range x.edges {
			if met[i] < 0 {
				continue
			}
			for _, e := range list {
				for a := range all[x.numbers[e.Next]] {
					if sum := a + amount(of, x.labels[e.Label]); !all[i][sum] {
						all[i][sum], changed = true, true
					}
				}
			}
		}
	}
	return all
}

// leads reports whether a path of one event or more leads from one configuration to another.
func (x *table) leads(from, to int) bool {
	met, queue := make([]bool, len(x.names)), []int{from}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, e := range x.edges[queue[0]] {
			next := x.numbers[e.Next]
			if next == to {
				return true
			}
			if !met[next] {
				met[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}
