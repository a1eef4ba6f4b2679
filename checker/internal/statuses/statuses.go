// Package statuses has the statuses of all processes in a set of configurations, as a diagram with a level for each process.
// It is far smaller than the diagram of the set. Both engines of diagrams judge predicates on it.
package statuses

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Tuples is a set of tuples of statuses, one for each process.
type Tuples struct {
	sets  *diagram.Reach
	all   diagram.Set
	met   []numbering.Values[model.Status] // by process
	level []int                            // by process
}

// Of returns the statuses in a set of configurations. process has the process of each level whose values are local states, -1 for each
// other level; status returns the status of a process that has a value.
func Of(from *diagram.Reach, configurations diagram.Set, process []int, status func(process int, value uint32) model.Status) *Tuples {
	t := &Tuples{}
	rank := make([]int, len(process)) // how many processes are at or below a level
	for level, p := range process {
		if level > 0 {
			rank[level] = rank[level-1]
		}
		if p >= 0 {
			rank[level]++
			t.level = append(t.level, 0)
		}
	}
	for level, p := range process {
		if p >= 0 {
			t.level[p] = rank[level]
		}
	}
	t.met = make([]numbering.Values[model.Status], len(t.level))
	t.sets = diagram.NewReach(len(t.level))
	t.sets.Confirm, t.sets.Idle, t.sets.Room = func(int, uint32) {}, from.Idle, from.Room
	memo := map[diagram.Set]diagram.Set{diagram.Empty: diagram.Empty, diagram.Unit: diagram.Unit}
	from.Walk(configurations, func(n diagram.Set) {
		level, sum := from.Level(n), diagram.Empty
		for _, pair := range from.Pairs(n) {
			part := memo[pair.Child]
			if p := process[level]; p >= 0 {
				part = t.sets.Held(t.sets.Make(rank[level], []diagram.Pair{{Value: t.met[p].Number(status(p, pair.Value)), Child: part}}))
			}
			sum = t.sets.Held(t.sets.Union(sum, part))
		}
		memo[n] = sum
	})
	t.all = memo[configurations]
	return t
}

// Size returns how many tuples there are.
func (t *Tuples) Size() int64 { return t.sets.Size(t.all).Int64() }

// Has reports whether a tuple is there.
func (t *Tuples) Has(tuple []model.Status) bool {
	return t.sets.Where(t.all, func(level int, value uint32) bool {
		p := slices.Index(t.level, level)
		return t.met[p].All[value] == tuple[p]
	}) != diagram.Empty
}

// Met returns the statuses that a process has in some configuration.
func (t *Tuples) Met(process int) []model.Status { return t.met[process].All }

// Some reports whether a process has a status that satisfies a predicate in some configuration.
func (t *Tuples) Some(process int, satisfies func(model.Status) bool) bool {
	return slices.ContainsFunc(t.met[process].All, satisfies)
}

// Together reports whether in some configuration process p has status s and process q has a status that satisfies a predicate.
func (t *Tuples) Together(p int, s model.Status, q int, satisfies func(model.Status) bool) bool {
	if !t.Some(q, satisfies) {
		return false
	}
	return t.sets.Where(t.all, func(level int, value uint32) bool {
		switch level {
		case t.level[p]:
			return t.met[p].All[value] == s
		case t.level[q]:
			return satisfies(t.met[q].All[value])
		}
		return true
	}) != diagram.Empty
}

// Satisfy reports whether all configurations satisfy a shape that watches no monitor.
func (t *Tuples) Satisfy(net *model.Network, h *properties.Shape) bool {
	for p := range t.met {
		if h.Each != nil && t.Some(p, func(s model.Status) bool { return !h.Each(net, p, s) }) {
			return false
		}
		for q := range t.met {
			if h.Both == nil || p == q {
				continue
			}
			for _, s := range t.met[p].All {
				if t.Together(p, s, q, func(o model.Status) bool { return !h.Both(net, p, s, q, o) }) {
					return false
				}
			}
		}
	}
	return (h.Some == nil || t.fold(h.Some, smaller) > 0) &&
		(h.Counted == nil || t.fold(h.Counted, smaller) >= h.Least && t.fold(h.Counted, greater) <= h.Most)
}

func smaller(a, b int) int { return min(a, b) }

func greater(a, b int) int { return max(a, b) }

// fold returns the number of processes that satisfy a predicate, the least or the greatest over all configurations.
func (t *Tuples) fold(satisfies func(model.Status) bool, of func(a, b int) int) int {
	process := make([]int, len(t.level)+1)
	for p, level := range t.level {
		process[level] = p
	}
	counts := map[diagram.Set]int{diagram.Unit: 0}
	t.sets.Walk(t.all, func(n diagram.Set) {
		p := process[t.sets.Level(n)]
		for i, pair := range t.sets.Pairs(n) {
			count := counts[pair.Child]
			if satisfies(t.met[p].All[pair.Value]) {
				count++
			}
			if i > 0 {
				count = of(count, counts[n])
			}
			counts[n] = count
		}
	})
	return counts[t.all]
}
