package checkertest

import (
	"maps"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// A set is a set of places, by index.
type set map[int]bool

// fairComponents returns end components within s in which an execution can stay for
// ever, with probability one and fairly under f, while it takes each of their events
// infinitely often. None is within another. Under Strong they are the largest fair ones.
// Otherwise they are the maximal end components that are fair.
func (g *graph) fairComponents(s set, f model.Fairness) []set {
	var fair []set
	for _, component := range g.endComponents(s) {
		starved := g.starved(component, f)
		switch {
		case len(starved) == 0:
			fair = append(fair, component)
		case f == model.Strong:
			// No fair component has a configuration that enables a class without an
			// event in the component.
			rest := set{}
			for i := range component {
				if !g.enables(i, starved) {
					rest[i] = true
				}
			}
			fair = append(fair, g.fairComponents(rest, f)...)
		}
	}
	return fair
}

// starved returns the classes whose constraint under fairness f is not met by the
// executions that take every event of the component infinitely often. A configuration in
// which a timer takes its turn counts as one that enables every class.
func (g *graph) starved(component set, f model.Fairness) map[fairness.Class]bool {
	enabled, taken, turns := map[fairness.Class]int{}, map[fairness.Class]bool{}, 0
	for i := range component {
		here, turn := map[fairness.Class]bool{}, g.starts[0].Semantics().InTurn(g.places[i].configuration)
		if turn {
			turns++
		}
		for _, e := range g.places[i].edges {
			if e.step.Obligatory && !turn {
				here[e.class] = true
			}
		}
		for class := range here {
			enabled[class]++
		}
		for _, e := range g.included(component, i) {
			if e.step.Obligatory {
				taken[e.class] = true
			}
		}
	}
	starved := map[fairness.Class]bool{}
	for class, times := range enabled {
		if !taken[class] && (f == model.Strong || f == model.Weak && times == len(component)-turns) {
			starved[class] = true
		}
	}
	return starved
}

func (g *graph) enables(i int, classes map[fairness.Class]bool) bool {
	for _, e := range g.places[i].edges {
		if e.step.Obligatory && classes[e.class] {
			return true
		}
	}
	return false
}

// endComponents returns the maximal end components within s: sets of places that are
// strongly connected by their inner events, of which there is at least one. All
// outcomes of an inner event are in the set.
func (g *graph) endComponents(s set) []set {
	s = g.trimmed(s)
	var list []set
	for _, component := range g.strongComponents(s) {
		if len(component) == len(s) {
			return []set{s}
		}
		list = append(list, g.endComponents(component)...)
	}
	return list
}

// trimmed removes from s the places without a successor or a predecessor within s,
// until every place has both.
func (g *graph) trimmed(s set) set {
	for {
		led := set{}
		for i := range s {
			for _, e := range g.included(s, i) {
				led[e.to] = true
			}
		}
		rest := set{}
		for i := range s {
			if led[i] && len(g.included(s, i)) > 0 {
				rest[i] = true
			}
		}
		if len(rest) == len(s) {
			return rest
		}
		s = rest
	}
}

// strongComponents returns the strongly connected components of s, by events within s.
func (g *graph) strongComponents(s set) []set {
	forth, back := map[int][]int{}, map[int][]int{}
	for i := range s {
		for _, e := range g.included(s, i) {
			forth[i] = append(forth[i], e.to)
			back[e.to] = append(back[e.to], i)
		}
	}
	var list []set
	rest := maps.Clone(s)
	for i := range s {
		if !rest[i] {
			continue
		}
		component, to := closure(forth, i), closure(back, i)
		maps.DeleteFunc(component, func(j int, _ bool) bool { return !to[j] })
		maps.DeleteFunc(rest, func(j int, _ bool) bool { return component[j] })
		list = append(list, component)
	}
	return list
}

func closure(next map[int][]int, start int) set {
	reached := set{start: true}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, j := range next[queue[0]] {
			if !reached[j] {
				reached[j] = true
				queue = append(queue, j)
			}
		}
	}
	return reached
}

// included returns the events of place i whose outcomes are all in s.
func (g *graph) included(s set, i int) []*edge {
	leaves := map[string]bool{}
	for _, e := range g.places[i].edges {
		if !s[e.to] {
			leaves[e.cause] = true
		}
	}
	var list []*edge
	for _, e := range g.places[i].edges {
		if !leaves[e.cause] {
			list = append(list, e)
		}
	}
	return list
}
