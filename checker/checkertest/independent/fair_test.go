package independent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// assumed returns f or, if f is ByTiming, the fairness that belongs to the timing.
func (x *explorer) assumed(f model.Fairness) model.Fairness {
	switch {
	case f != model.ByTiming:
		return f
	case x.net.Timing == model.Timely:
		return model.Strong
	}
	return model.Weak
}

// A region is a strongly connected component: a set of configurations and of steps
// between them. One loop can visit all of it.
type region struct {
	configs map[int]bool
	steps   []step
}

// fairLoops follows the section Fairness. It returns the greatest regions of allowed
// configurations in which a fair execution can stay for ever and take all their steps
// infinitely often. Every fair loop lies in one of them.
//
// This is the textbook's search for fair end components. A region has all outcomes of a
// step that chooses, or none. If a fairness constraint is not met in a region, the search
// removes the configurations that enable the class.
func (g *graph) fairLoops(f model.Fairness, allowed map[int]bool) []region {
	var fair []region
	for _, r := range g.endComponents(allowed) {
		missing := g.missing(f, r)
		if len(missing) == 0 {
			fair = append(fair, r)
			continue
		}
		if f == model.Weak {
			continue // a smaller region misses the same classes
		}
		rest := map[int]bool{}
		for i := range r.configs {
			if !slices.ContainsFunc(g.edges[i], func(e edge) bool { return missing[e.class] }) {
				rest[i] = true
			}
		}
		fair = append(fair, g.fairLoops(f, rest)...)
	}
	return fair
}

// missing returns the classes whose fairness constraint is not met in the region: no step
// of the region is in the class, but all configurations (weak) or some (strong) enable it. A
// configuration in which a timer takes its turn enables every class.
func (g *graph) missing(f model.Fairness, r region) map[string]bool {
	missing := map[string]bool{}
	if f == model.Unfair {
		return missing
	}
	enabling, turns := map[string]int{}, 0
	for i := range r.configs {
		if g.inTurn(i) {
			turns++
			continue
		}
		classes := map[string]bool{}
		for _, e := range g.edges[i] {
			classes[e.class] = true
		}
		for class := range classes {
			enabling[class]++
		}
	}
	for class, n := range enabling {
		missing[class] = class != "" && (f == model.Strong || n == len(r.configs)-turns)
	}
	for _, s := range r.steps {
		missing[g.edges[s.config][s.edge].class] = false
	}
	for class, is := range missing {
		if !is {
			delete(missing, class)
		}
	}
	return missing
}

// inTurn reports whether a timer takes its turn in configuration i.
func (g *graph) inTurn(i int) bool {
	_, _, ok := g.explorer.turn(g.configs[i])
	return ok
}

// endComponents returns the greatest regions of allowed configurations that have all
// outcomes of a step that chooses, or none.
func (g *graph) endComponents(allowed map[int]bool) []region {
	usable := map[step]bool{}
	for i := range allowed {
		for k, e := range g.edges[i] {
			usable[step{i, k}] = allowed[e.to] && (g.never == nil || !g.never(e))
		}
	}
	for {
		component := g.components(allowed, usable)
		changed := false
		for i := range allowed {
			for k, e := range g.edges[i] {
				s := step{i, k}
				if usable[s] && (component[i] != component[e.to] || !g.allOutcomes(usable, s)) {
					usable[s], changed = false, true
				}
			}
		}
		if !changed {
			return g.regions(component, usable)
		}
	}
}

// allOutcomes reports whether all outcomes of the step of s are usable.
func (g *graph) allOutcomes(usable map[step]bool, s step) bool {
	for k, e := range g.edges[s.config] {
		if e.cause == g.edges[s.config][s.edge].cause && !usable[step{s.config, k}] {
			return false
		}
	}
	return true
}

// regions returns the strongly connected components that have a step.
func (g *graph) regions(component map[int]int, usable map[step]bool) []region {
	byNumber := map[int]*region{}
	for i, c := range component {
		if byNumber[c] == nil {
			byNumber[c] = &region{configs: map[int]bool{}}
		}
		byNumber[c].configs[i] = true
	}
	for s, is := range usable {
		if is {
			r := byNumber[component[s.config]]
			r.steps = append(r.steps, s)
		}
	}
	var list []region
	for _, r := range byNumber {
		if len(r.steps) > 0 {
			list = append(list, *r)
		}
	}
	return list
}

// components numbers the strongly connected components (Kosaraju, 1978).
func (g *graph) components(allowed map[int]bool, usable map[step]bool) map[int]int {
	back := map[int][]int{}
	for s, is := range usable {
		if is {
			to := g.edges[s.config][s.edge].to
			back[to] = append(back[to], s.config)
		}
	}
	var finished []int
	seen := map[int]bool{}
	var visit func(i int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for k, e := range g.edges[i] {
			if usable[step{i, k}] {
				visit(e.to)
			}
		}
		finished = append(finished, i)
	}
	for i := range allowed {
		visit(i)
	}
	component := map[int]int{}
	var mark func(i, number int)
	mark = func(i, number int) {
		if _, done := component[i]; done {
			return
		}
		component[i] = number
		for _, j := range back[i] {
			mark(j, number)
		}
	}
	for _, i := range slices.Backward(finished) {
		mark(i, i)
	}
	return component
}
