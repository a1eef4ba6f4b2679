package symbolic

import (
	"fmt"
	"math/big"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// Explore finds all reachable configurations before which every step was well-formed.
// No event follows a step that is not well-formed; see IllFormed.
func (x *System) Explore() diagram.Set {
	all := x.Sets.Saturate(x.initial)
	x.Sets.Hold(all)
	return all
}

// IllFormed returns the configurations of all that enable a step that is not
// well-formed.
func (x *System) IllFormed(all diagram.Set) diagram.Set {
	return x.Sets.Scoped(func() diagram.Set {
		bad := diagram.Empty
		for _, c := range x.list {
			if c.illFormed {
				bad = x.Sets.Held(x.Sets.Union(bad, x.Sets.Held(x.Sets.Minus(all, x.Sets.Held(x.Sets.Disabled(all, c.Event))))))
			}
		}
		return bad
	})
}

// failures returns the successors of all by steps that are not well-formed.
func (x *System) failures(all diagram.Set) diagram.Set {
	return x.Sets.Scoped(func() diagram.Set {
		bad := diagram.Empty
		for _, c := range x.list {
			if c.illFormed {
				bad = x.Sets.Held(x.Sets.Union(bad, x.Sets.Held(x.Sets.Image(all, c.Event))))
			}
		}
		return bad
	})
}

// Bounded reports whether the search met a local state in which a bound of the
// instance stops the process.
func (x *System) Bounded() bool {
	for p, l := range x.locals {
		for _, v := range l.met {
			if x.status(p, v).Bounded {
				return true
			}
		}
	}
	return false
}

// Sizes returns the number of distinct configurations and the number of events that
// they generate. The configurations are all, and those after steps that are not
// well-formed.
func (x *System) Sizes(all diagram.Set) (configurations, events *big.Int) {
	list := make([]*diagram.Event, len(x.list))
	for i, c := range x.list {
		list[i] = c.Event
	}
	configurations, events = x.Sets.Size(all), x.Sets.Occurrences(all, list)
	events.Add(events, x.Sets.Size(x.Sets.Minus(all, x.timeless(all))))
	bad := x.failures(all)
	if bad != diagram.Empty {
		configurations.Add(configurations, x.Sets.Size(bad))
	}
	configurations.Add(configurations, big.NewInt(x.failedStarts(bad)))
	if x.revisited(all) {
		// The initial configuration counts twice: before and after some
		// process has taken a step.
		configurations.Add(configurations, big.NewInt(1))
		events.Add(events, x.Sets.Occurrences(x.initial, list))
	}
	return configurations, events
}

// failedStarts returns how many initial configurations there are that are not in all, or bad,
// since some step before them was not well-formed.
func (x *System) failedStarts(bad diagram.Set) int64 {
	seen := map[string]bool{}
	for i, start := range x.starts {
		if start.Initial().Failed() && !x.illFormed && !x.Sets.Has(bad, x.firsts[i]) {
			seen[fmt.Sprint(x.firsts[i])] = true
		}
	}
	return int64(len(seen))
}

// revisited reports whether some event leads back to the values of the initial
// configuration. It is then another configuration: some process has taken a step. The
// diagram does not distinguish the two if it has no environment.
func (x *System) revisited(all diagram.Set) bool {
	if x.environment != nil || !x.mayStart {
		return false
	}
	first := x.firsts[0]
	for _, c := range x.list {
		returns := false
		x.moves(c, func(_, after uint32) { returns = returns || after == first[x.locals[c.Process].level-1] })
		if returns && x.Sets.Has(x.Sets.Image(all, c.Event), first) {
			return true
		}
	}
	return false
}

// Terminal returns the terminal configurations in all.
func (x *System) Terminal(all diagram.Set) diagram.Set {
	started := x.environment != nil || !x.mayStart || x.revisited(all)
	quiet := x.Sets.Where(all, func(level int, value uint32) bool {
		switch at := x.places[level]; at.kind {
		case channelPlace:
			return x.tables.Defers() || len(x.contents.values[value].list) == 0
		case environmentPlace:
			return x.environment.All[value].started
		}
		return true
	})
	for _, c := range x.list {
		if c.Obligatory && (c.Fair.Kind != model.Receive || x.tables.Defers()) {
			mark := x.Sets.Hold(quiet)
			quiet = x.Sets.Disabled(quiet, c.Event)
			x.Sets.Release(mark)
		}
	}
	mark := x.Sets.Hold(quiet)
	quiet = x.timeless(quiet)
	x.Sets.Release(mark)
	if !started {
		mark := x.Sets.Hold(quiet)
		quiet = x.Sets.Minus(quiet, x.initial)
		x.Sets.Release(mark)
	}
	x.Sets.Hold(quiet)
	return quiet
}

// Monitors returns the states of the monitor in the configurations of n.
func (x *System) Monitors(n diagram.Set) []any {
	var list []any
	seen := map[any]bool{}
	x.Sets.Walk(n, func(m diagram.Set) {
		if x.Sets.Level(m) != x.environment.level {
			return
		}
		for _, p := range x.Sets.Pairs(m) {
			if state := x.environment.All[p.Value].monitor; !seen[state] {
				seen[state] = true
				list = append(list, state)
			}
		}
	})
	return list
}

// Unbounded returns the configurations of n in which no bound of the instance stops a
// process.
func (x *System) Unbounded(n diagram.Set) diagram.Set {
	rest := x.Sets.Where(n, func(level int, value uint32) bool {
		at := x.places[level]
		return at.kind != localPlace || !x.status(at.index, value).Bounded
	})
	x.Sets.Hold(rest)
	return rest
}

// Lookup returns the values of configuration c with a state of the monitor. It returns
// false if the search has not met one of these values, and so not c.
func (x *System) Lookup(c model.Configuration, monitor any) ([]uint32, bool) {
	values := x.Values(c, monitor)
	for i, v := range values {
		if !x.Sets.Confirmed(i+1, v) {
			return nil, false
		}
	}
	return values, true
}

// Includes reports whether n has configuration c with a state of the monitor.
func (x *System) Includes(n diagram.Set, c model.Configuration, monitor any) bool {
	values, known := x.Lookup(c, monitor)
	return known && x.Sets.Has(n, values)
}

// Returns reports whether n has the values of the initial configuration, and the
// diagram does not distinguish them from the same values after a step of some process.
func (x *System) Returns(n diagram.Set) bool {
	return x.environment == nil && x.mayStart && x.Sets.Has(n, x.firsts[0])
}

// filter returns the configurations of n in which the status of process p
// satisfies keep.
func (x *System) filter(n diagram.Set, p int, keep func(model.Status) bool) diagram.Set {
	mark := x.Sets.Hold(n)
	defer x.Sets.Release(mark)
	return x.Sets.Where(n, func(level int, value uint32) bool {
		at := x.places[level]
		return at.kind != localPlace || at.index != p || keep(x.status(p, value))
	})
}
